import Merge
import Rendering
import Testing
import Wording
import zib

@Suite struct OverlapViewTests {
  private func lines(
    _ base: String, _ left: String, _ right: String, suggestion: String? = nil,
    hasAncestor: Bool = true, width: Int = 60, limit: Int? = nil
  ) -> [StyledText] {
    let overlap = Overlap(
      base: Array(base.utf8), left: Array(left.utf8), right: Array(right.utf8),
      suggestion: suggestion.map { Array($0.utf8) })
    return OverlapView(
      overlap: overlap, names: .init(note: "laptop", copy: "phone"),
      hasAncestor: hasAncestor, before: ["# Walden"], after: ["End."], limit: limit
    ).lines(width: width)
  }

  @Test func `each side's words are marked without colour`() {
    #expect(
      lines("It cost $28.12.\n", "It cost $28.13.\n", "It cost us $28.12.\n").map(\.plainText) == [
        "# Walden", "o the original", "  It cost $28.12.", "1 this note: laptop",
        "  It cost $28.[-12-]{+13+}.",
        "2 the copy: phone", "  It cost {+us +}$28.12.", "End.",
      ])
  }

  @Test func `with colour the words are marked as well, so that nothing runs together`() {
    let text = lines("rating: 3\n", "rating: 5\n", "rating: 4\n").map {
      $0.rendered(colors: .sixteen)
    }
    #expect(text.contains { $0.contains("\u{1B}[31m[-3-]\u{1B}[0m\u{1B}[32m{+5+}\u{1B}[0m") })
  }

  @Test func `without an ancestor the two are compared with each other`() {
    #expect(
      lines("", "one two\n", "one three\n", hasAncestor: false).map(\.plainText) == [
        "# Walden", "1 this note: laptop", "  one {+two+}", "2 the copy: phone",
        "  one {+three+}", "End.",
      ])
  }

  @Test func `what one side took out is said`() {
    let shown = lines("gone\n", "", "kept\n", suggestion: "kept\n").map(\.plainText)
    #expect(shown.contains("  [-gone-]"))
    #expect(shown.contains("m merged by word"))
    #expect(lines("", "", "new\n").map(\.plainText).contains("  (nothing)"))
  }

  @Test(arguments: [20, 40, 77]) func `no line is wider than the screen`(width: Int) {
    let long = String(repeating: "the house 池のほとり cost twenty-eight dollars ", count: 12)
    let shown = lines(long + "\n", long + "and a half\n", "only " + long, width: width)
    #expect(shown.allSatisfy { $0.displayWidth <= width })
  }

  @Test func `a long version is cut and counted`() {
    let long = (1...30).map { "line \($0)\n" }.joined()
    let shown = lines("x\n", long, "y\n", limit: 5).map(\.plainText)
    #expect(shown.contains("  … 26 more lines") || shown.contains("  … 25 more lines"))
    #expect(!shown.contains("  line 30"))
  }

  @Test func `control characters are shown and not obeyed`() {
    let text = lines("a\n", "\u{1B}[2J\n", "\u{7}\n").map { $0.rendered(colors: .none) }
    #expect(!text.joined().contains("\u{1B}"))
  }

  @Test func `bytes that are no text are counted`() {
    let overlap = Overlap(base: [], left: [0xFF, 0xFE], right: [0x61], suggestion: nil)
    let view = OverlapView(
      overlap: overlap, names: .init(note: "", copy: ""), hasAncestor: false)
    #expect(view.lines(width: 60).map(\.plainText).contains("  (2 B that are no text)"))
  }
}
