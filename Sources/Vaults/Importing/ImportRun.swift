import Exchange
import Notes

/// Makes an import's plan ready, item by item: what an earlier item brings is there for a later one.
struct ImportRun {
  private let vault: Vault
  private var folder: ImportFolder
  private var inventory: BookInventory
  private var places: [NotePath: Int] = [:]
  private(set) var plan = ImportPlan()

  /// - Parameter folder: for new notes; nothing for the one in the settings.
  init(_ vault: Vault, inventory: BookInventory, folder: String?) throws {
    self.vault = vault
    self.inventory = inventory
    self.folder = try ImportFolder(
      folder ?? vault.configuration.text("books.folder"), of: vault)
  }

  // MARK: Books of a catalogue

  mutating func add(_ book: ImportedBook) {
    let record = inventory.record(of: book)
    do {
      guard let path = record?.path else { return try make(book) }
      try complete(path, with: book)
    } catch {
      plan.refusals.append(.init(item: book.title, path: record?.path, reason: error))
    }
  }

  private mutating func make(_ book: ImportedBook) throws {
    var editor = try FrontMatterEditor(heading(book.title))
    for entry in BookProperties(book).entries { try editor.set(entry.key, to: entry.value) }
    var text = NoteText(editor.source)
    for section in Self.sections(of: book) { try text.append(section.block) }
    try make(text, titled: book.title)
  }

  private func heading(_ title: String) -> [UInt8] {
    Array("# \(MarkdownText.escaped(title, atLineStart: false))\n".utf8)
  }

  private mutating func make(_ text: NoteText, titled title: String, items: Int = 0) throws {
    let path = try folder.freePath(for: title)
    places[path] = plan.changes.count
    plan.changes.append(.init(path: path, old: nil, new: text.bytes, items: items))
    inventory.add(.init(note(text.bytes, at: path), at: path))
  }

  /// Gives a note what it does not have, and tells what it says otherwise.
  private mutating func complete(_ path: NotePath, with book: ImportedBook) throws {
    let old = try contents(of: path)
    let note = note(old.bytes, at: path)
    var editor = try FrontMatterEditor(old.bytes)
    let properties = BookProperties(book)
    let own = try BookProperties.book(of: note)
    for entry in properties.entries {
      guard let standing = properties.standing(of: entry, in: note, own) else {
        try editor.set(entry.key, to: entry.value)
        continue
      }
      if !standing.isSame {
        plan.differences.append(
          .init(
            path: path, key: entry.key, here: standing.here,
            there: BookProperties.text(entry.value)))
      }
    }
    var text = NoteText(editor.source)
    let known = ImportText.key(note.plainText(in: ByteRange(note.bodyStart, note.source.count)))
    for section in Self.sections(of: book) {
      if known.contains(section.key) { continue }
      let isThere = note.headings.contains {
        CaseFolding.fold(note.plainText(in: $0.text)) == CaseFolding.fold(section.title)
      }
      if isThere {
        plan.differences.append(
          .init(path: path, key: section.title, here: "", there: section.block))
      } else {
        try text.append(section.block)
      }
    }
    keep(text.bytes, of: path, old, items: 1)
  }

  /// The review and the private notes, each under its heading.
  private static func sections(of book: ImportedBook) -> [(
    title: String, block: String, key: String
  )] {
    let texts = [("Review", book.review), ("Private notes", book.privateNotes)]
    return texts.filter { !$0.1.isEmpty }.map { title, text in
      let note = Note(piece: Array(text.utf8))
      let key = ImportText.key(note.plainText(in: ByteRange(0, note.source.count)))
      return (title, "## \(title)\n\n\(text)", key)
    }
  }

  // MARK: Passages of a book

  mutating func add(_ book: ClippedBook) {
    let id =
      book.authors.isEmpty
      ? book.title : book.title + " (" + book.authors.joined(separator: "; ") + ")"
    let record = inventory.record(of: book, id: id)
    do {
      if let record {
        try addQuotes(of: book, to: record, id: id)
      } else {
        try make(book, id: id)
      }
    } catch {
      plan.refusals.append(.init(item: book.title, path: record?.path, reason: error))
    }
  }

  /// A new note, unless all of its passages stand in other notes already.
  private mutating func make(_ book: ClippedBook, id: String) throws {
    let new = book.quotes.filter {
      $0.text.isEmpty || !inventory.quotes.contains(ImportText.key($0.text))
    }
    plan.known += book.quotes.count - new.count
    if new.isEmpty { return }
    var editor = try FrontMatterEditor(heading(book.title))
    let isOne = book.authors.count == 1
    if isOne { try editor.set("author", to: .string(book.authors[0])) }
    if book.authors.count > 1 {
      try editor.set("author", to: .list(book.authors.map { .string($0) }))
    }
    try editor.set("type", to: .string("book"))
    try editor.set("kindle", to: .string(id))
    var text = NoteText(editor.source)
    for quote in new { try text.append(QuoteText(quote).block) }
    try make(text, titled: book.title, items: new.count)
  }

  private mutating func addQuotes(of book: ClippedBook, to record: BookInventory.Record, id: String)
    throws
  {
    let old = try contents(of: record.path)
    var text = NoteText(old.bytes)
    var added = 0
    var standing = StandingQuotes(note(old.bytes, at: record.path))
    for quote in book.quotes {
      let new = QuoteText(quote)
      switch standing.place(of: quote, anywhere: inventory.quotes) {
      case .absent:
        try text.append(new.block)
        added += 1
      case .elsewhere: plan.known += 1
      case .here(let place, let isSame):
        if !isSame {
          plan.differences.append(
            .init(path: record.path, key: "quote", here: place.text, there: quote.text))
        }
        plan.known += 1
      }
    }
    // The notes beside passages that were there, from the last to the first, so that places stay.
    for (offset, block) in standing.missingNotes.sorted(by: { $0.offset > $1.offset }) {
      try text.insert(block, below: offset)
      added += 1
    }
    if added > 0, record.numbers["kindle"] == nil {
      // By it the note is found again when its title has changed.
      var editor = try FrontMatterEditor(text.bytes)
      try editor.set("kindle", to: .string(id))
      text = NoteText(editor.source)
    }
    keep(text.bytes, of: record.path, old, items: added)
  }

  // MARK: Notes

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
