import Arguments
import Exchange
import Notes
import Reviews
import Search
import Vaults

/// `zib review export`: cards for other programs.
enum ReviewExport {
  static let anki = Option(
    "anki", value: "FILE", .file, help: "Write an Anki package, such as `cards.apkg`.")
  static let deck = Option(
    "deck", value: "NAME", .string, default: "Zibaldone",
    help: "The deck of the cards; `::` sets decks inside decks apart.")

  static let command = Command(
    "export", summary: "Write cards for Anki",
    discussion: """
      Writes the cards of the notes that the query finds as a package that Anki imports: quotes,
      questions, and the clozes of a paragraph as one note of Anki's with their hints; images,
      hashtags, all answers, and when each card comes back. A second import finds what it has and
      takes over what was edited since. Nothing in the vault changes.
      """,
    arguments: [Review.query, anki, deck],
    unknownOptionsArePositional: true,
    examples: [
      "zib review export --anki cards.apkg": "All cards.",
      "zib review export --anki latin.apkg --deck Latin tag:latin": "Those of some notes.",
    ],
    exitStatuses: [
      0: "Written.", 1: "There are no cards.", 2: "No format was named.",
      3: "The file could not be written; one that was there is as it was.",
    ],
    seeAlso: ["zib-review(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      guard let file = arguments[anki] else {
        throw UsageError(message: "give a format", hint: "`--anki FILE` writes an Anki package")
      }
      let text = arguments[Review.query].joined(separator: " ")
      let (reviews, query) = try session.reviews(text, .supposed)
      let cards = try reviews.cards(query)
      guard !cards.isEmpty else {
        session.messages.note("no cards found")
        return .nothingFound
      }
      let exporting = try CardsForAnki(cards, reviews, at: session.moment)
      let moment = session.moment
      let package = AnkiPackage(
        try exporting.notes(), name: arguments[deck], settings: reviews.settings.scheduler,
        parameters: reviews.history.parameters, now: moment.time, zoneMinutes: moment.zoneMinutes)
      let folder = reviews.search.vault.folder
      let report = try package.write(to: Array(file.utf8)) { path in
        // An image that cannot be read is told as one that is missing.
        NotePath(path).flatMap { try? folder.read($0).bytes }
      }
      for path in report.missingImages {
        session.messages.warning("the image \(path) could not be read and is left out")
      }
      session.messages.note(
        "\(Amount.count(report.cards, "card")), \(Amount.count(report.answers, "answer")) and "
          + "\(Amount.count(report.images, "image")) are in \(file)")
      return .done
    }
  }
}

/// Cards as Anki takes them, note by note.
private struct CardsForAnki {
  private let reviews: VaultReviews
  private let moment: ReviewMoment
  /// The cards of each note, by the fingerprints of their prompts.
  private var cards: [NotePath: [CardID: ReviewCard]] = [:]
  private let answers: [CardID: [AnkiCard.Answer]]
  private let resolver: LinkResolver

  init(_ cards: [ReviewCard], _ reviews: VaultReviews, at moment: ReviewMoment) throws {
    self.reviews = reviews
    self.moment = moment
    for card in cards { self.cards[card.path, default: [:]][card.fingerprint] = card }
    let wanted = Set(cards.map(\.id))
    var given: [CardID: [AnkiCard.Answer]] = [:]
    _ = ReviewHistory(
      replaying: try reviews.events(), settings: reviews.settings.scheduler
    ) { answer in
      guard wanted.contains(answer.card) else { return }
      given[answer.card, default: []].append(
        AnkiCard.Answer(
          grade: answer.grade, milliseconds: answer.milliseconds, before: answer.before,
          after: answer.after))
    }
    answers = given
    var paths: [String] = []
    let table = reviews.search.index.table
    table.forEachNote { _, path in paths.append(path.text) }
    table.forEachAttachment { paths.append($0.text) }
    resolver = LinkResolver(paths: paths)
  }

  func notes() throws -> [AnkiNote] {
    var notes: [AnkiNote] = []
    for result in try reviews.search.results(reviews.search.query(""), order: .path) {
      guard let cards = cards[result.path] else { continue }
      let note = try reviews.search.note(at: result.path)
      let facts = try reviews.search.facts(of: result)
      let origin = AnkiOrigin(
        path: result.path.text, title: note.title, tags: note.uniqueTags,
        modified: facts.modified, created: facts.created)
      let images = images(of: note, at: result.path)
      notes += AnkiNote.notes(
        of: note.prompts, from: origin,
        card: { prompt in cards[prompt.id].map(card) },
        images: { prompt in
          let parts = prompt.ranges
          return AnkiNote.Images(
            question: images.filter { image in parts.question.contains { $0.contains(image.range) }
            }
            .map(\.path),
            answer: images.filter { image in parts.answer.contains { $0.contains(image.range) } }
              .map(\.path))
        })
    }
    return notes
  }

  private func card(_ card: ReviewCard) -> AnkiCard {
    let now = reviews.sessionCard(card, at: moment)
    let hold: AnkiCard.Hold =
      switch now.absence {
      case .suspended: .suspended
      case .buried: .buried
      case nil: .none
      }
    return AnkiCard(id: card.id, state: now.state, answers: answers[card.id] ?? [], hold: hold)
  }

  /// The images of a note that are files of the vault.
  private func images(of note: Note, at path: NotePath) -> [(range: ByteRange, path: String)] {
    note.links.compactMap { link in
      guard link.isEmbed,
        case .file(let number, _) = resolver.resolve(link, in: note, at: path.text)
      else { return nil }
      let file = resolver.paths[number]
      let kind = file.split(separator: ".").last?.lowercased() ?? ""
      return Self.kinds.contains(kind) ? (link.range, file) : nil
    }
  }

  private static let kinds: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "bmp", "tif", "tiff",
  ]
}

extension Prompt {
  /// Where the question and the answer stand in the note.
  fileprivate var ranges: (question: [ByteRange], answer: [ByteRange]) {
    switch fact {
    case .quote(let quote): ([quote.text], [])
    case .cloze(let cloze, let shown): (shown, [cloze.answer])
    case .question(let question): ([question.question], [question.answer])
    case nil: ([range], [])
    }
  }
}
