import Files
import Notes
import Search
import Settings

/// The index of a vault, in step with its files.
package struct VaultIndex: Sendable {
  /// The notes as documents of the index.
  package let notes: Index
  /// The files that the index was brought in step with.
  package let table: FolderTable
  /// The ways of links in the notes.
  package let dialect: LinkDialect
  /// Problems of the folder, and notes that could not be read.
  package let problems: [WalkProblem]
  /// The work that this took.
  package let report: Report

  /// The work of bringing the index up to date.
  package struct Report: Sendable, Equatable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// The reason why the index was rebuilt, in words; nil if it was not, or did not exist before.
    package var rebuilt: String?
    /// Why the index could not be kept on the disk, in words; nil if it was or did not need to be.
    package var unsaved: String?
  }
}

extension Vault {
  /// Reports the progress of indexing: the number of notes done and of all.
  package typealias IndexProgress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// The index of the vault's present files.
  ///
  /// Changed notes are indexed and written beside the rest. A damaged index is rebuilt. If it
  /// cannot be written, the index lives in memory.
  ///
  /// - Parameters:
  ///   - rebuilding: true to discard the old index first.
  /// - Throws: `SystemError` if the vault's folder cannot be read.
  package func index(
    rebuilding: Bool = false, progress: IndexProgress? = nil
  ) throws -> VaultIndex {
    let indexer = VaultIndexer(self)
    return try indexer.run(rebuilding: rebuilding, progress: progress)
  }
}

/// One run of bringing an index in step.
struct VaultIndexer {
  let vault: Vault
  let indexing: NoteIndexing
  let schema: IndexSchema
  let store: IndexStore?

  init(_ vault: Vault) {
    self.vault = vault
    let settings = NoteIndexing.Settings(vault.configuration)
    indexing = NoteIndexing(settings)
    let schema = VaultSchema.schema(settings)
    self.schema = schema
    store = vault.location.cache(vault.environment).folder.map {
      IndexStore(directory: $0.text, schema: schema)
    }
  }

  func run(rebuilding: Bool, progress: Vault.IndexProgress?) throws -> VaultIndex {
    var report = VaultIndex.Report()
    if !rebuilding {
      do {
        if let opened = try open() {
          return try update(opened.index, opened.table, report, progress)
        }
      } catch let error as IndexError {
        report.rebuilt = Self.words(for: error)
      }
    }
    // A second failure concerns the index just made in memory: a defect of zib, and reported as
    // one.
    return try update(store?.replacement() ?? Index(schema: schema), nil, report, progress)
  }

  /// - Returns: nil if there is no index yet.
  private func open() throws(IndexError) -> (index: Index, table: FolderTable)? {
    guard let store else { return nil }
    do throws(IndexError) {
      let index = try store.open()
      guard let storage = unsafe index.clientStorage else { return nil }
      let bytes = unsafe MappedBytes(storage.bytes, keptBy: storage.owner)
      do throws(FolderTable.Damaged) {
        return (index, try FolderTable(bytes))
      } catch {
        throw .damaged("folder table")
      }
    } catch .missing {
      return nil
    }
  }

  private func update(
    _ index: Index, _ table: FolderTable?, _ report: VaultIndex.Report,
    _ progress: Vault.IndexProgress?
  ) throws -> VaultIndex {
    var report = report
    let changes = try vault.walk.check(table)
    guard var newTable = changes.newTable else {
      // Without a new table there was an old one.
      guard let table else { throw IndexError.damaged("folder table") }
      return VaultIndex(
        notes: index, table: table, dialect: indexing.settings.options.links,
        problems: try changes.problems + stillUnread(in: table, index), report: report)
    }
    report.added = changes.added.count
    report.changed = changes.changed.count
    report.removed = changes.removed.count
    let unread = UnreadNotes()
    var next = index
    if !changes.isEmpty {
      next = try apply(changes, to: index, unread, progress)
    }
    let again = unread.worthAnotherTry
    if !again.isEmpty {
      for added in changes.added where again.contains(added.path) {
        newTable.forget(note: added.number)
      }
      for changed in changes.changed where again.contains(changed.path) {
        newTable.forget(note: changed.number)
      }
    }
    let bytes = newTable.finish()
    next.client = bytes
    if let store {
      do throws(IndexError) {
        try store.commit(&next)
      } catch {
        report.unsaved = Self.words(for: error)
      }
    }
    let finished = try FolderTable(MappedBytes(bytes))
    let problems = try changes.problems + stillUnread(in: finished, next, besides: unread.problems)
    return VaultIndex(
      notes: next, table: finished, dialect: indexing.settings.options.links, problems: problems,
      report: report)
  }

  /// The notes that the index lacks because they could not be read, in this run (`now`) or in an earlier one.
  ///
  /// - Complexity: constant where the index has every note, else a look at the index for each of them.
  private func stillUnread(
    in table: FolderTable, _ index: Index, besides now: [WalkProblem] = []
  ) throws(IndexError) -> [WalkProblem] {
    if table.noteCount == index.documentCount { return now }
    var lacking: [NotePath] = []
    let told = Set(now.map(\.path))
    table.forEachNote { _, path in
      if !told.contains(path.bytes) { lacking.append(path) }
    }
    let folder = VaultFolder(root: vault.root)
    var problems = now
    for path in lacking where try index.document(withKey: path.bytes) == nil {
      do throws(WriteError) {
        _ = try folder.read(path)
      } catch {
        problems.append(WalkProblem(reading: path, error))
      }
    }
    return problems.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private func apply(
    _ changes: FolderChanges, to index: Index, _ unread: UnreadNotes,
    _ progress: Vault.IndexProgress?
  ) throws(IndexError) -> Index {
    var paths = changes.added.map { $0.path } + changes.changed.map { $0.path }
    let isLess = { (left: NotePath, right: NotePath) in
      unsafe left.bytes.withUnsafeBytes { left in
        unsafe right.bytes.withUnsafeBytes { unsafe left.lexicographicallyPrecedes($0) }
      }
    }
    paths.sort(by: isLess)
    // Only what is on the disk goes into the index on the disk.
    let reader = FolderReader(VaultFolder(root: vault.root))
    let counter = ProgressCounter(total: paths.count, report: progress)
    let indexing = self.indexing
    let ordered = paths
    return try index.updating(
      Index.Change(added: ordered.map { $0.bytes }, removed: changes.removed.map { $0.path.bytes }),
      using: IndexBuilder(schema: schema, directory: store?.directory)
    ) { number, writer in
      defer { counter.step() }
      let path = ordered[number]
      do throws(WriteError) {
        let contents = try reader.read(path)
        indexing.add(
          indexing.note(contents.bytes, at: path), at: path, modified: contents.status.modified,
          to: writer)
        return true
      } catch {
        unread.add(path, error)
        return false
      }
    }
  }

  /// The reason why the index could not be used or kept, for people.
  static func words(for error: IndexError) -> String {
    switch error {
    case .damaged(let what): "the index was damaged (\(what))"
    case .outdated: "the index was of another version, or made under other settings"
    case .missing: "there was no index"
    case .system(let operation, let path, let code):
      "\(operation) \(path): \(SystemError(operation, Array(path.utf8), code: code).reason)"
    }
  }
}
