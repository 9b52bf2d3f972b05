import Merge
import Objects

/// A repository in which plain git may have left a merge half-way.
package protocol HalfMergedRepository: SyncRepository {
  /// The commits that are being merged into the branch; none if no merge is in progress.
  func mergeHeads() throws -> [ObjectID]
  /// Paths that the merge left unresolved in the staging index, sorted.
  func unmergedPaths() throws -> [TreePath]
  /// Forgets that a merge is in progress, and then takes the unresolved paths out of the staging index.
  func endMerge() throws
}

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

  package init() {}
}
