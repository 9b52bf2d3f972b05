import History
import Merge

/// The reasons not to take over a merge of plain git; nothing was changed.
package enum AdoptRefusal: Error, Equatable, Sendable {
  case noMergeInProgress
  /// More than two histories are being merged.
  case severalHeads
  case detachedHead
}

/// The result of taking over a merge that plain git left half-way.
package struct AdoptReport: Equatable, Sendable {
  /// The merge's decisions on files that both sides changed.
  package var decisions: [MergeDecision] = []
  /// Notes that a person had resolved or edited, and that stay so; sorted.
  package var kept: [TreePath] = []
  /// Copies of files in which a person had begun to write between the markers; sorted.
  package var copies: [TreePath] = []

  /// New files of this device that were left out of a merge in which a `.gitignore` has changed: until then it may
  /// have ignored them, and the next snapshot takes them; sorted.
  package var perhapsIgnored: [TreePath] = []

  package init() {}
}
