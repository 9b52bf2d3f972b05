import Notes
import Testing

@Suite struct JournalEditorTests {
  private static func adding(
    _ hour: Int, _ minute: Int = 0, _ body: String = "new", to day: String,
    mood: String? = nil, title: String = "", zone: Int? = nil
  ) throws -> String {
    let time = try #require(ClockTime(hour: hour, minute: minute))
    let change = try JournalEditor(Array(day.utf8)).adding(
      NewJournalEntry(time: time, zoneMinutes: zone, mood: mood, title: title, body: body))
    return String(decoding: change.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (
      "## 02:20 +02:00\na\n\n## 02:50 +02:00\nb\n\n## 03:05\nc\n",
      "## 02:20 +02:00\na\n\n## 02:50 +02:00\nb\n\n## 02:10 +01:00\nnew\n\n## 03:05\nc\n"
    ),
    (
      "## 02:50 +02:00\nb\n\n## 02:20 +02:00\na\n",
      "## 02:10 +01:00\nnew\n\n## 02:50 +02:00\nb\n\n## 02:20 +02:00\na\n"
    ),
    ("## 02:20 +01:00\na\n", "## 02:10 +01:00\nnew\n\n## 02:20 +01:00\na\n"),
    ("## 02:20\na\n", "## 02:10 +01:00\nnew\n\n## 02:20\na\n"),
  ])
  func `in an hour that clocks show twice the order is that of the instants`(
    day: String, result: String
  ) throws {
    #expect(try Self.adding(2, 10, to: day, zone: 60) == result)
    let editor = try JournalEditor(Array(day.utf8))
    let entry = NewJournalEntry(
      time: try #require(ClockTime(hour: 2, minute: 10)), zoneMinutes: 60, body: "new")
    #expect(String(decoding: try editor.adding([entry]), as: UTF8.self) == result)
  }

  @Test(arguments: [
    ("an empty file", "", "## 09:00\nnew\n"),
    ("a title alone", "# Day\n", "# Day\n\n## 09:00\nnew\n"),
    ("a title and a blank line", "# Day\n\n", "# Day\n\n## 09:00\nnew\n"),
    ("blank lines behind stay", "# Day\n\n\n\n", "# Day\n\n## 09:00\nnew\n\n\n"),
    ("blank lines alone", "\n\n", "## 09:00\nnew\n\n\n"),
    ("front matter alone", "---\na: 1\n---\n", "---\na: 1\n---\n\n## 09:00\nnew\n"),
    ("a mark of byte order", "\u{FEFF}# Day\n", "\u{FEFF}# Day\n\n## 09:00\nnew\n"),
    ("nothing but that mark", "\u{FEFF}", "\u{FEFF}## 09:00\nnew\n"),
    ("no line end at the end", "# Day", "# Day\n\n## 09:00\nnew"),
    ("spaces without a line end", "# Day\n  ", "# Day\n\n## 09:00\nnew\n  "),
    ("a later entry", "## 10:00\nb\n", "## 09:00\nnew\n\n## 10:00\nb\n"),
    ("a later entry below text", "x\n## 10:00\nb\n", "x\n\n## 09:00\nnew\n\n## 10:00\nb\n"),
    ("an earlier entry", "## 08:00\na\n", "## 08:00\na\n\n## 09:00\nnew\n"),
    ("the same time", "## 09:00\na\n\n## 10:00\n", "## 09:00\na\n\n## 09:00\nnew\n\n## 10:00\n"),
    (
      "between two", "## 08:00\na\n\n## 10:00\nb\n", "## 08:00\na\n\n## 09:00\nnew\n\n## 10:00\nb\n"
    ),
    ("two without a blank line", "## 08:00\n## 10:00\n", "## 08:00\n\n## 09:00\nnew\n\n## 10:00\n"),
    (
      "out of order", "## 09:30\n\n## 08:00\n\n## 12:00\n",
      "## 09:30\n\n## 08:00\n\n## 09:00\nnew\n\n## 12:00\n"
    ),
    (
      "the latest first", "## 10:00\nb\n\n## 08:00\na\n",
      "## 10:00\nb\n\n## 09:00\nnew\n\n## 08:00\na\n"
    ),
    (
      "the latest first, and an earlier one", "## 11:00\n\n## 10:00\n",
      "## 11:00\n\n## 10:00\n\n## 09:00\nnew\n"
    ),
    (
      "Windows' line ends", "# Day\r\n\r\n## 10:00\r\nb\r\n",
      "# Day\r\n\r\n## 09:00\r\nnew\r\n\r\n## 10:00\r\nb\r\n"
    ),
    ("Windows' without the last", "## 08:00\r\na", "## 08:00\r\na\r\n\r\n## 09:00\r\nnew"),
    (
      "other content behind entries", "## 08:00\na\n\n# Tasks\n- x\n",
      "## 08:00\na\n\n# Tasks\n- x\n\n## 09:00\nnew\n"
    ),
    ("entries of another level", "### 08:00\na\n", "### 08:00\na\n\n### 09:00\nnew\n"),
    ("a blank line below headings", "## 08:00\n\na\n", "## 08:00\n\na\n\n## 09:00\n\nnew\n"),
    (
      "an entry in a quote is no entry of the day", "> ## 10:00\n> x\n",
      "> ## 10:00\n> x\n\n## 09:00\nnew\n"
    ),
    ("an underlined heading", "08:00 a\n---\nx\n", "08:00 a\n---\nx\n\n## 09:00\nnew\n"),
    ("a closed fence", "```\n## 10:00\n```\n", "```\n## 10:00\n```\n\n## 09:00\nnew\n"),
  ])
  func `an entry takes its place in the day`(what: String, day: String, expected: String) throws {
    #expect(try Self.adding(9, to: day) == expected, "\(what)")
  }

  @Test(
    arguments: [
      (9, "😀", "Walk", nil, "## 09:00 😀 Walk\nnew\n"),
      (9, nil, "Walk", 540, "## 09:00 +09:00 Walk\nnew\n"),
      (9, "😀", "", -210, "## 09:00 -03:30 😀\nnew\n"),
      (9, nil, "Am I late?", nil, "## 09:00 am Am I late?\nnew\n"),
      (12, nil, "PM speaks", nil, "## 12:00 pm PM speaks\nnew\n"),
      (13, nil, "Am I late?", nil, "## 13:00 Am I late?\nnew\n"),
      (9, nil, "+09:00", nil, "## 09:00 \\+09:00\nnew\n"),
      (9, nil, "-05:00 call", nil, "## 09:00 \\-05:00 call\nnew\n"),
      (9, nil, "-05:00 call", 60, "## 09:00 +01:00 -05:00 call\nnew\n"),
      (9, "😀", "-05:00 call", nil, "## 09:00 😀 -05:00 call\nnew\n"),
      (9, nil, "+1 for Ida", nil, "## 09:00 +1 for Ida\nnew\n"),
      (9, nil, "two\n lines", nil, "## 09:00 two lines\nnew\n"),
      (9, nil, "Learning C #", nil, "## 09:00 Learning C \\#\nnew\n"),
      (9, nil, "C#", nil, "## 09:00 C#\nnew\n"),
    ] as [(Int, String?, String, Int?, String)])
  func `a heading says what was asked`(
    hour: Int, mood: String?, title: String, zone: Int?, expected: String
  ) throws {
    let day = try Self.adding(hour, to: "", mood: mood, title: title, zone: zone)
    #expect(day == expected)
    let entry = try #require(JournalEditor(Array(day.utf8)).note.journalEntries.first)
    #expect(entry.hour == hour)
    #expect(entry.zoneMinutes == zone)
  }

  @Test func `what would hide an entry is refused`() throws {
    #expect(throws: JournalEditError.dayIsOpen) { try Self.adding(9, to: "# Day\n```\ncode\n") }
    #expect(throws: JournalEditError.dayIsOpen) { try Self.adding(9, to: "<!-- open\n") }
    #expect(throws: JournalEditError.textIsOpen) { try Self.adding(9, 0, "~~~\ncode", to: "") }
    #expect(throws: JournalEditError.notUTF8) { try JournalEditor([0xFF]) }
    // A fence that is open in a later entry is none of this one's.
    let day = "## 10:00\n```\nx\n"
    #expect(try Self.adding(9, to: day) == "## 09:00\nnew\n\n" + day)
  }

  @Test func `a mark of a comment that nothing ends is text`() throws {
    for (title, body) in [
      ("50 %% off", ""), ("", "a `%%` %% b"), ("%% x %%", "and %%"), ("%%%%%%", ""),
    ] {
      let entry = NewJournalEntry(time: .midnight, title: title, body: body)
      #expect(entry.readAlone() == nil, "another entry's mark would end the comment")
      let escaped = entry.escapingOpenComment()
      #expect(escaped.readAlone() != nil, "\(escaped)")
      #expect((escaped.title + escaped.body).filter { $0 != "\\" } == title + body)
    }
    for body in ["%% hidden %%", "`%%`", "a < b --> c"] {
      let entry = NewJournalEntry(time: .midnight, body: body)
      #expect(entry.escapingOpenComment().body == body)
    }
  }

  @Test func `the line of the entry is told`() throws {
    let editor = try JournalEditor(Array("# Day\n\n## 10:00\nx\n".utf8))
    let change = try editor.adding(NewJournalEntry(time: .midnight, body: "a\n\nb"))
    #expect(change.line == 3)
    #expect(String(decoding: change.bytes[change.offset...].prefix(8), as: UTF8.self) == "## 00:00")
  }

  private static let day = "# D\n\n## 08:00 😀 Walk #\r\na\n\n## 09:00\nb\n\n## 10:00\nc"

  @Test(arguments: [
    (0, "mood", "# D\n\n## 08:00 😢 Walk #\r\na\n\n## 09:00\nb\n\n## 10:00\nc"),
    (0, "title", "# D\n\n## 08:00 😀 Run #\r\na\n\n## 09:00\nb\n\n## 10:00\nc"),
    (1, "mood", "# D\n\n## 08:00 😀 Walk #\r\na\n\n## 09:00 😢\nb\n\n## 10:00\nc"),
    (1, "bare", "# D\n\n## 08:00 😀 Walk #\r\na\n\n## 09:00\nb\n\n## 10:00\nc"),
    (0, "bare", "# D\n\n## 08:00 #\r\na\n\n## 09:00\nb\n\n## 10:00\nc"),
    (1, "text", "# D\n\n## 08:00 😀 Walk #\r\na\n\n## 09:00\nb\n\nmore\n\n## 10:00\nc"),
    (2, "text", "# D\n\n## 08:00 😀 Walk #\r\na\n\n## 09:00\nb\n\n## 10:00\nc\n\nmore"),
    (1, "08:30", "# D\n\n## 08:00 😀 Walk #\r\na\n\n## 08:30\nb\n\n## 10:00\nc"),
    (1, "07:00", "# D\n\n## 07:00\nb\n\n## 08:00 😀 Walk #\r\na\n\n## 10:00\nc"),
    (0, "11:00", "# D\n\n## 09:00\nb\n\n## 10:00\nc\n\n## 11:00 😀 Walk #\r\na"),
  ])
  func `an entry is changed in place, or moved`(index: Int, what: String, expected: String) throws {
    let editor = try JournalEditor(Array(Self.day.utf8))
    var entry = editor.entry(index)
    var more = ""
    switch what {
    case "mood": entry.mood = "😢"
    case "title": entry.title = "Run"
    case "bare": (entry.mood, entry.title) = (nil, "")
    case "text": more = "\nmore\n\n"
    default: entry.time = try #require(CivilDateTime(what, now: CivilDateTime(.earliest))?.time)
    }
    let change = try editor.changing(index, to: entry, adding: more)
    #expect(String(decoding: change.bytes, as: UTF8.self) == expected)
    #expect(change.bytes[change.offset...].starts(with: "## ".utf8))
  }

  @Test(arguments: [0, 1, 2], ["```\ncode", "text\n\n<!-- note", "%% hidden"])
  func `a text that would take the entries after it into itself is refused`(
    index: Int, addition: String
  ) throws {
    let editor = try JournalEditor(Array(Self.day.utf8))
    #expect(throws: JournalEditError.textIsOpen) {
      try editor.changing(index, to: editor.entry(index), adding: addition)
    }
  }

  @Test func `a text may close what its entry left open`() throws {
    let editor = try JournalEditor(Array("# D\n\n## 08:00\n```\ncode\n".utf8))
    let change = try editor.changing(0, to: editor.entry(0), adding: "```")
    #expect(String(decoding: change.bytes, as: UTF8.self).hasSuffix("code\n\n```\n"))
  }

  @Test func `an entry is taken out with its lines`() throws {
    let editor = try JournalEditor(Array("# D\n\n## 08:00\na\n\n## 09:00\nb\n".utf8))
    #expect(String(decoding: editor.removing(0), as: UTF8.self) == "# D\n\n## 09:00\nb\n")
    #expect(String(decoding: editor.removing(1), as: UTF8.self) == "# D\n\n## 08:00\na\n\n")
    #expect(editor.entry(0).body == "a")
  }
}
