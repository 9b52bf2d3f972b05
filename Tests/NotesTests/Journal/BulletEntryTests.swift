import Notes
import Testing

/// Days whose entries stand below a heading of the writer's own, or are items of a list.
@Suite struct BulletEntryTests {
  static let log: NoteOptions = {
    var options = NoteOptions()
    options.logHeading = "Log"
    return options
  }()
  static let logseq: NoteOptions = {
    var options = NoteOptions()
    options.bulletedEntries = true
    return options
  }()

  static func adding(
    _ entry: NewJournalEntry, to day: String, _ options: NoteOptions
  ) throws -> String {
    String(
      decoding: try JournalEditor(Array(day.utf8), options: options).adding(entry).bytes,
      as: UTF8.self)
  }

  static func entry(_ time: String, _ body: String, mood: String? = nil, title: String = "")
    throws -> NewJournalEntry
  {
    NewJournalEntry(
      time: ClockTime(hour: Int(time.prefix(2)) ?? 0, minute: 0) ?? .midnight, mood: mood,
      title: title, body: body)
  }

  @Test(arguments: [
    // A heading alone, with and without an end; one with something below it.
    ("# D\n\n## Log\n", "# D\n\n## Log\n\n### 09:00\nHello.\n"),
    ("## Log", "## Log\n\n### 09:00\nHello."),
    (
      "## Log\n\n## Tomorrow\n- [ ] x\n",
      "## Log\n\n### 09:00\nHello.\n\n## Tomorrow\n- [ ] x\n"
    ),
    (
      "## log\n### 08:00 A\nText.\n## Tomorrow\n",
      "## log\n### 08:00 A\nText.\n\n### 09:00\nHello.\n\n## Tomorrow\n"
    ),
    // Lists.
    ("## Log\n- 08:00 a\n- 10:00 b\n", "## Log\n- 08:00 a\n- 09:00 Hello.\n- 10:00 b\n"),
    ("## Log\n\n* tea\n\n## Next\n", "## Log\n\n* tea\n* 09:00 Hello.\n\n## Next\n"),
    (
      "## Log\n- 08:00 a\n  more\n\n  - sub\n\nText.\n",
      "## Log\n- 08:00 a\n  more\n\n  - sub\n- 09:00 Hello.\n\nText.\n"
    ),
    ("## Log\r\n- 08:00 a", "## Log\r\n- 08:00 a\r\n- 09:00 Hello."),
    ("## Log\n- 10:00 b\n- 07:00 a\n", "## Log\n- 10:00 b\n- 09:00 Hello.\n- 07:00 a\n"),
    // A day that has entries elsewhere goes on as it is, and a heading in an entry is its text.
    ("## Log\n\n## 08:00 A\n", "## Log\n\n## 08:00 A\n\n## 09:00\nHello.\n"),
    (
      "## 08:00 A\n\n### Log\n- 07:00 x\n",
      "## 08:00 A\n\n### Log\n- 07:00 x\n\n## 09:00\n\nHello.\n"
    ),
  ])
  func `an entry stands below the writer's own heading`(day: String, result: String) throws {
    #expect(try Self.adding(Self.entry("09:00", "Hello."), to: day, Self.log) == result)
  }

  @Test(arguments: [
    ("", "- 09:00 Hello.\n"), ("- a", "- a\n- 09:00 Hello."),
    ("- a\n- b\n\t- c", "- a\n- b\n\t- c\n- 09:00 Hello."),
    ("- 08:00 a\n  id:: 1\n- 10:00 b", "- 08:00 a\n  id:: 1\n- 09:00 Hello.\n- 10:00 b"),
    (
      "# D\n\n## 08:00 A\nx\n- 07:00 of its text\n",
      "# D\n\n## 08:00 A\nx\n- 07:00 of its text\n\n## 09:00\nHello.\n"
    ),
  ])
  func `an entry of a Logseq day is an item`(day: String, result: String) throws {
    #expect(try Self.adding(Self.entry("09:00", "Hello."), to: day, Self.logseq) == result)
  }

  @Test(arguments: [
    "Hello.", "One.\n\nTwo.", "- a\n- b", "1. a\n2. b", "```\ncode\n\n  more\n```", "😀 first",
    "+09:00 zone",
    "pm", "**bold** text", "# heading", "a | b\n--|--\n1 | 2", "    code", "> quote\n> more",
    "setext\n===",
    "*it* is", "#tag at once", "$$x$$", "line\n- list", "\\\\", "", "[[Page]] and", "- [ ] task",
    "---",
  ])
  func `an item is read back as it was written`(body: String) throws {
    for (mood, title) in [
      (nil, ""), ("😀", ""), (nil, "A title"), ("😀", "Two *stars*"), (nil, "12 #"),
    ] {
      let entry = try Self.entry("09:00", body, mood: mood, title: title)
      let day = try Self.adding(entry, to: "- 08:00 a\n- 10:00 b\n", Self.logseq)
      let editor = try JournalEditor(Array(day.utf8), options: Self.logseq)
      #expect(editor.note.journalEntries.map(\.hour) == [8, 9, 10], "\(day)")
      var expected = entry
      if title.contains("*") {
        expected.title = ""
        expected.body = title + (body.isEmpty ? "" : "\n\n" + body)
      }
      #expect(editor.entry(1) == expected, "\(day)")
    }
  }

  @Test(arguments: [
    ("- **08:15** text", "text"), ("- **8:15 pm** 😀 text", "text"),
    ("- **08:15** [[quick capture]]: text", "[[quick capture]]: text"), ("- **08:15**", ""),
    ("- **08:15 text**", nil), ("- **08:15**text", nil), ("- **08:15", nil), ("- **x** y", nil),
  ])
  func `an item's time may be bold, as Logseq's quick capture writes it`(
    day: String, body: String?
  ) {
    let note = Note(parsing: Array(day.utf8), options: Self.logseq)
    let found = note.journalEntries.first.map { String(decoding: note.body(of: $0), as: UTF8.self) }
    #expect(found == body)
  }

  @Test func `an item is changed in place, moved and taken out`() throws {
    let day = Array("## Log\n- 08:00 😀 **A** text\n  more\n- 10:00 b\n- 12:00 c\n\n## Next\n".utf8)
    let editor = try JournalEditor(day, options: Self.log)
    var entry = editor.entry(0)
    #expect(entry.title == "A" && entry.body == "text\nmore")
    entry.title = "B"
    entry.mood = nil
    let changed = try editor.changing(0, to: entry, adding: "End.")
    #expect(
      String(decoding: changed.bytes, as: UTF8.self)
        == "## Log\n- 08:00 **B** text\n  more\n\n  End.\n- 10:00 b\n- 12:00 c\n\n## Next\n")
    entry.time = try #require(ClockTime(hour: 11, minute: 0))
    let moved = try editor.changing(0, to: entry)
    #expect(
      String(decoding: moved.bytes, as: UTF8.self)
        == "## Log\n- 10:00 b\n- 11:00 **B** text\n  more\n- 12:00 c\n\n## Next\n")
    #expect(
      String(decoding: editor.removing(2), as: UTF8.self)
        == "## Log\n- 08:00 😀 **A** text\n  more\n- 10:00 b\n\n## Next\n")
  }

  @Test func `an item with a time is no entry elsewhere`() {
    let day = Array(
      "- 08:00 a\n\n## Log\n1. 09:00 b\n- 10:00 c\n  - 11:00 d\n> - 12:00 e\n\n```\n- 13:00 f\n```\n## X\n- 14:00 g\n"
        .utf8)
    #expect(Note(parsing: day).journalEntries.isEmpty)
    #expect(Note(parsing: day, options: Self.log).journalEntries.map(\.hour) == [10])
  }
}
