import Files
import Git
import History
import Settings
import Sync

/// A deleted note, in its last version.
package struct Deletion: Equatable, Sendable {
  package let version: FileVersion
  /// The commit that took it away.
  package let commit: ObjectID
  /// The time of the deletion, in UTC milliseconds.
  package let milliseconds: Int64
}

extension VaultHistory {
  /// The notes of the history that the last commit lacks, each in its last version.
  ///
  /// Notes that were moved, byte for byte, are left out.
  /// - Complexity: linear in the changes of the whole history, once for each last commit.
  package func deletions() throws -> [NotePath: Deletion] {
    guard let head = try repository.head().commit else { throw PastError.noCommit }
    let source = DeletionFile.Source(
      head: head, border: try repository.shallowBorder(), scope: scope)
    if let known = deletionFile.deletions(of: source) { return known }
    let deletions = try deletions(before: head)
    deletionFile.keep(deletions, of: source)
    return deletions
  }

  private func deletions(before head: ObjectID) throws -> [NotePath: Deletion] {
    let now = Contents(try tree(of: head), repository)
    var deletions: [NotePath: Deletion] = [:]
    var seen: Set<ObjectID> = [head]
    var pending = [head]
    while let id = pending.popLast() {
      let commit = try repository.commit(id)
      let after = try tree(of: id)
      let milliseconds = commit.committer.seconds * 1000
      for parent in commit.parents {
        if seen.insert(parent).inserted { pending.append(parent) }
        try repository.forEachDifference(between: tree(of: parent), and: after) { path, old, new in
          guard let old, old.mode.isFile, new == nil, let path = NotePath(bytes: path.bytes),
            path.isMarkdown
          else { return }
          if let known = deletions[path], known.milliseconds >= milliseconds { return }
          guard try !now.has(path, old.id) else { return }
          deletions[path] = Deletion(version: old, commit: id, milliseconds: milliseconds)
        }
      }
    }
    return deletions
  }

  /// The same with the notes that are gone from the folder since the last commit, which count as deleted now.
  ///
  /// - Parameter now: in UTC milliseconds.
  package func deletions(upTo now: Int64) throws -> [NotePath: Deletion] {
    var deletions = try deletions()
    guard let head = try repository.head().commit, let tree = try tree(of: head) else {
      return deletions
    }
    for change in try session(in: .system).pendingSnapshot().changes where change.kind == .deleted {
      guard let path = NotePath(change.path, in: scope), path.isMarkdown,
        let version = try repository.version(at: TreePath(bytes: path.bytes), in: tree)
      else { continue }
      deletions[path] = Deletion(version: version, commit: head, milliseconds: now)
    }
    return deletions
  }

  /// The last commit's files, read when first needed.
  private final class Contents {
    private let tree: ObjectID?
    private let store: any ObjectStore
    private var paths: Set<[UInt8]>?
    private var blobs: Set<ObjectID> = []

    init(_ tree: ObjectID?, _ store: any ObjectStore) {
      self.tree = tree
      self.store = store
    }

    func has(_ path: NotePath, _ blob: ObjectID) throws -> Bool {
      if paths == nil {
        var all: Set<[UInt8]> = []
        if let tree {
          try store.forEachFile(in: tree) { path, version in
            all.insert(path.bytes)
            blobs.insert(version.id)
          }
        }
        paths = all
      }
      return paths?.contains(path.bytes) == true || blobs.contains(blob)
    }
  }
}
