import Files
import Notes
import OperatingSystem
import Search
import Settings
import Synchronization

/// The notes of a vault, and the index that was brought in step with them.
struct VaultNotes: Sendable {
  let vault: Vault
  let indexing: NoteIndexing
  let index: Index
  let table: FolderTable
  private let known = FilesOnce()

  init(vault: Vault, indexing: NoteIndexing, index: Index, table: FolderTable) {
    self.vault = vault
    self.indexing = indexing
    self.index = index
    self.table = table
  }

  /// The files by number, gathered when they are first asked for.
  var files: VaultFiles { known.files(table) }

  var linkLookup: LinkLookup {
    LinkLookup(index: index, table: table, dialect: dialect)
  }

  /// The ways of links in these notes.
  var dialect: LinkDialect { indexing.settings.options.links }

  /// A file of the cache that is good for the settings under which these notes are read.
  ///
  /// - Parameter revision: changed whenever what the file holds is worked out in another way.
  func cache(_ name: String, revision: UInt64) -> StateCache {
    StateCache(name, of: vault, revision: revision, settings: indexing.settings.fingerprint)
  }

  /// A note, read as the index reads it.
  func note(at path: NotePath) throws(WriteError) -> Note {
    indexing.note(try vault.folder.read(path).bytes, at: path)
  }

  /// The notes with some numbers; those that cannot be read are left out.
  func notes(_ numbers: [Int], of files: VaultFiles) -> [Int: Note] {
    let notes = Mutex<[Int: Note]>([:])
    Self.each(of: numbers) { number in
      guard let note = try? note(at: files.paths[number]) else { return }
      notes.withLock { $0[number] = note }
    }
    return notes.withLock { $0 }
  }

  /// Calls the closure with each element, from as many threads as there are processors.
  static func each<Element: Sendable>(
    of elements: [Element], _ body: @Sendable (Element) -> Void
  ) {
    let next = Atomic(0)
    concurrently(elements.count < 8 ? 1 : processorCount()) { _ in
      while true {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard place < elements.count else { return }
        body(elements[place])
      }
    }
  }
}

/// The files of one table, gathered once.
private final class FilesOnce: Sendable {
  private let files = Mutex<VaultFiles?>(nil)

  func files(_ table: FolderTable) -> VaultFiles {
    files.withLock { files in
      let found = files ?? VaultFiles(table)
      files = found
      return found
    }
  }
}
