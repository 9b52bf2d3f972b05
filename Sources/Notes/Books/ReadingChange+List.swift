/// The list of readings, in which all are before another one is added: beside a list, `started` and `finished` count no
/// more.
extension ReadingChange {
  /// The note with all its readings in the list `readings`; the same bytes where they are, or where there is none.
  ///
  /// `started` and `finished` move. `last`, which Kepano's vault shows in its tables, stays, and its date is in the list
  /// as well. A number in the place of the list gets the key of a count.
  package static func listed(_ source: [UInt8]) throws -> [UInt8] {
    let counted = try movedCount(source)
    guard let frontMatter = Note(parsing: counted).frontMatter else { return counted }
    var readings = BookValue.readings(frontMatter)
    let isList = BookValue.hasList(frontMatter)
    if isList { readings = BookValue.countedLast(frontMatter) == nil ? [] : readings.suffix(1) }
    if readings.isEmpty { return counted }
    var editor = try FrontMatterEditor(counted)
    for keys in isList ? [] : [BookValue.startedKeys, BookValue.finishedKeys] {
      guard let value = frontMatter.first(of: keys), !value.isNull else { continue }
      let entry = frontMatter.entries.first { $0.value.range == value.range }
      if let key = entry?.key.text { try editor.unset(key) }
    }
    for reading in readings {
      let parts = [("started", reading.started), ("finished", reading.finished)]
      try editor.append(
        mapping: parts.compactMap { key, date in
          date.map { .init(key: key, value: BookValue.value(ofDate: $0)) }
        }, to: "readings")
    }
    return editor.source
  }

  /// The note with the latest end of its readings under `last`, if it has that key.
  ///
  /// Its value is replaced only if it is empty, or a date that is among the readings.
  /// - Parameter former: a date that was among the readings.
  package static func withLast(
    _ source: [UInt8], insteadOf former: PartialDate? = nil
  ) throws -> [UInt8] {
    guard let frontMatter = Note(parsing: source).frontMatter,
      let (key, node) = BookValue.lastEntry(frontMatter)
    else { return source }
    let ends = BookValue.readings(frontMatter, countsLast: false).compactMap(\.finishedDate)
    guard let latest = ends.max(by: { $0.firstDay < $1.firstDay }) else { return source }
    if let written = BookValue.textOrOther(node) {
      guard let date = PartialDate(written: written), !latest.range.contains(date.firstDay),
        (ends + [former].compactMap { $0 }).contains(where: { date.isKept(by: $0) })
      else { return source }
    }
    var editor = try FrontMatterEditor(source)
    try editor.set(key, to: value(of: latest, like: node))
    return editor.source
  }

  /// The date of a reading that the note has under `last` alone, as written, or nil.
  package static func dateOfLast(_ note: Note) -> String? {
    note.frontMatter.flatMap(BookValue.countedLast)
  }

  /// A date in the form that another has: a link, the item of a list, or a date alone.
  private static func value(
    of date: PartialDate, like written: FrontMatter.Node
  ) -> FrontMatterValue {
    if written.kind == .list, let item = written.elements.first {
      // Without quotation marks a link is a list in a list.
      return item.kind == .list ? .string("[[\(date)]]") : .list([value(of: date, like: item)])
    }
    return written.string?.hasPrefix("[[") == true
      ? .string("[[\(date)]]") : date.frontMatterValue
  }

  /// Gives a number in the place of the list of readings the key of a count, because the list is about to be made.
  static func movedCount(_ source: [UInt8]) throws -> [UInt8] {
    let frontMatter = Note(parsing: source).frontMatter
    guard let frontMatter, let count = frontMatter["readings"].flatMap(BookValue.readingCount)
    else { return source }
    var editor = try FrontMatterEditor(source)
    if frontMatter.first(of: BookValue.countKeys) == nil {
      try editor.set("read-count", to: .integer(count))
    }
    try editor.unset("readings")
    if Note(parsing: editor.source).book != nil { return editor.source }
    // It is a book by that key alone.
    editor = try FrontMatterEditor(source)
    if frontMatter.first(of: BookValue.countKeys) == nil {
      try editor.set("read-count", to: .integer(count))
    }
    try editor.set("readings", to: .list([]))
    return editor.source
  }
}

extension PartialDate {
  /// True if another date is this one, or a more exact one within it.
  fileprivate func isKept(by other: PartialDate) -> Bool {
    range.contains(other.firstDay) && (month == nil || other.month != nil)
      && (day == nil || other.day != nil)
  }
}
