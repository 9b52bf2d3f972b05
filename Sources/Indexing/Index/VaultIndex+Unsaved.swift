import Files
import Notes
import Search
import Settings

extension VaultIndex {
  /// The index as if the notes of a vault had the texts that are not saved yet, in memory.
  ///
  /// A note that no file has yet is among them. The index on the disk stays as it is.
  /// - Complexity: linear in the texts, and in the names of the vault's files.
  /// - Throws: `IndexError.damaged`
  package func counting(unsavedOf vault: Vault) throws(IndexError) -> VaultIndex {
    if vault.unsaved.isEmpty { return self }
    let indexing = NoteIndexing(NoteIndexing.Settings(vault.configuration))
    let texts = vault.unsaved.filter { $0.key.isMarkdown }.sorted {
      $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
    }
    let now = Clock.now()
    let next = try notes.updating(
      Index.Change(added: texts.map(\.key.bytes), removed: []),
      using: IndexBuilder(schema: notes.schema, threads: 1), merging: false
    ) { number, writer in
      let (path, bytes) = texts[number]
      indexing.add(indexing.note(bytes, at: path), at: path, modified: now, to: writer)
      return true
    }
    var absent = Set(texts.map(\.key))
    let names = absent.map { CaseFolding.fold(String(decoding: $0.name, as: UTF8.self)) }
    table.forEachFile(passing: NameSieve(names)) { absent.remove($0) }
    return VaultIndex(
      notes: next, table: table.adding(unsaved: absent.sorted()), dialect: dialect,
      problems: problems, report: report)
  }
}
