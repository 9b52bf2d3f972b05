import Files
import Notes
import OperatingSystem
import Search
import Settings
import Synchronization

/// The quotes, prompts, tasks and books of some notes, counted.
package struct FactCounts: NumberRow, Equatable {
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

  static var width: Int { 6 + Book.Status.allCases.count }

  init(next: () -> UInt32) {
    func number() -> Int { Int(next()) }
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

  var numbers: [UInt32] {
    [quotes, clozes, questions, openTasks, doneTasks, books].map { UInt32(truncatingIfNeeded: $0) }
      + Book.Status.allCases.map { UInt32(truncatingIfNeeded: booksByStatus[$0] ?? 0) }
  }
}

extension VaultSearch {
  /// Change it whenever notes are counted in another way.
  private static let factRevision: UInt64 = 1

  /// The quotes, prompts, tasks and books of some notes.
  ///
  /// Only notes that have some by the index are read; those of all notes are kept in the cache.
  /// - Parameters:
  ///   - isAll: true where the documents are all there are.
  ///   - progress: called with the number of notes read and of all, from any thread.
  package func factCounts(
    of documents: [DocumentSet], isAll: Bool,
    progress: @escaping Vault.IndexProgress = { _, _ in }
  ) throws(IndexError) -> FactCounts {
    let cache = StateCache(
      "fact-counts", of: vault, revision: Self.factRevision,
      settings: indexing.settings.fingerprint)
    let rows: [[FactCounts]]
    if let kept: [[FactCounts]] = cache.rows(index.index, index.table) {
      rows = kept
    } else {
      rows = try counted(documents, progress)
      if isAll { cache.keep(rows, index.index, index.table) }
    }
    var sum = FactCounts()
    for (rows, set) in zip(rows, documents) { set.forEach { sum.add(rows[$0]) } }
    return sum
  }

  /// The counts of each note of some; those of others are zero. A note that cannot be read counts as empty.
  private func counted(
    _ documents: [DocumentSet], _ progress: @escaping Vault.IndexProgress
  ) throws(IndexError) -> [[FactCounts]] {
    let flags: Set<NoteFlag> = [.hasQuote, .hasCloze, .hasQuestion, .hasTask, .isBook]
    var notes: [(id: DocumentID, path: NotePath)] = []
    for (segment, set) in try flagged(flags, documents).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        guard let path = NotePath(bytes: try index.index.key(of: id)) else {
          throw .damaged("path")
        }
        notes.append((id, path))
      }
    }
    let rows = Mutex(documents.map { [FactCounts](repeating: FactCounts(), count: $0.capacity) })
    let next = Atomic(0)
    let found = notes
    let templates = TemplateFolder(vault.configuration)
    concurrently(notes.count < 8 ? 1 : processorCount()) { _ in
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < found.count else { break }
        let (id, path) = found[number]
        if let note = try? note(at: path) {
          let counts = FactCounts(note, isTemplate: templates.contains(path))
          rows.withLock { $0[id.segment][id.document] = counts }
        }
        if number % 64 == 0 { progress(number, found.count) }
      }
    }
    return rows.withLock { $0 }
  }
}
