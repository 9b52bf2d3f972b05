/// The library since August 2021, one SQLite file that is called `.kvcrdt` or `.libnotes`.
///
/// ```
/// author(id, name)
/// entry(scope, key, authorId, usn, timestamp, type, text, json, blobMimeType, blob)
/// type      := 0 deleted | 1 text | 2 json | 3 blob
/// scope     := UUID of a note | ".studyLog"
/// key       := ".noteText" | ".metadata" | ".coverImage" | ".bookIndex" | "assets/" name | prompt | review
/// prompt    := "prompt=" ("quote" | "cloze" | "qanda") ";count=" n ";id=" digest
/// metadata  := {title, summary, creationTimestamp, modifiedTimestamp, tags: [text], folder, book, bookSection}
/// (prompt)  := {type, rawValue, promptStatistics: [{lastReview, due, idealInterval, …}]}
/// (review)  := {timestamp, identifier: {noteId, promptKey, promptIndex}, statistics: {correct, incorrect}}
/// ```
/// A device has one row for each scope and key. If there are several, devices wrote at the same
/// time: the newest was shown, and texts, books and covers of the others are kept as conflicts.
/// Rows of the type 0 are deletions; if another device kept a text, that text is the note.
/// `tombstone` only lists replaced rows, and `.bookIndex` follows from the book. The first files
/// wrote keys without the dot (read off a library of 5 notes and the sources of 2021).
///
/// UUIDs are text or sixteen bytes; times of rows are `YYYY-MM-DD HH:MM:SS.SSS` in UTC, those of JSON of ISO 8601.
package enum LibraryNotesDatabase {
  /// True if a file is one.
  package static func isOne(_ bytes: [UInt8]) -> Bool {
    guard let tables = try? GrailTables(bytes) else { return false }
    return isOne(tables.names)
  }

  static func isOne(_ names: Set<String>) -> Bool {
    names.contains("entry") && names.contains("author")
  }

  /// The notes of a library, with their books, covers, prompts, reviews and images.
  ///
  /// - Throws: `.format` if it is no such database.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> GrailLibrary {
    let tables = try GrailTables(bytes)
    guard isOne(tables.names) else {
      throw .format(operation: "read a Library Notes library", detail: "it has no table of entries")
    }
    var reader = LibraryNotesReader(tables)
    return reader.library()
  }
}

/// Sorts the entries by their notes and reads each.
private struct LibraryNotesReader: ~Copyable {
  private struct Entry {
    let author: String
    let time: Int64
    let number: Int
    let row: GrailTables.Row

    var type: Int? { row.integer("type") }

    /// Newer ones first; the rest decides only that it is the same each time.
    static func comesFirst(_ left: Entry, _ right: Entry) -> Bool {
      (left.time, left.number, left.author) > (right.time, right.number, right.author)
    }
  }

  private static let studyLog = ".studyLog"

  private var tables: GrailTables
  private var authors: [String: String] = [:]
  private var prompts = GrailPrompts()
  private var files: [GrailFile] = []
  private var remarks: [Remark] = []

  init(_ tables: consuming GrailTables) { self.tables = tables }

  mutating func library() -> GrailLibrary {
    for row in tables.rows("author", ["id", "name", "usn", "timestamp"]) {
      if let id = row.id("id"), let name = row.text("name") { authors[id] = name }
    }
    var builders: [GrailNoteBuilder] = []
    for (scope, entries) in entries().sorted(by: { $0.key < $1.key }) {
      if scope == Self.studyLog {
        for (key, entries) in entries.sorted(by: { $0.key < $1.key }) { readReview(key, entries) }
      } else {
        builders.append(note(scope, entries))
      }
    }
    tables.tellOthers(["author", "entry", "tombstone", "applicationIdentifier"])
    var library = GrailLibrary()
    library.remarks = tables.remarks + remarks
    library.add(builders, files: files)
    prompts.finish(&library)
    return library
  }

  /// All entries by scope and key, the newest first.
  private mutating func entries() -> [String: [String: [Entry]]] {
    let known: Set = [
      "scope", "key", "authorId", "usn", "timestamp", "type", "text", "json", "blobMimeType",
      "blob",
    ]
    var result: [String: [String: [Entry]]] = [:]
    for row in tables.rows("entry", known) {
      guard let scope = row.id("scope"), let key = row.text("key") else {
        remarks.append(Remark(.unreadable, "an entry", value: row.text("text") ?? ""))
        continue
      }
      let entry = Entry(
        author: row.id("authorId") ?? "", time: row.time("timestamp") ?? 0,
        number: row.integer("usn") ?? 0, row: row)
      result[scope, default: [:]][key, default: []].append(entry)
    }
    return result.mapValues { $0.mapValues { $0.sorted(by: Entry.comesFirst) } }
  }

  // MARK: Notes

  private mutating func note(_ scope: String, _ entries: [String: [Entry]]) -> GrailNoteBuilder {
    var builder = GrailNoteBuilder(id: scope)
    // The title is in the metadata, and by it the other remarks call the note.
    for key in [".metadata", "metadata", ".noteText", "noteText"] {
      guard let rows = entries[key] else { continue }
      if key.hasSuffix("metadata") {
        readMetadata(rows, key, &builder)
      } else {
        readText(rows, &builder)
      }
    }
    for (key, rows) in entries.sorted(by: { $0.key < $1.key }) {
      switch key {
      case ".metadata", "metadata", ".noteText", "noteText", ".bookIndex", "bookIndex": continue
      case "book":
        if builder.note.book == nil, let value = json(rows, key, &builder) {
          builder.setBook(value)
        }
      case _ where key.hasPrefix("prompt="): readPrompt(rows, key, &builder)
      default: readOther(rows, key, &builder)
      }
    }
    let isGone = entries.values.joined().allSatisfy { $0.type == 0 }
    if isGone { builder.isDeleted = true }
    return builder
  }

  /// The entry that was shown, if it was not deleted; the others are reported, except those that
  /// are kept.
  private func shown(
    _ entries: [Entry], _ key: String, _ builder: inout GrailNoteBuilder,
    keeping: (Entry, inout GrailNoteBuilder) -> Bool = { _, _ in false }
  ) -> Entry? {
    let kept = entries.filter { $0.type != 0 }
    guard let first = kept.first else { return nil }
    for other in kept.dropFirst() where !isSame(other.row, first.row) {
      if keeping(other, &builder) { continue }
      builder.remarks.append(
        Remark(
          .notCarried, "\(key) of another device", of: builder.name,
          value: authors[other.author] ?? other.author))
    }
    return first
  }

  private func isSame(_ left: GrailTables.Row, _ right: GrailTables.Row) -> Bool {
    left.text("text") == right.text("text") && left.text("json") == right.text("json")
      && left.bytes("blob") == right.bytes("blob")
  }

  private func json(
    _ entries: [Entry], _ key: String, _ builder: inout GrailNoteBuilder
  ) -> JSONValue? {
    guard let entry = shown(entries, key, &builder) else { return nil }
    let text = entry.row.text("json") ?? entry.row.text("text") ?? ""
    do throws(ExchangeError) {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      builder.remarks.append(Remark(.unreadable, key, of: builder.name, value: text))
      return nil
    }
  }

  private func readText(_ entries: [Entry], _ builder: inout GrailNoteBuilder) {
    let kept = entries.filter { $0.type != 0 }
    for (place, entry) in kept.enumerated() {
      let text = entry.row.text("text") ?? ""
      if place == 0, builder.text == nil {
        builder.text = text
        builder.modified = entry.row.time("timestamp") ?? builder.modified
      } else {
        builder.note.conflicts.append(
          GrailLibrary.Conflict(
            time: entry.time, author: authors[entry.author] ?? entry.author, text: text))
      }
    }
    if let first = entries.first, first.type == 0, !kept.isEmpty {
      builder.remarks.append(
        Remark(
          .changed, "a note that one device deleted and another did not (it is kept)",
          of: builder.name, value: authors[first.author] ?? ""))
    }
  }

  private func readMetadata(
    _ entries: [Entry], _ key: String, _ builder: inout GrailNoteBuilder
  ) {
    let newest = entries.first { $0.type != 0 }.map { [$0] } ?? []
    guard let value = json(newest, key, &builder) else { return }
    builder.title = value["title"]?.text ?? ""
    builder.summary = value["summary"]?.text
    builder.hashtags = (value["tags"]?.elements ?? []).compactMap(\.text)
    builder.note.created = GrailTime.milliseconds(value["creationTimestamp"])
    builder.modified = GrailTime.milliseconds(value["modifiedTimestamp"]) ?? entries.first?.time
    builder.setFolder(value["folder"]?.text)
    if let book = value["book"] { builder.setBook(book, section: value["bookSection"]?.text) }
    // The other devices' books are kept beside this one's.
    let authors = authors
    _ = shown(entries, key, &builder) { other, builder in
      let value = (try? JSONValue(parsing: Array((other.row.text("json") ?? "").utf8))) ?? .null
      guard let book = value["book"] else { return false }
      return builder.setBook(
        book, section: value["bookSection"]?.text, of: authors[other.author] ?? other.author,
        at: other.time)
    }
    let known: Set = [
      "title", "summary", "tags", "creationTimestamp", "modifiedTimestamp", "folder", "book",
      "bookSection", "authorLastFirst",
    ]
    for member in value.members ?? [] where !known.contains(member.name) && member.value != .null {
      builder.remarks.append(
        Remark(.notCarried, member.name, of: builder.name, value: member.value.text ?? ""))
    }
  }

  private mutating func readOther(
    _ entries: [Entry], _ key: String, _ builder: inout GrailNoteBuilder
  ) {
    let isCover = key == ".coverImage" || key == "coverImage"
    var covers: [GrailFile] = []
    let (id, authors) = (builder.note.id, authors)
    guard
      let entry = shown(
        entries, key, &builder,
        keeping: { other, _ in
          guard isCover, let bytes = other.row.bytes("blob") else { return false }
          covers.append(
            GrailFile(
              note: id, key: nil, type: other.row.text("blobMimeType"), isCover: true,
              bytes: bytes, other: (authors[other.author] ?? other.author, other.time)))
          return true
        })
    else { return }
    guard let bytes = entry.row.bytes("blob") else {
      builder.remarks.append(
        Remark(
          .notCarried, "the entry \(key)", of: builder.name,
          value: entry.row.text("text") ?? entry.row.text("json") ?? ""))
      return
    }
    files.append(
      GrailFile(
        note: builder.note.id, key: isCover ? nil : key, type: entry.row.text("blobMimeType"),
        isCover: isCover, bytes: bytes))
    files += covers
  }

  // MARK: Prompts

  private mutating func readPrompt(
    _ entries: [Entry], _ key: String, _ builder: inout GrailNoteBuilder
  ) {
    guard let value = json(entries, key, &builder) else { return }
    let word = value["type"]?.text ?? String(key.prefix { $0 != ";" })
    guard let text = value["rawValue"]?.string, let kind = GrailTemplateText.kind(word) else {
      builder.remarks.append(
        Remark(
          .notCarried, "prompts of the kind “\(word)”", of: builder.name,
          value: value["rawValue"]?.text ?? ""))
      return
    }
    let template = "\(builder.note.id)/\(key)"
    builder.note.templates.append(
      GrailLibrary.Template(key: template, kind: kind, text: GrailTemplateText.decoded(text)))
    for (index, state) in (value["promptStatistics"]?.elements ?? []).enumerated() {
      prompts.addState(
        template: template, index: index, lastReview: GrailTime.milliseconds(state["lastReview"]))
    }
  }

  private mutating func readReview(_ key: String, _ entries: [Entry]) {
    guard let entry = entries.first(where: { $0.type != 0 }) else { return }
    let text = entry.row.text("json") ?? ""
    let value = (try? JSONValue(parsing: Array(text.utf8))) ?? .null
    let identifier = value["identifier"]
    var template: String?
    if let note = identifier?["noteId"]?.text, let prompt = identifier?["promptKey"]?.text {
      template = "\(GrailID.normal(note))/\(prompt)"
    }
    let time =
      GrailTime.milliseconds(value["timestamp"])
      ?? GrailTime.milliseconds(String(key.prefix { $0 != ";" }))
    prompts.addReview(
      template: template, index: Self.integer(identifier?["promptIndex"]), time: time,
      correct: Self.integer(value["statistics"]?["correct"]),
      incorrect: Self.integer(value["statistics"]?["incorrect"]))
  }

  private static func integer(_ value: JSONValue?) -> Int? {
    switch value {
    case .integer(let number): Int(number)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }
}
