import Notes
import Testing

@Suite struct FrontMatterTests {
  typealias Value = FrontMatterValue

  @Test(arguments: [
    "---\nmilk: two\n---\nrest", "+++\nmilk = 2\n+++\nrest", "{\"milk\": 2}\nrest", "---\nno end",
  ])
  func `a piece of a note has no front matter, whatever it begins with`(text: String) {
    let piece = Note(piece: Array(text.utf8), named: "N")
    #expect(piece.frontMatter == nil)
    #expect(piece.bodyStart == 0)
    #expect(piece.diagnostics.isEmpty)
    #expect(piece.wordCount == Note(piece: Array("x\n\n\(text)".utf8)).wordCount - 1)
    #expect(piece.title == "N")
  }

  @Test(arguments: [
    ("pinned: true", true), ("pinned: Yes", true), ("pinned: 1", true), ("pinned: [on]", true),
    ("pinned: false", false), ("pinned:", false), ("pinned: 2", false), ("pin: true", false),
  ])
  func `a note is pinned by a word for yes`(yaml: String, isPinned: Bool) {
    #expect(Note("---\n\(yaml)\n---\nbody").isPinned == isPinned)
  }

  private func value(_ yaml: String) -> Value? {
    Note("---\n\(yaml)\n---\nbody").frontMatter?["k"]?.value
  }

  @Test(
    arguments: [
      ("k: text", .string("text")),
      ("k: 'it''s'", .string("it's")),
      ("k: \"a\\tb\\u00e9\"", .string("a\tbé")),
      ("k: 1", .integer(1)), ("k: -0x1F", .string("-0x1F")), ("k: 0x1F", .integer(31)),
      ("k: 4.5", .number(4.5)), ("k: 1e3", .number(1000)), ("k: .5", .number(0.5)),
      ("k: 1.2.3", .string("1.2.3")), ("k: +1", .integer(1)), ("k: -", nil),
      ("k: true", .bool(true)), ("k: False", .bool(false)), ("k: yes", .string("yes")),
      ("k:", .null), ("k: ~", .null), ("k: null", .null), ("k: 'null'", .string("null")),
      ("k: '1'", .string("1")), ("k: 2026-11-21", .string("2026-11-21")),
      ("k: 08:15", .string("08:15")),
      ("k: [a, 1, [b]]", .list([.string("a"), .integer(1), .list([.string("b")])])),
      (
        "k:\n  - a\n  - b: c",
        .list([.string("a"), .mapping([.init(key: "b", value: .string("c"))])])
      ),
      ("k: {a: 1}", .mapping([.init(key: "a", value: .integer(1))])),
      ("k: |\n  two\n  lines", .string("two\nlines\n")),
      ("k: >\n  folded\n  lines", .string("folded lines\n")),
      ("k: plain\n  goes on", .string("plain goes on")),
      ("a: &x [1]\nk: *x", .list([.integer(1)])),
      ("K: upper", .string("upper")), ("other: x\nK: upper\nk: lower", .string("lower")),
      ("k: # comment", .null), ("k: a # comment", .string("a")), ("k: a#b", .string("a#b")),
      ("k: café", .string("café")),
    ] as [(String, Value?)])
  func `values of every shape are read`(yaml: String, value: Value?) {
    #expect(self.value(yaml) == value)
  }

  @Test func `keys and values have their place`() {
    let note = Note("---\nå: \"é\"\nlist:\n  - a\n  - b # c\n\nlast: [x, y]\n---\nbody")
    let entries = note.frontMatter?.entries ?? []
    #expect(entries.map { note.text($0.key.range) } == ["å", "list", "last"])
    #expect(entries.map { note.text($0.value.range) } == ["\"é\"", "- a\n  - b", "[x, y]"])
    #expect(entries[1].value.elements.map { note.text($0.range) } == ["a", "b"])
    #expect(note.lines.position(at: Int(entries[2].key.range.start)) == .init(line: 7, column: 1))
    #expect(note.text(ByteRange(note.bodyStart, note.source.count)) == "body")
  }

  @Test(arguments: [
    ("---\na: b\n---\nbody", "body"),
    ("---\r\na: b\r\n---\r\nbody", "body"),
    ("---\ra: b\r---\rbody", "body"),
    ("\u{FEFF}---\na: b\n---\nbody", "body"),
    ("---  \na: b\n...\nbody", "body"),
    ("---\n---\nbody", "body"),
    ("---\na: b\n---", ""),
    ("---json\n{\"a\": \"b\"}\n---\nbody", "body"),
    ("{\n\t\"a\": \"b\"\n}\nbody", "body"),
    ("---\n{\"a\": \"b\"}\n---\nbody", "body"),
  ])
  func `front matter ends where the body begins`(markdown: String, body: String) {
    let note = Note(markdown)
    #expect(note.frontMatter != nil)
    #expect(note.text(ByteRange(note.bodyStart, note.source.count)) == body)
    #expect(note.diagnostics.isEmpty)
    let value = note.frontMatter?["a"]?.string
    #expect(value == "b" || note.frontMatter?.entries.isEmpty == true)
  }

  @Test(arguments: [
    "text", " ---\na: b\n---", "----\na: b\n---", "---\nProse, not keys.\n\n---\nmore",
    "{ not json", "{\n}x", "", "---", "- - -\na: b\n---",
  ])
  func `other beginnings are body`(markdown: String) {
    let note = Note(markdown)
    #expect(note.frontMatter == nil)
    #expect(note.bodyStart == 0)
    #expect(note.diagnostics.isEmpty)
  }

  @Test func `broken front matter gives a diagnostic and leaves the body`() throws {
    let note = Note("---\ntitle: ok\nbad: [é, b\nmore: x\n---\n# Body #tag")
    let failure = try #require(note.diagnostics.first)
    guard case .invalidFrontMatter = failure.kind else {
      Issue.record("\(failure)")
      return
    }
    #expect(failure.position.line >= 3)
    #expect(note.title == "Body #tag")
    #expect(note.hashtagNames == ["tag"])
    #expect(note.frontMatter?.entries.isEmpty == true)
    #expect(note.frontMatter?.failure != nil)
  }

  @Test func `bytes that are not UTF-8 give a diagnostic where they begin`() {
    let note = Note(parsing: Array("ok é\nx".utf8) + [0xC3, 0x28] + Array(" #tag".utf8))
    #expect(note.diagnostics.map(\.kind) == [.invalidUTF8])
    #expect(note.diagnostics.map(\.position) == [.init(line: 2, column: 2)])
    #expect(note.hashtagNames == ["tag"])
    #expect(Note(parsing: [0xED, 0xA0, 0x80]).diagnostics.map(\.kind) == [.invalidUTF8])
  }

  @Test func `a diagnostic stands at the line and column of the fault`() {
    let note = Note("---\na: 1\nb: @x\n---\n")
    #expect(note.diagnostics.map(\.position) == [.init(line: 3, column: 4)])
  }

  @Test func `front matter without an end is read as text, with a diagnostic`() {
    let note = Note("---\ntitle: x\n\nbody")
    #expect(note.frontMatter == nil)
    #expect(note.diagnostics.map(\.kind) == [.unterminatedFrontMatter])
    #expect(note.runText.contains("body"))
  }

  @Test func `a key that stands twice gives a diagnostic, and the first counts`() {
    let note = Note("---\na: 1\na: 2\n---\n")
    #expect(note.diagnostics.map(\.kind) == [.duplicateKey("a")])
    #expect(note.frontMatter?["a"]?.value == .integer(1))
  }

  @Test func `aliases that stand for more than memory holds are cut off`() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(items)]\n"
    }
    let note = Note("---\n\(yaml)---\n")
    #expect(note.frontMatter?["a30"]?.value != nil)
  }

  @Test func `what is known by name`() {
    let note = Note(
      """
      ---
      id: abc
      aliases: [One, "Two, too"]
      lang: de
      created: 1655178973169
      modified: 2026-01-02
      ---
      """)
    #expect(note.id == "abc")
    #expect(note.aliases == ["One", "Two, too"])
    #expect(note.language == "de")
    #expect(note.created?.value == .integer(1_655_178_973_169))
    #expect(note.updated?.string == "2026-01-02")
    #expect(Note("---\nalias: One, Two\n---\n").aliases == ["One", "Two"])
  }
}

@Suite struct BookTests {
  @Test func `a book's facts are read`() throws {
    let note = Note(
      """
      ---
      title: Moby-Dick
      author: ["[[Herman Melville]]", Rockwell Kent]
      isbn: 978-0-14-243724-7
      published: 1851
      pages: 720
      rating: 4.5
      status: reading
      readings:
        - {started: 2019, finished: 2019-06}
        - started: 2026-11-01
      ---
      """)
    let book = try #require(note.book)
    #expect(book.authors == ["Herman Melville", "Rockwell Kent"])
    #expect(book.isbn == "9780142437247")
    #expect(book.published == "1851")
    #expect(book.pages == 720)
    #expect(book.halfStars == 9)
    #expect(book.status == .reading)
    #expect(
      book.readings == [
        .init(started: "2019", finished: "2019-06"), .init(started: "2026-11-01", finished: nil),
      ])
  }

  @Test(arguments: [
    ("4", 8), ("4.5", 9), ("4.5/5", 9), ("9/10", 9), ("★★★½", 7), ("0", 0), ("6", nil),
    ("good", nil), ("3.25", 7),
  ])
  func `ratings have halves`(text: String, halfStars: Int?) {
    #expect(Note("---\nisbn: 1\nrating: \(text)\n---\n").book?.halfStars == halfStars)
  }

  @Test(
    arguments: [
      ("status: to-read", .want), ("status: Read", .read), ("status: DNF", .abandoned),
      ("started: 2020", .reading), ("started: 2020\nfinished: 2021", .read), ("pages: 1", nil),
    ] as [(String, Book.Status?)])
  func `a status is given or implied`(yaml: String, status: Book.Status?) {
    #expect(Note("---\nisbn: 1\n\(yaml)\n---\n").book?.status == status)
  }

  @Test(arguments: [
    "author: sdwheeler\nms.date: 1", "title: x", "author: A\nstatus: Final",
    "author: A\npublished: true", "rating: 5",
  ])
  func `other notes with an author are no books`(yaml: String) {
    #expect(Note("---\n\(yaml)\n---\n").book == nil)
  }
}
