import Files
import Search
import Synchronization

/// Notes on which a regular expression reached a bound, of its steps or of its time: they may match, and were not found.
package final class UnfinishedMatches: Sendable {
  /// A pattern as typed, and a note on which it was given up.
  package struct Match: Hashable, Sendable {
    /// The pattern, between slashes.
    package let pattern: String
    /// The note's path.
    package let path: NotePath
    /// The bound that was reached.
    package let bound: MatchBound
  }

  private let matches = Mutex<Set<Match>>([])

  func add(_ pattern: String, on path: NotePath, _ bound: MatchBound) {
    _ = matches.withLock { $0.insert(Match(pattern: pattern, path: path, bound: bound)) }
  }

  /// All of them, by pattern and path.
  package var all: [Match] {
    matches.withLock { Array($0) }.sorted { left, right in
      left.pattern == right.pattern ? left.path < right.path : left.pattern < right.pattern
    }
  }
}
