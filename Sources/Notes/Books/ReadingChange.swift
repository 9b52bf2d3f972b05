/// Something that happens to a book: each changes lines of its note's front matter and no others.
package enum ReadingChange: Hashable, Sendable {
  /// A person wants to read it.
  case want
  /// It is begun, or begun again. Where it is being read already, a date that was given is put in
  /// the place of the one there. Where it was put back among those to be read, the reading goes on.
  case start(PartialDate, isGiven: Bool)
  /// It is finished: the present reading ends, or one without a recorded start.
  case finish(PartialDate)
  /// It is rated in half stars; nil takes the rating away.
  case rate(halfStars: Int?)
  /// It is given up.
  case abandon

  /// The reason why a book stays as it is.
  package enum Refusal: Error, Hashable, Sendable {
    /// It is being read, since that date if there is one.
    case alreadyReading(since: String?)
    /// It would be finished before it was begun.
    case finishedBeforeStarted(String)
  }

  /// The note after the change; the same bytes if there is nothing to change.
  ///
  /// Hand-written forms stay: a status that means the same (`currently reading`), lists of readings
  /// in lines or in brackets, `started` and `finished` without a list, ratings of ten or in stars.
  ///
  /// - Throws: ``Refusal``, `FrontMatterEditError`.
  package func applied(to source: [UInt8]) throws -> [UInt8] {
    let prepared = try prepared(source)
    var editor = try BookEditor(prepared)
    switch self {
    case .want: try editor.setStatus(.want)
    case .abandon: try editor.setStatus(.abandoned)
    case .start(let date, let isGiven):
      try editor.start(date, isGiven: isGiven)
      try editor.setStatus(.reading)
    case .finish(let date):
      try editor.finish(date)
      try editor.countFinish()
      try editor.setStatus(.read)
    case .rate(let halfStars): try editor.rate(halfStars)
    }
    if editor.editor.source == prepared { return source }
    guard case .finish = self else { return editor.editor.source }
    return try Self.withLast(editor.editor.source)
  }

  /// The note before a reading is added: those that another list would hide are in it.
  private func prepared(_ source: [UInt8]) throws -> [UInt8] {
    switch self {
    case .want, .rate, .abandon: return source
    case .start, .finish: break
    }
    let counted = try Self.movedCount(source)
    let note = Note(parsing: counted)
    let isEmptyList = note.frontMatter.map { $0["readings"] != nil && !BookValue.hasList($0) }
    guard isEmptyList == true || Self.dateOfLast(note) != nil else { return counted }
    return try Self.listed(counted)
  }
}

/// Changes the book facts of front matter.
private struct BookEditor {
  var editor: FrontMatterEditor
  private let note: Note

  init(_ source: [UInt8]) throws {
    editor = try FrontMatterEditor(source)
    note = Note(parsing: source)
  }

  private var frontMatter: FrontMatter? { note.frontMatter }
  private var status: Book.Status? { note.book?.status }

  /// A key as the note spells it.
  private func spelled(_ names: [String]) -> String? {
    for name in names {
      for entry in frontMatter?.entries ?? [] {
        guard let key = entry.key.text, CaseFolding.fold(key) == name else { continue }
        return key
      }
    }
    return nil
  }

  mutating func setStatus(_ status: Book.Status) throws {
    let written = frontMatter?["status"].flatMap(BookValue.text).flatMap(BookValue.status)
    if written == status { return }
    try editor.set(spelled(["status"]) ?? "status", to: .string(status.rawValue))
  }

  mutating func rate(_ halfStars: Int?) throws {
    let key = spelled(BookValue.ratingKeys) ?? "rating"
    guard let halfStars else { return try editor.unset(key) }
    let written = frontMatter?[key].flatMap(BookValue.text) ?? ""
    if BookValue.halfStars(written) == halfStars { return }
    try editor.set(key, to: Rating.value(halfStars, like: written))
  }

  // MARK: Readings

  /// The date under a key, as ``BookValue/textOrOther(_:)`` gives it.
  private func dateText(_ key: String?) -> String? {
    key.flatMap { frontMatter?[$0] }.flatMap(BookValue.textOrOther)
  }

  /// A part of the list of readings, as far as it is known.
  private struct Item {
    var isMapping = true
    var startedKey: String?
    var finishedKey: String?
    var started: String?
    var finished: String?

    var start: CivilDate { started.flatMap { PartialDate(written: $0) }?.firstDay ?? .earliest }
  }

  private var items: [Item] {
    guard let node = frontMatter?["readings"], node.kind == .list else { return [] }
    return node.elements.map { element in
      guard element.kind == .mapping else {
        return Item(isMapping: false, finished: BookValue.text(element) ?? "")
      }
      var item = Item()
      for entry in element.entries {
        switch entry.key.text ?? "" {
        case let key where BookValue.startedKeysOfItem.contains(key):
          if item.startedKey == nil {
            (item.startedKey, item.started) = (key, BookValue.textOrOther(entry.value))
          }
        case let key where BookValue.finishedKeysOfItem.contains(key):
          if item.finishedKey == nil {
            (item.finishedKey, item.finished) = (key, BookValue.textOrOther(entry.value))
          }
        default: break
        }
      }
      return item
    }
  }

  /// The reading that is going on: the last begun of those without an end, unless one that was
  /// begun later has ended.
  private func open(_ items: [Item]) -> Int? {
    let unfinished = items.indices.filter { items[$0].isMapping && items[$0].finished == nil }
    guard let last = unfinished.max(by: { items[$0].start < items[$1].start }) else { return nil }
    if status == .reading { return last }
    let isPast = items.contains { item in
      guard let end = item.finished.flatMap({ PartialDate(written: $0) })?.firstDay else {
        return false
      }
      return items[last].started != nil && end > items[last].start
    }
    return isPast ? nil : last
  }

  /// The key `last` of Kepano's template, if it waits for a date.
  private var emptyLast: String? {
    guard let last = frontMatter.flatMap(BookValue.lastEntry),
      BookValue.textOrOther(last.value) == nil
    else { return nil }
    return last.key
  }

  mutating func start(_ date: PartialDate, isGiven: Bool) throws {
    let isReading = status == .reading
    try countUndatedReading()
    // Whoever wants to read it has not given it up.
    let goesOn = isReading || status == .want
    guard let readings = spelled(["readings"]) else {
      let (started, finished) = (spelled(BookValue.startedKeys), spelled(BookValue.finishedKeys))
      let (since, until) = (dateText(started), dateText(finished))
      if goesOn, until == nil, let started, since != nil {
        if isReading, !isGiven { throw ReadingChange.Refusal.alreadyReading(since: since) }
        guard isGiven else { return }
        return try editor.set(started, to: date.frontMatterValue)
      }
      guard since != nil || until != nil else { return try append(started: date, to: "readings") }
      return try moveIntoList(Self.fields(date, nil), started, finished)
    }
    let items = items
    if goesOn, let open = open(items) {
      let since = items[open].started
      if since != nil, !isGiven {
        if isReading { throw ReadingChange.Refusal.alreadyReading(since: since) }
        return
      }
      return try editor.set(
        items[open].startedKey ?? "started", to: date.frontMatterValue, inItem: open, of: readings)
    }
    try append(started: date, to: readings)
  }

  mutating func finish(_ date: PartialDate) throws {
    func check(_ started: String?) throws {
      guard let started, let begin = PartialDate(written: started),
        let end = date.range.end, end <= begin.firstDay
      else { return }
      throw ReadingChange.Refusal.finishedBeforeStarted(started)
    }
    if status == .read, note.book?.finishes.contains(date) == true { return }
    guard let readings = spelled(["readings"]) else {
      let (started, finished) = (spelled(BookValue.startedKeys), spelled(BookValue.finishedKeys))
      let (since, until) = (dateText(started), dateText(finished))
      if until != nil {
        return try moveIntoList(Self.fields(nil, date), started, finished)
      }
      let last = emptyLast
      if since != nil {
        try check(since)
        return try editor.set(finished ?? last ?? "finished", to: date.frontMatterValue)
      }
      if let last { return try editor.set(last, to: date.frontMatterValue) }
      return try append(Self.fields(nil, date), to: "readings")
    }
    let items = items
    guard let open = open(items) else { return try append(Self.fields(nil, date), to: readings) }
    try check(items[open].started)
    try editor.set(
      items[open].finishedKey ?? "finished", to: date.frontMatterValue, inItem: open, of: readings)
  }

  /// Counts a reading of which only the status tells, and which would be gone with it.
  private mutating func countUndatedReading() throws {
    guard let book = note.book, book.status == .read, book.readCount == nil,
      !book.readings.contains(where: { $0.finished != nil })
    else { return }
    try editor.set("read-count", to: .integer(1))
  }

  /// Adds one to a count of readings that counts more than the list does, as catalogues give it.
  mutating func countFinish() throws {
    guard let count = note.book?.readCount, let key = spelled(BookValue.countKeys) else { return }
    func finished(_ note: Note) -> Int { note.book?.readings.count { $0.finished != nil } ?? 0 }
    guard count >= max(1, finished(note)), finished(Note(parsing: editor.source)) > finished(note)
    else { return }
    try editor.set(key, to: .integer(count + 1))
  }

  private mutating func append(started date: PartialDate, to key: String) throws {
    try append(Self.fields(date, nil), to: key)
  }

  /// Adds a reading; a value in place of a list becomes its first item.
  private mutating func append(_ fields: [FrontMatterValue.Entry], to key: String) throws {
    let node = frontMatter?[key]
    let isList = node?.kind == .list
    guard let node, !isList, !node.isNull else {
      return try editor.append(mapping: fields, to: key)
    }
    let first: FrontMatterValue =
      node.kind == .mapping
      ? node.value : .mapping([FrontMatterValue.Entry(key: "finished", value: node.value)])
    try editor.set(key, to: .list([first, .mapping(fields)]))
  }

  /// Makes a list of a reading that was written without one, and adds another.
  private mutating func moveIntoList(
    _ fields: [FrontMatterValue.Entry], _ started: String?, _ finished: String?
  ) throws {
    var first: [FrontMatterValue.Entry] = []
    for (name, key) in [("started", started), ("finished", finished)] {
      guard let key, let value = frontMatter?[key], !value.isNull else { continue }
      let date = BookValue.text(value).flatMap { PartialDate(written: $0) }
      first.append(
        FrontMatterValue.Entry(
          key: name,
          value: value.kind == .list ? date?.frontMatterValue ?? value.value : value.value))
      try editor.unset(key)
    }
    try editor.append(mapping: first, to: "readings")
    try editor.append(mapping: fields, to: "readings")
  }

  private static func fields(
    _ started: PartialDate?, _ finished: PartialDate?
  ) -> [FrontMatterValue.Entry] {
    var fields: [FrontMatterValue.Entry] = []
    if let started {
      fields.append(FrontMatterValue.Entry(key: "started", value: started.frontMatterValue))
    }
    if let finished {
      fields.append(FrontMatterValue.Entry(key: "finished", value: finished.frontMatterValue))
    }
    return fields
  }
}

extension PartialDate {
  /// The value for front matter: a year alone is a number, all else is text.
  package var frontMatterValue: FrontMatterValue {
    month == nil && year > 999 ? .integer(year) : .string(description)
  }
}
