import Exchange
import Notes
import Rendering
import Vaults

extension NoteStatistics {
  /// The notes of each month as a curve, up to this month, as far back as there is room.
  package func months(width: Int) -> [StyledText]? {
    guard let first = notesByMonth.keys.min(),
      let last = notesByMonth.keys.max()
    else { return nil }
    let count = min(last.number - first.number + 1, min(width, 60))
    let shown = (last.number - count + 1)...last.number
    let values = shown.map { notesByMonth[NoteStatistics.Month(number: $0), default: 0] }
    let start = NoteStatistics.Month(number: shown.lowerBound)
    let most = values.max() ?? 0
    let mostWords = Amount.count(most, "note")
    return [
      StyledText(Sparkline.text(values), .position),
      StyledText(
        start == last
          ? "\(last), \(mostWords)" : "\(start) to \(last), at most \(mostWords) a month", .faint),
    ]
  }
}

extension Book.Status {
  /// The status after a number of books: `3 to read`.
  package var words: String {
    switch self {
    case .want: "to read"
    case .reading: "being read"
    case .read: "read"
    case .abandoned: "abandoned"
    }
  }
}

extension JSONWriter {
  /// Writes the counts of notes as fields of the object that is open.
  package mutating func statistics(_ statistics: NoteStatistics) {
    field("notes", statistics.notes)
    field("words", statistics.words)
    field("hashtags", statistics.hashtags)
    object("links") {
      $0.field("total", statistics.links)
      $0.field("broken", statistics.brokenLinks)
    }
    field("quotes", statistics.quotes)
    field("clozes", statistics.clozes)
    field("questions", statistics.questions)
    object("tasks") {
      $0.field("open", statistics.openTasks)
      $0.field("done", statistics.doneTasks)
    }
    object("books") {
      $0.field("total", statistics.books)
      for status in Book.Status.allCases {
        $0.field(status.rawValue, statistics.booksByStatus[status, default: 0])
      }
    }
    object("journal") {
      $0.field("days", statistics.journalDays)
      $0.field("first", statistics.firstJournalDay?.description)
      $0.field("last", statistics.lastJournalDay?.description)
    }
    array("months") {
      for (month, notes) in statistics.notesByMonth.sorted(by: { $0.key < $1.key }) {
        $0.object {
          $0.field("month", month.description)
          $0.field("notes", notes)
        }
      }
    }
  }
}
