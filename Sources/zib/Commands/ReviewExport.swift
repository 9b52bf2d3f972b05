import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Sessions
import Terminals
import Vaults
import Wording

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
      questions, and the clozes of a paragraph as one note of Anki's with their hints; lists, code,
      tables, images, footnotes, formulas (`$…$`), hashtags, all answers, and when each card comes back. A
      second import finds what it has and takes over what was edited, put before or moved since:
      for this the log of reviews notes once of each card which one it is in Anki. Your notes do not
      change.
      """,
    arguments: [Review.query, anki, deck, Export.force],
    unknownOptionsArePositional: true,
    examples: [
      "zib review export --anki cards.apkg": "All cards.",
      "zib review export --force --anki cards.apkg": "All cards again, with what changed.",
      "zib review export --anki latin.apkg --deck Latin tag:latin": "Those of some notes.",
    ],
    exitStatuses: [
      0: "Written.", 1: "There are no cards.", 2: "No format was named.",
      3: "The file could not be written; one that was there is as it was.",
    ],
    seeAlso: ["zib-review(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      guard let file = arguments[anki] else {
        throw UsageError(message: "give a format", hint: "`--anki FILE` writes an Anki package")
      }
      if !arguments[Export.force], Platform.isFile(file) {
        throw UsageError(
          message: "`\(file)` already exists",
          hint: "`--force` replaces it, once the new one is whole")
      }
      let text = Query.text(ofWords: arguments[Review.query])
      let (reviews, query) = try session.reviews(text, .kept)
      let cards = try reviews.cards(query)
      guard !cards.isEmpty else {
        try session.tellNoCards(query, reviews)
        return .nothingFound
      }
      let exporting = try CardsForAnki(cards, reviews, at: session.moment)
      let moment = session.moment
      var (notes, texts) = try exporting.notes()
      var places = AnkiPlaces(try reviews.events(), reviews.history)
      let named = places.name(&notes)
      do {
        try reviews.noteExport(named, texts, at: moment.time)
      } catch {
        session.messages.warning(
          "the log of reviews cannot be written, so that Anki may take an edited card for a new one"
        )
      }
      let package = AnkiPackage(
        notes, name: arguments[deck], settings: reviews.settings.scheduler,
        parameters: reviews.history.parameters, now: moment.time, zoneMinutes: moment.zoneMinutes)
      let folder = reviews.search.vault.folder
      let report = try package.write(to: Array(file.utf8)) { path in
        // An image that cannot be read is reported like a missing one.
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
  private let images: CardImages

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
    images = CardImages(reviews)
  }

  /// The notes for Anki, and the texts of all cards by their fingerprints.
  func notes() throws -> (notes: [AnkiNote], texts: [NotePath: [Prompt]]) {
    var notes: [AnkiNote] = []
    var texts: [NotePath: [Prompt]] = [:]
    for result in try reviews.search.results(reviews.search.query(""), order: .path) {
      guard let cards = cards[result.path] else { continue }
      let note = try reviews.search.note(at: result.path)
      let facts = try reviews.search.facts(of: result)
      let origin = AnkiOrigin(
        path: result.path.text, title: note.title, tags: note.uniqueTags,
        modified: facts.modified, created: facts.created)
      let markup = CardMarkup(of: note) { images.file($0, in: result.path) }
      let prompts = note.prompts
      texts[result.path] = prompts.filter { cards[$0.id] != nil }
      notes += AnkiNote.notes(
        of: prompts, from: origin, card: { prompt in cards[prompt.id].map(card) },
        sides: markup.sides)
    }
    return (notes, texts)
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
}

extension CardMarkup {
  /// The two sides of a prompt, or of the gaps of a paragraph; nil if Markdown has no text for it.
  fileprivate func sides(_ prompt: Prompt, _ gaps: [Prompt]) -> AnkiNote.Sides? {
    let sides: AnkiNote.Sides
    switch prompt.fact {
    case .quote(let quote):
      sides = AnkiNote.Sides(
        front: text([quote.text]),
        back: back(AnkiText(note.answer(to: prompt)), [quote.text, quote.attribution]))
    case .question(let question):
      sides = AnkiNote.Sides(
        front: text([question.question]),
        back: back(text([question.answer]), [question.question, question.answer]))
    case .cloze(_, let shown):
      let clozes = gaps.compactMap { gap in
        if case .cloze(let cloze, _) = gap.fact { cloze } else { nil }
      }
      let front = text(shown, gaps: clozes.map(\.range))
      let found = front.pieces.count { if case .gap = $0 { true } else { false } }
      // A gap that Markdown does not show, such as one in HTML, is asked in plain text.
      guard clozes.count == gaps.count, found == gaps.count else { return nil }
      return AnkiNote.Sides(front: front, back: back("", shown), gaps: clozes.map(answer))
    case nil: return nil
    }
    let isShown =
      !sides.front.pieces.isEmpty && (prompt.answer.isEmpty || !sides.back.pieces.isEmpty)
    return isShown ? sides : nil
  }

  /// An answer with the footnotes of some parts of the note below it.
  private func back(_ answer: AnkiText, _ parts: [ByteRange?]) -> AnkiText {
    AnkiText(answer.pieces + footnotes(of: parts.compactMap(\.self)).pieces)
  }
}
