import Git
import Merge
import Notes
import Objects
import Sync

/// A note of the vault and a copy of it, with their texts.
package struct NoteConflict: Sendable {
  /// Where the note is, or was before it was removed.
  package let note: NotePath
  package let copy: NotePath
  package let texts: Conflict
}

/// What there is to resolve in a vault.
package struct VaultConflicts: Sendable {
  /// Sorted by note.
  package var found: [NoteConflict] = []
  /// Copies that could not be read, or whose notes could not, and why.
  package var unreadable: [(copy: NotePath, reason: any Error)] = []
}

extension Vault {
  /// The conflict copies among the vault's files, with what history knows of each.
  ///
  /// Without a repository the names and the two texts are all that is known; where there is no copy no repository is
  /// opened.
  /// - Throws: `SystemError`, `GitError`, `SyncRefusal`.
  package func conflicts() throws -> VaultConflicts {
    let copies = try conflictCopies()
    if copies.isEmpty { return VaultConflicts() }
    do {
      return try conflicts(copies, in: history())
    } catch HistoryError.noRepository {
      return conflicts(copies)
    }
  }

  /// The conflict copies among the vault's files, by their names; paths are the vault's.
  package func conflictCopies() throws -> [ConflictCopy] {
    guard let builder = try walk.check().newTable else { return [] }
    let table = try FolderTable(MappedBytes(builder.finish()))
    var copies: [ConflictCopy] = []
    var longNames: [TreePath] = []
    func take(_ path: NotePath) {
      if let copy = ConflictName.copy(path) {
        copies.append(copy)
      } else if path.name.count > Self.lengthThatMayBeCut {
        longNames.append(TreePath(bytes: path.bytes))
      }
    }
    table.forEachNote { _, path in take(path) }
    table.forEachAttachment(take)
    if !longNames.isEmpty {
      copies = copies.map { copy in
        if longNames.contains(copy.original) { return copy }
        // Where it may be the copy of two notes it stays that of none.
        let notes = longNames.filter { ConflictCopyName.isCut(copy.path, from: $0) }
        return notes.count == 1 ? copy.belonging(to: notes[0]) : copy
      }
    }
    return copies.sorted()
  }

  /// Copies of notes with shorter names have the whole name in theirs: 255 bytes hold it and what is added, at most
  /// `.conflict-` and forty digits.
  private static let lengthThatMayBeCut = 200

  /// Texts are those that git would store, so that they compare with what history has.
  private func conflicts(
    _ copies: [ConflictCopy], in history: VaultHistory
  ) throws -> VaultConflicts {
    let head = try history.repository.head().commit
    return collect(copies) { copy, note, _ in
      let inRepository = history.treePath(copy)
      guard let read = ConflictCopy(inRepository),
        let file = try history.workTree.read(inRepository)
      else { return nil }
      return try history.repository.conflict(
        read.belonging(to: history.treePath(note)),
        note: try history.workTree.read(history.treePath(note))?.blob, text: file.blob, from: head)
    }
  }

  private func conflicts(_ copies: [ConflictCopy]) -> VaultConflicts {
    collect(copies) { path, note, copy in
      let text = try folder.read(note: note)
      return Conflict(
        copy: copy, note: text.map { Conflict.Version(text: $0) },
        copyVersion: Conflict.Version(text: try folder.read(path).bytes), ancestor: nil)
    }
  }

  private func collect(
    _ copies: [ConflictCopy],
    _ read: (_ copy: NotePath, _ note: NotePath, ConflictCopy) throws -> Conflict?
  ) -> VaultConflicts {
    var conflicts = VaultConflicts()
    for copy in copies {
      guard let note = NotePath(bytes: copy.original.bytes),
        let path = NotePath(bytes: copy.path.bytes)
      else { continue }
      do {
        // One that has gone since the folder was listed is no conflict any more.
        guard let texts = try read(path, note, copy) else { continue }
        conflicts.found.append(NoteConflict(note: note, copy: path, texts: texts))
      } catch {
        conflicts.unreadable.append((path, error))
      }
    }
    return conflicts
  }
}

extension VaultFolder {
  /// Reads a file; nothing where there is none.
  fileprivate func read(note path: NotePath) throws(WriteError) -> [UInt8]? {
    do throws(WriteError) {
      return try read(path).bytes
    } catch {
      if case .system(let system) = error, system.isNotFound { return nil }
      throw error
    }
  }
}
