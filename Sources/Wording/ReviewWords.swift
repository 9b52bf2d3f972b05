import Notes
import Rendering
import ReviewStore
import Reviews
import Vaults

/// The words for cards and their schedules.
package enum ReviewWords {
  /// The phase of a card: `new`, `learning`, `review`, `relearning`.
  package static func phase(_ state: CardState?) -> String {
    switch state?.phase {
    case nil: "new"
    case .learning: "learning"
    case .review: "review"
    case .relearning: "relearning"
    }
  }

  /// The words for a log that the folder does not have.
  static let missing =
    "this log of reviews is missing, and cards that were answered in it look new; `zib init` brings it back"

  /// The part of a log that was left out, and the reason.
  package static func words(for problem: ReviewLogProblem) -> String {
    switch problem.kind {
    case .unreadable(let error): return "\(problem.path): \(ErrorWords(error).message)"
    case .unfinished(let line):
      return "\(problem.path): the last line (line \(line)) has no end; its review is not counted"
    case .missing: return "\(problem.path): \(missing)"
    case .ahead(let count, let last):
      let date = CivilDateTime(milliseconds: last.time, in: .utc).date
      return "\(problem.path): \(Amount.count(count, "review is", "reviews are")) dated later than "
        + "tomorrow, the last on \(date); `zib doctor` says more"
    case .lines(let lines, let count):
      let newer = lines.count { if case .newer = $0.reason { true } else { false } }
      let what = Amount.count(count, "line", "lines")
      let (first, verb) = count == 1 ? (" (line ", "is") : (" (the first is line ", "are")
      let place = lines.first.map { first + "\($0.line))" } ?? ""
      if newer == lines.count {
        return "\(problem.path): \(what) written by a newer zib\(place); "
          + "not counted here until this zib is updated"
      }
      return "\(problem.path): \(what) cannot be read\(place) and \(verb) not counted"
        + (newer > 0 ? "; a newer zib may have written some of them" : "")
    }
  }
}
