import Exchange
import Notes

/// A note of Grail Diary as a file of a vault: its text as typed, after the other facts of it.
struct GrailNoteFile {
  /// The value of `id` in the front matter, by which the note is found again wherever it is moved to.
  let id: String
  let title: String
  private let note: GrailLibrary.Note
  private let zone: Zone

  /// - Parameter text: the note's present or last text.
  init(_ note: GrailLibrary.Note, saying text: String, zone: Zone) {
    self.note = note
    self.zone = zone
    id = Self.id(note)
    title = note.book?.title ?? Self.title(of: text)
  }

  /// The value of `id` in the front matter: a UUID, or `grail-17` of an older file that numbered its notes.
  static func id(_ note: GrailLibrary.Note) -> String {
    note.id.utf8.count < 16 ? "grail-\(note.id)" : note.id.lowercased()
  }

  /// The first heading, else the first line, as the old application had it.
  private static func title(of text: String) -> String {
    let note = Notes.Note(parsing: Array(text.utf8))
    let text = String(decoding: note.source[note.bodyStart...], as: UTF8.self)
    if let heading = note.headings.first { return note.plainText(in: heading.text) }
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    return String((line ?? "").prefix(Self.longestTitle))
  }

  private static let longestTitle = 80

  /// The book with all its data as properties; nil for a note on none.
  var catalogued: ImportedBook? {
    guard var book = note.book else { return nil }
    func add(_ key: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      book.properties.append(.init(key: key, value: .string(value)))
    }
    add("type", "book")
    add("book-review", book.review)
    add("added", book.added?.description)
    add("cover", note.cover)
    // The creation is the note's, and a text below a heading would be a part of the note's.
    (book.review, book.added) = ("", nil)
    return book
  }

  /// The keys of front matter that the library gives a note besides its book's; nil for a value that it does not give.
  var properties: [(key: String, value: String?)] {
    [("url", note.address), ("folder", note.folder)]
  }

  /// The file of another device's version.
  ///
  /// - Throws: `FrontMatterEditError`.
  func bytes(of conflict: GrailLibrary.Conflict) throws -> [UInt8] {
    var note = note
    note.book = conflict.book ?? note.book
    note.cover = conflict.cover ?? note.cover
    return try GrailNoteFile(note, saying: conflict.text, zone: zone).bytes(saying: conflict.text)
  }

  /// The file for one of its texts.
  ///
  /// - Throws: `FrontMatterEditError`.
  func bytes(saying text: String) throws -> [UInt8] {
    var editor = try FrontMatterEditor([])
    try editor.set("id", to: .string(id))
    if let created = note.created {
      try editor.set("created", to: .string(Self.text(of: created, in: zone)))
    }
    if let book = note.book {
      let own = Notes.Note(parsing: Array(text.utf8))
      let heading = own.headings.first.map { own.plainText(in: $0.text) }
      if heading != book.title { try editor.set("title", to: .string(book.title)) }
      try editor.set("type", to: .string("book"))
    }
    for entry in catalogued.map({ BookProperties($0).entries }) ?? [] {
      try editor.set(entry.key, to: entry.value)
    }
    // Its quotes were cards, with the note as their source, and have a history.
    if note.book == nil, note.templates.contains(where: { $0.kind == .quote }) {
      try editor.set("review", to: .string("quotes"))
    }
    if let cover = note.cover { try editor.set("cover", to: .string(cover)) }
    for case let (key, value?) in properties { try editor.set(key, to: .string(value)) }
    return editor.source + Array(text.utf8)
  }

  /// `2019-05-29T15:58:43+02:00`
  private static func text(of milliseconds: Int64, in zone: Zone) -> String {
    let moment = CivilDateTime(milliseconds: milliseconds, in: zone)
    let seconds = Int(((milliseconds / 1000) % 60 + 60) % 60)
    let offset = zone.secondsEast(milliseconds) / 60
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let time = moment.time ?? .midnight
    let sign = offset < 0 ? "-" : "+"
    let place = offset == 0 ? "Z" : "\(sign)\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
    return "\(moment.date)T\(two(time.hour)):\(two(time.minute)):\(two(seconds))\(place)"
  }
}
