import Notes
import TestSupport
import Testing

@Suite struct NoteInserterTests {
  private func inserted(_ insertion: NoteInsertion, into note: String) throws -> String {
    let change = try NoteInserter(Array(note.utf8)).inserting(insertion)
    #expect(change.line >= 1)
    return change.bytes.string
  }

  @Test(arguments: [
    ("", "new\n"),
    ("old\n", "old\n\nnew\n"),
    ("old", "old\n\nnew"),
    ("old\r\n", "old\r\n\r\nnew\r\n"),
    ("old\n\n", "old\n\nnew\n"),
    ("old\n\n\n", "old\n\nnew\n\n"),
    ("---\na: b\n---\n", "---\na: b\n---\nnew\n"),
    ("---\na: b\n---", "---\na: b\n---\nnew"),
    ("# Title\n", "# Title\n\nnew\n"),
    ("# Title\ntext\n## Part\nmore\n", "# Title\ntext\n## Part\nmore\n\nnew\n"),
    ("- a\n- b\n", "- a\n- b\n\nnew\n"),
    ("```\ncode\n```\n", "```\ncode\n```\n\nnew\n"),
    ("\u{FEFF}old\n", "\u{FEFF}old\n\nnew\n"),
    ("> quote\n", "> quote\n\nnew\n"),
  ])
  func `text goes to the end, and no other byte changes`(before: String, after: String) throws {
    #expect(try inserted(NoteInsertion("new", at: .end), into: before) == after)
  }

  @Test(arguments: [
    ("", "new\n"),
    ("old\n", "new\n\nold\n"),
    ("old", "new\n\nold"),
    ("\u{FEFF}old\n", "\u{FEFF}new\n\nold\n"),
    ("---\na: b\n---\nold\n", "---\na: b\n---\nnew\n\nold\n"),
    ("---\na: b\n---\n\nold\n", "---\na: b\n---\n\nnew\n\nold\n"),
    ("# Title\n\nold\n", "# Title\n\nnew\n\nold\n"),
    ("Title\n=====\n\nold\n", "Title\n=====\n\nnew\n\nold\n"),
    ("## Part\nold\n", "new\n\n## Part\nold\n"),
    ("# Title\r\n\r\nold\r\n", "# Title\r\n\r\nnew\r\n\r\nold\r\n"),
  ])
  func `text goes to the beginning, below the properties and the title`(
    before: String, after: String
  ) throws {
    #expect(try inserted(NoteInsertion("new", at: .beginning), into: before) == after)
  }

  private static let parts = "# T\n\nA.\n\n## One\n\n- a\n\n### Inner\n\nB.\n\n## Two\n\nC.\n"

  @Test(arguments: [
    ("One", "- a\n\nnew\n\n### Inner"), ("one", "- a\n\nnew\n\n### Inner"),
    ("## One", "- a\n\nnew\n\n### Inner"),
    ("Inner", "B.\n\nnew\n\n## Two"), ("One#Inner", "B.\n\nnew\n\n## Two"),
    ("Two", "C.\n\nnew\n"),
  ])
  func `text below a heading stands before the next heading of any level`(
    heading: String, part: String
  ) throws {
    let text = try inserted(NoteInsertion("new", at: .end, under: heading), into: Self.parts)
    #expect(text.contains(part))
    #expect(text.replacing("new\n\n", with: "").replacing("\n\nnew", with: "") == Self.parts)
  }

  @Test(arguments: [
    ("## A\n## B\n", "## A\nnew\n\n## B\n"),
    ("## A\n\n## B\n", "## A\n\nnew\n\n## B\n"),
    ("## A\n\n\n\n## B\n", "## A\n\nnew\n\n\n## B\n"),
    ("## A", "## A\n\nnew"),
    ("## A\ntext\n## B\ntext\n", "## A\ntext\n\nnew\n\n## B\ntext\n"),
    ("A\n---\ntext\n\nB\n---\n", "A\n---\ntext\n\nnew\n\nB\n---\n"),
    ("```\n## A\n```\n\n## A\n\ntext\n", "```\n## A\n```\n\n## A\n\ntext\n\nnew\n"),
    ("> ## A\n> quoted\n\ntext\n", "> ## A\n> quoted\n\ntext\n\n## A\n\nnew\n"),
  ])
  func `a heading that is empty, underlined, in code or quoted`(
    before: String, after: String
  ) throws {
    #expect(try inserted(NoteInsertion("new", at: .end, under: "A"), into: before) == after)
  }

  @Test(arguments: [
    ("", "## To read\n\nnew\n"),
    ("# T\n", "# T\n\n## To read\n\nnew\n"),
    ("# T\n\n### One\n\ntext\n", "# T\n\n### One\n\ntext\n\n### To read\n\nnew\n"),
    ("text\r\n", "text\r\n\r\n## To read\r\n\r\nnew\r\n"),
  ])
  func `a heading that is missing is made at the end`(before: String, after: String) throws {
    for place in [NoteInsertion.Place.end, .beginning] {
      let insertion = NoteInsertion("new", at: place, under: "To read")
      #expect(try inserted(insertion, into: before) == after)
    }
    let insertion = NoteInsertion("new", at: .end, under: "To read")
    #expect(try NoteInserter(Array(before.utf8)).inserting(insertion).hasNewHeading)
  }

  @Test func `the level of a heading to be made may be given`() throws {
    let insertion = NoteInsertion("new", at: .end, under: "#### Deep")
    #expect(try inserted(insertion, into: "text\n") == "text\n\n#### Deep\n\nnew\n")
  }

  @Test(arguments: [
    ("- a\n- b\n", "- a\n- b\n- new\n"),
    ("- a\n- b", "- a\n- b\n- new"),
    ("* a\n", "* a\n* new\n"),
    ("3. a\n", "3. a\n4. new\n"),
    ("1) a\n2) b\n", "1) a\n2) b\n3) new\n"),
    ("- a\n  more\n", "- a\n  more\n- new\n"),
    ("- a\n\n- b\n", "- a\n\n- b\n\n- new\n"),
    ("- a\n  - inner\n", "- a\n  - inner\n- new\n"),
    ("- a\n\n", "- a\n- new\n\n"),
    ("- a\r\n", "- a\r\n- new\r\n"),
    ("text\n", "text\n\n- new\n"),
    ("* * *\n", "* * *\n\n- new\n"),
    ("```\n- code\n```\n", "```\n- code\n```\n\n- new\n"),
    ("- a\n\n## B\n", "- a\n\n## B\n\n- new\n"),
  ])
  func `an item joins the list that ends there, with its marker`(before: String, after: String)
    throws
  {
    #expect(try inserted(NoteInsertion("new", at: .end, as: .item), into: before) == after)
  }

  @Test(arguments: [
    ("- a\n- b\n", "- new\n- a\n- b\n"), ("# T\n\n* a\n", "# T\n\n* new\n* a\n"),
    ("text\n", "- new\n\ntext\n"),
  ])
  func `an item joins the list that begins there`(before: String, after: String) throws {
    #expect(try inserted(NoteInsertion("new", at: .beginning, as: .item), into: before) == after)
  }

  @Test(arguments: [
    ("call Anna", "- [ ] call Anna"), ("- call Anna", "- [ ] call Anna"),
    ("- [ ] call Anna", "- [ ] call Anna"), ("- [x] done", "- [x] done"),
    ("call\n\nAnna", "- [ ] call\n\n  Anna"),
  ])
  func `a task gets its box, and its further lines their indent`(text: String, line: String) throws
  {
    #expect(try inserted(NoteInsertion(text, at: .end, as: .task), into: "x\n") == "x\n\n\(line)\n")
  }

  @Test func `text that is typed as an item joins a list as well`() throws {
    #expect(
      try inserted(NoteInsertion("- [ ] b", at: .end), into: "- [ ] a\n") == "- [ ] a\n- [ ] b\n")
  }

  @Test(arguments: [
    ("```\ncode\n", "text", NoteInsertionError.noteIsOpen),
    ("<!-- a\n", "text", .noteIsOpen), ("%% a\n", "text", .noteIsOpen),
    ("text\n", "```\ncode", .textIsOpen), ("text\n", "a\n\n<!-- b", .textIsOpen),
    ("", "---\na: b\n---", .isFrontMatter),
  ])
  func `what would be swallowed, or swallow, is refused`(
    note: String, text: String, error: NoteInsertionError
  ) throws {
    #expect(throws: error) { try inserted(NoteInsertion(text, at: .end), into: note) }
  }

  @Test func `open code further down does not keep text from the beginning`() throws {
    let text = try inserted(NoteInsertion("new", at: .beginning), into: "old\n\n```\ncode\n")
    #expect(text == "new\n\nold\n\n```\ncode\n")
    #expect(throws: NoteInsertionError.textIsOpen) {
      try inserted(NoteInsertion("```", at: .beginning), into: "# T\n\nold\n\n## B\n")
    }
  }

  @Test func `a note that is not UTF-8 is left alone`() {
    #expect(throws: NoteInsertionError.notUTF8) { try NoteInserter([0xFF, 0x0A]) }
  }

  @Test func `whatever the note, its bytes stay in order and its headings stay headings`() {
    for seed in Fuzz.seeds(3_000) { tryRandomNote(seed) }
  }

  private func tryRandomNote(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lines = [
      "", "text", "# H", "## H", "- a", "  - b", "1. c", "```", "> q", "> # H", "---", "a: b",
      "<!-- x", "-->", "<div>", "    code", "| a |", "%%", "[^1]: note", "===", "\t- t",
    ]
    let end = ["\n", "\r\n"].randomElement(using: &random)!  // not empty
    var note = ""
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      note += lines.randomElement(using: &random)! + end  // not empty
    }
    if Bool.random(using: &random), note.hasSuffix(end) { note.removeLast() }
    let insertion = NoteInsertion(
      ["new", "- new", "new\n\nmore"].randomElement(using: &random)!,  // not empty
      at: Bool.random(using: &random) ? .end : .beginning,
      under: [nil, "H", "None"].randomElement(using: &random)!,  // not empty
      as: [.asIs, .item, .task].randomElement(using: &random)!)  // not empty
    let source = Array(note.utf8)
    do throws(NoteInsertionError) {
      let change = try NoteInserter(source).inserting(insertion)
      let added = change.bytes.count - source.count
      let isInserted = (0...source.count).contains { place in
        change.bytes[..<place] == source[..<place]
          && change.bytes[(place + added)...] == source[place...]
      }
      #expect(added > 0 && isInserted, "seed \(seed): \(note)")
      let (before, after) = (Note(parsing: source), Note(parsing: change.bytes))
      #expect(after.headings.count == before.headings.count + (change.hasNewHeading ? 1 : 0))
      #expect(after.text(after.lines.range(ofLine: change.line)).contains("new"), "seed \(seed)")
    } catch {
      #expect(error == .noteIsOpen || error == .textIsOpen, "seed \(seed): \(note)")
    }
  }
}
