/// The library of 2020 and 2021, one SQLite file that is called `.notedb` or `.grail`.
///
/// ```
/// note(id, title, creationTimestamp, modifiedTimestamp, deleted, folder, summary)
/// content(noteId, key, role, mimeType, text)
/// prompt(noteId, promptKey, promptIndex, lastReview, due, …)
/// promptHistory(timestamp, correct, incorrect, noteId, promptKey, promptIndex)
/// noteLink(noteId, targetTitle)                            a hashtag
/// binaryContent(noteId, key, role, mimeType, blob)
/// asset(id, data)
/// ```
/// Of a note's content the role `primary` is its text, `prompt=quote`, `prompt=cloze` and `prompt=qanda` are what was
/// asked about, and `reference` is an address (`text/vnd.grail.url`) or a book (`application/json;type=Book`).
///
/// Earlier versions had: `noteText(text, noteId)` for the text, then `content(noteId, mimeType,
/// text)`; `challengeTemplate(id, type, rawValue, noteId)`, `challenge(id, index,
/// challengeTemplateId, lastReview, due, …)` and `studyLogEntry(timestamp, correct, incorrect,
/// challengeId)` for prompts, later `promptCounters` for `prompt`; `noteHashtag(noteId, hashtag)`
/// for links; ids were whole numbers. Any mixture of those is read (the schema steps from 2020-01
/// to 2021-08).
///
/// Times are `YYYY-MM-DD HH:MM:SS.SSS` in UTC. Who wrote something, on which device and in which order is bookkeeping.
package enum GrailDatabase {
  /// True if a file is one.
  package static func isOne(_ bytes: [UInt8]) -> Bool {
    guard let tables = try? GrailTables(bytes) else { return false }
    return isOne(tables.names)
  }

  static func isOne(_ names: Set<String>) -> Bool {
    names.contains("note") && (names.contains("content") || names.contains("noteText"))
  }

  /// The notes of a library, with their books, prompts, reviews and images.
  ///
  /// - Throws: `.format` if it is no such database.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> GrailLibrary {
    let tables = try GrailTables(bytes)
    guard isOne(tables.names) else {
      throw .format(operation: "read a Grail library", detail: "it has no table of notes")
    }
    var reader = GrailDatabaseReader(tables)
    return reader.library()
  }
}

/// Reads one table after the other.
private struct GrailDatabaseReader: ~Copyable {
  private static let stamps: Set = ["modifiedDevice", "timestamp", "updateSequenceNumber"]
  /// The columns of a schedule; the reviews give a new one.
  private static let schedule: Set = [
    "reviewCount", "lapseCount", "totalCorrect", "totalIncorrect", "lastReview", "due",
    "idealInterval", "spacedRepetitionFactor",
  ]

  private var tables: GrailTables
  private var builders: [String: GrailNoteBuilder] = [:]
  private var prompts = GrailPrompts()
  private var files: [GrailFile] = []
  private var remarks: [Remark] = []
  /// The keys of templates by their ids.
  private var templateKeys: [String: String] = [:]

  init(_ tables: consuming GrailTables) { self.tables = tables }

  mutating func library() -> GrailLibrary {
    readNotes()
    readContent()
    readChallengeTemplates()
    readPrompts()
    readChallenges()
    readHashtags()
    readFiles()
    tables.tellOthers([
      "note", "noteText", "content", "challengeTemplate", "challenge", "studyLogEntry", "prompt",
      "promptCounters", "promptHistory", "noteLink", "noteHashtag", "hashtag", "binaryContent",
      "asset", "device",
    ])
    var library = GrailLibrary()
    library.remarks = tables.remarks + remarks
    library.add(
      builders.values.sorted { $0.note.id < $1.note.id }, files: files)
    prompts.finish(&library)
    return library
  }

  private mutating func readNotes() {
    let known: Set = [
      "id", "title", "creationTimestamp", "modifiedTimestamp", "deleted", "folder", "summary",
      "hasText",
    ]
    for row in tables.rows("note", known.union(Self.stamps)) {
      guard let id = row.id("id"), builders[id] == nil else {
        remarks.append(Remark(.unreadable, "a note", of: row.text("title") ?? ""))
        continue
      }
      var builder = GrailNoteBuilder(id: id)
      builder.title = row.text("title") ?? ""
      builder.summary = row.text("summary")
      builder.note.created = row.time("creationTimestamp")
      builder.modified = row.time("modifiedTimestamp")
      builder.isDeleted = row.isTrue("deleted")
      builder.setFolder(row.text("folder"))
      builders[id] = builder
    }
  }

  /// Changes a note; one that its own table has lost is made again, because its contents still
  /// exist.
  private mutating func change(_ row: GrailTables.Row, _ body: (inout GrailNoteBuilder) -> Void) {
    guard let id = row.id("noteId") else {
      remarks.append(Remark(.unreadable, "content of no note", value: row.text("text") ?? ""))
      return
    }
    body(&builders[id, default: GrailNoteBuilder(id: id)])
  }

  // MARK: Texts

  private mutating func readContent() {
    for row in tables.rows("noteText", ["id", "text", "noteId"]) { readText(row) }
    let known: Set = ["id", "noteId", "key", "role", "mimeType", "text"]
    for row in tables.rows("content", known) {
      let role = row.text("role") ?? "primary"
      switch role {
      case "primary": readText(row)
      case "reference": readReference(row)
      case _ where role.hasPrefix("prompt="):
        readTemplate(row, id: row.text("key"), kind: role, text: row.text("text"))
      default:
        change(row) {
          $0.remarks.append(
            Remark(
              .notCarried, "content with the role “\(role)”", of: $0.name,
              value: row.text("text") ?? ""))
        }
      }
    }
  }

  private mutating func readText(_ row: GrailTables.Row) {
    guard let text = row.text("text") else { return }
    change(row) { builder in
      if builder.text == nil {
        builder.text = text
      } else {
        builder.note.conflicts.append(
          GrailLibrary.Conflict(
            time: builder.modified ?? builder.note.created ?? 0, author: "", text: text))
      }
    }
  }

  private mutating func readReference(_ row: GrailTables.Row) {
    let text = row.text("text") ?? ""
    let type = row.text("mimeType") ?? ""
    change(row) { builder in
      switch type {
      case "text/vnd.grail.url" where builder.note.address == nil:
        builder.note.address = String(text.trimmingWhitespace)
      case "application/json;type=Book" where builder.note.book == nil:
        do throws(ExchangeError) {
          builder.setBook(try JSONValue(parsing: Array(text.utf8)))
        } catch {
          builder.remarks.append(Remark(.unreadable, "a book", of: builder.name, value: text))
        }
      default:
        builder.remarks.append(
          Remark(.notCarried, "a reference of the type “\(type)”", of: builder.name, value: text))
      }
    }
  }

  // MARK: Prompts

  private static func key(_ row: GrailTables.Row, _ id: String?) -> String? {
    guard let note = row.id("noteId"), let id else { return nil }
    return "\(note)/\(id)"
  }

  private mutating func readTemplate(
    _ row: GrailTables.Row, id: String?, kind: String, text: String?
  ) {
    guard let key = Self.key(row, id), let text else {
      remarks.append(Remark(.unreadable, "a prompt", value: text ?? ""))
      return
    }
    change(row) { builder in
      guard let kind = GrailTemplateText.kind(kind) else {
        builder.remarks.append(
          Remark(.notCarried, "prompts of the kind “\(kind)”", of: builder.name, value: text))
        return
      }
      builder.note.templates.append(
        GrailLibrary.Template(key: key, kind: kind, text: GrailTemplateText.decoded(text)))
    }
  }

  private mutating func readChallengeTemplates() {
    for row in tables.rows("challengeTemplate", ["id", "type", "rawValue", "noteId"]) {
      let id = row.text("id")
      if let id, let key = Self.key(row, id) { templateKeys[id] = key }
      readTemplate(row, id: id, kind: row.text("type") ?? "", text: row.text("rawValue"))
    }
  }

  private mutating func readPrompts() {
    let columns = Self.schedule.union(Self.stamps).union(["noteId", "promptKey", "promptIndex"])
    for table in ["prompt", "promptCounters"] {
      for row in tables.rows(table, columns) {
        prompts.addState(
          template: Self.key(row, row.text("promptKey")), index: row.integer("promptIndex"),
          lastReview: row.time("lastReview"))
      }
    }
    let known: Set = [
      "id", "timestamp", "correct", "incorrect", "noteId", "promptKey", "promptIndex",
    ]
    for row in tables.rows("promptHistory", known) {
      prompts.addReview(
        template: Self.key(row, row.text("promptKey")), index: row.integer("promptIndex"),
        time: row.time("timestamp"), correct: row.integer("correct"),
        incorrect: row.integer("incorrect"))
    }
  }

  private mutating func readChallenges() {
    let columns = Self.schedule.union(Self.stamps).union(["id", "index", "challengeTemplateId"])
    var challenges: [String: (template: String, index: Int)] = [:]
    for row in tables.rows("challenge", columns) {
      guard let template = row.text("challengeTemplateId").flatMap({ templateKeys[$0] }) else {
        continue
      }
      if let id = row.text("id"), let index = row.integer("index") {
        challenges[id] = (template, index)
      }
      prompts.addState(
        template: template, index: row.integer("index"), lastReview: row.time("lastReview"))
    }
    let known: Set = ["id", "timestamp", "correct", "incorrect", "challengeId"]
    for row in tables.rows("studyLogEntry", known) {
      let challenge = row.text("challengeId").flatMap { challenges[$0] }
      prompts.addReview(
        template: challenge?.template, index: challenge?.index, time: row.time("timestamp"),
        correct: row.integer("correct"), incorrect: row.integer("incorrect"))
    }
  }

  // MARK: Hashtags and files

  private mutating func readHashtags() {
    let columns = ["targetTitle", "hashtag", "hashtagId"]
    for table in ["noteLink", "noteHashtag"] {
      for row in tables.rows(table, Set(columns + ["noteId"])) {
        let tag = columns.lazy.compactMap { row.text($0) }.first
        guard let id = row.id("noteId"), let tag else { continue }
        builders[id]?.hashtags.append(tag)
      }
    }
  }

  private mutating func readFiles() {
    for row in tables.rows("binaryContent", ["noteId", "key", "role", "mimeType", "blob"]) {
      guard let bytes = row.bytes("blob") else { continue }
      let key = row.text("key") ?? ""
      let isCover = key.lowercased().contains("cover")
      files.append(
        GrailFile(
          note: row.id("noteId"), key: key, type: row.text("mimeType"), isCover: isCover,
          bytes: bytes))
    }
    for row in tables.rows("asset", ["id", "data"]) {
      guard let bytes = row.bytes("data") else { continue }
      files.append(
        GrailFile(note: nil, key: row.text("id"), type: nil, isCover: false, bytes: bytes))
    }
  }
}
