import Files
import Indexing
import Notes
import Search

/// The days of some months, with what the vault has of each.
package struct CalendarPage: Sendable {
  /// One day.
  package struct Day: Hashable, Sendable {
    package let date: CivilDate
    /// The note of the journal's day.
    package var note: NotePath?
    /// The number of entries in it.
    package var entries = 0
    /// The other notes whose front matter has the day as `date`.
    package var notes: [NotePath] = []
    /// The open tasks that are due.
    package var due: [ListedTask] = []

    /// True if the vault has nothing of the day.
    package var isEmpty: Bool { note == nil && notes.isEmpty && due.isEmpty }
  }

  /// In order, without gaps.
  package let days: [Day]
  /// The notes of the weeks and months that the days are in, by their names: `2026-W48`.
  package let periods: [String: NotePath]
}

extension VaultSearch {
  /// The notes, entries and due tasks of some days.
  ///
  /// - Parameter range: a range with both ends.
  package func calendar(of range: DateRange) throws -> CalendarPage {
    guard let start = range.start, let end = range.end, start < end else {
      return CalendarPage(days: [], periods: [:])
    }
    let first = start.daysSinceEpoch
    var days = (first..<end.daysSinceEpoch).map {
      CalendarPage.Day(date: CivilDate(daysSinceEpoch: $0))
    }
    func number(_ day: CivilDate?) -> Int? {
      guard let day, range.contains(day) else { return nil }
      return day.daysSinceEpoch - first
    }
    let last = end.adding(days: -1)
    for hit in try results(query("date:\(start)..\(last)"), order: .path) {
      guard !hit.path.isConflictCopy, let number = number(try facts(of: hit).day) else { continue }
      if let day = vault.journal.day(of: hit.path) {
        // The usual path of a day comes before another one.
        if days[number].note == nil || vault.journal.path(of: day) == hit.path {
          days[number].note = hit.path
        }
        days[number].entries += vault.entries(of: JournalDay(day: day, path: hit.path)).count
      } else {
        days[number].notes.append(hit.path)
      }
    }
    for task in try tasks(query("due:\(start)..\(last)"), .open) {
      if let number = number(task.line.day(.due)) { days[number].due.append(task) }
    }
    return CalendarPage(days: days, periods: periods(of: days))
  }

  private func periods(of days: [CalendarPage.Day]) -> [String: NotePath] {
    var found: [String: NotePath] = [:]
    for period in [Period.week, .month] {
      let paths = vault.periods(period)
      for day in days {
        let name = period.name(of: day.date)
        guard found[name] == nil, let path = paths.path(around: day.date),
          FileStatus.at(vault.root.appending(path)) != nil
        else { continue }
        found[name] = path
      }
    }
    return found
  }
}
