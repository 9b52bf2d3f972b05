import Files
import Git
import History
import Sync

/// A commit that changed the vault, as shown to a person.
package struct HistoryEntry: Sendable {
  package let commit: ObjectID
  /// The time of the commit, in UTC milliseconds.
  package let milliseconds: Int64
  package let author: String
  /// The device that a snapshot names, or nil for other commits.
  package let device: String?
  /// The first line of the message.
  package let subject: String
  package let isMerge: Bool

  init(_ id: ObjectID, _ commit: Commit) {
    self.commit = id
    milliseconds = commit.author.seconds * 1000
    author = commit.author.name
    device = commit.device
    subject = String(commit.message.prefix { $0 != "\n" })
    isMerge = commit.parents.count > 1
  }
}

/// The change that a commit made to one note.
package struct NoteVersion: Sendable {
  package let entry: HistoryEntry
  /// The note's path in that commit.
  package let path: NotePath
  /// The note's path before, if the commit moved it.
  package let movedFrom: NotePath?
  /// The version before, or nil if the commit added the note; of one that it moved the version at the path before.
  package let before: FileVersion?
  /// The version in the commit, or nil if the commit deleted the note.
  package let after: FileVersion?
}

extension VaultHistory {
  /// Calls for each commit that changed a note, the newest first, through moves of the identical bytes; also for the
  /// versions that no merge has taken.
  ///
  /// - Parameter body: gives false to stop.
  /// - Throws: `PastError.noCommit`.
  package func forEachVersion(
    of path: NotePath, _ body: (NoteVersion) throws -> Bool
  ) throws {
    guard let head = try repository.head().commit else { throw PastError.noCommit }
    try repository.forEachChange(of: treePath(path), from: head, isFull: true) { change in
      guard let path = NotePath(change.path, in: scope) else { return true }
      return try body(
        NoteVersion(
          entry: HistoryEntry(change.commit, repository.commit(change.commit)), path: path,
          movedFrom: change.movedFrom.flatMap { NotePath($0, in: scope) },
          before: change.movedFrom == nil ? change.before : change.after, after: change.after))
    }
  }

  /// Calls `body` for each commit that changed something in the vault, the newest first, with its
  /// changes.
  ///
  /// The changes of a merge are those against its first parent.
  /// - Parameter body: returns false to stop.
  /// - Throws: `PastError.noCommit`.
  package func forEachCommit(_ body: (HistoryEntry, [FileChange]) throws -> Bool) throws {
    guard let head = try repository.head().commit else { throw PastError.noCommit }
    // Newest first by the committers' clocks; each commit once.
    var waiting: [(id: ObjectID, commit: Commit)] = [(head, try repository.commit(head))]
    var seen: Set<ObjectID> = [head]
    let border = try repository.shallowBorder()
    while let newest = waiting.indices.max(by: { left, right in
      waiting[left].commit.committer.seconds < waiting[right].commit.committer.seconds
    }) {
      let (id, commit) = waiting.remove(at: newest)
      let parents = border.contains(id) ? [] : commit.parents
      for parent in parents where seen.insert(parent).inserted {
        waiting.append((parent, try repository.commit(parent)))
      }
      let before = try parents.first.flatMap { try tree(of: $0) }
      let changes = try repository.fileChanges(from: before, to: tree(of: id))
      if changes.isEmpty { continue }
      guard try body(HistoryEntry(id, commit), changes) else { return }
    }
  }
}
