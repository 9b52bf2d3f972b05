import Exchange
import Notes
import Reviews

/// Finds the cards of the reviews in a library of Grail Diary.
///
/// A review names the text that was asked then. Its fingerprint is the card's; the card is followed
/// through the versions of the notes to its present text.
struct GrailCards {
  private(set) var reviews: [EarlierReviews.Review] = []
  /// The present fingerprints of the earlier ones.
  private(set) var destinations: [CardID: CardID] = [:]
  private(set) var remarks: [Remark] = []

  init(_ library: GrailLibrary) {
    var templates: [String: GrailLibrary.Template] = [:]
    for note in library.notes {
      for template in note.templates { templates[template.key] = template }
    }
    var prompts: [String: [Prompt]] = [:]
    for review in library.reviews {
      guard let template = templates[review.template] else {
        remarks.append(Remark(.notCarried, "a review of a text that is not there"))
        continue
      }
      let asked = prompts[template.key] ?? Self.prompts(of: template)
      prompts[template.key] = asked
      guard asked.indices.contains(review.index) else {
        remarks.append(
          Remark(
            .notUnderstood, "a review of a prompt that its text does not have", value: template.text
          ))
        continue
      }
      reviews.append(
        .init(
          time: review.time, key: "\(template.key) \(review.index)",
          fingerprint: asked[review.index].id, correct: review.correct,
          incorrect: review.incorrect))
    }
    follow(library)
  }

  /// The prompts of a template, in the order in which the old application counted.
  private static func prompts(of template: GrailLibrary.Template) -> [Prompt] {
    let kind: Prompt.Kind =
      switch template.kind {
      case .quote: .quote
      case .cloze: .cloze
      case .question: .question
      }
    return prompts(in: template.text).filter { $0.kind == kind }
  }

  /// The cards of a text, its quotes among it as the old application had them: each asked for its source,
  /// which was the note.
  private static func prompts(in text: String) -> [Prompt] {
    Note(parsing: Array(("---\nreview: quotes\n---\n" + text).utf8)).prompts
  }

  /// Follows the reviewed prompts through all versions.
  private mutating func follow(_ library: GrailLibrary) {
    var cards: [CardID: CardID] = [:]
    for review in reviews { cards[review.fingerprint] = review.fingerprint }
    var trail = CardTrail(following: cards)
    var steps: [(time: Int64, note: Int, version: Int)] = []
    for (note, value) in library.notes.enumerated() {
      for version in value.versions.indices {
        steps.append((value.versions[version].time, note, version))
      }
    }
    steps.sort { ($0.time, $0.note, $0.version) < ($1.time, $1.note, $1.version) }
    var now: [Int: [Prompt]] = [:]
    for step in steps {
      let note = library.notes[step.note]
      let text = note.versions[step.version].text
      let after = text.map(Self.prompts(in:)) ?? []
      trail.step([
        CardTrail.Change(note: note.id, before: now[step.note] ?? [], after: after)
      ])
      now[step.note] = after
    }
    destinations = trail.destinations
  }
}
