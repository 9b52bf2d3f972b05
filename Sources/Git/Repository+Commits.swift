import CGit2
import History

extension Repository {
  package func mergeBases(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID] {
    let graph = try commitGraph()
    let bases = try graph.mergeBases(left, right)
    // Unrelated as far as is known here; the common ancestor may lie below the border of a shallow clone.
    if bases.isEmpty, let border = try shallowBorder().min() { throw MissingObject(border) }
    return bases
  }

  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool {
    try commitGraph().isAncestor(ancestor, of: commit)
  }

  /// The number of commits that the first has and the second has not, and the other way round.
  package func aheadBehind(
    _ commit: ObjectID, _ other: ObjectID
  ) throws -> (ahead: Int, behind: Int) {
    try commitGraph().aheadBehind(commit, other)
  }

  /// The commit that git's words for one name: `HEAD~2`, a branch, a tag, some first digits of an id.
  ///
  /// - Throws: `GitError`: `.notFound`, `.ambiguous`.
  package func commit(named name: String) throws -> ObjectID {
    let operation = "find the commit \(name)"
    do throws(GitError) {
      let object = try unsafe Handle(git_object_free, operation) {
        unsafe git_revparse_single(&$0, handle.pointer, name)
      }
      let commit = try unsafe Handle(git_object_free, operation) {
        unsafe git_object_peel(&$0, object.pointer, GIT_OBJECT_COMMIT)
      }
      return unsafe ObjectID(git_object_id(commit.pointer).pointee)
    } catch {
      switch error.kind {
      case .other(GIT_EPEEL.rawValue), .other(GIT_EINVALIDSPEC.rawValue):
        throw GitError(.notFound, operation: operation, detail: error.detail)
      default: throw error
      }
    }
  }

  /// The newest commit of a history at or before a time, by the committers' clocks.
  ///
  /// If all are later, the authors' clocks count, because imported commits may predate the
  /// repository; nil if these are all later too. Of several lines of history the newest commit
  /// counts, because the order of a merge's parents does not say on which device it was made.
  /// - Parameter seconds: since 1970 in UTC.
  package func commit(atOrBefore seconds: Int64, from head: ObjectID) throws -> ObjectID? {
    if let found = try commit(from: head, where: { $1.seconds <= seconds }) { return found }
    return try commit(from: head) { id, _ in try commit(id).author.seconds <= seconds }
  }

  /// The newest commit of a history that is wanted.
  private func commit(
    from head: ObjectID, where isWanted: (ObjectID, CommitNode) throws -> Bool
  ) throws -> ObjectID? {
    let graph = try commitGraph()
    var queue = NewestFirst<Void>()
    var seen: Set<ObjectID> = [head]
    queue.push(head, seconds: try graph.node(head).seconds, ())
    while let (id, _) = queue.pop() {
      let node = try graph.node(id)
      if try isWanted(id, node) { return id }
      for parent in node.parents where seen.insert(parent).inserted {
        queue.push(parent, seconds: try graph.node(parent).seconds, ())
      }
    }
    return nil
  }

  /// The commits whose parents a shallow clone does not have.
  package func shallowBorder() throws -> Set<ObjectID> {
    guard let file = try DiskFile.read(commonFolder + Array("/shallow".utf8)) else { return [] }
    return Set(
      String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").compactMap {
        ObjectID(hex: $0)
      })
  }

  /// The history of this repository; it ends at the border of a shallow clone.
  func commitGraph() throws -> CommitGraph {
    let border = try shallowBorder()
    if border.isEmpty { return CommitGraph(node: node) }
    return CommitGraph { [self] id in
      let node = try node(id)
      guard border.contains(id) else { return node }
      return CommitNode(tree: node.tree, parents: [], seconds: node.seconds)
    }
  }
}
