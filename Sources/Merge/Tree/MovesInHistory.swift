import History

/// The moves that one side's commits show, one commit at a time: so a note that was edited before or after its move, in
/// a commit of its own, is known as well.
final class MovesInHistory {
  private let store: any ObjectStore
  private let graph: CommitGraph
  private let scope: TreePath
  private let heads: [ObjectID]
  private let bases: [ObjectID]
  /// Read when it is first asked for: most merges have no deletion of what the other side edited.
  private var moves: Moves?

  /// - Parameter heads: the commit of the side; several for a side that is itself a merge of them.
  init(
    store: any ObjectStore, graph: CommitGraph, scope: TreePath, heads: [ObjectID],
    bases: [ObjectID]
  ) {
    self.store = store
    self.graph = graph
    self.scope = scope
    self.heads = heads
    self.bases = bases
  }

  /// The path to which a file came from this one, perhaps by others; nil where the commits do not agree, or one of them
  /// took it away and does not show where to, or another file had one of the paths.
  func target(of path: TreePath) throws -> TreePath? {
    let moves = try self.moves ?? read()
    guard let places = try moves.places(of: path, in: graph) else { return nil }
    // The file that moved on from there may be the one of the ancestor.
    for base in bases {
      let tree = try graph.node(base).tree
      for place in places where try store.version(at: place, in: tree) != nil { return nil }
    }
    return places.last
  }

  private func read() throws -> Moves {
    var found = Moves()
    for id in try graph.commits(since: bases, from: heads) {
      let node = try graph.node(id)
      // A move that a merge brings is in a commit of one of its sides.
      guard node.parents.count == 1 else { continue }
      var gone: [TreePath: ObjectID] = [:]
      var come: [TreePath: ObjectID] = [:]
      do {
        try store.forEachDifference(between: graph.node(node.parents[0]).tree, and: node.tree) {
          path, old, new in
          guard path.isInside(scope) else { return }
          if let old, old.mode.isFile, new == nil { gone[path] = old.id }
          if let new, new.mode.isFile, old == nil { come[path] = new.id }
        }
      } catch let error as any ObjectDamage where error.isHostile {
        continue  // It was mended since, or the merge would be refused: on every device alike.
      }
      found.add(
        gone, come, in: id,
        subject: gone.isEmpty ? nil : try MoveSubject(of: id, in: store, scope: scope))
    }
    moves = found
    return found
  }
}

/// The moves of several commits.
private struct Moves {
  /// The paths to which a file went, with the commits that moved it.
  private var targets: [TreePath: [TreePath: [ObjectID]]] = [:]
  private var sources: [TreePath: Set<TreePath>] = [:]
  /// The paths that a commit emptied without a sign of where their files went.
  private var lost: Set<TreePath> = []
  /// The paths to which a commit brought a file that was nowhere before.
  private var made: Set<TreePath> = []

  /// Takes the moves of a commit.
  ///
  /// - Parameter subject: believed only where the one path went and the other came.
  mutating func add(
    _ gone: [TreePath: ObjectID], _ come: [TreePath: ObjectID], in commit: ObjectID,
    subject: MoveSubject?
  ) {
    var paths: [ObjectID: (from: [TreePath], to: [TreePath])] = [:]
    for (path, id) in gone { paths[id, default: ([], [])].from.append(path) }
    for (path, id) in come { paths[id, default: ([], [])].to.append(path) }
    var found: Set<TreePath> = []
    for (path, id) in gone {
      let same = paths[id]
      var target = subject?.place(of: path).flatMap { come[$0] == nil ? nil : $0 }
      if id != .emptyBlob, let same, same.from.count == 1, same.to.count == 1 {
        target = same.to[0]
      }
      if let target {
        targets[path, default: [:]][target, default: []].append(commit)
        sources[target, default: []].insert(path)
        found.insert(target)
      } else {
        lost.insert(path)
      }
    }
    made.formUnion(come.keys.filter { !found.contains($0) })
  }

  /// The paths that a file had after this one, the last of them its own now; nil where they are not certain.
  ///
  /// A file moved on only with a commit that descends from the one which brought it: before that, another had the path.
  func places(of path: TreePath, in graph: CommitGraph) throws -> [TreePath]? {
    var places: [TreePath] = []
    var place = path
    var arrivals: [ObjectID] = []
    while let next = targets[place] {
      guard next.count == 1, let (target, commits) = next.first, sources[target]?.count == 1,
        !lost.contains(place), !made.contains(target), target != path, !places.contains(target),
        try arrivals.allSatisfy({ arrival in
          try commits.allSatisfy { try $0 != arrival && graph.isAncestor(arrival, of: $0) }
        })
      else { return nil }
      places.append(target)
      place = target
      arrivals = commits
    }
    return places.isEmpty || lost.contains(place) ? nil : places
  }
}
