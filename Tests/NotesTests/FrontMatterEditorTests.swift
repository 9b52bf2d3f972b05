import Notes
import TestSupport
import Testing

@Suite struct FrontMatterEditorTests {
  typealias Value = FrontMatterValue

  private func edit(
    _ text: String, _ change: (inout FrontMatterEditor) throws -> Void
  ) throws -> String {
    var editor = try FrontMatterEditor(Array(text.utf8))
    try change(&editor)
    return editor.source.string
  }

  @Test(arguments: [
    "", "# A\n\nx\n", "body\r\nmore", "\u{FEFF}body", "---\nText\n\n---\n", "\n\nx", "no end",
  ])
  func `a key that is set and unset leaves a note without front matter as it was`(text: String)
    throws
  {
    let result = try edit(text) {
      try $0.set("k", to: .string("v"))
      try $0.unset("k")
      $0.removeEmptyBlock()
    }
    #expect(Array(result.utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("---\nk: v\n# kept\n---\nx", "---\n# kept\n---\nx"),
    ("---\nk: v\na: 1\n---\n", "---\na: 1\n---\n"),
    ("---\nk: v\n---\n---\nb: 2\n---\n", "---\n---\n---\nb: 2\n---\n"),
  ])
  func `front matter in which something is left stays, and none begins by its going`(
    text: String, expected: String
  ) throws {
    let result = try edit(text) {
      try $0.unset("k")
      $0.removeEmptyBlock()
    }
    #expect(result == expected)
  }

  @Test("a key is spelled as the note has it, its own spelling first")
  func spelling() throws {
    let editor = try FrontMatterEditor(Array("---\nStatus: a\nTAGS: b\ntags: c\n---\n".utf8))
    #expect(editor.spelling(of: "status") == "Status")
    #expect(editor.spelling(of: "STATUS") == "Status")
    #expect(editor.spelling(of: "tags") == "tags")
    #expect(editor.spelling(of: "Tags") == "TAGS")
    #expect(editor.spelling(of: "other") == "other")
    #expect(try FrontMatterEditor(Array("no front matter".utf8)).spelling(of: "Key") == "Key")
  }

  @Test(
    arguments: [
      ("body", .string("v"), "---\nk: v\n---\nbody"),
      ("", .string("v"), "---\nk: v\n---\n"),
      ("body\r\nmore", .string("v"), "---\r\nk: v\r\n---\r\nbody\r\nmore"),
      ("\u{FEFF}body", .string("v"), "\u{FEFF}---\nk: v\n---\nbody"),
      ("---\n---\nbody", .string("v"), "---\nk: v\n---\nbody"),
      ("---\na: 1 # c\n# end\n---\n", .string("v"), "---\na: 1 # c\n# end\nk: v\n---\n"),
      ("---\n  a: 1\n---\n", .string("v"), "---\n  a: 1\n  k: v\n---\n"),
      ("---\nk: old # why\nz: 1\n---\n", .string("new"), "---\nk: new # why\nz: 1\n---\n"),
      ("---\nk:    old\n---\n", .string("new"), "---\nk:    new\n---\n"),
      ("---\nk: 'old'\n---\n", .string("it's"), "---\nk: 'it''s'\n---\n"),
      ("---\nk: \"old\"\n---\n", .string("new"), "---\nk: \"new\"\n---\n"),
      ("---\nk:\nz: 1\n---\n", .string("new"), "---\nk: new\nz: 1\n---\n"),
      ("---\nk: # note\n---\n", .integer(2), "---\nk: 2 # note\n---\n"),
      ("---\nk: old\n---\n", .null, "---\nk:\n---\n"),
      ("---\nk: |\n  a\n  b\n\nz: 1\n---\n", .string("v"), "---\nk: v\n\nz: 1\n---\n"),
      ("---\nk:\n  - a\n  - b\nz: 1\n---\n", .string("v"), "---\nk: v\nz: 1\n---\n"),
      ("---\nk: a\n  b\nz: 1\n---\n", .bool(true), "---\nk: true\nz: 1\n---\n"),
      ("---\nk: {a: 1}\n---\n", .number(1.5), "---\nk: 1.5\n---\n"),
      ("---\nk: a\n---\n", .list([.string("x"), .string("y, z")]), "---\nk: [x, \"y, z\"]\n---\n"),
      (
        "---\nk:\n  - a\n  - b # keep\nz: 1\n---\n", .list([.string("a"), .string("c")]),
        "---\nk:\n  - a\n  - c # keep\nz: 1\n---\n"
      ),
      (
        "---\nk: x\n---\n", .mapping([.init(key: "a b", value: .null)]),
        "---\nk: {a b: null}\n---\n"
      ),
      ("---\nk: same\n---\n", .string("same"), "---\nk: same\n---\n"),
      ("---\r\nk: a\r\nz: 1\r\n---\r\n", .string("b"), "---\r\nk: b\r\nz: 1\r\n---\r\n"),
      ("---\nText\n\n---\n", .string("v"), "---\nk: v\n---\n---\nText\n\n---\n"),
    ] as [(String, Value, String)])
  func `setting a key touches its lines only`(text: String, value: Value, result: String) throws {
    #expect(try edit(text) { try $0.set("k", to: value) } == result)
  }

  @Test(arguments: [
    "plain words", "a: b", "a:", "# no", "a # b", "- x", "-x", "? x", "[x", "{x", "x]", "'q'",
    "\"q\"", "it's", "say \"hi\"", "back\\slash", "", " pad ", "true", "No", "null", "~", "12",
    "1.5", "0x1f", "1e3", "12:30", "2026-11-21", "&a", "*a", "!t", "|", ">", "%", "@", "`", "é😀",
    "two\nlines", "tab\tx", "\u{0}", "\u{85}", "\u{2028}", "---", "...", "<<", "=", ".inf",
    "[[Note]]",
    "#tag", "a, b", "key: [x]: y", "http://x.y", "\u{FEFF}x", "'", "\"", "\\",
  ])
  func `a string is quoted where YAML needs it, alone and in lists`(text: String) throws {
    var editor = try FrontMatterEditor(Array("---\na: 1\n---\n".utf8))
    try editor.set("k", to: .string(text))
    try editor.set("l", to: .list([.string(text), .string("x")]))
    try editor.append(.string(text), to: "m")
    try editor.set(text.isEmpty ? "e" : text, to: .integer(1))
    let note = Note(parsing: editor.source)
    #expect(note.frontMatter?["k"]?.value == .string(text))
    #expect(note.frontMatter?["l"]?.value == .list([.string(text), .string("x")]))
    #expect(note.frontMatter?["m"]?.value == .list([.string(text)]))
  }

  @Test(arguments: [
    ("---\na: 1\nk: v # c\nb: 2\n---\n", "---\na: 1\nb: 2\n---\n"),
    ("---\nk:\n  - a\n  - b\nb: 2\n---\n", "---\nb: 2\n---\n"),
    ("---\nk:\n- a\n- b\nb: 2\n---\n", "---\nb: 2\n---\n"),
    ("---\nk: |\n  x\n\n  y\nb: 2\n---\n", "---\nb: 2\n---\n"),
    ("---\nk: 1\n---\nbody", "---\n---\nbody"),
    ("---\nk: 1\nk: 2\nb: 3\n---\n", "---\nb: 3\n---\n"),
    ("---\nb: 2\n---\n", "---\nb: 2\n---\n"),
    ("body", "body"),
    ("---\n# about k\nk: 1\n\n# about b\nb: 2\n---\n", "---\n# about k\n\n# about b\nb: 2\n---\n"),
    ("---\r\nk: 1\r\nb: 2\r\n---\r\n", "---\r\nb: 2\r\n---\r\n"),
  ])
  func `unsetting a key removes its lines only`(text: String, result: String) throws {
    #expect(try edit(text) { try $0.unset("k") } == result)
  }

  @Test(arguments: [
    ("body", "---\ntags: [x]\n---\nbody"),
    ("---\ntags: [a, b] # c\n---\n", "---\ntags: [a, b, x] # c\n---\n"),
    ("---\ntags: []\n---\n", "---\ntags: [x]\n---\n"),
    ("---\ntags:\n---\n", "---\ntags: [x]\n---\n"),
    (
      "---\ntags:\n  - a # c\n  - b\nz: 1\n---\n",
      "---\ntags:\n  - a # c\n  - b\n  - x\nz: 1\n---\n"
    ),
    ("---\ntags:\n- a\n---\n", "---\ntags:\n- a\n- x\n---\n"),
    ("---\ntags: a\n---\n", "---\ntags: [a, x]\n---\n"),
    ("---\ntags: a, b\n---\n", "---\ntags: a, b, x\n---\n"),
    ("---\ntags: a b\n---\n", "---\ntags: [a, b, x]\n---\n"),
    ("---\ntags: [a, x]\n---\n", "---\ntags: [a, x]\n---\n"),
    ("---\ntags: x\n---\n", "---\ntags: x\n---\n"),
    ("---\r\ntags:\r\n  - a\r\n---\r\n", "---\r\ntags:\r\n  - a\r\n  - x\r\n---\r\n"),
    ("---\ntags: [\n  a,\n  b\n]\n---\n", "---\ntags: [\n  a,\n  b, x\n]\n---\n"),
  ])
  func `appending adds one item`(text: String, result: String) throws {
    #expect(try edit(text) { try $0.append(.string("x"), to: "tags") } == result)
  }

  @Test(arguments: [
    ("---\ntags: [a, x, b]\n---\n", "---\ntags: [a, b]\n---\n"),
    ("---\ntags: [x, b]\n---\n", "---\ntags: [b]\n---\n"),
    ("---\ntags: [x]\n---\n", "---\ntags: []\n---\n"),
    ("---\ntags:\n  - a\n  - x # c\n  - b\n---\n", "---\ntags:\n  - a\n  - b\n---\n"),
    ("---\ntags:\n  - x\n  - b\n---\n", "---\ntags:\n  - b\n---\n"),
    ("---\ntags:\n  - x\nz: 1\n---\n", "---\ntags: []\nz: 1\n---\n"),
    ("---\ntags: x\nz: 1\n---\n", "---\nz: 1\n---\n"),
    ("---\ntags: a, x\n---\n", "---\ntags: a\n---\n"),
    ("---\ntags: a x b\n---\n", "---\ntags: [a, b]\n---\n"),
    ("---\ntags: [x, a, x]\n---\n", "---\ntags: [a]\n---\n"),
    ("---\ntags: [a]\n---\n", "---\ntags: [a]\n---\n"),
    ("body", "body"),
  ])
  func `removing takes one item out`(text: String, result: String) throws {
    #expect(try edit(text) { try $0.remove(.string("x"), from: "tags") } == result)
  }

  @Test(
    arguments: [
      (Array("---\na: [\n---\n".utf8), "invalid"), (Array("---\na: 1\nbody".utf8), "unterminated"),
      (Array("---json\n{\"a\": 1}\n---\n".utf8), "notLines"),
      (Array("{\n\"a\": 1\n}\n".utf8), "notLines"), (Array("---\n{a: 1}\n---\n".utf8), "notLines"),
      ([0x61, 0xFF], "notUTF8"),
    ] as [([UInt8], String)])
  func `what cannot be changed safely is refused`(bytes: [UInt8], kind: String) {
    do {
      _ = try FrontMatterEditor(bytes)
      Issue.record("not refused")
    } catch {
      #expect("\(error)".contains(kind))
    }
  }

  @Test func `an anchor that is used elsewhere is not broken`() throws {
    let text = "---\nk: &a x\nz: *a\n---\n"
    #expect(throws: FrontMatterEditError.entangled(key: "k")) {
      try edit(text) { try $0.set("k", to: .string("y")) }
    }
    #expect(throws: FrontMatterEditError.entangled(key: "k")) {
      try edit(text) { try $0.unset("k") }
    }
    #expect(try edit(text) { try $0.set("z", to: .integer(1)) } == "---\nk: &a x\nz: 1\n---\n")
  }

  @Test(arguments: 0..<300)
  func `after any change the value is there and every other line is as it was`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let text = RandomFrontMatter.text(&random)
    let key = RandomFrontMatter.keys.randomElement(using: &random) ?? "a"
    let value = RandomFrontMatter.value(&random)
    var editor = try FrontMatterEditor(Array(text.utf8))
    let before = Note(text)
    try editor.set(key, to: value)
    let after = Note(parsing: editor.source)
    #expect(after.frontMatter?.entries.first { $0.key.text == key }?.value.value == value)
    let others = { (note: Note) in
      (note.frontMatter?.entries ?? []).filter { $0.key.text != key }.map { note.lines(of: $0) }
    }
    #expect(others(before) == others(after), "seed \(seed): \(text.debugDescription)")
    #expect(after.text(ByteRange(after.bodyStart, after.source.count)) == "body\n")
    try editor.unset(key)
    let gone = Note(parsing: editor.source)
    #expect(gone.frontMatter?.entries.contains { $0.key.text == key } == false)
    #expect(others(before) == others(gone), "seed \(seed): \(text.debugDescription)")
  }
}

extension Note {
  /// The lines that an entry takes, up to the next entry's.
  fileprivate func lines(of entry: FrontMatter.Entry) -> String {
    let lines = lines
    let first = lines.line(at: Int(entry.key.range.start))
    let last = lines.line(at: max(Int(entry.value.range.end) - 1, Int(entry.key.range.start)))
    return (first...last).map { text(lines.range(ofLine: $0)) }.joined(separator: "\n")
  }
}

/// Front matter in the shapes that people and programs write.
private enum RandomFrontMatter {
  static let keys = ["a", "key", "two words", "é", "tags"]

  static func text(_ random: inout SeededRandom) -> String {
    let end = Bool.random(using: &random) ? "\n" : "\r\n"
    var lines = ["---"]
    for key in keys.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
      if Int.random(in: 0..<4, using: &random) == 0 { lines.append("# comment") }
      lines += shapes.randomElement(using: &random)?(key) ?? []
      if Int.random(in: 0..<6, using: &random) == 0 { lines.append("") }
    }
    return (lines + ["---", "body", ""]).joined(separator: end)
      .replacingLast(end, with: "\n")
  }

  private static let shapes: [@Sendable (String) -> [String]] = [
    { ["\($0): value"] }, { ["\($0): value # why"] }, { ["\($0):   'it''s'"] },
    { ["\($0): \"x \\\" y\""] }, { ["\($0):"] }, { ["\($0): [a, 'b, c', 3]"] },
    { ["\($0):", "  - a", "  - b # c", "  - d: e"] }, { ["\($0):", "- a", "- b"] },
    { ["\($0): |", "  literal", "", "  text"] }, { ["\($0): >-", "  folded", "  text"] },
    { ["\($0):", "  sub: 1", "  more:", "    - x"] }, { ["\($0): {x: 1, y: [2]}"] },
    { ["\($0): plain", "  goes on"] }, { ["\"\($0)\": quoted key"] }, { ["\($0) : 4.5"] },
    { ["\($0): [", "  a,", "  b", "  ]"] },
  ]

  static func value(_ random: inout SeededRandom) -> FrontMatterValue {
    let values: [FrontMatterValue] = [
      .null, .bool(false), .integer(-3), .number(2.25), .string("plain"), .string("a: b"),
      .string("é # x"), .string(""), .string("it's"), .list([]), .list([.string("a")]),
      .list([.string("x, y"), .integer(1), .null]), .string("two\nlines"),
      .mapping([.init(key: "k", value: .list([.bool(true)]))]),
    ]
    return values.randomElement(using: &random) ?? .null
  }
}

extension String {
  /// With the last occurrence of a text at its end replaced.
  fileprivate func replacingLast(_ end: String, with other: String) -> String {
    hasSuffix(end) ? String(dropLast(end == "\r\n" ? 1 : end.count)) + other : self
  }
}
