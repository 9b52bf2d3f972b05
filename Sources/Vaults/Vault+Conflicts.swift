import Files
import Git
import History
import Layout
import Merge
import Notes
import PastNotes
import Sync
import WorkTrees

/// A note of the vault and a copy of it, with their texts.
package struct NoteConflict: Sendable {
  /// The path of the note, or its last one before it was deleted.
  package let note: NotePath
  /// The path of the note when the copy was made.
  package let formerNote: NotePath
  package let copy: NotePath
  package let texts: Conflict

  package init(note: NotePath, formerNote: NotePath, copy: NotePath, texts: Conflict) {
    self.note = note
    self.formerNote = formerNote
    self.copy = copy
    self.texts = texts
  }
}

/// The conflicts of a vault.
package struct VaultConflicts: Sendable {
  /// Sorted by note.
  package var found: [NoteConflict] = []
  /// Copies that could not be read, or whose notes could not, and why.
  package var unreadable: [(copy: NotePath, reason: any Error)] = []
  /// Those that cannot be decided, because an edit of the note or of the copy is held back and the history does not
  /// have it; with the path of the file that was edited. Only of ``Vault/conflictsToResolve(isDryRun:confirm:waiting:)``.
  package var heldBack: [(conflict: NoteConflict, edited: NotePath)] = []
}

extension Vault {
  /// The conflict copies among the vault's files, with the origin of each in history.
  ///
  /// Without a repository only the names and the two texts are known.
  /// - Throws: `SystemError`, `GitError`, `SyncRefusal`.
  package func conflicts() throws -> VaultConflicts {
    let walked = try walkedCopies()
    do {
      let history = try history()
      return try conflicts(copies(walked, in: history), in: history)
    } catch HistoryError.noRepository {
      return conflicts(walked.copies)
    }
  }

  /// The conflict copies among the vault's files, by their names; paths are the vault's.
  ///
  /// In a repository these are those that it tracks as well, wherever they are: copies of settings, templates and other
  /// files that a walk over notes passes by.
  package func conflictCopies() throws -> [ConflictCopy] {
    let walked = try walkedCopies()
    do {
      return try copies(walked, in: history())
    } catch HistoryError.noRepository {
      return walked.copies
    }
  }

  /// The copies that a walk over the folder finds.
  struct WalkedCopies {
    var copies: [ConflictCopy] = []
    /// Notes whose names may have to be cut to make the name of a copy.
    var longNames: [TreePath] = []
  }

  func walkedCopies() throws -> WalkedCopies {
    guard let builder = try walk.check().newTable else { return WalkedCopies() }
    let table = try FolderTable(MappedBytes(builder.finish()))
    var walked = WalkedCopies()
    func take(_ path: NotePath) {
      if let copy = ConflictCopy(TreePath(bytes: path.bytes)) {
        walked.copies.append(copy)
      } else if ConflictName.mayBeCut(nameOf: path.name.count) {
        walked.longNames.append(TreePath(bytes: path.bytes))
      }
    }
    table.forEachNote { _, path in take(path) }
    table.forEachAttachment(take)
    walked.copies = Self.withWholeNames(walked.copies, walked.longNames)
    return walked
  }

  /// The walked copies that are still there, and those that are tracked.
  func copies(_ walked: WalkedCopies, in history: VaultHistory) throws -> [ConflictCopy] {
    var known = Set(walked.copies.map(\.path))
    var tracked: [ConflictCopy] = []
    for path in try history.conflictCopies() {
      guard let path = NotePath(path, in: history.scope),
        let copy = ConflictCopy(TreePath(bytes: path.bytes)),
        known.insert(copy.path).inserted
      else { continue }
      tracked.append(copy)
    }
    return (walked.copies + Self.withWholeNames(tracked, walked.longNames)).sorted()
  }

  private static func withWholeNames(
    _ copies: [ConflictCopy], _ longNames: [TreePath]
  ) -> [ConflictCopy] {
    if longNames.isEmpty { return copies.sorted() }
    return copies.map { copy in
      if longNames.contains(copy.original) { return copy }
      // A copy that may be that of two notes stays that of none.
      let notes = longNames.filter { ConflictCopyName.isCut(copy.path, from: $0) }
      return notes.count == 1 ? copy.belonging(to: notes[0]) : copy
    }.sorted()
  }

  /// Texts are those that git would store, so that they compare with those of the history.
  func conflicts(_ copies: [ConflictCopy], in history: VaultHistory) throws -> VaultConflicts {
    let head = try history.repository.head().commit
    var notes = MovedNotes(history, head: head)
    return collect(copies, { NotePath($0, in: history.scope) }) { copy, note, _ in
      let inRepository = history.treePath(copy)
      guard var read = ConflictCopy(inRepository),
        let file = try history.workTree.read(inRepository)
      else { return nil }
      read = read.belonging(to: history.treePath(note))
      var found = try history.workTree.read(read.original)
      if found == nil, let target = try notes.target(of: read.original),
        let moved = try history.workTree.read(target)
      {
        read = read.following(target)
        found = moved
      }
      return try history.repository.conflict(
        read, note: found?.blob, text: file.blob, from: head,
        hasLink: file.mode == .link || found?.mode == .link)
    }
  }

  private func conflicts(_ copies: [ConflictCopy]) -> VaultConflicts {
    collect(copies, { NotePath(bytes: $0.bytes) }) { path, note, copy in
      let text = try folder.read(note: note)
      return Conflict(
        copy: copy, note: text.map { Conflict.Version(text: $0) },
        copyVersion: Conflict.Version(text: try folder.read(path).bytes), ancestor: nil)
    }
  }

  private func collect(
    _ copies: [ConflictCopy], _ scope: (TreePath) -> NotePath?,
    _ read: (_ copy: NotePath, _ note: NotePath, ConflictCopy) throws -> Conflict?
  ) -> VaultConflicts {
    var conflicts = VaultConflicts()
    for copy in copies {
      guard let note = NotePath(bytes: copy.original.bytes),
        let path = NotePath(bytes: copy.path.bytes)
      else { continue }
      do {
        // A copy that was removed since the folder was listed is no conflict any more.
        guard let texts = try read(path, note, copy) else { continue }
        let now = scope(texts.path)
        conflicts.found.append(
          NoteConflict(note: now ?? note, formerNote: note, copy: path, texts: texts))
      } catch {
        conflicts.unreadable.append((path, error))
      }
    }
    return conflicts
  }
}

/// The present paths of notes that were moved since a conflict was made.
private struct MovedNotes {
  private let history: VaultHistory
  private let head: ObjectID?
  /// Moves in the folder that are not committed yet; nil until they are asked for.
  private var pending: [TreePath: TreePath]?

  init(_ history: VaultHistory, head: ObjectID?) {
    self.history = history
    self.head = head
  }

  /// The path that a note has now; nil if it was deleted.
  mutating func target(of path: TreePath) throws -> TreePath? {
    guard let head else { return nil }
    let moved = try history.repository.movedPath(of: path, from: head)
    let last = moved ?? path
    return try pendingMoves()[last] ?? moved
  }

  private mutating func pendingMoves() throws -> [TreePath: TreePath] {
    if let pending { return pending }
    var moves: [TreePath: TreePath] = [:]
    for change in try history.session(in: .system).pendingSnapshot().changes {
      if case .moved(let source) = change.kind { moves[source] = change.path }
    }
    pending = moves
    return moves
  }
}

extension VaultFolder {
  /// Reads a file; nil if there is none.
  fileprivate func read(note path: NotePath) throws(WriteError) -> [UInt8]? {
    do throws(WriteError) {
      return try read(path).bytes
    } catch {
      if case .system(let system) = error, system.isNotFound { return nil }
      throw error
    }
  }
}
