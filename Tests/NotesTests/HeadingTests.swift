import Notes
import Testing

@Suite struct HeadingTests {
  @Test func `headings have a level, a text and a range`() {
    let note = Note("# One *two* #\n\nSet\next\n===\n\n>  ### `In` quote\n\n####### no\n\n## A")
    #expect(note.headings.map(\.level) == [1, 1, 3, 2])
    #expect(
      note.headings.map { note.text($0.text) } == ["One *two*", "Set\next", "`In` quote", "A"])
    #expect(
      note.headings.map { note.text($0.range) }
        == ["# One *two* #", "Set\next\n===", "### `In` quote", "## A"])
  }

  @Test(arguments: [
    ("---\ntitle: \"T\"\n---\n# H", "T"), ("# *H* x", "H x"), ("no heading", "file"),
    ("---\ntitle:\n---\n# H", "H"), ("---\ntitle: 2021\n---\n", "2021"), ("#\n", "file"),
    ("text\n\n# Later", "file"), ("text\n\n## A part", "file"), ("## A part\n\n# One", "file"),
    ("<!-- lint -->\n\n# One", "One"), ("<b>x</b>\n\n# One", "file"),
    ("%%hidden%%\n\n# One", "One"),
    ("---\ntags: a\n---\n\n# One\n# Two", "One"), ("One\n===\n", "One"), ("> # One", "file"),
  ])
  func `the title is the front matter's, the first-level heading's, or the file's`(
    markdown: String, title: String
  ) {
    #expect(Note(markdown, named: "file").title == title)
  }

  @Test(arguments: [
    ("Hello, World!", "hello-world"), ("`code` & more", "code--more"), ("A_b-c d", "a_b-c-d"),
    ("Über Öl", "über-öl"), ("日本 語", "日本-語"),
  ])
  func `GitHub's anchors`(heading: String, anchor: String) {
    #expect(Anchor.gitHub(heading) == anchor)
  }

  @Test func `repeated headings get numbers`() {
    #expect(Note("# A\n# A\n# B\n# a").gitHubAnchors == ["a", "a-1", "b", "a-2"])
  }

  @Test(arguments: [
    ("A", 0), ("A#B", 1), ("C#B", 3), ("b", 1), ("a-b-c", 4), ("A: b (c)", 4), ("a b c", 4),
    ("C#Z", nil), ("b-1", 3), ("", nil),
  ])
  func `anchors find headings by path, by Obsidian's rule and by GitHub's`(
    anchor: String, index: Int?
  ) {
    let note = Note("# A\n## B\n# C\n## B\n# A: b (c)")
    #expect(note.heading(anchored: anchor) == index.map { note.headings[$0] })
  }

  @Test func `anchors find blocks`() {
    let note = Note("one ^x\n\ntwo ^Y-1")
    #expect(note.text(note.block(anchored: "^y-1")) == "two ")
    #expect(note.block(anchored: "^z") == nil)
  }
}

@Suite struct JournalTests {
  @Test func `an entry runs to the next one`() {
    let note = Note(
      "# Monday\nintro\n## 08:15 😀 Walk *far*\nout\n\n### detail\nx\n## 9:30 pm\r\nlate\n## 23:59:59 👩‍👩‍👧\n"
    )
    #expect(note.journalEntries.map(\.hour) == [8, 21, 23])
    #expect(note.journalEntries.map(\.minute) == [15, 30, 59])
    #expect(note.journalEntries.map(\.second) == [nil, nil, 59])
    #expect(note.journalEntries.map { note.text($0.mood) } == ["😀", nil, "👩‍👩‍👧"])
    #expect(note.journalEntries.map { note.text($0.title) } == ["Walk *far*", nil, nil])
    #expect(
      note.journalEntries.map { note.text($0.body) }
        == ["out\n\n### detail\nx\n", "late\n", ""])
  }

  @Test(arguments: [
    "## 24:00", "## 8:5", "## 12:60", "## 08:15x", "## at 08:15", "## 8", "08:15",
  ])
  func `other headings open none`(markdown: String) {
    #expect(Note(markdown).journalEntries.isEmpty)
  }

  @Test(arguments: [("12:05 am", 0), ("12:05 pm", 12), ("1:05PM", 13), ("00:05", 0)])
  func `both clocks are read`(time: String, hour: Int) {
    #expect(Note("## \(time)").journalEntries.map(\.hour) == [hour])
  }

  @Test(
    arguments: [
      ("08:15 +09:00 😀 Tea", 540, "😀", "Tea"), ("8:15 pm -03:30", -210, nil, nil),
      ("08:15 +00:00 Tea", 0, nil, "Tea"), ("08:15 +1 for tea", nil, nil, "+1 for tea"),
      ("08:15 +09:60", nil, nil, "+09:60"), ("08:15 +19:00 x", nil, nil, "+19:00 x"),
      ("08:15 +09:00x", nil, nil, "+09:00x"), ("08:15+09:00", nil, nil, nil),
      ("13:15 Am I late?", nil, nil, "Am I late?"), ("08:15 am I late?", nil, nil, "I late?"),
    ] as [(String, Int?, String?, String?)])
  func `a heading may say its zone`(text: String, zone: Int?, mood: String?, title: String?) {
    let note = Note("## \(text)")
    #expect(note.journalEntries.first?.zoneMinutes == zone)
    #expect(note.text(note.journalEntries.first?.mood) == mood)
    #expect(note.text(note.journalEntries.first?.title) == title)
  }
}
