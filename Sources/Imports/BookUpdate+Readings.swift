import Exchange
import Notes
import Steps

/// The readings of a book: their dates, and how many there were.
extension BookUpdate {
  /// Adds the readings that the note has not, unless a person is to decide.
  mutating func mergeReadings(_ value: FrontMatterValue) throws {
    let key = "readings"
    let values = BookProperties.values(value)
    let here = own?.readings ?? []
    if here.isEmpty {
      if isMissing(key) { try editor.set(key, to: value) }
      if isMissing(key) || last(key) == values { return settle(key, values) }
    }
    let before = record.everything(in: key, for: known)
    let new = zip(book.readings, values).filter { reading, text in
      !before.contains(text)
        && !here.contains { BookProperties.isSame($0, reading) }
    }.map(\.0)
    if new.isEmpty { return settle(key, values) }
    let finished = here.count { $0.finished != nil }
    let total = max(book.timesRead ?? 0, book.readings.count)
    let isLast = here.count == 1 && ReadingChange.dateOfLast(note) != nil
    // `last` tells of the last time alone, so that another reading, longer ago or later, is no contradiction.
    let isAnother = isLast && !new.contains { Self.areNear($0, here[0]) }
    // The same number: a date was corrected. More: the book was read again.
    if isOldFile || finished + new.count > total && !isAnother {
      let untouched = !isOldFile && here.count == 1 && last(key) == BookProperties.values(of: here)
      let dates = here.compactMap(\.finished).joined(separator: ", ")
      guard
        untouched
          || takes(
            key, values, here: dates, there: BookProperties.text(value),
            named: isLast ? "last" : key)
      else { return }
      if untouched { settle(key, values) }
      if here.count == 1, !isAnother, finished + new.count > total {
        return try replace(here[0], with: value)
      }
    } else {
      settle(key, values)
    }
    tellLast()
    for reading in new { try add(reading) }
    try bringLast()
  }

  /// True for two ends less than four weeks apart: one reading of which two dates are given.
  private static func areNear(_ one: Book.Reading, _ other: Book.Reading) -> Bool {
    guard let one = one.finishedDate, let other = other.finishedDate else { return false }
    return abs(one.firstDay.daysSinceEpoch - other.firstDay.daysSinceEpoch) < 28
  }

  /// Gives the only reading of the note the dates of the catalogue; a start that has none there stays.
  private mutating func replace(_ here: Book.Reading, with value: FrontMatterValue) throws {
    try listReadings()
    var value = value
    if book.readings.count == 1, let only = book.readings.first, only.started == nil,
      let started = here.startedDate, let end = only.finishedDate?.range.end, started.firstDay < end
    {
      value = BookProperties.list([Book.Reading(started: here.started, finished: only.finished)])
    }
    try editor.set(spelled("readings"), to: value)
    editor = try FrontMatterEditor(
      try ReadingChange.withLast(editor.source, insteadOf: here.finishedDate))
  }

  /// Puts the readings that are written without a list into one, because they count no more beside it.
  private mutating func listReadings() throws {
    editor = try FrontMatterEditor(try ReadingChange.listed(editor.source))
  }

  private mutating func bringLast() throws {
    editor = try FrontMatterEditor(try ReadingChange.withLast(editor.source))
  }

  private mutating func tellLast() {
    guard let date = ReadingChange.dateOfLast(note) else { return }
    tell(
      Remark(
        .changed, "dates under `last` that are in the list `readings` as well now", of: note.title,
        value: date))
  }

  /// Adds a reading, or ends the present one if it fits.
  private mutating func add(_ reading: Book.Reading) throws {
    // A book that a person has given up is not read, though this reading of it has ended.
    let status = try BookProperties.book(of: Note(parsing: editor.source))?.status
    if reading.started == nil, book.status == .read, status == .reading || status == .read,
      let end = reading.finishedDate,
      let ended = try? ReadingChange.finish(end).applied(to: editor.source)
    {
      editor = try FrontMatterEditor(ended)
      return
    }
    try listReadings()
    let parts = [("started", reading.started), ("finished", reading.finished)]
    try editor.append(
      mapping: parts.compactMap { key, date in date.map { .init(key: key, value: .string($0)) } },
      to: spelled("readings"))
  }

  /// Writes the number of readings, if the list of readings does not show it and the note has no
  /// greater one.
  mutating func mergeCount() throws {
    guard let there = book.timesRead else { return }
    let key = "read-count"
    let isUnchanged = last(key) == [String(there)]
    settle(key, [String(there)])
    let now = Note(parsing: editor.source).book?.readings.count { $0.finished != nil } ?? 0
    let here = note.frontMatter?[key]?.string.flatMap { Int($0) } ?? 0
    if isUnchanged || there <= max(now, here) { return }
    if isOldFile,
      !takes(key, [String(there)], here: here == 0 ? "" : String(here), there: String(there))
    {
      return
    }
    try editor.set(spelled(key), to: .integer(there))
  }
}
