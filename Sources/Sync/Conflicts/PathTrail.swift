import History

/// Follows a path back through a history.
///
/// Results are kept, so that one trail serves many questions.
struct PathTrail {
  let path: TreePath
  private let store: any ObjectStore
  private var versions: [ObjectID: FileVersion?] = [:]
  private var changes: [ObjectID: ObjectID] = [:]

  init(_ path: TreePath, in store: any ObjectStore) {
    self.path = path
    self.store = store
  }

  /// The version of the file at the path in a commit.
  mutating func version(in commit: Commit) throws -> FileVersion? {
    if let known = versions[commit.tree] { return known }
    let version = try store.version(at: path, in: commit.tree)
    versions[commit.tree] = .some(version)
    return version
  }

  /// The first commit with the path, on a way back along which every commit has it.
  ///
  /// - Returns: nil if the given commit does not have it.
  /// - Throws: `MissingObject` if history ends too early.
  mutating func introduction(from head: ObjectID) throws -> ObjectID? {
    var id = head
    var commit = try store.commit(id)
    guard try version(in: commit) != nil else { return nil }
    walk: while true {
      for parent in commit.parents {
        let before = try store.commit(parent)
        if try version(in: before) != nil {
          (id, commit) = (parent, before)
          continue walk
        }
      }
      return id
    }
  }

  /// The last commit that gave the path the version that a commit has of it.
  ///
  /// A merge that put both sides together is not itself a change: of the two, the later one is
  /// meant, by committer time and then by id. The way ends at a merge that has the path from
  /// neither side.
  mutating func lastChange(from head: ObjectID) throws -> ObjectID? {
    guard try version(in: store.commit(head)) != nil else { return nil }
    // Depth first with a stack of our own: histories are longer than the thread's.
    var waiting = [head]
    while let id = waiting.last {
      if changes[id] != nil {
        waiting.removeLast()
        continue
      }
      let commit = try store.commit(id)
      let version = try version(in: commit)
      var candidates: [ObjectID] = []
      for parent in commit.parents {
        let before = try self.version(in: store.commit(parent))
        if before == version {
          candidates = [parent]
          break
        }
        if before != nil, commit.parents.count > 1 { candidates.append(parent) }
      }
      let unknown = candidates.filter { changes[$0] == nil }
      if !unknown.isEmpty {
        waiting += unknown
        continue
      }
      var latest: (id: ObjectID, seconds: Int64)?
      for candidate in candidates {
        guard let change = changes[candidate] else { continue }
        let seconds = try store.commit(change).committer.seconds
        if latest.map({ ($0.seconds, $0.id) < (seconds, change) }) ?? true {
          latest = (change, seconds)
        }
      }
      changes[id] = latest?.id ?? id
      waiting.removeLast()
    }
    return changes[head]
  }
}
