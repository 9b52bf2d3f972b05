import Exchange
import Files
import Notes
import Settings
import Steps

/// Plans an import item by item: a later item sees the result of an earlier one.
struct ImportRun {
  private let vault: Vault
  private var folder: ImportFolder
  private var inventory: BookInventory
  private var places: [NotePath: Int] = [:]
  private var records: ImportRecords
  private let decide: (ImportPlan.Difference) -> ImportPlan.Decision
  /// True if the file is older than what was imported before.
  private let isOlder: Bool
  private(set) var plan = ImportPlan()

  init(
    _ vault: Vault, inventory: BookInventory, _ options: ImportOptions, isOlder: Bool = false
  ) throws {
    self.vault = vault
    self.isOlder = isOlder
    records = ImportRecords(in: vault)
    decide = options.decide
    self.inventory = inventory
    self.folder = try ImportFolder(
      options.folder ?? vault.configuration.text("books.folder"), of: vault)
  }

  // MARK: Books of a catalogue

  mutating func add(_ book: ImportedBook) {
    let record = inventory.record(of: book)
    do {
      if let path = record?.path {
        try complete(path, with: book)
      } else if try !leavesOut(book) {
        try make(book)
      }
    } catch {
      plan.refusals.append(.init(item: book.title, path: record?.path, reason: error))
    }
  }

  /// True if an import brought the book before and no note is on it any more: a person removed the note. That is told
  /// once.
  private mutating func leavesOut(_ book: ImportedBook) throws -> Bool {
    let (record, key) = (try records.of(book.source), "removed")
    guard !book.id.isEmpty, record.knows(book.id) else { return false }
    let path = try folder.formerPath(for: book.title)
    if case .take = decide(.init(path: path, key: "book", here: "", there: book.title)) {
      return false
    }
    plan.leftOut += 1
    if record.values(of: key, for: book.id) == ["true"] { return true }
    plan.remarks.append(
      Remark(
        .notCarried, "a book whose note you removed; `--update` brings it back", of: book.title))
    if let line = record.line(for: book.id, [(key, ["true"])]) {
      plan.remembered.append(.init(path: nil, source: book.source, line: line))
    }
    return true
  }

  private mutating func make(_ book: ImportedBook) throws {
    var editor = try FrontMatterEditor(heading(book.title))
    for entry in BookProperties(book).entries { try editor.set(entry.key, to: entry.value) }
    var text = NoteText(editor.source)
    for section in BookSection.all(of: book) { try text.append(section.block) }
    let path = try make(text, titled: book.title)
    try tellUnread(besides: path, of: book)
    // Updating the note just made changes nothing, and gives the values to remember.
    var update = try BookUpdate(
      book, in: note(text.bytes, at: path), at: path, ImportRecord(), deciding: decide)
    _ = try update.run()
    var values = update.settled
    if try records.of(book.source).values(of: "removed", for: book.id) == ["true"] {
      values.append(("removed", []))
    }
    try remember(values, of: book.id, from: book.source, at: path)
  }

  private mutating func remember(
    _ values: [(key: String, values: [String])], of id: String, from source: String,
    at path: NotePath
  ) throws {
    guard let line = try records.of(source).line(for: id, values) else { return }
    plan.remembered.append(.init(path: path, source: source, line: line))
  }

  private func heading(_ title: String) -> [UInt8] {
    Array("# \(MarkdownText.escaped(title, atLineStart: false))\n".utf8)
  }

  @discardableResult
  private mutating func make(
    _ text: NoteText, titled title: String, items: Int = 0
  ) throws -> NotePath {
    // It may be the note on this very book, which would get a second one.
    if let path = folder.wantedPath(for: title), let error = inventory.unread[path] { throw error }
    let path = try folder.freePath(for: title)
    places[path] = plan.changes.count
    plan.changes.append(.init(path: path, old: nil, new: text.bytes, items: items))
    inventory.add(.init(note(text.bytes, at: path), at: path))
    return path
  }

  /// Brings the catalogue's changes into a note.
  private mutating func complete(_ path: NotePath, with book: ImportedBook) throws {
    let old = try contents(of: path)
    let note = note(old.bytes, at: path)
    var update = try BookUpdate(
      book, in: note, at: path, records.of(book.source),
      besides: records.others(than: book.source, of: note), isOlder: isOlder, deciding: decide)
    let bytes = try update.run()
    plan.differences += update.differences
    plan.remarks += update.remarks
    try remember(update.settled, of: update.number, from: book.source, at: path)
    keep(bytes, of: path, old, items: 1)
  }

  // MARK: Passages of a book

  /// - Parameter key: of front matter, with the name of the book there.
  mutating func add(_ book: ClippedBook, key: String) {
    let id =
      book.authors.isEmpty
      ? book.title : book.title + " (" + book.authors.joined(separator: "; ") + ")"
    let record = inventory.record(of: book, id: id, key: key)
    do {
      if let record {
        try addQuotes(of: book, to: record, id: id, key: key)
      } else {
        try make(book, id: id, key: key)
      }
    } catch {
      plan.refusals.append(.init(item: book.title, path: record?.path, reason: error))
    }
  }

  /// Plans a new note, unless other notes have all of its passages already.
  private mutating func make(_ book: ClippedBook, id: String, key: String) throws {
    var new = book.quotes.filter {
      $0.text.isEmpty || !inventory.quotes.contains(ImportText.key($0.text))
    }
    plan.known += book.quotes.count - new.count
    var memory = PassageMemory(try records.of(key), of: id)
    let place = try folder.formerPath(for: book.title)
    new = try new.filter { try !leavesOut($0, &memory, of: book, at: place) }
    if new.isEmpty {
      if let line = try records.of(key).line(for: id, memory.values) {
        plan.remembered.append(.init(path: nil, source: key, line: line))
      }
      return
    }
    var editor = try FrontMatterEditor(heading(book.title))
    let isOne = book.authors.count == 1
    if isOne { try editor.set("author", to: .string(book.authors[0])) }
    if book.authors.count > 1 {
      try editor.set("author", to: .list(book.authors.map { .string($0) }))
    }
    try editor.set("type", to: .string("book"))
    try editor.set(key, to: .string(id))
    var text = NoteText(editor.source)
    for quote in new {
      try text.append(QuoteText(quote).block)
      try memory.keep(quote)
    }
    let path = try make(text, titled: book.title, items: new.count)
    try remember(memory.values, of: id, from: key, at: path)
  }

  private mutating func addQuotes(
    of book: ClippedBook, to record: BookInventory.Record, id: String, key: String
  ) throws {
    let old = try contents(of: record.path)
    var text = NoteText(old.bytes)
    var added = 0
    let read = note(old.bytes, at: record.path)
    var standing = StandingQuotes(read)
    var edits: [(offset: Int, block: String, range: ByteRange?)] = []
    var memory = PassageMemory(try records.of(key), of: id)
    for quote in book.quotes {
      let place = standing.place(of: quote, anywhere: inventory.quotes)
      if case .absent = place, try leavesOut(quote, &memory, of: book, at: record.path) { continue }
      switch place {
      case .absent:
        var new = quote
        if quote.text.isEmpty, let (place, block) = RewrittenNotes.alone(quote, in: text) {
          edits.append((Int(place.start), block, place))
          added += 1
          break
        }
        if !quote.text.isEmpty { new.notes = standing.absentNotes(of: quote) }
        // A passage that is brought back comes above its note that stayed.
        let stayed = quote.notes.filter { !new.notes.contains($0) }
        if let place = stayed.lazy.compactMap({ text.place(of: QuoteText.notes([$0])) }).first {
          edits.append((place, QuoteText(new).block + "\n\n", ByteRange(place, place)))
        } else {
          try text.append(QuoteText(new).block)
        }
        added += 1
      case .elsewhere:
        plan.known += 1
        continue
      case .here(let place, let isSame):
        let isTheirs = try isExtended(place, by: quote, of: book, memory, in: old.bytes)
        // Of one that came as it is, only the person changed the quote.
        let isAsked = try isTheirs || !memory.knows(quote.text, isNote: false)
        let told = plan.differences.count
        if !isSame, isAsked,
          replaces(place, with: quote, isTheirs, in: old.bytes, at: record.path)
        {
          edits.append((Int(place.range.start), QuoteText.passage(quote), place.range))
          added += 1
        } else {
          plan.known += 1
        }
        if plan.differences.count > told {
          // A passage that is not decided is told again.
          try memory.keep(notesOf: quote)
          continue
        }
      }
      try memory.keep(quote)
    }
    let texts = Set(book.quotes.flatMap(\.notes).map(ImportText.key))
    for missing in standing.missingNotes {
      let rewritten = try RewrittenNotes(
        missing.texts, of: missing.of, at: record.path, &memory,
        among: StandingNotes(below: missing.quote, in: read, without: texts), deciding: decide)
      plan.differences += rewritten.differences
      plan.remarks += rewritten.replaced.map {
        Remark(
          .notCarried, "the earlier text of a note that was rewritten", of: book.title, value: $0)
      }
      added += rewritten.edits.count
      for (place, text) in rewritten.edits {
        edits.append((Int(place.start), QuoteText.notes([text]), place))
      }
      let new = try rewritten.others.filter { note in
        try standing.lacks(note)
          && !leavesOut(note, isNote: true, &memory, of: book, at: record.path)
      }
      if new.isEmpty { continue }
      edits.append((Int(missing.quote.end), QuoteText.notes(new), nil))
      added += 1
    }
    try remember(memory.values, of: id, from: key, at: record.path)
    // From the last to the first, so that places stay.
    for (offset, block, range) in edits.sorted(by: { $0.offset > $1.offset }) {
      if let range {
        text.replace(range, with: block)
      } else {
        try text.insert(block, below: offset)
      }
    }
    if added > 0, record.numbers[key] == nil {
      // By it the note is found again when its title has changed.
      var editor = try FrontMatterEditor(text.bytes)
      try editor.set(key, to: .string(id))
      text = NoteText(editor.source)
    }
    keep(text.bytes, of: record.path, old, items: added)
  }

  /// True if the note had the passage, or the note on one, and has lost it: a person took it away. That is told once.
  private mutating func leavesOut(
    _ quote: ClippedBook.Quote, _ memory: inout PassageMemory, of book: ClippedBook,
    at path: NotePath
  ) throws -> Bool {
    // A new note brings its passage with it.
    let isKnown = try quote.notes.allSatisfy { try memory.knows($0, isNote: true) }
    guard isKnown else { return false }
    if !quote.text.isEmpty {
      // One that was extended on the device is what it was before.
      let known = memory
      let hadForm = try quote.earlier.contains { try known.knows($0, isNote: false) }
      return try leavesOut(
        quote.text, isNote: false, isKnown: hadForm, &memory, of: book, at: path)
    }
    var leaves = false
    for note in quote.notes {
      leaves = try leavesOut(note, isNote: true, &memory, of: book, at: path) || leaves
    }
    return leaves
  }

  private mutating func leavesOut(
    _ text: String, isNote: Bool, isKnown: Bool = false, _ memory: inout PassageMemory,
    of book: ClippedBook, at path: NotePath
  ) throws -> Bool {
    guard try isKnown || memory.knows(text, isNote: isNote) else { return false }
    let difference = ImportPlan.Difference(
      path: path, key: isNote ? "note" : "quote", here: "", there: text)
    if case .take = decide(difference) {
      try memory.bringBack(text)
      return false
    }
    plan.leftOut += 1
    if try memory.leaveOut(text) {
      plan.remarks.append(
        Remark(
          .notCarried,
          "\(isNote ? "a note" : "a passage") that you took out of its book's note; `--update` brings it back",
          of: book.title, value: text))
    }
    return true
  }

  /// True if a quote is as an earlier import brought it, the passage goes on after or before it, and the book has no
  /// passage of the quote alone: it was extended on the device.
  private func isExtended(
    _ place: StandingQuotes.Place, by quote: ClippedBook.Quote, of book: ClippedBook,
    _ memory: PassageMemory, in source: [UInt8]
  ) throws -> Bool {
    // The memory knows a text without its marks, so that the very letters are looked for.
    try quote.text.contains(place.text) && memory.knows(place.text, isNote: false)
      && place.isWritten(from: place.text, in: source)
      && !book.quotes.contains { ImportText.key($0.text) == place.key }
  }

  /// True if the passage takes the place of the quote: as the device had it before, or as the person decides.
  ///
  /// - Parameter isTheirs: true if nobody has touched the quote since it was imported.
  private mutating func replaces(
    _ place: StandingQuotes.Place, with quote: ClippedBook.Quote, _ isTheirs: Bool,
    in source: [UInt8], at path: NotePath
  ) -> Bool {
    let start = Int(place.range.start)
    // In a list or another quote it cannot be replaced alone.
    let isAtLineStart = start == 0 || source[start - 1] == 0x0A || source[start - 1] == 0x0D
    let isEarlier = quote.earlier.contains { place.isWritten(from: $0, in: source) }
    if isAtLineStart, isTheirs || isEarlier { return true }
    let difference = ImportPlan.Difference(
      path: path, key: "quote", here: place.text, there: quote.text)
    switch decide(difference) {
    case .take where isAtLineStart: return true
    case .keep: return false
    case .take, .open:
      plan.differences.append(difference)
      return false
    }
  }

  // MARK: Notes

  /// Names a note that may be on a book which gets one of its own: its front matter cannot be read, so that nothing says
  /// whose it is.
  private mutating func tellUnread(besides path: NotePath, of book: ImportedBook) throws {
    let former = try folder.formerPath(for: book.title)
    guard path != former, let bytes = try? vault.folder.read(former).bytes,
      note(bytes, at: former).frontMatter?.failure != nil
    else { return }
    plan.remarks.append(
      Remark(
        .notUnderstood,
        "the front matter of \(former.text), so that the book got a note of its own",
        of: book.title))
  }

  private func note(_ bytes: [UInt8], at path: NotePath) -> Note {
    Note(
      parsing: bytes, named: String(decoding: path.stem, as: UTF8.self), options: vault.noteOptions)
  }

  /// A note as an earlier item left it.
  private func contents(of path: NotePath) throws -> (bytes: [UInt8], read: VaultFolder.Contents?) {
    if let index = places[path] { return (plan.changes[index].new, plan.changes[index].old) }
    let read = try vault.folder.read(path)
    if vault.folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    guard String(validating: read.bytes, as: UTF8.self) != nil else { throw ImportError.notUTF8 }
    return (read.bytes, read)
  }

  private mutating func keep(
    _ bytes: [UInt8], of path: NotePath, _ old: (bytes: [UInt8], read: VaultFolder.Contents?),
    items: Int
  ) {
    guard bytes != old.bytes else {
      plan.known += items
      return
    }
    if let index = places[path] {
      plan.changes[index].new = bytes
      plan.changes[index].items += items
    } else {
      places[path] = plan.changes.count
      plan.changes.append(.init(path: path, old: old.read, new: bytes, items: items))
    }
  }
}
