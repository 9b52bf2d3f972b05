import Exchange
import Testing

@Suite struct DayOneTests {
  private static let photo = "128a993d5d3ce77ceb8b096c57871bf8"

  private static func journal(_ entries: String...) -> [UInt8] {
    Array(
      "{\"metadata\": {\"version\": \"1.0\"}, \"entries\": [\(entries.joined(separator: ","))]}"
        .utf8)
  }

  private static func entry(_ fields: String) -> String {
    "{\"uuid\": \"A1\", \"creationDate\": \"2026-11-20T07:15:30Z\", \"timeZone\": \"Europe\\/Berlin\", \(fields)}"
  }

  private static func read(_ fields: String) throws -> ImportedEntries {
    try DayOneExport.read(journal(entry(fields)))
  }

  private static func file(_ name: String) -> ImportedFile {
    ImportedFile(name: name, size: 3) { Array("abc".utf8) }
  }

  /// Text as JSON has it.
  private static func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
        "\n", with: "\\n") + "\""
  }

  @Test func `an entry has its moment, zone, title, text, tags, place and weather`() throws {
    let read = try Self.read(
      """
      "text": "# A heron \\\\.\\\\.\\n\\nOn the shed\\\\.", "tags": ["By the sea", "#"], "starred": true, "isPinned": true,
      "modifiedDate": "2026-11-20T08:00:00Z", "isAllDay": false, "duration": 0, "editingTime": 63.5,
      "creationDevice": "Phone", "creationOSName": "iOS", "userActivity": {"stepCount": 9}, "music": {"a": 1},
      "location": {"placeName": "Pier_3_", "localityName": "Kiel", "administrativeArea": "Kiel",
                   "country": "Germany", "latitude": 54.3232927, "longitude": 10.1},
      "weather": {"conditionsDescription": "Clear", "temperatureCelsius": 12.4, "windBearing": 90}
      """)
    let entry = try #require(read.entries.first)
    #expect(entry.time == .instant(milliseconds: 1_795_158_930_000, zone: "Europe/Berlin"))
    #expect(entry.id == "A1" && entry.title == "A heron .." && entry.mood == nil)
    #expect(entry.text { $0.name } == "\nOn the shed.")
    #expect(entry.tags == ["By-the-sea", "starred", "pinned"])
    #expect(
      entry.details == [
        "Place: Pier_3\\_, Kiel, Germany (54.32329, 10.1)", "Weather: Clear, 12 °C",
      ])
    #expect(
      read.remarks.map(\.subject) == [
        "tags that cannot be hashtags", "the time of the last change", "the time spent writing",
        "the device",
        "steps and activity", "music", "wind, pressure, sun and moon of the weather",
      ])
  }

  @Test(arguments: [
    ("a\\.b\\! \\(c\\) \\'d\\' \\, e\\-f 1\\. x", "a.b! (c) 'd' , e-f 1. x"),
    ("1\\. one", "1\\. one"), ("12\\) one", "12\\) one"), ("\\- one", "\\- one"),
    ("\\+ one", "\\+ one"),
    ("1\\.5 m", "1.5 m"), ("\\> no quote", "\\> no quote"), ("a \\> b", "a > b"),
    ("\\# none", "\\# none"), ("\\*x\\* \\[y\\]", "\\*x\\* \\[y\\]"),
    ("snake\\_case \\_x\\_", "snake_case \\_x\\_"),
    ("\\!\\[a\\]", "\\!\\[a\\]"), ("\\?\\[h\\]\\(a\\)", "\\?\\[h\\](a)"),
    ("Q\\: what", "Q\\: what"),
    ("now\\: this", "now: this"), ("a \\< b \\<i\\>", "a < b \\<i>"),
    ("AT\\&T \\& co", "AT\\&T & co"),
    ("back\\\\slash", "back\\\\slash"), ("`a\\.b` c\\.", "`a\\.b` c."), ("` a\\.", "` a."),
    ("https\\://example\\.org/a\\_b\\-c\\.html\\. x", "https://example.org/a_b-c.html. x"),
    ("[a](b\\)c) d\\.", "[a](b\\)c) d."), ("```\na\\.b\n```\nc\\.", "```\na\\.b\n```\nc."),
    ("one\u{2028}two\u{200B}\u{FFFC}", "one\ntwo"), ("plain", "plain"), ("end\\", "end\\"),
    ("é\\é", "é\\é"),
  ])
  func `needless backslashes go, and those that Markdown needs stay`(there: String, here: String)
    throws
  {
    let read = try Self.read("\"text\": \(Self.quoted(there))")
    #expect(read.entries.first?.text { $0.name } == here)
  }

  @Test(arguments: [
    ("# Title", "Title", ""), ("\n\n### Title\n\ntext", "Title", "\ntext"),
    ("#tag text", "", "#tag text"),
    ("text\n# Later", "", "text\n# Later"), ("# ", "", "#"), ("", "", ""),
    ("# ![](dayone-moment://X)\ntext", "", "# ![](dayone-moment://X)\ntext"),
  ])
  func `a heading in the first line is the title`(text: String, title: String, rest: String) throws
  {
    let entry = try Self.read("\"text\": \(Self.quoted(text))").entries.first
    #expect(entry?.title == title)
    #expect(entry?.text { $0.name } == rest)
  }

  @Test func `files stand where the text shows them, and the others behind it`() throws {
    let fields = """
      "text": "One\\n![](dayone-moment:\\/\\/AA)\\n![](dayone-moment:\\/video\\/BB) and ![](dayone-moment://none) \
      of dayone-moment: things",
      "photos": [{"identifier": "AA", "md5": "\(Self.photo)", "type": "jpeg", "filename": "IMG.HEIC"},
                 {"identifier": "CC", "md5": "../../etc/passwd", "type": "png"},
                 {"identifier": "DD", "md5": "0123456789abcdef", "type": "png"}],
      "videos": [{"identifier": "bb", "md5": "0123456789ABCDEF0", "type": "mov"}],
      "audios": [{"identifier": "EE", "md5": "abcdef0123456789", "title": "A [song]"}],
      "pdfAttachments": [{"identifier": "FF", "type": "pdf"}]
      """
    let read = try DayOneExport.read(
      Self.journal(Self.entry(fields)),
      files: [Self.file(Self.photo.uppercased() + ".JPG"), Self.file("0123456789abcdef0.mp4")])
    let entry = try #require(read.entries.first)
    #expect(
      entry.text { "x/" + $0.name } == """
        One
        ![](x/\(Self.photo).jpg)
        [0123456789abcdef0.mp4](x/0123456789abcdef0.mp4) and ![](dayone-moment://none) of dayone-moment: things

        ![](x/0123456789abcdef.png)

        [A \\[song]](x/abcdef0123456789.m4a)
        """)
    #expect(read.files.map(\.name) == [Self.photo + ".jpg", "0123456789abcdef0.mp4"])
    #expect(
      read.remarks.map { [$0.subject, $0.value] } == [
        ["photos without a name", ""],
        ["photos that are not in the export", "0123456789abcdef.png"],
        ["audios that are not in the export", "abcdef0123456789.m4a"],
        ["pdfAttachments without a name", ""], ["files that the export does not have", "NONE"],
      ])
  }

  @Test func `text that there is only as rich text is read from it`() throws {
    let rich = """
      {"contents": [{"attributes": {"line": {"header": 1}}, "text": "Title\\n"}, {"text": "words\\n"},
                    {"embeddedObjects": [{"type": "photo", "identifier": "AA"}]}]}
      """
    let read = try Self.read(
      "\"richText\": \(Self.quoted(rich)), \"photos\": [{\"identifier\": \"AA\", \"md5\": \"\(Self.photo)\"}]"
    )
    #expect(read.entries.first?.title == "Title")
    #expect(read.entries.first?.text { $0.name } == "words\n\n\n![](\(Self.photo).jpeg)")
    #expect(read.remarks.contains { $0.kind == .changed })
  }

  @Test func `an entry without a time keeps no other back`() throws {
    let read = try DayOneExport.read(
      Self.journal("{\"text\": \"lost\"}", "7", Self.entry("\"text\": \"kept\"")),
      journal: "Travel 2026")
    #expect(read.entries.map(\.tags) == [["Travel-2026"]])
    #expect(
      read.remarks.map(\.kind) == [.unreadable, .unreadable] && read.remarks[0].value == "lost")
    #expect(throws: ExchangeError.self) { try DayOneExport.read(Array("{}".utf8)) }
    #expect(throws: ExchangeError.self) { try DayOneExport.read([]) }
  }

  // MARK: Archives

  private static func withArchive<Result>(
    _ bytes: [UInt8], in scratch: Scratch? = nil, _ work: (ZipArchive) throws -> Result
  ) throws -> Result {
    let scratch = try scratch ?? Scratch()
    scratch.write(bytes, to: "export.zip")
    return try withExtendedLifetime(scratch) {
      try work(try ZipArchive(reading: scratch.file("export.zip")))
    }
  }

  @Test func `an archive has its journals, each with its name, and its files`() throws {
    var zip = ZipBuilder()
    let fields =
      "\"text\": \"x\", \"photos\": [{\"identifier\": \"AA\", \"md5\": \"\(Self.photo)\"}]"
    zip.add("Journal.json", Self.journal(Self.entry(fields)))
    zip.add("Export/Travel.json", Self.journal(Self.entry("\"text\": \"y\"")))
    zip.add("other.json", Array("{}".utf8))
    zip.add("__MACOSX/Journal.json", [0])
    zip.add("photos/", [])
    zip.add("photos/\(Self.photo).png", [1, 2, 3])
    zip.add("../../\(Self.photo).png", [9])
    zip.add("secret.json", [1], flags: 1)
    let read = try Self.withArchive(zip.bytes) { archive in
      let read = try #require(try DayOneExport.read(archive))
      #expect(try read.files.map { try $0.contents() } == [[1, 2, 3]])
      return read
    }
    #expect(read.entries.map(\.tags) == [["Journal"], ["Travel"]])
    #expect(read.files.map(\.name) == [Self.photo + ".png"])
    #expect(read.remarks.map(\.subject) == ["files that a password protects"])
  }

  @Test func `a folder of photos that cannot be read stops the import`() throws {
    struct Locked: Error {}
    struct Unpacked: ImportFiles {
      let journal: [UInt8]
      func isFolder(_ path: String) -> Bool { path == "export" || path == "export/photos" }
      func isFile(_ path: String) -> Bool { path == "export/Journal.json" }
      func names(in folder: String) throws -> [String] {
        guard folder == "export" else { throw Locked() }
        return ["Journal.json", "photos"]
      }
      func size(of path: String) -> Int { journal.count }
      func contents(of path: String) throws -> [UInt8] { journal }
      func head(of path: String, count: Int) -> [UInt8]? { Array(journal.prefix(count)) }
      func words(for error: any Error) -> String { "\(error)" }
    }
    let files = Unpacked(journal: Self.journal(Self.entry("\"text\": \"A heron\"")))
    for path in ["export", "export/Journal.json"] {
      #expect(throws: Locked.self) {
        try ImportFormat.read(ImportSource(path, in: files), as: .named("dayone"))
      }
    }
  }

  @Test func `what was packed by another program is unpacked`() throws {
    // Python's zipfile, deflated: `a.txt` with 100,000 times `a`.
    let packed = DeflatedSample.bytes
    try Self.withArchive(packed) { archive in
      let entry = try #require(archive.entries.first)
      #expect(entry.name == "a.txt" && entry.size == 100_000)
      #expect(try archive.contents(of: entry, limit: 100_000).count == 100_000)
      #expect(throws: ExchangeError.self) { try archive.contents(of: entry, limit: 99_999) }
    }
    // It says that it has ten bytes: what comes out is counted all the same.
    var lying = packed
    let place = try #require(packed.firstRange(of: [0x50, 0x4B, 0x01, 0x02])?.lowerBound)
    lying.replaceSubrange((place + 24)..<(place + 28), with: [10, 0, 0, 0])
    try Self.withArchive(lying) { archive in
      let entry = try #require(archive.entries.first)
      #expect(throws: ExchangeError.self) { try archive.contents(of: entry, limit: 50_000) }
    }
  }

  @Test func `a damaged archive is an error and never a crash`() throws {
    var zip = ZipBuilder()
    zip.add("Journal.json", Self.journal(Self.entry("\"text\": \"x\"")), checksum: 1)
    #expect(throws: ExchangeError.self) {
      try Self.withArchive(zip.bytes) { try DayOneExport.read($0) }
    }
    #expect(throws: ExchangeError.self) { try Self.withArchive([]) { _ in } }
    #expect(throws: ExchangeError.self) { try Self.withArchive(Array("PK".utf8)) { _ in } }
    #expect(throws: ExchangeError.self) { try ZipArchive(reading: Array("/nonexistent".utf8)) }
    let scratch = try Scratch()
    for sample in [DeflatedSample.bytes, zip.bytes] {
      var mutations = Mutations(
        of: sample, seed: 31,
        pieces: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "\u{0}\u{0}\u{0}"])
      for _ in 0..<Mutations.rounds {
        let bytes = mutations.next()
        _ = try? Self.withArchive(bytes, in: scratch) { archive in
          for entry in archive.entries { _ = try? archive.contents(of: entry, limit: 1 << 20) }
        }
      }
    }
  }

  @Test func `a damaged journal gives what is whole, and the same each time`() throws {
    let sample = Self.journal(
      Self.entry(
        "\"text\": \"# T\\n![](dayone-moment://AA) `x` \\\\. \\\\[\", \"photos\": [{\"identifier\": \"AA\", \"md5\": \"\(Self.photo)\"}]"
      ))
    var mutations = Mutations(
      of: sample, seed: 32,
      pieces: ["dayone-moment:", "![](", "\\\\", "`", "https://", "\"", "1e300", "null", "{", "#"])
    for _ in 0..<Mutations.rounds {
      let bytes = mutations.next()
      let read = try? DayOneExport.read(bytes)
      let again = try? DayOneExport.read(bytes)
      #expect(read?.entries == again?.entries && read?.remarks == again?.remarks)
    }
  }

  @Test func `long texts are read in linear time`() throws {
    for text in [
      String(repeating: "\\.", count: 200_000), String(repeating: "` ", count: 200_000),
      String(repeating: "dayone-moment:", count: 50_000),
      String(repeating: "https://", count: 50_000),
      String(repeating: "> ", count: 100_000), String(repeating: "\\>", count: 100_000),
    ] {
      #expect(try Self.read("\"text\": \(Self.quoted(text))").entries.count == 1)
    }
  }
}
