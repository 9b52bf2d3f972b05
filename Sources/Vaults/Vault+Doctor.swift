import Files
import Indexing
import Notes
import OperatingSystem
import Reviews
import Sync

/// Something about a vault, and not in its notes, that a person may want to look at.
package struct Finding: Sendable {
  /// The kinds of finding.
  package enum Kind: Sendable {
    case walk(WalkProblem.Kind, code: Int32)
    case unreadable(WriteError)
    /// A line of a log of reviews that is meaningless, or that only a newer version understands.
    case reviewLine(ReviewLog.SkippedLine.Reason)
    /// So many events of a log are dated later than tomorrow, this one last.
    case reviewsAhead(count: Int, last: ReviewEvent)
    /// The history has a log of reviews that the folder does not have.
    case reviewsMissing
  }

  /// The kind of finding.
  package let kind: Kind
  /// The path from the vault's root.
  package let path: [UInt8]
  /// The place in the note, if it is one.
  package var position: TextPosition?
}

extension Vault {
  /// The result of examining a vault.
  package struct Examination: Sendable {
    /// The number of notes.
    package var notes = 0
    /// Findings that a person may want to see, in the order of paths.
    package var findings: [Finding] = []
    /// Settings and hooks of the repository itself that have git run programs: `filter.x.clean`, `hooks/pre-commit`.
    package var programs: [String] = []
  }

  /// Looks at everything about the vault but what its notes say.
  ///
  /// - Parameters:
  ///   - index: the index in step with the folder; nil if there is none.
  ///   - now: UTC milliseconds; reviews dated later than tomorrow are reported.
  /// - Throws: if the vault's folder itself cannot be read.
  package func examine(
    _ index: VaultIndex? = nil, now: Int64? = nil
  ) throws(SystemError) -> Examination {
    var result = Examination()
    let problems: [WalkProblem]
    if let index {
      result.notes = index.table.noteCount
      problems = index.problems
    } else {
      let changes = try walk.check()
      result.notes = changes.added.count
      problems = changes.problems
    }
    result.findings = problems.map {
      Finding(kind: .walk($0.kind, code: $0.code), path: $0.path)
    }
    result.findings += try reviewFindings(now)
    result.programs = RepositoryPlace.holding(root)?.programs(environment.git) ?? []
    result.findings.sort {
      if $0.path != $1.path { return $0.path.lexicographicallyPrecedes($1.path) }
      return ($0.position?.line ?? 0) < ($1.position?.line ?? 0)
    }
    return result
  }

  /// Logs of reviews that are missing or cannot be read, and lines of them.
  private func reviewFindings(_ now: Int64?) throws(SystemError) -> [Finding] {
    guard location.kind == .zib else { return [] }
    let problems = try ReviewLogs(ReviewLogFolder(folder: folder), now: now).problems
    return (problems + missingReviewLogs()).flatMap { problem in
      switch problem.kind {
      case .unreadable(let error):
        [Finding(kind: .unreadable(error), path: problem.path.bytes)]
      case .lines(let lines, _):
        lines.map { line in
          Finding(
            kind: .reviewLine(line.reason), path: problem.path.bytes,
            position: TextPosition(line: line.line, column: 1))
        }
      case .unfinished(let line):
        [
          Finding(
            kind: .reviewLine(.torn), path: problem.path.bytes,
            position: TextPosition(line: line, column: 1))
        ]
      case .ahead(let count, let last):
        [Finding(kind: .reviewsAhead(count: count, last: last), path: problem.path.bytes)]
      case .missing: [Finding(kind: .reviewsMissing, path: problem.path.bytes)]
      }
    }
  }
}
