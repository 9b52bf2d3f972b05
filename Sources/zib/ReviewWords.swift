import Reviews
import Vaults

/// How cards and their schedules are called.
enum ReviewWords {
  /// Where a card stands: `new`, `learning`, `review`, `relearning`.
  static func phase(_ state: CardState?) -> String {
    switch state?.phase {
    case nil: "new"
    case .learning: "learning"
    case .review: "review"
    case .relearning: "relearning"
    }
  }

  /// What of a log was left out, and why.
  static func words(for problem: ReviewLogProblem) -> String {
    switch problem.kind {
    case .unreadable(let error): return "\(problem.path): \(ErrorWords(error).message)"
    case .lines(let lines, let count):
      let isNewer = lines.contains { if case .newer = $0.reason { true } else { false } }
      let what = Amount.count(count, "line says", "lines say")
      let line = lines.first.map { ", the first in line \($0.line)" } ?? ""
      return "\(problem.path): \(what) nothing that can be read\(line)"
        + (isNewer ? "; a newer zib may have written it" : "")
    }
  }
}

extension Prompt.Kind {
  /// The kind as it is called.
  var word: String {
    switch self {
    case .quote: "quote"
    case .cloze: "cloze"
    case .question: "question"
    }
  }
}
