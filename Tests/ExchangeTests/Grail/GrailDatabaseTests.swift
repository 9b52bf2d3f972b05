import Exchange
import Notes
import TestSupport
import Testing

@Suite struct GrailDatabaseTests {
  private static let schema = """
    PRAGMA page_size = 512;
    CREATE TABLE note (id TEXT PRIMARY KEY, title TEXT, creationTimestamp DATETIME, modifiedTimestamp DATETIME,
      modifiedDevice TEXT, deleted BOOLEAN, updateSequenceNumber INTEGER, folder TEXT, summary TEXT);
    CREATE TABLE content (noteId TEXT, key TEXT, role TEXT, mimeType TEXT, text TEXT, PRIMARY KEY (noteId, key));
    CREATE TABLE prompt (noteId TEXT, promptKey TEXT, promptIndex INTEGER, reviewCount INTEGER, lastReview DATETIME,
      due DATETIME, idealInterval DOUBLE);
    CREATE TABLE promptHistory (id INTEGER PRIMARY KEY, timestamp DATETIME, correct INTEGER, incorrect INTEGER,
      noteId TEXT, promptKey TEXT, promptIndex INTEGER);
    CREATE TABLE binaryContent (noteId TEXT, key TEXT, role TEXT, mimeType TEXT, blob BLOB);
    CREATE TABLE asset (id TEXT PRIMARY KEY, data BLOB);
    CREATE TABLE noteLink (noteId TEXT, targetTitle TEXT);
    CREATE TABLE device (uuid TEXT, name TEXT, updateSequenceNumber INTEGER);
    """
  private static let one = "8E3F0000-0000-0000-0000-000000000001"
  private static let two = "8E3F0000-0000-0000-0000-000000000002"

  private func file(_ statements: String, schema: String = schema) throws -> [UInt8] {
    let database = try SQLiteDatabase()
    try database.execute(schema)
    try database.execute(statements)
    return try database.serialized()
  }

  /// A note with all there is; one in the trash; one whose text is gone.
  private static let rows = """
    INSERT INTO note VALUES
      ('\(one.lowercased())', 'Birds', '2021-01-02 03:04:05', '2021-01-03 00:00:00.250', 'd', 0, 1, 'later', 'On birds'),
      ('\(two)', 'Trash', '2021-01-01 00:00:00', '2021-01-04 00:00:00', 'd', 0, 1, 'recentlyDeleted', NULL),
      ('8e3f0000000000000000000000000003', 'Gone', '2021-01-01 00:00:00', '2021-01-04 00:00:00', 'd', 1, 1, NULL, NULL);
    INSERT INTO content VALUES
      ('\(one)', 'primary', 'primary', 'text/markdown', '# Birds' || char(10) || '![](./a.jpeg) ![](assets/b.png) #owls'),
      ('\(one)', 'k1', 'prompt=quote', 'text/markdown', '> To be'),
      ('\(one)', 'k2', 'prompt=qanda', 'text/markdown', '"Q: Who?\\nA: An owl"'),
      ('\(one)', 'k3', 'prompt=vocabulary', 'text/markdown', 'el búho'),
      ('\(one)', 'reference', 'reference', 'text/vnd.grail.url', 'https://example.com/owls '),
      ('\(one)', 'odd', 'odd', 'text/plain', 'odd'),
      ('\(two)', 'primary', 'primary', 'text/markdown', 'In the trash'),
      ('8E3F0000-0000-0000-0000-000000000004', 'primary', 'primary', 'text/markdown', 'Its note is lost');
    INSERT INTO prompt VALUES
      ('\(one)', 'k1', 0, 2, '2021-01-05 00:00:00', '2021-02-01 00:00:00', 86400),
      ('\(one)', 'k2', 0, 1, '2021-01-06 00:00:00', NULL, NULL), ('\(one)', 'k2', 1, 0, NULL, NULL, NULL);
    INSERT INTO promptHistory VALUES
      (1, '2021-01-05 00:00:00', 1, 2, '\(one)', 'k1', 0), (2, '2021-01-04 00:00:00', 1, 0, '\(one)', 'k1', 0),
      (3, '2021-01-04 00:00:00', 1, 0, '\(one)', 'gone', 0), (4, '2021-01-04 00:00:00', 1, 0, '\(one)', 'k1', 1e300),
      (5, 'never', 1, 0, '\(one)', 'k1', 0);
    INSERT INTO binaryContent VALUES
      ('\(one)', './a.jpeg', 'embeddedImage', 'image/jpeg', x'FFD8FF01'),
      ('\(one)', 'coverImage', 'embeddedImage', 'image/png', x'89504E47'),
      ('\(one)', '../../.zib/config', 'embeddedImage', 'text/plain', x'00');
    INSERT INTO asset VALUES ('b.png', x'89504E4702'), ('c.gif', x'474946383901');
    INSERT INTO noteLink VALUES ('\(one)', '#owls'), ('\(one)', '#books/2021');
    CREATE TABLE extra (a);
    INSERT INTO extra VALUES (1);
    """

  @Test func `a note comes with its text, prompts, reviews, address, cover and images`() throws {
    let library = try GrailDatabase.read(file(Self.rows))
    #expect(library.notes.count == 3)
    let note = try #require(library.notes.first { $0.id == Self.one })
    #expect(note.text == "# Birds\n![](./a.jpeg) ![](assets/b.png) #owls")
    // 2021-01-03 00:00:00.250, 2021-01-02 03:04:05.
    #expect(note.versions.map(\.time) == [1_609_632_000_250] && note.created == 1_609_556_645_000)
    #expect(note.folder == "later" && note.address == "https://example.com/owls")
    #expect(
      note.templates == [
        .init(key: "\(Self.one)/k1", kind: .quote, text: "> To be"),
        .init(key: "\(Self.one)/k2", kind: .question, text: "Q: Who?\nA: An owl"),
      ])
    #expect(
      library.reviews == [
        .init(
          time: 1_609_718_400_000, template: "\(Self.one)/k1", index: 0, correct: 1, incorrect: 0),
        .init(
          time: 1_609_804_800_000, template: "\(Self.one)/k1", index: 0, correct: 1, incorrect: 2),
        .init(
          time: 1_609_891_200_000, template: "\(Self.one)/k2", index: 0, correct: 1, incorrect: 0),
      ])
    #expect(note.cover?.hasSuffix(".png") == true)
    let unsafe = library.assets.map(\.name).filter { $0.hasSuffix(".bin") }
    #expect(
      Set(library.assets.map(\.name)).subtracting([note.cover ?? ""]).subtracting(unsafe)
        == ["a.jpeg", "assets/b.png", "assets/c.gif"])
    #expect(unsafe.count == 1 && library.assets.count == 5)
  }

  @Test func `a note in the trash has its text, and then none`() throws {
    let library = try GrailDatabase.read(file(Self.rows))
    let note = try #require(library.notes.first { $0.id == Self.two })
    #expect(note.versions.map(\.text) == ["In the trash", nil])
    #expect(note.versions.map(\.time) == [1_609_718_400_000, 1_609_718_400_001])
    #expect(note.folder == nil)
  }

  @Test func `what does not come over is told`() throws {
    let library = try GrailDatabase.read(file(Self.rows))
    let told = library.remarks.map { "\($0.kind.rawValue): \($0.subject) \($0.item) \($0.value)" }
    #expect(
      Set(told) == [
        "notCarried: prompts of the kind “prompt=vocabulary” Birds el búho",
        "notCarried: content with the role “odd” Birds odd",
        "notCarried: the table extra  1",
        "notCarried: deleted notes of which no text is left  1",
        "notCarried: a hashtag that is not in the text Birds #books/2021",
        "notCarried: summary Birds On birds",
        "changed: the name of a file Birds ../../.zib/config",
        "changed: the schedule of a prompt without a log Q: Who? A: An owl ",
        "notCarried: due dates and factors of prompts (their reviews give new ones)  2",
        "notCarried: reviews of prompts that are in no note  1",
        "notUnderstood: a review  \(Self.one)/k1",
      ])
    #expect(told.count == 12)
  }

  @Test func `a book is read, its hashtags with it`() throws {
    let book = """
      {"title":"Walden","authors":["Henry David Thoreau"],"yearPublished":2004,"originalYearPublished":1854,
      "isbn":"0691096120","numberOfPages":352,"rating":4,"publisher":"Princeton",
      "dateRead":[600000000],"dateAdded":"2021-01-02T10:00:00Z","review":"*Good*.","size":"large"}
      """
    let library = try GrailDatabase.read(
      file(
        """
        INSERT INTO note VALUES ('\(Self.one)', 'x', NULL, '2021-01-03 00:00:00', 'd', 0, 1, NULL, NULL);
        INSERT INTO content VALUES ('\(Self.one)', 'reference', 'reference', 'application/json;type=Book', '\(book)');
        INSERT INTO noteLink VALUES ('\(Self.one)', '#to lend');
        """))
    let note = try #require(library.notes.first)
    let read = try #require(note.book)
    #expect(note.text == "" && read.title == "Walden" && read.source == "grail" && read.id.isEmpty)
    #expect(read.authors == ["Henry David Thoreau"] && read.isbn == "9780691096124")
    #expect(read.published == 1854 && read.editionPublished == 2004 && read.pages == 352)
    #expect(read.halfStars == 8 && read.publisher == "Princeton" && read.review == "*Good*.")
    // 600,000,000 seconds after 2001-01-01.
    #expect(read.readings == [Book.Reading(started: nil, finished: "2020-01-06")])
    #expect(read.status == .read && read.added?.description == "2021-01-02")
    #expect(read.tags == ["to-lend"])
    #expect(library.remarks == [Remark(.notCarried, "size", of: "Walden", value: "large")])
  }

  @Test(arguments: [
    [], Array("no database".utf8), Array("SQLite format 3\0".utf8),
    Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 4096),
  ])
  func `what is no library is an error`(bytes: [UInt8]) {
    #expect(!GrailDatabase.isOne(bytes) && !LibraryNotesDatabase.isOne(bytes))
    #expect(GrailFormat(file: bytes) == nil)
    #expect(throws: ExchangeError.self) { try GrailLibrary.read(file: bytes) }
    #expect(throws: ExchangeError.self) { try GrailDatabase.read(bytes) }
    #expect(throws: ExchangeError.self) { try LibraryNotesDatabase.read(bytes) }
  }

  @Test func `a database of another program is an error`() throws {
    let bytes = try file("INSERT INTO a VALUES (1)", schema: "CREATE TABLE a (b);")
    #expect(GrailFormat(file: bytes) == nil)
    #expect(throws: ExchangeError.self) { try GrailLibrary.read(file: bytes) }
  }

  @Test func `nothing in a schema is run`() throws {
    let bytes = try file(
      "",
      schema: """
        CREATE TABLE note (id TEXT, title TEXT GENERATED ALWAYS AS (printf('%2000000000d', 1)));
        CREATE TABLE x (a);
        CREATE VIEW content AS WITH RECURSIVE c(text) AS (SELECT 1 UNION ALL SELECT text + 1 FROM c)
          SELECT text, 'a' AS noteId FROM c;
        CREATE TABLE noteText (text, noteId);
        INSERT INTO note (id) VALUES ('1');
        INSERT INTO noteText VALUES ('text', '1');
        """)
    let library = try GrailDatabase.read(bytes)
    #expect(library.notes.map(\.text) == ["text"])
  }

  @Test func `a file that was last written with a write-ahead log is read`() throws {
    var bytes = try file(Self.rows)
    bytes[18] = 2
    bytes[19] = 2
    #expect(GrailFormat(file: bytes) == .database)
    #expect(try GrailLibrary.read(file: bytes).notes.count == 3)
  }

  @Test func `a damaged library never stops the program`() throws {
    let whole = try file(Self.rows)
    var damaged = Mutations(of: whole, seed: 23, pieces: ["\u{0}\u{0}\u{0}\u{2}", "\u{FFFF}"])
    for _ in 0..<Mutations.rounds { _ = try? GrailDatabase.read(damaged.next()) }
    // Changes that leave the length as it is hurt deeper.
    var state: UInt64 = 24
    for _ in 0..<Mutations.rounds {
      var bytes = whole
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[100 + Int(state >> 33) % (bytes.count - 100)] = UInt8(truncatingIfNeeded: state >> 20)
      }
      _ = try? GrailDatabase.read(bytes)
    }
    for count in stride(from: 0, to: whole.count, by: 97) {
      _ = try? GrailDatabase.read(Array(whole[..<count]))
    }
  }

  // MARK: The schema steps

  /// The steps that the schema went through, in their order.
  private static let steps = [
    "initialSchema", "20201213-deviceUUIDKey", "20201214-noFlakeNote",
    "20201214-noFlakeChallengeTemplate", "20201219-content", "20201220-contentKey",
    "20201221-prompt", "20201223-promptTable", "20201223-links", "20201227-binaryContent",
    "20210103-creationTimestamp", "20210122-folder",
  ].map { SharedFile("fixtures/grail-sql/grail-\($0).sql") }

  @Test(.enabled(if: steps.allSatisfy(\.isThere), "the shared schema steps are not there"))
  func `a library is the same after each step of its schema`() throws {
    let database = try SQLiteDatabase()
    for (place, step) in Self.steps.enumerated() {
      try database.execute(String(decoding: step.bytes, as: UTF8.self))
      if place == 0 {
        try database.execute(
          """
          INSERT INTO device VALUES (1, 'D', 'iPad', 3);
          INSERT INTO note VALUES (11, 'Birds', '2020-05-01 10:00:00.500', 1, 1, 0, 1),
            (12, 'Gone', '2020-05-02 10:00:00', 1, 1, 1, 1);
          INSERT INTO noteText VALUES (1, 'Birds #owls ![](assets/a.png)', 11);
          INSERT INTO noteHashtag VALUES (11, '#owls');
          INSERT INTO challengeTemplate VALUES (7, 'quote', '> To be', 11), (8, 'qanda', 'Q: a' || char(10) || 'A: b', 11);
          INSERT INTO challenge VALUES
            (1, 0, 2, 2, 0, '2020-05-03 00:00:00', '2020-06-01 00:00:00', 2.5, 0, 86400, 7, 1, '2020-05-03 00:00:00', 1),
            (2, 0, 1, 1, 0, '2020-05-04 00:00:00', '2020-06-01 00:00:00', 2.5, 0, 86400, 8, 1, '2020-05-03 00:00:00', 1),
            (3, 1, 0, 0, 0, NULL, NULL, 2.5, 0, NULL, 8, 1, '2020-05-03 00:00:00', 1);
          INSERT INTO studyLogEntry VALUES (1, '2020-05-03 00:00:00', 1, 3, 1);
          INSERT INTO asset VALUES ('a.png', x'89504E47');
          """)
      }
      let bytes = try database.serialized()
      #expect(GrailFormat(file: bytes) == .database, "\(step.path)")
      let library = try GrailLibrary.read(file: bytes)
      #expect(library.notes.count == 1, "\(step.path)")
      let note = try #require(library.notes.first)
      #expect(place < 2 ? note.id == "11" : note.id.utf8.count == 36, "\(note.id)")
      #expect(note.text == "Birds #owls ![](assets/a.png)")
      #expect(note.versions.map(\.time) == [1_588_327_200_500])
      #expect(note.created == (place < 10 ? nil : 1_588_327_200_500))
      #expect(Set(note.templates.map(\.text)) == ["> To be", "Q: a\nA: b"])
      let quote = note.templates.first { $0.kind == .quote }
      #expect(library.reviews.map(\.time) == [1_588_464_000_000, 1_588_550_400_000])
      #expect(library.reviews.first?.template == quote?.key)
      #expect(library.reviews.first?.incorrect == 3)
      #expect(library.assets.map(\.name) == ["assets/a.png"])
      #expect(
        library.remarks.map(\.subject).sorted() == [
          "deleted notes of which no text is left",
          "due dates and factors of prompts (their reviews give new ones)",
          "the schedule of a prompt without a log",
        ], "\(step.path)")
    }
  }
}
