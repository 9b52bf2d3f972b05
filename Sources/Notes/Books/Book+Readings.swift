extension Book.Reading {
  /// When it was begun, if that is written as a date.
  package var startedDate: PartialDate? { started.flatMap { PartialDate(written: $0) } }

  /// When it was finished, if that is written as a date.
  package var finishedDate: PartialDate? { finished.flatMap { PartialDate(written: $0) } }
}

extension Book {
  /// The dates at which the book was finished, the earliest first.
  package var finishes: [PartialDate] {
    readings.compactMap(\.finishedDate).sorted { $0.firstDay < $1.firstDay }
  }

  /// When it was read: the last time it was finished.
  package var lastFinished: PartialDate? { finishes.last }

  /// Whether it was ever read to its end; a book that is read again was.
  package var wasRead: Bool { status == .read || readings.contains { $0.finished != nil } }

  /// How many times it was read to its end.
  package var timesRead: Int {
    let times = readings.count { $0.finished != nil }
    return max(times == 0 && status == .read ? 1 : times, readCount ?? 0)
  }

  /// When the reading began that is going on, as written.
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
