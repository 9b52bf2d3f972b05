import History

/// A commit in which the version at a path differs from the one before.
package struct PathChange: Hashable, Sendable {
  package let commit: ObjectID
  /// The path's name then; another one than was asked for once a rename has been followed.
  package let path: TreePath
  /// The version in the first parent that was followed; nil if there was none, or there is no
  /// parent.
  package let before: FileVersion?
  /// The version in this commit; nil if the commit deleted the file.
  package let after: FileVersion?
  /// The earlier path, if this commit moved the file.
  package let movedFrom: TreePath?
}

extension Repository {
  /// Calls for each commit that changed a path, the newest first.
  ///
  /// As in `git log -- PATH`, a merge that has the path as one of its parents has it is passed over, and only that
  /// parent is followed; or all of them, as in `git log --full-history -- PATH`, so that the versions that a merge did
  /// not take are given as well. A move is followed only on proof: the commit deletes a file of the identical blob, which is
  /// not empty.
  /// - Parameters:
  ///   - followingMoves: whether a file that comes into being is looked for under another name.
  ///   - isFull: true to follow all parents of a merge.
  ///   - body: gives false to stop.
  /// - Complexity: linear in the commits; folders that two commits have alike are not read.
  package func forEachChange(
    of path: TreePath, from head: ObjectID, followingMoves: Bool = true,
    isFull: Bool = false, _ body: (PathChange) throws -> Bool
  ) throws {
    let graph = try commitGraph()
    var queue = NewestFirst<TreePath>()
    var seen: Set<Visit> = []
    func add(_ commit: ObjectID, _ path: TreePath) throws {
      guard seen.insert(Visit(commit: commit, path: path)).inserted else { return }
      queue.push(commit, seconds: try graph.node(commit).seconds, path)
    }

    try add(head, path)
    while let (id, path) = queue.pop() {
      let node = try graph.node(id)
      let parents = try node.parents.map { (id: $0, tree: try graph.node($0).tree) }
      if let same = try parents.first(where: { try isSame(path, in: $0.tree, as: node.tree) }) {
        for parent in isFull ? parents : [same] { try add(parent.id, path) }
        continue
      }
      let after = try version(at: path, in: node.tree)
      let before = try parents.first.flatMap { try version(at: path, in: $0.tree) }
      // If it was never there, there is no parent either, and no change to report.
      if after == nil, before == nil, parents.isEmpty { continue }
      var origins: [ObjectID: TreePath] = [:]
      if followingMoves, let after {
        for parent in parents where try version(at: path, in: parent.tree) == nil {
          origins[parent.id] = try origin(of: path, after, from: parent.tree, to: node.tree)
        }
      }
      let change = PathChange(
        commit: id, path: path, before: before, after: after,
        movedFrom: before == nil ? parents.compactMap { origins[$0.id] }.first : nil)
      guard try body(change) else { return }
      for parent in parents { try add(parent.id, origins[parent.id] ?? path) }
    }
  }

  /// The last commit that changed a path, or nil if the path never existed.
  package func lastChange(of path: TreePath, from head: ObjectID) throws -> PathChange? {
    var last: PathChange?
    try forEachChange(of: path, from: head, followingMoves: false) { change in
      last = change
      return false
    }
    return last
  }

  /// True if two trees have the same at a path; stops at the first folder that is the same in both.
  private func isSame(_ path: TreePath, in left: ObjectID, as right: ObjectID) throws -> Bool {
    var sides: (FileVersion?, FileVersion?) = (
      FileVersion(mode: .folder, id: left), FileVersion(mode: .folder, id: right)
    )
    for name in path.components {
      if sides.0 == sides.1 { return true }
      sides = (try entry(name, in: sides.0), try entry(name, in: sides.1))
    }
    return sides.0 == sides.1
  }

  private func entry(_ name: ArraySlice<UInt8>, in folder: FileVersion?) throws -> FileVersion? {
    guard let folder, folder.mode == .folder else { return nil }
    if let tree = cache.tree(folder.id) {
      return tree.first { $0.name.elementsEqual(name) }?.version
    }
    return try scan(folder.id, for: Array(name))
  }

  /// The name of the one file that a commit deleted and whose bytes another has now; the same last name is taken
  /// before any other, and then the first in order.
  private func origin(
    of path: TreePath, _ version: FileVersion, from old: ObjectID, to new: ObjectID
  ) throws -> TreePath? {
    guard version.id != .emptyBlob else { return nil }
    var found: [TreePath] = []
    try forEachDifference(between: old, and: new) { place, before, after in
      if after == nil, before?.id == version.id { found.append(place) }
    }
    return found.min {
      let (left, right) = ($0.name.elementsEqual(path.name), $1.name.elementsEqual(path.name))
      return left != right ? left : $0 < $1
    }
  }
}

private struct Visit: Hashable {
  let commit: ObjectID
  let path: TreePath
}
