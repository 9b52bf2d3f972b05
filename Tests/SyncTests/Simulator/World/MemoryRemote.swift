import History

/// A bare repository that devices share.
final class MemoryRemote {
  /// One move of a branch, and whether it was made by a sync of ours or by somebody with plain git.
  struct Move {
    let branch: String
    let from: ObjectID?
    let to: ObjectID?
    let isOurs: Bool
  }

  let pool: ObjectPool
  /// By full name, `refs/heads/main`.
  private(set) var branches: [String: ObjectID] = [:]
  /// All moves of all branches, in order.
  private(set) var moves: [Move] = []

  init(pool: ObjectPool) { self.pool = pool }

  /// Moves, makes or (nothing) deletes a branch, whatever it stood at.
  func move(_ branch: String, to id: ObjectID?, isOurs: Bool) {
    moves.append(Move(branch: branch, from: branches[branch], to: id, isOurs: isOurs))
    branches[branch] = id
  }
}
