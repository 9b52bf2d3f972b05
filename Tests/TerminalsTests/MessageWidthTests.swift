import Terminals
import Testing

/// Messages on a terminal whose width is known.
@Suite struct MessageWidthTests {
  @Test(arguments: [
    ("one two three", 7, 0, "one two\nthree"), ("one two", 8, 5, "one\ntwo"),
    ("`zib mv a b` is long", 9, 5, "`zib mv a b`\nis long"),
    ("see `zib mv a b`", 12, 0, "see\n`zib mv a b`"),
    ("aaaaaaaaaaaa b", 5, 0, "aaaaaaaaaaaa b"), ("one\ntwo three", 9, 6, "one\ntwo three"),
    ("漢字 漢字", 6, 0, "漢字\n漢字"), ("", 5, 5, ""),
  ])
  func `a message is broken between words, and not within backticks`(
    text: String, width: Int, taken: Int, broken: String
  ) {
    #expect(Messages.broken(text, width: width, after: taken) == broken)
  }
}
