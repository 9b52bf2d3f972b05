import Exchange
import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Settings
import Sync

/// The part of an import that stays when `undo` takes it back: the files that a note shows which a person has edited since, and
/// which the undo leaves in place; and of the import's record the values of such notes, by which the next import does
/// not bring them a second time.
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
  private let repository: Git.Repository
  private var edited: [Edited] = []
  private var records: [(path: TreePath, version: FileVersion, bytes: [UInt8])] = []
  /// The files that came with the notes, unless they changed since.
  private var others: [(path: TreePath, version: FileVersion)] = []
  /// The notes that were edited and got another name; sorted.
  private(set) var renamed: [TreePath] = []

  /// - Parameters:
  ///   - operation: the import.
  ///   - head: the commit of the branch before the undo.
  /// - Throws: `GitError`.
  init(
    of vault: Vault, taking operation: Operation, from head: ObjectID, in history: VaultHistory
  ) throws {
    (self.vault, scope) = (vault, history.scope)
    repository = history.repository
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
    var lost: [(path: NotePath, imported: Note)] = []
    for (path, isNew, imported) in changed {
      guard let name = NotePath(path, in: scope) else { continue }
      let now = try repository.version(at: path, in: trees[2])
      if !name.isMarkdown {
        if isNew, now == imported { others.append((path, imported)) }
      } else if let now, now.mode.isFile, now != imported {
        edited.append(
          Edited(path: name, isNew: isNew, imported: try note(imported), now: try note(now)))
      } else if now == nil, isNew {
        lost.append((name, try note(imported)))
      }
    }
    if lost.isEmpty { return }
    var candidates: [(path: TreePath, note: Note)] = []
    try repository.forEachDifference(between: trees[1], and: trees[2]) { path, before, after in
      guard before == nil, let after, after.mode.isFile,
        NotePath(path, in: scope)?.isMarkdown == true
      else { return }
      candidates.append((path, try note(after)))
    }
    for (path, imported) in lost {
      guard
        let index = candidates.firstIndex(where: {
          $0.note.source != imported.source && Self.isEdit($0.note, of: imported)
        }), case let found = candidates.remove(at: index)
      else { continue }
      renamed.append(found.path)
      edited.append(
        Edited(
          path: NotePath(found.path, in: scope) ?? path, isNew: true, imported: imported,
          now: found.note))
    }
    renamed.sort()
  }

  private func note(_ version: FileVersion) throws -> Note {
    Note(parsing: try repository.blob(version.id), options: vault.noteOptions)
  }

  /// True if a note has at least half of the lines of another one.
  private static func isEdit(_ note: Note, of other: Note) -> Bool {
    func lines(_ note: Note) -> Set<ArraySlice<UInt8>> {
      Set(note.source.split { $0 == 0x0A || $0 == 0x0D }).subtracting([[0x2D, 0x2D, 0x2D]])
    }
    let wanted = lines(other)
    return !wanted.isEmpty && wanted.intersection(lines(note)).count * 2 >= wanted.count
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

  /// The files that stay, as they stay.
  ///
  /// - Throws: `GitError`.
  func files() throws -> [TreePath: FileVersion] {
    if edited.isEmpty { return [:] }
    var files: [TreePath: FileVersion] = [:]
    for (path, version) in others where isShown(path) { files[path] = version }
    for (path, _, bytes) in records {
      guard let rest = try remaining(of: bytes, at: path) else { continue }
      files[path] = FileVersion(mode: .file, id: try repository.write(blob: rest))
    }
    return files
  }

  /// The changes of later files of the same records: those of imports that brought nothing, and that no undo takes back.
  func laterRecords() throws -> [FileEdit] {
    var edits: [FileEdit] = []
    for (folder, first) in Dictionary(grouping: records.map(\.path), by: \.folder) {
      guard let newest = first.map(\.bytes).max(by: { $0.lexicographicallyPrecedes($1) }),
        let path = NotePath(folder, in: scope),
        let stream = DirectoryStream(vault.root.appending(path))
      else { continue }
      var names: [[UInt8]] = []
      while let entry = unsafe stream.next() { names.append(unsafe Array(entry.bytes)) }
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let file = folder.appending(name)
        guard name.suffix(6).elementsEqual(".jsonl".utf8),
          newest.lexicographicallyPrecedes(file.bytes), let path = NotePath(file, in: scope)
        else { continue }
        let old = try vault.folder.read(path)
        let rest = edited.isEmpty ? nil : try remaining(of: old.bytes, at: file)
        if rest != old.bytes { edits.append(FileEdit(path, from: old, to: rest)) }
      }
    }
    return edits
  }

  /// True if a note that stays names a file.
  private func isShown(_ path: TreePath) -> Bool {
    guard let name = path.components.last.map(Array.init) else { return false }
    let encoded = Array(String(decoding: name, as: UTF8.self).replacing(" ", with: "%20").utf8)
    return edited.contains { note in
      note.isNew && [name, encoded].contains { !note.now.source.ranges(of: $0).isEmpty }
    }
  }

  /// The rest of a file of the record; nil if nothing stays.
  private func remaining(of bytes: [UInt8], at path: TreePath) throws -> [UInt8]? {
    guard let source = path.folder.components.last.map({ String(decoding: $0, as: UTF8.self) })
    else { return nil }
    let lines = try bytes.split(separator: 0x0A).compactMap {
      try remaining(of: Array($0), from: source)
    }
    return lines.isEmpty ? nil : Array(lines.joined(separator: [0x0A])) + [0x0A]
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
    let key = ImportRecord.key(of: source)
    if note.imported.frontMatter?[key]?.strings.contains(id) == true { return true }
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
