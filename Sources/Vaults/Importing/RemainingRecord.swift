import Exchange
import Files
import Git
import History
import Indexing
import Notes
import Sync

/// The part of an import's record that stays while `undo` takes the import back: the values of what a person edited
/// since, which the undo leaves in place. By them the next import does not bring it a second time.
struct RemainingRecord {
  /// A note of the import that was edited since.
  private struct Edited {
    let path: NotePath
    /// True if the import made the note, which the undo leaves as a whole.
    let isNew: Bool
    let imported: Note
    let now: Note
  }

  private let vault: Vault
  private let scope: TreePath
  private var edited: [Edited] = []
  private var records: [(path: TreePath, version: FileVersion, bytes: [UInt8])] = []

  /// - Parameters:
  ///   - operation: the import.
  ///   - head: the commit of the branch before the undo.
  /// - Throws: `GitError`.
  init(
    of vault: Vault, taking operation: Operation, from head: ObjectID, in history: VaultHistory
  ) throws {
    (self.vault, scope) = (vault, history.scope)
    let repository = history.repository
    let trees = try [operation.before, operation.after, head].map { try repository.commit($0).tree }
    var changed: [(path: TreePath, isNew: Bool, imported: FileVersion)] = []
    try repository.forEachDifference(between: trees[0], and: trees[1]) { path, before, after in
      guard let after, after.mode.isFile, path.isInside(scope) else { return }
      if !path.isRecordOfImport(in: scope) {
        changed.append((path, before == nil, after))
      } else if before == nil {
        records.append((path, after, try repository.blob(after.id)))
      }
    }
    if records.isEmpty { return }
    for (path, isNew, imported) in changed {
      guard let now = try repository.version(at: path, in: trees[2]), now.mode.isFile,
        now != imported, let name = notePath(path), name.isMarkdown
      else { continue }
      let notes = try [imported, now].map {
        Note(parsing: try repository.blob($0.id), options: vault.noteOptions)
      }
      edited.append(Edited(path: name, isNew: isNew, imported: notes[0], now: notes[1]))
    }
  }

  /// Adds what a person edited since of the files that the import wrote and its commit does not have.
  mutating func add(_ rest: RecordedDeed) {
    for change in rest.changes where change.path.isMarkdown {
      guard case .bytes(let imported) = change.after, !vault.folder.isThroughLink(change.path),
        let now = try? vault.folder.read(change.path).bytes, now != imported
      else { continue }
      edited.append(
        Edited(
          path: change.path, isNew: change.before == .missing,
          imported: Note(parsing: imported, options: vault.noteOptions),
          now: Note(parsing: now, options: vault.noteOptions)))
    }
  }

  private func notePath(_ path: TreePath) -> NotePath? {
    let parts = path.components.dropFirst(scope.components.count)
    return NotePath(bytes: Array(parts.joined(separator: [0x2F])))
  }

  /// The files of the record that stay, as they stay.
  ///
  /// - Throws: `GitError`.
  func files() throws -> [TreePath: [UInt8]] {
    if edited.isEmpty { return [:] }
    var files: [TreePath: [UInt8]] = [:]
    for (path, _, bytes) in records {
      guard let source = path.folder.components.last.map({ String(decoding: $0, as: UTF8.self) })
      else { continue }
      let lines = try bytes.split(separator: 0x0A).compactMap {
        try remaining(of: Array($0), from: source)
      }
      if lines.isEmpty { continue }
      files[path] = Array(lines.joined(separator: [0x0A])) + [0x0A]
    }
    return files
  }

  /// The rest of a line; nil if nothing stays.
  private func remaining(of line: [UInt8], from source: String) throws -> [UInt8]? {
    // As where a record is read: a line that cannot be read was never written.
    guard let value = try? JSONValue(parsing: line), let id = value["id"]?.string,
      let note = edited.first(where: { isAbout(id, from: source, $0) })
    else { return nil }
    if note.isNew { return line }
    let fields = try (value.members ?? []).compactMap {
      member -> (key: String, values: [String])? in
      guard let values = member.value.elements?.compactMap(\.string) else { return nil }
      let kept = try remaining(values, of: member.name, in: note)
      return kept.isEmpty ? nil : (member.name, kept)
    }
    return ImportRecord().line(for: id, fields).map { Array($0.utf8) }
  }

  private func isAbout(_ id: String, from source: String, _ note: Edited) -> Bool {
    if note.imported.frontMatter?[source]?.strings.contains(id) == true { return true }
    return vault.journal.day(of: note.path)?.description == id
  }

  /// The values of a key that the undo does not take out of a note that was there before the import.
  private func remaining(
    _ values: [String], of key: String, in note: Edited
  ) throws -> [String] {
    if let texts = try PassageMemory.texts(of: key, in: note.now) {
      return values.filter { !texts.contains($0) }
    }
    let isEdited =
      EntryMemory.entries(of: key, in: note.imported) != EntryMemory.entries(of: key, in: note.now)
      || note.imported.frontMatter?[key]?.string != note.now.frontMatter?[key]?.string
    return isEdited ? values : []
  }
}
