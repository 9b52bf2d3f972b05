import History

/// One side of a merge: its tree, when it was changed, and what its commits moved.
struct MergeSide {
  let tree: ObjectID
  let times: ChangeTimes
  let moves: MovesInHistory

  /// - Parameter heads: its commit; several if the side is itself a merge of them.
  init(
    store: any ObjectStore, graph: CommitGraph, scope: TreePath, tree: ObjectID,
    heads: [ObjectID], bases: [ObjectID]
  ) {
    self.tree = tree
    times = ChangeTimes(store: store, graph: graph, heads: heads, bases: bases)
    moves = MovesInHistory(store: store, graph: graph, scope: scope, heads: heads, bases: bases)
  }
}

/// A value for each side.
struct Sides<Value> {
  var left: Value
  var right: Value

  subscript(_ side: Side) -> Value {
    get { side == .left ? left : right }
    set { if side == .left { left = newValue } else { right = newValue } }
  }
}

extension Sides: Equatable where Value: Equatable {}

/// A path and the file version at it.
struct PlacedVersion: Hashable {
  let path: TreePath
  let version: FileVersion

  init(_ path: TreePath, _ version: FileVersion) {
    self.path = path
    self.version = version
  }
}

/// The time at which a file was changed; of two changes in one second the one with the greater blob
/// id is the later.
struct ChangeTime: Comparable {
  let seconds: Int64
  let place: PlacedVersion

  static func < (left: ChangeTime, right: ChangeTime) -> Bool {
    if left.seconds != right.seconds { return left.seconds < right.seconds }
    let (one, other) = (left.place.version, right.place.version)
    if one.id != other.id { return one.id < other.id }
    if one.mode != other.mode { return one.mode.rawValue < other.mode.rawValue }
    return left.place.path < right.place.path
  }
}
