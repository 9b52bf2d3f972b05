import Files
import Notes
import Search
import Settings
import Synchronization

/// The quotes, prompts, tasks and books of some notes, counted.
package struct FactCounts: Equatable, Sendable {
  package private(set) var quotes = 0
  package private(set) var clozes = 0
  package private(set) var questions = 0
  package private(set) var openTasks = 0
  package private(set) var doneTasks = 0
  package private(set) var books = 0
  /// Books by status; those without one are in none.
  package private(set) var booksByStatus: [Book.Status: Int] = [:]

  /// Nothing counted yet.
  package init() {}

  fileprivate init(_ note: Note, isTemplate: Bool) {
    quotes = note.quotes.count
    clozes = note.clozes.count
    questions = note.questions.count
    doneTasks = note.tasks.count { $0.isDone }
    openTasks = note.tasks.count - doneTasks
    guard let book = note.book, !isTemplate else { return }
    books = 1
    if let status = book.status { booksByStatus[status] = 1 }
  }

  fileprivate mutating func add(_ other: FactCounts) {
    quotes += other.quotes
    clozes += other.clozes
    questions += other.questions
    openTasks += other.openTasks
    doneTasks += other.doneTasks
    books += other.books
    booksByStatus.merge(other.booksByStatus) { $0 + $1 }
  }

  // MARK: In the cache

  /// The flags of the notes that have some.
  fileprivate static let flags: Set<NoteFlag> = [
    .hasQuote, .hasCloze, .hasQuestion, .hasTask, .isBook,
  ]

  /// The numbers as bytes: `u32*`.
  fileprivate var row: ArraySlice<UInt8> {
    var writer = PayloadWriter()
    let numbers =
      [quotes, clozes, questions, openTasks, doneTasks, books]
      + Book.Status.allCases.map { booksByStatus[$0] ?? 0 }
    for number in numbers { writer.add(UInt32(truncatingIfNeeded: number)) }
    return writer.bytes[...]
  }

  /// The counts in a row of bytes, or nil if there are none.
  fileprivate init?(_ row: ArraySlice<UInt8>) {
    guard row.count == 4 * (6 + Book.Status.allCases.count) else { return nil }
    var reader = PayloadReader(row)
    func number() -> Int { Int(reader.number()) }
    quotes = number()
    clozes = number()
    questions = number()
    openTasks = number()
    doneTasks = number()
    books = number()
    for status in Book.Status.allCases {
      let count = number()
      if count > 0 { booksByStatus[status] = count }
    }
  }
}

extension VaultSearch {
  /// Change it whenever notes are counted in another way.
  private static let factRevision: UInt64 = 1

  /// The quotes, prompts, tasks and books of some notes.
  ///
  /// Only notes that have some by the index are read; the counts of all notes are kept in the cache, as rows of
  /// ``NoteRows`` that hold the numbers of a ``FactCounts``.
  /// - Parameters:
  ///   - isAll: true where the documents are all there are.
  ///   - progress: called with the number of notes read and of all, from any thread.
  package func factCounts(
    of documents: [DocumentSet], isAll: Bool,
    progress: @escaping Vault.IndexProgress = { _, _ in }
  ) throws(IndexError) -> FactCounts {
    let cache = vaultNotes.cache("fact-counts", revision: Self.factRevision)
    let kept = NoteRows(cache, index.table)
    let files = vaultNotes.files
    var wanted: [Int] = []
    for (segment, set) in try flagged(FactCounts.flags, documents).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.notes.key(of: DocumentID(segment: segment, document: document))
        if let number = files.number(key), number < files.noteCount { wanted.append(number) }
      }
    }
    var known: [Int: FactCounts] = [:]
    var unread: [Int] = []
    for number in wanted {
      if let kept, kept.isCurrent[number], let counts = FactCounts(kept.rows[number]) {
        known[number] = counts
      } else {
        unread.append(number)
      }
    }
    known.merge(counted(unread, files, progress)) { $1 }
    if isAll, !unread.isEmpty || kept?.isKept(for: index.table) != true {
      keep(known, lost: unread.filter { known[$0] == nil }, in: cache)
    }
    var sum = FactCounts()
    for counts in known.values { sum.add(counts) }
    return sum
  }

  /// Keeps the counts of notes; those of notes that are not named are zero.
  private func keep(_ counts: [Int: FactCounts], lost: [Int], in cache: StateCache) {
    var rows = [ArraySlice<UInt8>?](
      repeating: FactCounts().row, count: index.table.noteCount)
    for (number, counts) in counts { rows[number] = counts.row }
    for number in lost { rows[number] = nil }
    NoteRows.keep(rows, in: cache, index.notes, index.table)
  }

  /// The counts of some notes; those that cannot be read are left out.
  private func counted(
    _ numbers: [Int], _ files: VaultFiles, _ progress: @escaping Vault.IndexProgress
  ) -> [Int: FactCounts] {
    let templates = TemplateFolder(vault.configuration)
    let rows = Mutex<[Int: FactCounts]>([:])
    let done = Atomic(0)
    VaultNotes.each(of: numbers) { number in
      let path = files.paths[number]
      if let note = try? note(at: path) {
        let counts = FactCounts(note, isTemplate: templates.contains(path))
        rows.withLock { $0[number] = counts }
      }
      let count = done.wrappingAdd(1, ordering: .relaxed).newValue
      if count % 64 == 0 { progress(count, numbers.count) }
    }
    return rows.withLock { $0 }
  }
}
