import Reviews

/// The facts of prompts in the databases, besides their texts: the log of reviews, and the state of
/// each.
struct GrailPrompts {
  private struct Prompt: Hashable {
    let template: String
    let index: Int
  }

  private struct State {
    let prompt: Prompt
    let lastReview: Int64
  }

  /// More prompts than any text has.
  private static let mostPrompts = 10_000

  private var reviews: [GrailLibrary.Review] = []
  private var states: [State] = []
  private var remarks: [Remark] = []

  /// Adds a review; one that makes no sense is reported.
  mutating func addReview(
    template: String?, index: Int?, time: Int64?, correct: Int?, incorrect: Int?
  ) {
    let answers = 0...StudyLog.mostAnswers
    guard let template, let index, (0..<Self.mostPrompts).contains(index), let time,
      answers.contains(correct ?? 0), answers.contains(incorrect ?? 0)
    else {
      remarks.append(Remark(.notUnderstood, "a review", value: template ?? ""))
      return
    }
    reviews.append(
      GrailLibrary.Review(
        time: time, template: template, index: index, correct: correct ?? 0,
        incorrect: incorrect ?? 0))
  }

  /// Adds the state of a prompt; one that was never reviewed has none.
  mutating func addState(template: String?, index: Int?, lastReview: Int64?) {
    guard let template, let index, (0..<Self.mostPrompts).contains(index), let lastReview else {
      return
    }
    states.append(State(prompt: Prompt(template: template, index: index), lastReview: lastReview))
  }

  /// Gives a library its reviews: those of the log, and for a prompt without any in the log one at
  /// the time of the last.
  func finish(_ library: inout GrailLibrary) {
    library.remarks += remarks
    library.reviews = reviews
    let logged = Set(reviews.map { Prompt(template: $0.template, index: $0.index) })
    var texts: [String: String] = [:]
    for template in library.notes.lazy.flatMap(\.templates) { texts[template.key] = template.text }
    var dated = 0
    for state in states {
      guard let text = texts[state.prompt.template] else { continue }
      dated += 1
      guard !logged.contains(state.prompt) else { continue }
      library.reviews.append(
        GrailLibrary.Review(
          time: state.lastReview, template: state.prompt.template, index: state.prompt.index,
          correct: 1, incorrect: 0))
      library.remarks.append(
        Remark(
          .changed, "the schedule of a prompt without a log",
          of: String(text.collapsingSpaces.prefix(80))))
    }
    if dated > 0 {
      library.remarks.append(
        Remark(
          .notCarried, "due dates and factors of prompts (their reviews give new ones)",
          value: "\(dated)"))
    }
    library.dropStrayReviews()
  }
}
