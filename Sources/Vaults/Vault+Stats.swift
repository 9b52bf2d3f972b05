import Files
import Indexing
import Notes
import Search

/// Counts over some notes.
package struct NoteStatistics: Sendable {
  package var notes = 0
  package var words = 0
  /// Different hashtags.
  package var hashtags = 0
  /// Links within the vault; several of one note to one file count once, and each that leads nowhere.
  package var links = 0
  /// Links that lead to no file, or to no heading or block of one, as `zib broken` lists them.
  package var brokenLinks = 0
  /// Quotes with a source or without.
  package var quotes: Int { facts.quotes }
  /// Gaps to fill.
  package var clozes: Int { facts.clozes }
  /// Questions with an answer.
  package var questions: Int { facts.questions }
  /// Tasks to do.
  package var openTasks: Int { facts.openTasks }
  /// Tasks that are done or cancelled.
  package var doneTasks: Int { facts.doneTasks }
  /// Notes on books.
  package var books: Int { facts.books }
  /// Books by status; those without one are in none.
  package var booksByStatus: [Book.Status: Int] { facts.booksByStatus }
  fileprivate var facts = FactCounts()
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
  /// Only notes that have quotes, prompts, tasks or a book by the index are read, and no note where all were counted
  /// before.
  ///
  /// - Parameter progress: called with the number of notes read and of all, from any thread.
  package func statistics(
    of query: Query, progress: @escaping Vault.IndexProgress = { _, _ in }
  ) throws(IndexError) -> NoteStatistics {
    let documents = try self.documents(of: query.root)
    var statistics = NoteStatistics()
    try addColumns(documents, to: &statistics)
    statistics.hashtags = try hashtags(of: query).count { $0.ownNotes > 0 }
    let broken = try brokenLinks()
    let wanted = broken.isEmpty ? [] : try Set(paths(of: documents))
    statistics.brokenLinks = broken.count { wanted.contains($0.path) }
    let counts = try linkCounts(from: documents)
    statistics.links = counts.links - counts.broken + statistics.brokenLinks
    try addJournal(documents, to: &statistics)
    statistics.facts = try factCounts(
      of: documents, isAll: query.root == .all, progress: progress)
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
}
