import Merge
import Testing

/// Both versions of an overlap as one text.
struct BothVersionsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let base: String?
    let left: String
    let right: String
    let both: BothVersions

    /// A row of values of front matter.
    init(_ name: String, _ base: String?, _ left: String, _ right: String, _ both: BothVersions) {
      self.name = name
      self.base = base.map { "---\ntitle: T\n\($0)---\ntext\n" }
      self.left = "---\ntitle: T\n\(left)---\ntext\n"
      self.right = "---\ntitle: T\n\(right)---\ntext\n"
      self.both = both
    }

    init(_ name: String, _ both: String, base: String, left: String, right: String) {
      (self.name, self.base, self.left, self.right) = (name, base, left, right)
      self.both = .text(Array(both.utf8))
    }

    var testDescription: String { name }
  }

  private static func text(_ text: String) -> BothVersions { .text(Array(text.utf8)) }

  static let rows: [Row] = [
    Row("one value", "rating: 3\n", "rating: 4\n", "rating: 5\n", .oneValue(key: "rating")),
    Row("a quoted key", nil, "\"a b\": 1\n", "\"a b\": 2\n", .oneValue(key: "a b")),
    Row(
      "two authors", "author: A\n", "author: B\n", "author: C\n", text("author: [B, C]\n")),
    Row(
      "an author's name with a comma", "author: A\n", "author: B, C\n", "author: D\n",
      text("author:\n  - B, C\n  - D\n")),
    Row(
      "a value and a list", "authors: A\n", "authors: [A, B]\n", "authors: C\n",
      text("authors: [A, B, C]\n")),
    Row(
      "a list and a value on lines of their own", "author: A\n", "author: C\n",
      "author:\n  - A\n  - C\n  - \"B\"\n", text("author:\n  - C\n  - A\n  - \"B\"\n")),
    Row(
      "lists of maps", "readings: []\n",
      "readings:\n  - started: 2020\n    finished: 2021\n  - started: 2024\n",
      "readings:\n- started: 2024\n- started: 2022\n",
      text(
        "readings:\n  - started: 2020\n    finished: 2021\n  - started: 2024\n  - started: 2022\n")),
    Row(
      "a list of any key", "genre: x\n", "genre: [a, b]\n", "genre: [b, c]\n",
      text("genre: [a, b, c]\n")),
    Row(
      "a list and one value", "genre: x\n", "genre: [a]\n", "genre: c\n", .oneValue(key: "genre")),
    Row("a key taken out", "a: 1\n", "", "a: 2\n", text("a: 2\n")),
    Row("a map", "a:\n  b: 1\n", "a:\n  b: 2\n", "a:\n  b: 3\n", .oneValue(key: "a")),
    Row(
      "the text of a note", "one\ntwo\n", base: "---\na: 1\n---\nzero\n",
      left: "---\na: 1\n---\none\n", right: "---\na: 1\n---\ntwo\n"),
    Row(
      "text without a last newline", "one\ntwo", base: "zero", left: "one", right: "two"),
  ]

  @Test(arguments: rows) func `both versions are one valid text, or none`(_ row: Row) throws {
    let outcome = NoteMerge().merge(versions(row.base, row.left, row.right))
    guard case .overlapping(let merge) = outcome else {
      Issue.record("no overlap: \(shown(outcome))")
      return
    }
    let index = merge.overlaps.count - 1
    // The sides of a merge are in their own order.
    #expect(merge.both(at: index) == row.both)
  }

  @Test func `P4 the second side's front matter is told by where it stands`() {
    let merge = OverlappingMerge(regions: [
      .overlap(
        Overlap(
          base: [], left: [], right: Array("---\na: 1\n---\n".utf8), suggestion: nil)),
      .overlap(
        Overlap(base: [], left: Array("a: 1\n".utf8), right: Array("a: 2\n".utf8), suggestion: nil)),
    ])
    #expect(merge.both(at: 0) == .text(Array("---\na: 1\n---\n".utf8)))
    #expect(merge.both(at: 1) == .text(Array("a: 1\na: 2\n".utf8)))
  }
}
