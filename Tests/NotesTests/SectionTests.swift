import Notes
import Testing

@Suite struct SectionTests {
  private let note = Note(
    parsing: Array(
      "# N\n\nBegin.\n\n## In short, 1\n\na\n\n### Deep\n\nb ^b\n\n## End\n\nc\n".utf8))

  @Test(arguments: [
    ("in-short-1", "## In short, 1\n\na\n\n### Deep\n\nb ^b\n\n"),
    ("In short, 1", "## In short, 1\n\na\n\n### Deep\n\nb ^b\n\n"),
    ("^b", "b "), ("^begin", "# N\n\nBegin.\n\n"),
    ("in-short-1,1", "\na\n\n### Deep\n\nb ^b\n\n"), ("in-short-1,1:#*", "\na\n\n"),
    ("in-short-1:#*", "## In short, 1\n\na\n\n"), ("in-short-1,2:#deep", "a\n\n"),
    ("in-short-1:#^b", "## In short, 1\n\na\n\n### Deep\n\nb "),
    ("deep,1:#^end", "\nb ^b\n\n## End\n\nc\n"), ("end:#*", "## End\n\nc\n"),
    ("^b:#^end", "b ^b\n\n## End\n\nc\n"), ("end,9:#*", ""), ("end:#deep", ""),
  ])
  func `an anchor is a section, a block or a range as Dendron writes it`(
    anchor: String, expected: String
  ) throws {
    #expect(note.text(try #require(note.section(anchored: anchor))) == expected)
  }

  @Test(arguments: ["gone", "gone,1:#*", "deep:#gone", "deep:#^gone", ",1", ":#*", ""])
  func `an anchor that names no part is none`(anchor: String) {
    #expect(note.section(anchored: anchor) == nil)
  }
}
