extension Book.Reading {
  /// The start of the reading, if it is written as a date.
  package var startedDate: PartialDate? { started.flatMap { PartialDate(written: $0) } }

  /// The end of the reading, if it is written as a date.
  package var finishedDate: PartialDate? { finished.flatMap { PartialDate(written: $0) } }
}

extension Book {
  /// The dates at which the book was finished, the earliest first.
  package var finishes: [PartialDate] {
    readings.compactMap(\.finishedDate).sorted { $0.firstDay < $1.firstDay }
  }

  /// The last time it was finished.
  package var lastFinished: PartialDate? { finishes.last }

  /// True if it was ever read to its end; also for a book that is read again.
  package var wasRead: Bool { status == .read || readings.contains { $0.finished != nil } }

  /// The number of times it was read to its end.
  package var timesRead: Int {
    let times = readings.count { $0.finished != nil }
    return max(times == 0 && status == .read ? 1 : times, readCount ?? 0)
  }

  /// The start of the present reading, as written.
  package var readingSince: String? {
    guard status == .reading else { return nil }
    return readings.filter { $0.finished == nil }.max {
      ($0.startedDate?.firstDay ?? .earliest) < ($1.startedDate?.firstDay ?? .earliest)
    }?.started
  }

  /// The names by which the book is sorted: the front matter's `author-sort`, else those that the
  /// authors' names give.
  package var sortedAuthors: [String] {
    let names = authors.map(AuthorName.sorted)
    guard let authorSort else { return names }
    return [authorSort] + names.dropFirst()
  }
}
