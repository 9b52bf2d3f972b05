import Exchange
import History
import Notes
import TestSupport
import Testing

@Suite struct GrailNotebundleTests {
  private static let first = "8E3F0000-0000-0000-0000-000000000001"
  private static let second = "8E3F0000-0000-0000-0000-000000000002"
  private static let quote = "> To be, or not to be 🦉 (III.i)\n"
  private static let question = "\"Q: Which \\u201Cbird\\u201D?\\nA:\n  An owl\\n\"\n"
  private static let oldText = "# Birds 🦉\n\n> To be, or not to be 🦉 (III.i)\n"
  private static let newText =
    "# Birds 🦉🐦\n\n> To be, or not to be 🦉 (III.i)\n\n![](assets/a.jpeg)\n"

  private static func properties(
    _ digest: String?, _ time: String, title: String, tags: String = "[]", cards: [String] = []
  ) -> String {
    var lines = digest.map { ["sha1Digest: \($0)"] } ?? []
    lines += ["timestamp: \(time)", "hashtags: \(tags)", "title: '\(title)'"]
    lines += cards.isEmpty ? ["cardTemplates: []"] : ["cardTemplates:"] + cards.map { "- \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One note with two texts, the older a patch of the newer; one that goes; one without a text.
  private static func sample() -> (files: [String: [UInt8]], quote: String, question: String) {
    var builder = SnippetArchiveBuilder()
    let quote = builder.add(Self.quote)
    let question = builder.add(Self.question)
    let new = builder.add(newText)
    // `# Birds 🦉` is 10 units of UTF-16, of which the owl is two.
    let old = builder.add(
      oldText,
      as: "@@ -4,15 +4,13 @@\n irds %F0%9F%A6%89\n-%F0%9F%90%A6\n %0A%0A%3E To\n"
        + "@@ -42,24 +42,4 @@\n .i)%0A\n-%0A!%5B%5D(assets/a.jpeg)%0A\n",
      of: new)
    let gone = builder.add("Gone.\n")
    let one = builder.add(
      properties(old, "2019-01-02T03:04:05.25Z", title: "Birds", cards: ["\(quote):quote"]))
    let two = builder.add(
      properties(
        new, "2019-01-03T03:04:05Z", title: "Birds", tags: "['#owls']",
        cards: ["\(quote):quote", "\(question):qanda", "\(question):vocabulary"]))
    let other = builder.add(properties(gone, "2019-01-02T05:00:00Z", title: "Other"))
    let empty = builder.add(properties(nil, "2019-01-02T05:00:00Z", title: "Empty"))
    let third = "8E3F0000-0000-0000-0000-000000000003"
    builder.addVersion("2019-02-01T00:00:00Z", [(first.lowercased(), one)])
    builder.addVersion("2019-02-01T00:00:00Z", [(first, one), (second, other), (third, empty)])
    builder.addVersion("2019-02-02T00:00:00Z", [(first, two), (second, other), (third, empty)])
    builder.addVersion("2019-02-03T00:00:00Z", [(first, two)])
    let log = """
      2019-03-01T00:00:01Z \(question) 0 correct 1 incorrect 2
      2019-03-01T00:00:00Z \(quote) 0 correct 1 incorrect 0
      2019-03-01T00:00:00Z \(String(repeating: "0", count: 40)) 0 correct 1 incorrect 0
      nonsense

      """
    return (
      [
        "text.snippets": builder.archive(), "study.log": Array(log.utf8),
        "assets/a.jpeg": [0xFF, 0xD8, 0xFF, 1], ".DS_Store": [0], "other.txt": [1],
      ], quote, question
    )
  }

  @Test func `a notebook is known by its archive of texts`() {
    #expect(GrailNotebundle.isOne(["study.log.gz", "text.snippets.gz"]))
    #expect(!GrailNotebundle.isOne(["study.log.gz", "notes.md"]))
  }

  @Test func `the versions of a note are its texts from the oldest on, with their dates`() throws {
    let sample = Self.sample()
    let library = try GrailNotebundle.read(sample.files)
    #expect(library.notes.map(\.id) == [Self.first, Self.second])
    let note = try #require(library.notes.first)
    // 2019-02-01, 2019-02-02; the note itself is older: 2019-01-02 03:04:05.250.
    #expect(note.versions.map(\.time) == [1_548_979_200_000, 1_549_065_600_000])
    #expect(note.versions.map(\.text) == [Self.oldText, Self.newText])
    #expect(note.created == 1_546_398_245_250)
    let gone = library.notes[1]
    #expect(gone.versions.map(\.text) == ["Gone.\n", nil])
    #expect(gone.versions.last?.time == 1_549_152_000_000)
    #expect(gone.text == nil)
  }

  @Test func `prompts have the text as it was typed, whether YAML kept it or not`() throws {
    let sample = Self.sample()
    let library = try GrailNotebundle.read(sample.files)
    #expect(
      library.notes[0].templates == [
        .init(key: sample.quote, kind: .quote, text: Self.quote),
        .init(key: sample.question, kind: .question, text: "Q: Which “bird”?\nA: An owl\n"),
      ])
    #expect(library.reviews.map(\.template) == [sample.quote, sample.question])
    #expect(library.reviews.last?.incorrect == 2)
  }

  @Test func `what does not come over is told`() throws {
    let library = try GrailNotebundle.read(Self.sample().files)
    #expect(library.assets.map(\.name) == ["assets/a.jpeg"])
    #expect(
      Set(library.remarks) == [
        Remark(.notCarried, "a note without a text", of: "Empty"),
        Remark(.notCarried, "a hashtag that is not in the text", of: "Birds", value: "#owls"),
        Remark(.notUnderstood, "the study log", line: 4, value: "nonsense"),
        Remark(.notCarried, "reviews of prompts that are in no note", value: "1"),
        Remark(.notCarried, "a file of another kind", value: "other.txt"),
      ])
  }

  @Test func `a text that is not what its digest says is told, and the others stay`() throws {
    var files = Self.sample().files
    let archive = String(decoding: files["text.snippets"] ?? [], as: UTF8.self)
    // The older version is a patch of this one, and goes with it.
    files["text.snippets"] = Array(
      archive.replacing("# Birds 🦉🐦", with: "# Birds 🦉🦉").utf8)
    let library = try GrailNotebundle.read(files)
    #expect(library.notes.map(\.id) == [Self.second])
    #expect(
      library.remarks.count { $0.kind == .unreadable && $0.subject == "a version of a note" } == 2)
    let cut = archive.replacing("+++ References", with: "+++ Refs")
    files["text.snippets"] = Array(cut.utf8)
    #expect(try GrailNotebundle.read(files).notes.isEmpty)
  }

  @Test(arguments: [[:], ["text.snippets.gz": [0x1F, 0x8B, 8]], ["text.snippets": [1, 2]]])
  func `a folder without an archive is an error`(files: [String: [UInt8]]) {
    #expect(throws: ExchangeError.self) { try GrailNotebundle.read(files) }
  }

  /// `2019-03-01T00:00:00Z (the digest of the quote) 0 correct 1 incorrect 0` as gzip packs it.
  private static let packedLog: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 53, 198, 61, 10, 128, 48, 12, 6, 208, 221, 83, 228, 2, 133,
    47, 253, 175, 231, 112, 234, 214, 134, 4, 92, 20, 138, 247, 71, 16, 132, 55, 60, 15, 110,
    14, 193, 129, 15, 96, 255, 116, 74, 193, 39, 111, 179, 114, 168, 105, 20, 25, 57, 90, 206,
    144, 34, 208, 169, 211, 152, 155, 153, 70, 83, 2, 201, 189, 150, 202, 67, 76, 231, 245, 31,
    219, 11, 240, 106, 9, 249, 86, 0, 0, 0,
  ]

  @Test func `packed files are unpacked, one member after the other`() throws {
    var files = Self.sample().files
    files["study.log"] = nil
    files["study.log.gz"] = Self.packedLog
    let library = try GrailNotebundle.read(files)
    #expect(library.reviews.map(\.time) == [1_551_398_400_000])
    #expect(!library.remarks.contains { $0.subject == "the study log" })
    files["study.log.gz"] = Self.packedLog + Self.packedLog
    #expect(try GrailNotebundle.read(files).reviews.count == 2)
  }

  @Test func `a damaged log is told, and the notes stay`() throws {
    var files = Self.sample().files
    for count in 2..<Self.packedLog.count {
      files["study.log.gz"] = Array(Self.packedLog[..<count])
      let library = try GrailNotebundle.read(files)
      #expect(library.notes.count == 2 && library.reviews.isEmpty)
      #expect(library.remarks.contains { $0.kind == .unreadable && $0.subject == "the study log" })
    }
    var damaged = Mutations(of: Self.packedLog, seed: 22, pieces: [])
    for _ in 0..<Mutations.rounds {
      files["study.log.gz"] = damaged.next()
      #expect(try GrailNotebundle.read(files).notes.count == 2)
    }
  }

  @Test func `parents in a circle are no trap`() throws {
    let (one, two) = (String(repeating: "1", count: 40), String(repeating: "2", count: 40))
    let archive = """
      Text Snippet Archive version 1.0
      +++ References 1
      versions:\(one)
      +++ \(one) \(two) 0
      +++ \(two) \(one) 99999999999999
      """
    let library = try GrailNotebundle.read(["text.snippets": Array(archive.utf8)])
    #expect(library.notes.isEmpty && library.remarks.map(\.kind) == [.unreadable])
  }

  @Test func `a damaged notebook never stops the program`() throws {
    let sample = Self.sample()
    var texts = Mutations(
      of: sample.files["text.snippets"] ?? [], seed: 20,
      pieces: [
        "+++ ", "@@ -1,2 +3,4 @@\n", "%F0", "-", "\n", " 999999999999999999999", sample.quote,
      ])
    var log = Mutations(
      of: sample.files["study.log"] ?? [], seed: 21, pieces: [" correct 9", "\n"])
    for _ in 0..<Mutations.rounds {
      let files = ["text.snippets": texts.next(), "study.log": log.next()]
      _ = try? GrailNotebundle.read(files)
    }
  }

  // MARK: The real one

  private static let real = SharedFile("fixtures/notebundle/text.snippets.gz")

  @Test(.enabled(if: real.isThere, "the shared notebook is not there"))
  func `of a real notebook all notes, versions, reviews and images are read`() throws {
    var files: [String: [UInt8]] = [:]
    for name in [
      "text.snippets.gz", "study.log.gz", "assets/033be0d3509b14ae408357626e2aff047c6c2c88.jpeg",
      "assets/95fd083d0fed655a4b0d877de3a8a681c577a839.jpeg",
      "assets/adc04d4df024323cf3a1212f8ffbea30c2a476d8.jpeg",
    ] {
      files[name] = SharedFile("fixtures/notebundle/\(name)").bytes
    }
    let library = try GrailNotebundle.read(files)
    #expect(library.notes.count { $0.text != nil } == 40)
    // The eighth deleted note had no text in any version.
    #expect(library.notes.count == 47)
    #expect(library.notes.reduce(0) { $0 + $1.versions.count } == 320)
    #expect(library.reviews.count == 2271)
    #expect(library.assets.count == 3)
    let templates = library.notes.flatMap(\.templates)
    #expect(templates.count == 483 && Set(templates.map(\.key)).count == 483)
    let texts = library.notes.map { note in
      Set(note.versions.compactMap(\.text)).joined(separator: "\u{0}")
    }
    for (note, text) in zip(library.notes, texts) {
      for template in note.templates {
        #expect(text.contains(template.text.split(separator: "\n").joined(separator: "\n")))
      }
    }
    for asset in library.assets {
      #expect(asset.name == "assets/\(SHA1.hex(of: asset.bytes)).jpeg")
      #expect(texts.contains { $0.contains("![](\(asset.name))") })
    }
    #expect(
      library.remarks == [Remark(.notCarried, "a note without a text", of: "Test Vocabulary")])
  }
}
