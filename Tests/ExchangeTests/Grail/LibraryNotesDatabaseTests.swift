import Exchange
import Notes
import TestSupport
import Testing

@Suite struct LibraryNotesDatabaseTests {
  private static let schema = """
    PRAGMA page_size = 512;
    CREATE TABLE author (id TEXT PRIMARY KEY, name TEXT, usn INTEGER, timestamp DATETIME);
    CREATE TABLE entry (scope TEXT, key TEXT, authorId TEXT, usn INTEGER, timestamp DATETIME, type INTEGER, text TEXT,
      json TEXT, blobMimeType TEXT, blob BLOB, PRIMARY KEY (scope, key, authorId));
    CREATE TABLE tombstone (scope TEXT, key TEXT, authorId TEXT, usn INTEGER, deletingAuthorId TEXT, deletingUsn INTEGER);
    INSERT INTO author VALUES (x'0E8A654B8B654AB996F29D6299DE97FF', 'iPad', 1, '2021-09-21 05:47:15.043');
    INSERT INTO author VALUES (x'1E8A654B8B654AB996F29D6299DE97FF', 'iPhone', 1, '2021-09-21 05:47:15.043');
    """
  private static let one = "8E3F0000-0000-0000-0000-000000000001"
  private static let two = "8E3F0000-0000-0000-0000-000000000002"
  private static let prompt = "prompt=cloze;count=1;id=33f3"

  private typealias Value = SQLiteDatabase.Value

  private enum Content {
    case text(String)
    case json(String)
    case blob([UInt8], String)
    case deleted
  }

  /// A row of an entry, by the iPad unless it is said.
  private func entry(
    _ scope: Value, _ key: String, _ content: Content, at time: String = "2021-09-21 05:00:00.000",
    byPhone: Bool = false
  ) -> [Value] {
    let author: [UInt8] = [byPhone ? 0x1E : 0x0E]
    let rest: [UInt8] = [
      0x8A, 0x65, 0x4B, 0x8B, 0x65, 0x4A, 0xB9, 0x96, 0xF2, 0x9D, 0x62, 0x99, 0xDE, 0x97, 0xFF,
    ]
    let start = [scope, .text(key), .blob(author + rest), .integer(1), .text(time)]
    switch content {
    case .deleted: return start + [.integer(0), .null, .null, .null, .null]
    case .text(let text): return start + [.integer(1), .text(text), .null, .null, .null]
    case .json(let text): return start + [.integer(2), .null, .text(text), .null, .null]
    case .blob(let bytes, let type):
      return start + [.integer(3), .null, .null, .text(type), .blob(bytes)]
    }
  }

  private func file(_ rows: [[Value]]) throws -> [UInt8] {
    let database = try SQLiteDatabase()
    try database.execute(Self.schema)
    try database.insert(rows, into: "entry")
    return try database.serialized()
  }

  private func read(_ rows: [Value]...) throws -> GrailLibrary {
    try LibraryNotesDatabase.read(file(rows))
  }

  private func metadata(_ more: String = "") -> String {
    """
    {"title":"Birds","creationTimestamp":"2021-09-20T05:00:00Z","modifiedTimestamp":"2021-09-21T05:00:00Z",\
    "tags":["#owls"]\(more)}
    """
  }

  private static let noteOne = Value.text(one)

  /// A note with all that there is.
  private func sample() -> [[Value]] {
    let review = """
      {"timestamp":"2021-09-22T00:00:00Z","identifier":{"noteId":"\(Self.one.lowercased())",\
      "promptKey":"\(Self.prompt)","promptIndex":0},"statistics":{"correct":1,"incorrect":2}}
      """
    let state = """
      {"type":"prompt=cloze","rawValue":"The sky is ?[colour](blue).\\n","promptStatistics":[\
      {"reviewCount":1,"lastReview":"2021-09-22T00:00:00Z","due":"2021-10-01T00:00:00Z"},\
      {"reviewCount":1,"lastReview":"2021-09-23T00:00:00Z"},{"reviewCount":0}]}
      """
    return [
      entry(Self.noteOne, ".noteText", .text("# Birds\n#owls ![](assets/a.jpeg)")),
      entry(Self.noteOne, ".metadata", .json(metadata())),
      entry(Self.noteOne, ".coverImage", .blob([0xFF, 0xD8, 0xFF, 9], "image/jpeg")),
      entry(Self.noteOne, ".bookIndex", .text("Birds")),
      entry(Self.noteOne, "assets/a.jpeg", .blob([0xFF, 0xD8, 0xFF, 1], "image/jpeg")),
      entry(Self.noteOne, Self.prompt, .json(state)),
      entry(Self.noteOne, "prompt=quote;count=1;id=1", .deleted),
      entry(.text(".studyLog"), "2021-09-22T00:00:00Z;note=1;promptId=2;author=3", .json(review)),
      // Its UUID is 8E3F0000-0000-0000-0000-000000000002.
      entry(.blob([0x8E, 0x3F] + [UInt8](repeating: 0, count: 13) + [2]), ".noteText", .deleted),
    ]
  }

  @Test func `a note comes with its text, prompts, reviews, cover and images`() throws {
    let library = try LibraryNotesDatabase.read(file(sample()))
    #expect(library.notes.map(\.id) == [Self.one])
    let note = try #require(library.notes.first)
    // 2021-09-21 05:00:00, 2021-09-20 05:00:00.
    #expect(
      note.versions == [
        .init(time: 1_632_200_400_000, text: "# Birds\n#owls ![](assets/a.jpeg)")
      ])
    #expect(note.created == 1_632_114_000_000 && note.conflicts.isEmpty)
    let key = "\(Self.one)/\(Self.prompt)"
    #expect(
      note.templates == [.init(key: key, kind: .cloze, text: "The sky is ?[colour](blue).\n")])
    #expect(
      library.reviews == [
        .init(time: 1_632_268_800_000, template: key, index: 0, correct: 1, incorrect: 2),
        .init(time: 1_632_355_200_000, template: key, index: 1, correct: 1, incorrect: 0),
      ])
    #expect(
      Set(library.assets.map(\.name)) == [
        "assets/a.jpeg", "assets/de75b2093cc6e03639ae43a186d0b8b04c3ec0d5.jpeg",
      ])
    #expect(library.assets.first { $0.name == note.cover }?.bytes == [0xFF, 0xD8, 0xFF, 9])
    #expect(
      library.remarks.map(\.subject).sorted() == [
        "deleted notes of which no text is left",
        "due dates and factors of prompts (their reviews give new ones)",
        "the schedule of a prompt without a log",
      ])
  }

  @Test func `texts of two devices are a version and a conflict`() throws {
    let library = try read(
      entry(Self.noteOne, ".noteText", .text("old")),
      entry(
        Self.noteOne, ".noteText", .text("new"), at: "2021-09-21 06:00:00.000", byPhone: true),
      entry(Self.noteOne, ".metadata", .json(metadata())),
      entry(
        Self.noteOne, ".metadata", .json(metadata(",\"summary\":\"s\"")),
        at: "2021-09-21 04:00:00.000", byPhone: true))
    let note = try #require(library.notes.first)
    #expect(note.text == "new")
    #expect(note.conflicts == [.init(time: 1_632_200_400_000, author: "iPad", text: "old")])
    #expect(
      library.remarks.contains(
        Remark(
          .notCarried, ".metadata of another device", of: "Birds", value: "iPhone")))
  }

  @Test func `the book and the cover of another device are a conflict, with its text`() throws {
    func metadata(_ author: String, _ review: String) -> Content {
      .json(
        self.metadata(
          ",\"book\":{\"title\":\"Owls\",\"authors\":[\"\(author)\"],\"review\":\"\(review)\"}"))
    }
    let shown = [
      entry(Self.noteOne, ".noteText", .text("new"), at: "2021-09-21 06:00:00.000", byPhone: true),
      entry(
        Self.noteOne, ".metadata", metadata("Ann", "Good\\nbook"), at: "2021-09-21 06:00:00.000",
        byPhone: true),
      entry(
        Self.noteOne, ".coverImage", .blob([0xFF, 0xD8, 0xFF, 1], "image/jpeg"),
        at: "2021-09-21 06:00:00.000", byPhone: true),
    ]
    let others = [
      entry(Self.noteOne, ".metadata", metadata("Bob", "Bad")),
      entry(Self.noteOne, ".coverImage", .blob([0xFF, 0xD8, 0xFF, 2], "image/jpeg")),
    ]
    let library = try LibraryNotesDatabase.read(file(shown + others))
    let note = try #require(library.notes.first)
    #expect(note.book?.authors == ["Ann"] && note.book?.review == "Good\nbook")
    let conflict = try #require(note.conflicts.first)
    #expect(note.conflicts.count == 1 && conflict.author == "iPad" && conflict.text == "new")
    #expect(conflict.book?.authors == ["Bob"] && conflict.book?.review == "Bad")
    #expect(conflict.cover != nil && conflict.cover != note.cover)
    #expect(Set(library.assets.map(\.name)) == [note.cover, conflict.cover])
    #expect(library.remarks.isEmpty)

    // With a text of its own it is one conflict, and what is equal is none.
    let three = others + [entry(Self.noteOne, ".noteText", .text("old"))]
    let again = try LibraryNotesDatabase.read(file(shown + three))
    #expect(again.notes.first?.conflicts.map(\.text) == ["old"])
    #expect(again.notes.first?.conflicts.first?.book?.authors == ["Bob"])
    let same = try LibraryNotesDatabase.read(
      file(shown + [entry(Self.noteOne, ".metadata", metadata("Ann", "Good\\nbook"))]))
    #expect(same.notes.first?.conflicts.isEmpty == true)
  }

  @Test func `equal texts of two devices are no conflict`() throws {
    let library = try read(
      entry(Self.noteOne, ".noteText", .text("same")),
      entry(Self.noteOne, ".noteText", .text("same"), byPhone: true))
    #expect(library.notes.map(\.conflicts.isEmpty) == [true] && library.remarks.isEmpty)
  }

  @Test func `what one device deleted and another wrote is kept`() throws {
    let library = try read(
      entry(Self.noteOne, ".noteText", .text("kept")),
      entry(Self.noteOne, ".noteText", .deleted, at: "2021-09-22 00:00:00.000", byPhone: true))
    #expect(library.notes.map(\.text) == ["kept"])
    #expect(library.remarks.map(\.kind) == [.changed] && library.remarks[0].value == "iPhone")
  }

  @Test func `a note in the trash has its text, and then none`() throws {
    let library = try read(
      entry(Self.noteOne, ".noteText", .text("text")),
      entry(Self.noteOne, ".metadata", .json(metadata(",\"folder\":\"recentlyDeleted\""))))
    #expect(library.notes.map { $0.versions.map(\.text) } == [["text", nil]])
    #expect(library.notes.first?.folder == nil && library.remarks.isEmpty)
  }

  @Test func `hashtags that are not in the text are told, and go to the book where there is one`()
    throws
  {
    let book = ",\"book\":{\"title\":\"Owls\",\"tags\":[\"Owls\",\"to lend\"]}"
    let text = entry(Self.noteOne, ".noteText", .text("Birds, not (#owls)"))
    let plain = try read(text, entry(Self.noteOne, ".metadata", .json(metadata())))
    #expect(plain.remarks.map(\.value) == ["#owls"])
    let bound = try read(text, entry(Self.noteOne, ".metadata", .json(metadata(book))))
    #expect(bound.notes.first?.book?.tags == ["Owls", "to-lend"] && bound.remarks.isEmpty)
  }

  private typealias History = (
    json: String, section: String?, status: Book.Status?, readings: [String], times: Int?
  )

  @Test(
    arguments: [
      ("null", nil, .want, [], nil),
      ("{\"hasRead\":false}", nil, .want, [], nil),
      ("{\"hasRead\":true}", nil, .read, [], nil),
      ("{\"hasRead\":true}", "currentlyReading", .reading, [], nil),
      ("null", "other", nil, [], nil),
      (
        "{\"entries\":[{\"finish\":{\"year\":2019,\"month\":6}},{\"start\":{\"year\":2018,\"month\":2,\"day\":3}}]}",
        nil, .reading, ["2018-02-03…", "…2019-06"], nil
      ),
      ("{\"entries\":[{\"start\":{\"year\":2018},\"finish\":{}}]}", nil, .read, ["2018…"], nil),
      ("{\"entries\":[{\"finish\":{}},{\"finish\":{}}]}", "read", .read, [], 2),
      ("{\"hasRead\":true,\"multipleReadings\":true}", nil, .read, [], 2),
      ("{\"entries\":[{\"finish\":{\"year\":2019,\"month\":13}}]}", nil, .read, [], nil),
      ("{\"entries\":[{\"finish\":{\"year\":99999999999999999999}}]}", nil, .read, [], nil),
      ("\"nonsense\"", nil, .want, [], nil),
    ] as [(String, String?, Book.Status?, [String], Int?)])
  func `a reading history is a status and readings`(
    json: String, section: String?, status: Book.Status?, readings: [String], times: Int?
  ) throws {
    let more =
      ",\"book\":{\"title\":\"A\",\"readingHistory\":\(json)}"
      + (section.map { ",\"bookSection\":\"\($0)\"" } ?? "")
    let library = try read(
      entry(Self.noteOne, ".noteText", .text("#owls")),
      entry(Self.noteOne, ".metadata", .json(metadata(more))))
    let book = try #require(library.notes.first?.book)
    #expect(book.status == status && book.timesRead == times)
    #expect(book.readings.map { "\($0.started ?? "")…\($0.finished ?? "")" } == readings)
  }

  @Test(arguments: [
    ("isbn", "\"12\""), ("rating", "6"), ("numberOfPages", "1e300"), ("yearPublished", "\"MM\""),
    ("dateAdded", "\"soon\""), ("dateAdded", "1e300"), ("numberOfPages", "-1"),
  ])
  func `a value that is not understood is told, and the book stays`(name: String, value: String)
    throws
  {
    let library = try read(
      entry(Self.noteOne, ".noteText", .text("#owls")),
      entry(
        Self.noteOne, ".metadata",
        .json(metadata(",\"book\":{\"title\":\"A\",\"\(name)\":\(value)}"))))
    #expect(library.notes.first?.book?.title == "A")
    #expect(library.remarks.map(\.subject) == [name])
    #expect(library.remarks.map(\.kind) == [.notUnderstood])
  }

  @Test func `keys without a dot, as the first files had them, are read`() throws {
    let library = try read(
      entry(Self.noteOne, "noteText", .text("text ![](./a.png)")),
      entry(Self.noteOne, "book", .json("{\"title\":\"A\",\"rating\":3}")),
      entry(Self.noteOne, "./a.png", .blob([0x89, 0x50, 0x4E, 0x47], "image/png")),
      entry(Self.noteOne, "coverImage", .blob([0x89, 0x50, 0x4E, 0x47, 1], "image/png")))
    let note = try #require(library.notes.first)
    #expect(note.text == "text ![](./a.png)" && note.book?.halfStars == 6)
    #expect(library.assets.contains { $0.name == "a.png" } && note.cover != nil)
  }

  @Test func `a damaged library never stops the program`() throws {
    let whole = try file(sample())
    var damaged = Mutations(
      of: whole, seed: 25, pieces: ["\u{0}\u{0}\u{0}\u{2}", "null", "{", "1e999", "\u{FFFF}"])
    for _ in 0..<Mutations.rounds { _ = try? LibraryNotesDatabase.read(damaged.next()) }
    var state: UInt64 = 26
    for _ in 0..<Mutations.rounds {
      var bytes = whole
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[100 + Int(state >> 33) % (bytes.count - 100)] = UInt8(truncatingIfNeeded: state >> 20)
      }
      _ = try? LibraryNotesDatabase.read(bytes)
    }
    for count in stride(from: 0, to: whole.count, by: 97) {
      _ = try? LibraryNotesDatabase.read(Array(whole[..<count]))
    }
  }

  // MARK: The real one

  private static let real = SharedFile("fixtures/libnotes/library.libnotes")

  @Test(.enabled(if: real.isThere, "the shared library is not there"))
  func `of a real library all notes, prompts, covers and images are read`() throws {
    let bytes = Self.real.bytes
    #expect(GrailFormat(file: bytes) == .libraryNotes)
    let library = try GrailLibrary.read(file: bytes)
    #expect(library.notes.count == 5 && library.notes.allSatisfy { $0.text?.isEmpty == false })
    #expect(library.notes.reduce(0) { $0 + $1.templates.count } == 18)
    #expect(Set(library.notes.compactMap(\.cover)).count == 5 && library.assets.count == 6)
    #expect(
      library.assets.contains { $0.name == "assets/e12c7f6559e411073e071c507071e3a325412cc2.jpeg" })
    #expect(
      Set(library.notes.compactMap { $0.book?.title }) == [
        "Library Notes User Manual", "Poetry", "Anne of Green Gables", "Othello", "Hamlet",
      ])
    let othello = library.notes.compactMap(\.book).first { $0.title == "Othello" }
    #expect(othello?.published == 1603 && othello?.editionPublished == 2021)
    #expect(othello?.tags == ["Drama"] && othello?.status == .want)
    let manual = library.notes.compactMap(\.book).first { $0.title.hasSuffix("Manual") }
    #expect(manual?.status == .reading)
    #expect(manual?.readings == [Book.Reading(started: "2021-09-20", finished: nil)])
    for note in library.notes {
      for template in note.templates { #expect(note.text?.contains(template.text) == true) }
    }
    #expect(library.reviews.isEmpty)
    #expect(
      library.remarks == [
        Remark(.notCarried, "deleted notes of which no text is left", value: "2")
      ])
  }
}
