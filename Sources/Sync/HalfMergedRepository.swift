import Merge
import Objects

/// A repository in which plain git may have left a merge half-way.
package protocol HalfMergedRepository: SyncRepository {
  /// The commits that are being merged into the branch; none where no merge is in progress.
  func mergeHeads() throws -> [ObjectID]
  /// Paths that the merge left unresolved in the staging index, sorted.
  func unmergedPaths() throws -> [TreePath]
  /// Forgets that a merge is in progress, and then takes the unresolved paths out of the staging index.
  func endMerge() throws
}

/// Why a merge of plain git's is not taken over; nothing was changed.
package enum AdoptRefusal: Error, Equatable, Sendable {
  case noMergeInProgress
  /// More than two histories are being merged.
  case severalHeads
  case detachedHead
}

/// What became of a merge that plain git had left half-way.
package struct AdoptReport: Equatable, Sendable {
  /// What the merge did where both sides had changed something.
  package var decisions: [MergeDecision] = []
  /// Notes that a person had resolved or edited, and that stay so; sorted.
  package var kept: [TreePath] = []
  /// Copies of files in which a person had begun to write between the markers; sorted.
  package var copies: [TreePath] = []

  package init() {}
}
