import History
import Merge

/// Follows a file through the names that it had in a history.
///
/// A file counts as moved only on proof: another path got the same bytes in the commit that took it away, or a note
/// with the same `id`.
struct FileTrace {
  /// The fate of a file.
  enum Fate: Equatable {
    case moved(to: TreePath)
    /// Gone with this commit.
    case deleted(by: ObjectID)
  }

  /// A history with more moves of one file than this is not followed to its end.
  static let mostMoves = 32

  private let store: any ObjectStore

  init(in store: any ObjectStore) { self.store = store }

  /// The fate of a file that a commit does not have; nil if its history never had it.
  ///
  /// - Throws: `MissingObject` if history ends too early.
  func fate(of path: TreePath, from head: ObjectID) throws -> Fate? {
    let tree = try store.commit(head).tree
    if try store.version(at: path, in: tree) != nil { return nil }
    var path = path
    var seen: Set<TreePath> = [path]
    for _ in 0..<Self.mostMoves {
      guard let end = try end(of: path, from: head) else { return nil }
      guard let target = try target(of: path, in: end.commit, since: end.parent),
        seen.insert(target).inserted
      else { return .deleted(by: end.commit) }
      if try store.version(at: target, in: tree) != nil { return .moved(to: target) }
      path = target
    }
    return nil
  }

  /// The path that a file had before the commit that gave it this one, and the commit before; nil if it is new.
  ///
  /// - Throws: `MissingObject`.
  func source(
    of path: TreePath, in id: ObjectID
  ) throws -> (path: TreePath, commit: ObjectID)? {
    let commit = try store.commit(id)
    guard commit.parents.count == 1, let parent = commit.parents.first else { return nil }
    let old = try store.commit(parent).tree
    guard try store.version(at: path, in: old) == nil,
      let version = try store.version(at: path, in: commit.tree), version.mode.isFile,
      try !store.blob(version.id).isEmpty
    else { return nil }
    var sources: [TreePath] = []
    try store.forEachDifference(between: old, and: commit.tree) { path, old, new in
      if new == nil, old?.id == version.id { sources.append(path) }
    }
    return sources.count == 1 ? (sources[0], parent) : nil
  }

  /// The latest commit that took a path away, and the parent that had it.
  ///
  /// - Parameter isPresent: true if the given commit has the path again, and its parents do not.
  func end(
    of path: TreePath, from head: ObjectID, isPresent: Bool = false
  ) throws -> (commit: ObjectID, parent: ObjectID)? {
    var waiting = [head]
    var seen: Set<ObjectID> = [head]
    var found: (commit: ObjectID, parent: ObjectID, seconds: Int64)?
    while let id = waiting.popLast() {
      let commit = try store.commit(id)
      for parent in commit.parents {
        if isPresent, id == head {
          if seen.insert(parent).inserted { waiting.append(parent) }
          continue
        }
        if try store.version(at: path, in: store.commit(parent).tree) == nil {
          if seen.insert(parent).inserted { waiting.append(parent) }
          continue
        }
        // Of a merge, the side that took the file away is meant.
        let isMerge = commit.parents.count > 1
        let seconds = isMerge ? Int64.min : commit.committer.seconds
        if found.map({ ($0.seconds, $0.commit) < (seconds, id) }) ?? true {
          found = (id, parent, seconds)
        }
      }
    }
    return found.map { ($0.commit, $0.parent) }
  }

  /// The path that a file has after the commit that took its old one away.
  private func target(
    of path: TreePath, in commit: ObjectID, since parent: ObjectID
  ) throws -> TreePath? {
    let (old, new) = (try store.commit(parent).tree, try store.commit(commit).tree)
    guard let version = try store.version(at: path, in: old), version.mode.isFile else {
      return nil
    }
    let text = try store.blob(version.id)
    if text.isEmpty { return nil }
    var added: [(path: TreePath, version: FileVersion)] = []
    try store.forEachDifference(between: old, and: new) { path, old, new in
      if old == nil, let new, new.mode.isFile, ConflictCopy(path) == nil {
        added.append((path, new))
      }
    }
    let same = added.filter { $0.version.id == version.id }
    if same.count == 1 { return same[0].path }
    // A folder that was moved takes several files of the same bytes along.
    let named = same.filter { $0.path.name == path.name }
    if named.count == 1 { return named[0].path }
    guard same.isEmpty, TrackedFiles.isNote(path), let id = TrackedFiles.noteID(of: text) else {
      return nil
    }
    let notes = try added.filter {
      try TrackedFiles.isNote($0.path) && TrackedFiles.noteID(of: store.blob($0.version.id)) == id
    }
    return notes.count == 1 ? notes[0].path : nil
  }
}

extension SyncRepository {
  /// The present path of a copy's note that has moved from the path in the copy's name, as proved
  /// by history.
  ///
  /// - Returns: nil if it was not moved, or history does not show it.
  package func movedPath(of path: TreePath, from head: ObjectID) throws -> TreePath? {
    do {
      guard case .moved(let target)? = try FileTrace(in: self).fate(of: path, from: head) else {
        return nil
      }
      return target
    } catch is MissingObject {
      return nil
    }
  }
}
