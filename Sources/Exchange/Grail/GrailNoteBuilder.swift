/// The facts of a note from the tables, until all of them are read.
struct GrailNoteBuilder {
  var note: GrailLibrary.Note
  var title = ""
  var summary: String?
  var hashtags: [String] = []
  /// The text; nil if no text of the note is left.
  var text: String?
  /// UTC milliseconds.
  var modified: Int64?
  /// True if it was deleted, or is in the trash.
  var isDeleted = false
  var remarks: [Remark] = []
  /// Times, book data and covers of other devices, by their names.
  private var others: [String: (time: Int64, book: ImportedBook?, cover: String?)] = [:]

  /// The folder that is the trash.
  static let trash = "recentlyDeleted"

  init(id: String) { note = GrailLibrary.Note(id: id) }

  /// The name used in remarks.
  var name: String {
    if let title = note.book?.title { return title }
    let words = title.collapsingSpaces
    return words.isEmpty ? note.id : String(words.prefix(80))
  }

  /// Takes in the folder that it lies in.
  mutating func setFolder(_ folder: String?) {
    guard let folder, !folder.isEmpty else { return }
    if folder == Self.trash { isDeleted = true } else { note.folder = folder }
  }

  /// Takes in a book as JSON.
  mutating func setBook(_ value: JSONValue, section: String? = nil) {
    var reader = GrailBook(value, title: title.collapsingSpaces)
    note.book = reader.book(section: section)
    remarks += reader.remarks
  }

  /// Takes in the book of another device, if it is another.
  ///
  /// - Returns: true if it is kept.
  mutating func setBook(
    _ value: JSONValue, section: String?, of author: String, at time: Int64
  ) -> Bool {
    var reader = GrailBook(value, title: title.collapsingSpaces)
    guard let book = reader.book(section: section), book != note.book else { return false }
    others[author, default: (time, nil, nil)].book = book
    return true
  }

  /// Takes in the cover of another device.
  mutating func setCover(_ name: String, of author: String, at time: Int64) {
    if name != note.cover { others[author, default: (time, nil, nil)].cover = name }
  }

  /// Makes conflicts of other devices' versions, each with the text of that device.
  private mutating func addOthers(saying text: String) {
    for (author, other) in others.sorted(by: { $0.key < $1.key }) {
      let own = note.conflicts.lastIndex { $0.author == author }
      if own == nil {
        note.conflicts.append(.init(time: other.time, author: author, text: text))
      }
      let place = own ?? note.conflicts.count - 1
      note.conflicts[place].book = other.book
      note.conflicts[place].cover = other.cover
    }
  }

  /// True if there is anything to keep: a text, or facts of the note's subject.
  var hasContent: Bool {
    text != nil || !isDeleted && (note.book != nil || note.address != nil || note.cover != nil)
  }

  /// The note, with remarks on facts that it cannot hold.
  mutating func finished() -> GrailLibrary.Note {
    let time = modified ?? note.created ?? 0
    // After an upgrade of the library the creation was the upgrade.
    note.created = note.created.map { min($0, time) }
    let text = text ?? ""
    note.versions = [GrailLibrary.Version(time: time, text: text)]
    if !isDeleted { addOthers(saying: text) }
    note.conflicts.removeAll { $0.text == text && $0.book == nil && $0.cover == nil }
    if isDeleted {
      note.versions.append(GrailLibrary.Version(time: time + 1, text: nil))
    } else {
      let stray = GrailRemarks.strayHashtags(hashtags, in: text)
      if var book = note.book {
        var reader = GrailBook(.object([]), title: book.title)
        reader.tags(stray.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }, of: &book)
        remarks += reader.remarks
        note.book = book
      } else {
        remarks += GrailRemarks.hashtags(stray, of: name, in: text)
        remarks += GrailRemarks.line("title", title, of: name, in: text)
      }
      remarks += GrailRemarks.line("summary", summary, of: name, in: text)
    }
    return note
  }
}

extension GrailLibrary {
  /// Takes in the notes that the tables made, and the files that belong to them.
  ///
  /// - Parameter files: those of notes, and with no note those of the library.
  mutating func add(_ builders: some Sequence<GrailNoteBuilder>, files: [GrailFile]) {
    var builders = Array(builders)
    let places = Dictionary(
      builders.enumerated().map { ($1.note.id, $0) }, uniquingKeysWith: { first, _ in first })
    var assets = GrailAssets(
      texts: builders.lazy.flatMap { [$0.text].compactMap(\.self) + $0.note.conflicts.map(\.text) })
    var lost = 0
    for file in files {
      guard let owner = file.note else {
        assets.add(file.bytes, key: file.key, type: file.type)
        continue
      }
      guard let place = places[owner], builders[place].text != nil || !builders[place].isDeleted
      else {
        lost += 1
        continue
      }
      let name = assets.add(
        file.bytes, key: file.key, type: file.type, of: builders[place].name)
      if file.isCover, let other = file.other {
        builders[place].setCover(name, of: other.author, at: other.time)
      } else if file.isCover {
        builders[place].note.cover = name
      }
    }
    var deleted = 0
    for var builder in builders {
      if builder.hasContent {
        notes.append(builder.finished())
      } else if builder.isDeleted {
        deleted += 1
      } else {
        remarks.append(Remark(.notCarried, "a note without a text", of: builder.name))
      }
      remarks += builder.remarks
    }
    self.assets = assets.assets
    remarks += assets.remarks
    for (subject, count) in [
      ("deleted notes of which no text is left", deleted), ("files of deleted notes", lost),
    ] where count > 0 {
      remarks.append(Remark(.notCarried, subject, value: "\(count)"))
    }
    sortNotes()
  }
}

/// A file in the tables.
struct GrailFile {
  /// The id of the note; nil for the library's own.
  let note: String?
  /// The name there; nil if it has none.
  let key: String?
  let type: String?
  let isCover: Bool
  let bytes: [UInt8]
  /// The device that had it, and when, where another's was shown.
  var other: (author: String, time: Int64)?
}
