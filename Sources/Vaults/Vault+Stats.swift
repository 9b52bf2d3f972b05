import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Synchronization

/// Counts over some notes.
package struct NoteStatistics: Sendable {
  package var notes = 0
  package var words = 0
  /// Different hashtags.
  package var hashtags = 0
  /// Links within the vault; several of one note to one target count once.
  package var links = 0
  /// Links that mean no file.
  package var brokenLinks = 0
  package var quotes = 0
  package var clozes = 0
  package var questions = 0
  package var openTasks = 0
  package var doneTasks = 0
  package var books = 0
  /// Books by status; those without one are in none.
  package var booksByStatus: [Book.Status: Int] = [:]
  package var journalDays = 0
  package var firstJournalDay: CivilDate?
  package var lastJournalDay: CivilDate?
  /// Notes by the month in which they were made: the front matter's date of creation, else the
  /// journal day, else the file's last change.
  package var notesByMonth: [Month: Int] = [:]

  /// A month of a year.
  package struct Month: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Months since the year 0.
    package let number: Int

    package init(_ date: CivilDate) { number = date.year * 12 + date.month - 1 }

    package init(number: Int) { self.number = number }

    /// `2026-11`
    package var description: String {
      let month = number % 12 + 1
      return "\(number / 12)-\(month < 10 ? "0" : "")\(month)"
    }

    package static func < (left: Month, right: Month) -> Bool { left.number < right.number }
  }
}

extension VaultSearch {
  /// Counts over the notes that satisfy the query.
  ///
  /// Only notes that have quotes, prompts, tasks or a book by the index are read.
  ///
  /// - Parameter progress: called with the number of notes read and of all, from any thread.
  package func statistics(
    of query: Query, progress: @escaping Vault.IndexProgress = { _, _ in }
  ) throws(IndexError) -> NoteStatistics {
    let documents = try self.documents(of: query.root)
    var statistics = NoteStatistics()
    try addColumns(documents, to: &statistics)
    statistics.hashtags = try hashtags(of: query).count { $0.ownNotes > 0 }
    (statistics.links, statistics.brokenLinks) = try linkCounts(from: documents)
    try addJournal(documents, to: &statistics)
    let paths = try paths(withFacts: documents)
    statistics.add(facts(of: paths, progress))
    return statistics
  }

  private func addColumns(
    _ documents: [DocumentSet], to statistics: inout NoteStatistics
  ) throws(IndexError) {
    for (segment, set) in documents.enumerated() {
      statistics.notes += set.count
      try set.forEach { (document) throws(IndexError) in
        let facts = try facts(of: DocumentID(segment: segment, document: document))
        statistics.words += facts.words
        let moment = facts.created ?? facts.modified
        let made = CivilDateTime(milliseconds: moment, in: zone).date
        let day = facts.created == nil ? facts.day ?? made : made
        statistics.notesByMonth[NoteStatistics.Month(day), default: 0] += 1
      }
    }
  }

  private func addJournal(
    _ documents: [DocumentSet], to statistics: inout NoteStatistics
  ) throws(IndexError) {
    for (segment, days) in try flagged([.isJournal], documents).enumerated() {
      statistics.journalDays += days.count
      try days.forEach { (document) throws(IndexError) in
        guard let day = try facts(of: DocumentID(segment: segment, document: document)).day else {
          return
        }
        statistics.firstJournalDay = min(statistics.firstJournalDay ?? day, day)
        statistics.lastJournalDay = max(statistics.lastJournalDay ?? day, day)
      }
    }
  }

  /// The notes that must be read for facts that the index does not count.
  private func paths(withFacts documents: [DocumentSet]) throws(IndexError) -> [NotePath] {
    let flags: Set<NoteFlag> = [.hasQuote, .hasCloze, .hasQuestion, .hasTask, .isBook]
    var paths: [NotePath] = []
    for (segment, set) in try flagged(flags, documents).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.index.key(of: DocumentID(segment: segment, document: document))
        guard let path = NotePath(bytes: key) else { throw .damaged("path") }
        paths.append(path)
      }
    }
    return paths
  }

  /// Reads notes and counts their contents; one that cannot be read counts as empty.
  private func facts(
    of paths: [NotePath], _ progress: @escaping Vault.IndexProgress
  ) -> NoteStatistics {
    let sum = Mutex(NoteStatistics())
    let next = Atomic(0)
    let templates = TemplateFolder(vault.configuration)
    concurrently(2) { _ in
      var own = NoteStatistics()
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < paths.count else { break }
        // Gone since the look at the folder: it no longer counts.
        if let note = try? note(at: paths[number]) {
          own.add(note, isTemplate: templates.contains(paths[number]))
        }
        if number % 64 == 0 { progress(number, paths.count) }
      }
      sum.withLock { $0.add(own) }
    }
    return sum.withLock { $0 }
  }
}

extension NoteStatistics {
  fileprivate mutating func add(_ note: Note, isTemplate: Bool) {
    quotes += note.quotes.count
    clozes += note.clozes.count
    questions += note.questions.count
    let done = note.tasks.count { $0.isDone }
    doneTasks += done
    openTasks += note.tasks.count - done
    guard let book = note.book, !isTemplate else { return }
    books += 1
    if let status = book.status { booksByStatus[status, default: 0] += 1 }
  }

  /// Adds the counts of notes' texts.
  fileprivate mutating func add(_ other: NoteStatistics) {
    quotes += other.quotes
    clozes += other.clozes
    questions += other.questions
    doneTasks += other.doneTasks
    openTasks += other.openTasks
    books += other.books
    booksByStatus.merge(other.booksByStatus) { $0 + $1 }
  }
}
