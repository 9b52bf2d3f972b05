import Merge
import Testing

/// Merges of edits in plain lines.
struct LineMergeTests {
  static let cases: [MergeCase] = [
    MergeCase("one side alone", "a\nb\n", "a\nb\n", "a\nc\n", "a\nc\n"),
    MergeCase("both alike", "a\nb\n", "a\nc\n", "a\nc\n", "a\nc\n"),
    MergeCase("apart", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    MergeCase("the same line", "a\nb\nc\n", "a\nx\nc\n", "a\ny\nc\n", "a\n«b\n|x\n|y\n»c\n"),
    MergeCase("a deletion and an edit", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\n«b\n||B\n»c\n"),
    MergeCase(
      "the same change and another", "a\nb\nc\nd\n", "A\nb\nc\nD\n", "A\nb\nc\nd\n", "A\nb\nc\nD\n"),
    MergeCase(
      "a person's marker lines", "a\n=======\nb\n", "a\n=======\nB\n", "<<<<<<<\na\n=======\nb\n",
      "<<<<<<<\na\n=======\nB\n"),
    MergeCase("both added, one contains the other", nil, "a\nb\n", "a\nx\nb\n", "a\nx\nb\n"),
    MergeCase("both added, an empty one", nil, "", "a\n", "a\n"),
    MergeCase("both added, different", nil, "a\nb\nc\n", "a\nx\nc\n", "a\n«|b\n|x\n»c\n"),
    MergeCase("a final newline goes", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nc", "A\nb\nc"),
    MergeCase("a final newline comes", "a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"),
    MergeCase("line ends flip", "a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nb\nC\n", "a\r\nb\r\nC\r\n"),
    MergeCase(
      "line ends flip, and an edit there", "a\nb\nc\n", "A\r\nb\r\nc\r\n", "a\nb\nC\n",
      "A\r\nb\r\nC\r\n"),
    MergeCase(
      "mixed line ends become one", "a\nb\r\nc\n", "a\r\nb\r\nc\r\n", "a\nb\r\nC\n",
      "a\r\nb\r\nC\r\n"),
    MergeCase("some lines get another end", "a\nb\nc\n", "a\r\nb\nc\n", "a\nb\nC\n", "a\r\nb\nC\n"),
    MergeCase(
      "some lines get another end, and the rest stays", "a\r\nb\nc\r\n", "a\r\nB\nc\r\n",
      "a\r\nb\nc\r\nd\r\n", "a\r\nB\nc\r\nd\r\n"),
    MergeCase(
      "line ends flip, and a line comes with another", "a\nb\nc\n", "a\r\nb\r\nc\r\nd\n",
      "a\nB\nc\n", "a\r\nB\r\nc\r\nd\r\n"),
    MergeCase(
      "the same line comes on both sides, with two ends", "a\nb\n", "a\r\nb\r\nx\n", "A\nb\nx\n",
      "A\r\nb\r\nx\r\n"),
    MergeCase(
      "mixed line ends, and one line twice changed", "a\nb\r\nc\n", "a\nx\r\nc\n", "a\ny\r\nc\n",
      "a\n«b\r\n|x\r\n|y\r\n»c\n"),
    MergeCase(
      "mixed line ends, and the last has none", "a\nb\r\nc", "a\nb\r\nC", "A\nb\r\nc", "A\nb\r\nC"),
    MergeCase(
      "mixed line ends, both added", nil, "a\r\nb\n", "a\r\nx\nb\n", "a\r\nx\nb\n"),
    MergeCase(
      "a byte order mark comes", "a\nb\nc\n", "\u{FEFF}a\nb\nc\n", "a\nb\nC\n",
      "\u{FEFF}a\nb\nC\n"),
    MergeCase(
      "a byte order mark goes", "\u{FEFF}a\nb\nc\n", "\u{FEFF}a\nb\nC\n", "A\nb\nc\n",
      "A\nb\nC\n"),
    MergeCase("an overlap in the last line, unended", "a\nb", "a\nx", "a\ny", "a\n«b|x|y»"),
  ]

  @Test(arguments: cases) func `lines merge as the table says, from either side`(_ row: MergeCase) {
    row.check()
  }

  @Test(arguments: [[0xFF, 0x0A], [0x61, 0x00, 0x0A], [0xC3]] as [[UInt8]])
  func `what is no text overlaps as a whole`(bytes: [UInt8]) {
    let versions = NoteVersions(
      base: Array("a\nb\n".utf8), left: bytes, right: Array("a\nB\n".utf8))
    let overlap = Overlap(
      base: versions.base ?? [], left: versions.left, right: versions.right, suggestion: nil)
    #expect(
      NoteMerge().merge(versions) == .overlapping(OverlappingMerge(regions: [.overlap(overlap)])))
  }
}
