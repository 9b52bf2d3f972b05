import Notes
import Testing

@Suite struct AnchorRewriterTests {
  /// The text of a note after a heading or block of another, `Note.md`, has another name.
  private func rewritten(
    _ text: String, renaming anchor: String, to name: String, in target: String,
    options: NoteOptions = NoteOptions()
  ) throws -> String {
    let other = Note(parsing: Array(target.utf8), named: "Note", options: options)
    let renaming = try AnchorRenaming(of: anchor, to: name, in: other, options: options)
    let change = try #require(
      AnchorRewriter.Change(from: AnchorTable(other), to: AnchorTable(renaming.renamed)))
    let note = Note(parsing: Array(text.utf8), named: "Other", options: options)
    let result = try AnchorRewriter([7: change]).rewritten(note, options: options) { link in
      ["Note", "Note.md", "a/../Note.md"].contains(note.target(of: link)) ? 7 : nil
    }
    return String(decoding: result.note.source, as: UTF8.self)
  }

  /// The text of a note after a heading or block of itself has another name.
  private func own(_ text: String, renaming anchor: String, to name: String) throws -> String {
    let note = Note(parsing: Array(text.utf8), named: "Note")
    let renaming = try AnchorRenaming(of: anchor, to: name, in: note, options: NoteOptions())
    let change = try #require(
      AnchorRewriter.Change(from: AnchorTable(note), to: AnchorTable(renaming.renamed)))
    let result = try AnchorRewriter([0: change]).rewritten(
      note, renaming: renaming.edit, options: NoteOptions()
    ) { note.target(of: $0).isEmpty ? 0 : nil }
    return String(decoding: result.note.source, as: UTF8.self)
  }

  @Test(arguments: [
    (
      "[[Note#Old aims]] [[Note#old AIMS|t]] ![[Note#Old aims]]",
      "[[Note#New goals]] [[Note#New goals|t]] ![[Note#New goals]]"
    ),
    (
      "[[Note#Top#Old aims]] [[Note#Old aims#Deep]] [[Note#Deep]]",
      "[[Note#Top#New goals]] [[Note#New goals#Deep]] [[Note#Deep]]"
    ),
    (
      "[x](Note.md#old-aims \"t\") [x](Note.md#Old%20aims) [x](<Note.md#Old aims>)",
      "[x](Note.md#new-goals \"t\") [x](Note.md#New%20goals) [x](<Note.md#New goals>)"
    ),
    ("[x][r] [r]\n\n[r]: Note.md#old-aims 't'\n", "[x][r] [r]\n\n[r]: Note.md#new-goals 't'\n"),
    (
      "[x][r]\n\n[r]: a/\\../Note.md#old-aims 't'\n",
      "[x][r]\n\n[r]: a/\\../Note.md#new-goals 't'\n"
    ),
    (
      "---\nup: \"[[Note#Old aims]]\"\nx: '[[Note#Old aims|a]]'\n---\n",
      "---\nup: \"[[Note#New goals]]\"\nx: '[[Note#New goals|a]]'\n---\n"
    ),
    ("|a|\n|-|\n|[[Note#Old aims\\|t]]|\n", "|a|\n|-|\n|[[Note#New goals\\|t]]|\n"),
    (
      "> [!tip] [[Note#Old aims]]\n\nx[^1]\n\n[^1]: [[Note#Old aims]]\n",
      "> [!tip] [[Note#New goals]]\n\nx[^1]\n\n[^1]: [[Note#New goals]]\n"
    ),
    (
      "[[Other#Old aims]] [[Note]] [[Note#Nowhere]] `[[Note#Old aims]]` Old aims\r\n",
      "[[Other#Old aims]] [[Note]] [[Note#Nowhere]] `[[Note#Old aims]]` Old aims\r\n"
    ),
    ("[![p](p.png)](Note.md#old-aims)", "[![p](p.png)](Note.md#new-goals)"),
  ])
  func `each link keeps its own style`(text: String, expected: String) throws {
    let target = "# Top\n\n## Old aims\n\n### Deep\n\ntext\n"
    #expect(
      try rewritten(text, renaming: "Old aims", to: "New goals", in: target) == expected)
  }

  @Test(arguments: [
    ("[x](Note.md#One:#Two) [[Note#One:#Two]]", "[x](Note.md#One:#Zwei) [[Note#One:#Zwei]]"),
    (
      "[x](Note.md#One%3a#Two) [x](Note.md#%4fne#Two)",
      "[x](Note.md#One%3a#Zwei) [x](Note.md#%4fne#Zwei)"
    ),
    (
      "[x](<Note.md#One:#Two>) [x](Note.md#One\\:#Two)",
      "[x](<Note.md#One:#Zwei>) [x](Note.md#One\\:#Zwei)"
    ),
    ("[x](Note.md#One&#58;#Two)", "[x](Note.md#One&#58;#Zwei)"),
    ("---\nup: \"[[Note#\\x4fne:#Two]]\"\n---\n", "---\nup: \"[[Note#\\x4fne:#Zwei]]\"\n---\n"),
    ("[x][r]\n\n[r]: Note.md#One:#Two\n", "[x][r]\n\n[r]: Note.md#One:#Zwei\n"),
    ("[x](Note.md#Three%20(a#Two%20b%29)", "[x](Note.md#Three%20(a#Two%20b%29)"),
  ])
  func `the parts of a path that have no other name keep their bytes`(
    text: String, expected: String
  ) throws {
    let target = "# One:\n\n## Two\n\n# Three (a\n\n## Two b)\n"
    #expect(try rewritten(text, renaming: "Two", to: "Zwei", in: target) == expected)
  }

  @Test(arguments: [
    (
      "[[Note#^a1]] ![[Note#^a1|t]] [x](Note.md#^a1) [[Note#^b]]",
      "[[Note#^new-id]] ![[Note#^new-id|t]] [x](Note.md#^new-id) [[Note#^b]]"
    ),
    ("[[Note#^A1]] [[Note#a1]]", "[[Note#^new-id]] [[Note#a1]]"),
  ])
  func `a block gets another id`(text: String, expected: String) throws {
    let target = "One. ^a1\n\n- item ^b\n"
    #expect(try rewritten(text, renaming: "^a1", to: "new-id", in: target) == expected)
  }

  @Test func `the note's own links and its heading change, and nothing else`() throws {
    let text =
      "[[#Aims]] [x](#aims)\r\n\r\nAims ##\r\n\r\n## *Aims* ##\r\n\r\n![[#Aims|x]] #Aims\r\n"
    #expect(
      try own(text, renaming: "Aims", to: "New `goals`")
        == "[[#New goals]] [x](#new-goals)\r\n\r\nAims ##\r\n\r\n## New `goals` ##\r\n\r\n![[#New goals|x]] #Aims\r\n"
    )
    #expect(
      try own("- One ^a\n- Two ^b\n\n[[#^a]] [[#^b]]\n", renaming: "^b", to: "c")
        == "- One ^a\n- Two ^c\n\n[[#^a]] [[#^c]]\n")
  }

  @Test func `links in the old heading go with it, and new ones may come`() throws {
    #expect(
      try own("[[#See X]]\n\n# See [[X]]\n", renaming: "See X", to: "Sources")
        == "[[#Sources]]\n\n# Sources\n")
    #expect(
      try own("[[#Plain]] [[#^a]]\n\n# Plain\n\nx ^a\n", renaming: "Plain", to: "See [[X|the X]]")
        == "[[#See the X]] [[#^a]]\n\n# See [[X|the X]]\n\nx ^a\n")
  }

  @Test func `of two headings of one name the first is meant, and a path picks the other`() throws {
    let text = "# A\n\n## X\n\n# B\n\n## X\n\n[[#X]] [[#B#X]] [x](#x) [y](#x-1)\n"
    #expect(
      try own(text, renaming: "X", to: "Y")
        == "# A\n\n## Y\n\n# B\n\n## X\n\n[[#Y]] [[#B#X]] [x](#y) [y](#x)\n")
    #expect(
      try own(text, renaming: "B#X", to: "Y")
        == "# A\n\n## X\n\n# B\n\n## Y\n\n[[#X]] [[#B#Y]] [x](#x) [y](#y)\n")
  }

  @Test func `a name that another heading has is told apart by the headings above`() throws {
    #expect(
      try own("# A\n\n## X\n\n# B\n\n## Z\n\n[[#Z]] [z](#z) [Z](#Z)\n", renaming: "Z", to: "X")
        == "# A\n\n## X\n\n# B\n\n## X\n\n[[#B#X]] [z](#x-1) [Z](#B#X)\n")
    #expect(throws: LinkNotRewritten.self) {
      try own("# X\n\n# Z\n\n[[#Z]]\n", renaming: "Z", to: "X")
    }
    // The first of a name takes over what the second had.
    #expect(
      try own("# A\n\n## Z\n\n# B\n\n## X\n\n[[#X]]\n", renaming: "Z", to: "X")
        == "# A\n\n## X\n\n# B\n\n## X\n\n[[#B#X]]\n")
  }

  @Test func `a name that differs in capitals or signs is written as it is now`() throws {
    #expect(
      try own(
        "# old aims\n\n[[#old aims]] [[#Old Aims]] [x](#old-aims)\n", renaming: "old aims",
        to: "Old aims!")
        == "# Old aims!\n\n[[#Old aims!]] [[#Old Aims]] [x](#old-aims)\n")
  }

  @Test func `signs that would end a link are left out of it`() throws {
    #expect(
      try own("# A\n\n[[#A]] [x](#A)\n", renaming: "A", to: "C# | [x] ^2")
        == "# C# | [x] ^2\n\n[[#C x 2]] [x](#C%20x%202)\n")
  }

  @Test func `a range of Dendron's follows at both ends`() throws {
    let target = "# A\n\ntext\n\n# B\n\nx ^c\n"
    let text = "![[Note#a,1:#b]] ![[Note#a:#*]] ![[Note#^begin:#b]] ![[Note#a:#^c]]"
    #expect(
      try rewritten(text, renaming: "A", to: "New", in: target)
        == "![[Note#New,1:#b]] ![[Note#New:#*]] ![[Note#^begin:#b]] ![[Note#New:#^c]]")
    #expect(
      try rewritten(text, renaming: "B", to: "New", in: target)
        == "![[Note#a,1:#New]] ![[Note#a:#*]] ![[Note#^begin:#New]] ![[Note#a:#^c]]")
  }

  @Test func `a range to a heading below its start stays one`() throws {
    let target = "# One\n\n## Sub\n\n# Two words\n\n## Deep\n"
    let text = "![[Note#one:#sub]] ![[Note#two-words:#deep]] [[Note#One#Sub]]"
    #expect(
      try rewritten(text, renaming: "One", to: "Uno", in: target)
        == "![[Note#Uno:#sub]] ![[Note#two-words:#deep]] [[Note#Uno#Sub]]")
    #expect(
      try rewritten(text, renaming: "Two words", to: "Second", in: target)
        == "![[Note#one:#sub]] ![[Note#second:#deep]] [[Note#One#Sub]]")
    // Obsidian reads a path, which may mean another heading than the range.
    #expect(
      try rewritten(
        "[[Note#B:#Sub]]", renaming: "B#Sub", to: "New", in: "# Sub\n\n# B:\n\n## Sub\n")
        == "[[Note#New]]")
  }

  @Test(arguments: [
    ("Nowhere", "x", AnchorRefusal.notFound), ("A", "A", .sameName), ("A", "", .noHeading),
    ("A", "two\nlines", .noHeading), ("A", "x #", .noHeading), ("A", " x", .noHeading),
    ("S", "- x", .noHeading), ("S", "> x", .noHeading), ("^a", "b", .taken), ("^a", "B", .taken),
    ("^a", "é", .noBlockID), ("^a", "", .noBlockID), ("^a", "x y", .noBlockID),
    ("^q", "x", .notFound),
  ])
  func `names that cannot be are refused`(
    anchor: String, name: String, refusal: AnchorRefusal
  ) throws {
    let note = Note(parsing: Array("# A\n\nS\n---\n\nx ^a\n\ny ^b\n".utf8))
    #expect(throws: refusal) {
      try AnchorRenaming(of: anchor, to: name, in: note, options: NoteOptions())
    }
  }
}
