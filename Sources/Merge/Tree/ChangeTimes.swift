import History

/// The times at which each side last changed a file to its present version.
final class ChangeTimes {
  private struct Change: Hashable {
    let path: TreePath
    let version: FileVersion
  }

  private let store: any ObjectStore
  private let graph: CommitGraph
  private let heads: [ObjectID]
  private let bases: [ObjectID]
  /// Read when it is first asked for: most merges have no overlap.
  private var times: [Change: Int64]?
  private var headTime: Int64 = 0

  /// - Parameter heads: the commit of the side; several for a side that is itself a merge of them.
  init(store: any ObjectStore, graph: CommitGraph, heads: [ObjectID], bases: [ObjectID]) {
    self.store = store
    self.graph = graph
    self.heads = heads
    self.bases = bases
  }

  /// The committer time of this side's latest commit that gave the path this version, in seconds
  /// since 1970; the side's own time if none did.
  ///
  /// - Complexity: the first time linear in the changes of the side's commits, then constant.
  func time(of version: FileVersion, at path: TreePath) throws -> Int64 {
    let times = try self.times ?? read()
    return times[Change(path: path, version: version)] ?? headTime
  }

  /// True if a commit of this side, or one that it comes from, has this version at the path.
  func hasHad(_ version: FileVersion, at path: TreePath) throws -> Bool {
    for base in bases {
      let tree = try graph.node(base).tree
      if try store.version(at: path, in: tree) == version { return true }
    }
    let times = try self.times ?? read()
    return times[Change(path: path, version: version)] != nil
  }

  private func read() throws -> [Change: Int64] {
    var found: [Change: Int64] = [:]
    for id in try graph.commits(since: bases, from: heads) {
      let commit = try graph.node(id)
      let seconds = commit.seconds
      for (path, version) in try changes(of: commit) {
        let change = Change(path: path, version: version)
        found[change] = max(found[change] ?? seconds, seconds)
      }
    }
    headTime = try heads.map { try graph.node($0).seconds }.max() ?? 0
    times = found
    return found
  }

  /// The versions that a commit has and none of its parents has; none where one of them has a name that git refuses.
  private func changes(of commit: CommitNode) throws -> [TreePath: FileVersion] {
    do {
      return try readableChanges(of: commit)
    } catch let error as any ObjectDamage where error.isHostile {
      return [:]  // It was mended since, or the merge would be refused: on every device alike.
    }
  }

  private func readableChanges(of commit: CommitNode) throws -> [TreePath: FileVersion] {
    var changes: [TreePath: FileVersion]?
    for parent in commit.parents.isEmpty ? [nil] : commit.parents.map(Optional.some) {
      let tree = try parent.map { try graph.node($0).tree }
      var other: [TreePath: FileVersion] = [:]
      try store.forEachDifference(between: tree, and: commit.tree) { path, _, version in
        guard let version, changes?.keys.contains(path) ?? true else { return }
        other[path] = version
      }
      changes = other
    }
    return changes ?? [:]
  }
}
