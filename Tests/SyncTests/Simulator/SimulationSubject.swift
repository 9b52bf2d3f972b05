import History
import Merge
import Sync

/// The subject of the test: how a device syncs, and how two commits are merged.
struct SimulationSubject {
  /// How a sync ended that came to its end.
  enum Answer: Equatable {
    /// All is merged and pushed.
    case done
    /// All is merged that was here; the remote could not be reached, or did not take it.
    case notPushed
    /// Nothing was done, as many files would go and nobody confirmed it.
    case unconfirmed
    /// It was refused, and what there is to do was said.
    case refused
  }

  typealias Merging = (_ left: ObjectID, _ right: ObjectID, _ bases: [ObjectID], any ObjectStore)
    throws -> MergedTree

  let name: String
  let merge: Merging
  /// True for a device whose branch moves before the files of an update are written.
  let movesBranchFirst: Bool
  /// Makes a device wrong in another way.
  let prepare: (MemoryDevice) -> Void

  init(
    name: String, movesBranchFirst: Bool = false,
    prepare: @escaping (MemoryDevice) -> Void = { _ in }, merge: @escaping Merging
  ) {
    self.name = name
    self.prepare = prepare
    self.movesBranchFirst = movesBranchFirst
    self.merge = merge
  }
}
