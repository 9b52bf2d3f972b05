import Merge
import Testing

/// Merging inside a line, by word.
struct WordMergeTests {
  private static let base = "The old pond lay still and quiet under the first ice of the year"

  static let merged: [MergeCase] = [
    MergeCase(
      "apart", base, "The deep pond lay still and quiet under the first ice of the year",
      "The old pond lay still and quiet under the first ice of winter",
      "The deep pond lay still and quiet under the first ice of winter"),
    MergeCase(
      "put in and taken out", base, "The pond lay still and quiet under the first ice of the year",
      "The old pond lay still and quiet under the very first ice of the year",
      "The pond lay still and quiet under the very first ice of the year"),
  ]

  @Test(arguments: merged) func `by word, edits of one line merge`(_ row: MergeCase) {
    row.check(NoteMerge(granularity: .word))
    let versions = versions(row.base, row.left, row.right)
    guard case .overlapping(let merge) = NoteMerge().merge(versions) else {
      Issue.record("merged by line")
      return
    }
    #expect(merge.overlaps.map(\.suggestion) == [Array(row.merged.utf8)])
  }

  @Test func `close edits are suggested and not made`() {
    let versions = versions(
      Self.base, "The deep pond lay still and quiet under the first ice of the year",
      "The old pond rested still and quiet under the first ice of the year")
    for merge in [NoteMerge(), NoteMerge(granularity: .word)] {
      guard case .overlapping(let outcome) = merge.merge(versions) else {
        Issue.record("merged")
        return
      }
      let text = "The deep pond rested still and quiet under the first ice of the year"
      #expect(outcome.overlaps.map(\.suggestion) == [Array(text.utf8)])
    }
  }

  /// The beginning and the end of the line are edited; in its middle stands what makes the line one that words are not merged in.
  static let refused: [(String, String, String)] = [
    ("One two three four five six", "Uno two three four five six", "Ein two three four five six"),
    (
      "One two three four five six", "One new two three four five six",
      "One two three four five new six"
    ),
    (
      "On 3 May two three four five six", "On 4 May two three four five six",
      "On 3 May two three four five end"
    ),
    (
      "Q: one two three four five six", "Q: uno two three four five six",
      "Q: one two three four five sei"
    ),
    (
      "A: one two three four five six", "A: uno two three four five six",
      "A: one two three four five sei"
    ),
    (
      "One ?[](two) three four five six", "Uno ?[](two) three four five six",
      "One ?[](two) three four five sei"
    ),
    (
      "| one two | three | four five six |", "| uno two | three | four five six |",
      "| one two | three | four five sei |"
    ),
    (
      "[one](a.md) two three four five", "[one](b.md) two three four five",
      "[one](a.md) two three four fünf"
    ),
    ("[[one]] two three four five", "[[uno]] two three four five", "[[one]] two three four fünf"),
    ("`one` two three four five", "`uno` two three four five", "`one` two three four fünf"),
    (
      "http://a.example/b two three four five", "http://a.example/c two three four five",
      "http://a.example/b two three four fünf"
    ),
    (
      "- [ ] two three four five six", "- [/] zwei three four five six",
      "- [x] two three four five sechs"
    ),
    (
      "```\none two three four five six\n```", "```\nuno two three four five six\n```",
      "```\none two three four five sei\n```"
    ),
    (
      "---\na: one two three four five six\n---", "---\na: uno two three four five six\n---",
      "---\na: one two three four five sei\n---"
    ),
  ]

  @Test(arguments: refused)
  func `what words are not merged in overlaps, without a suggestion`(
    base: String, left: String, right: String
  ) {
    let outcome = NoteMerge(granularity: .word).merge(versions(base, left, right))
    guard case .overlapping(let merge) = outcome else {
      Issue.record("merged: \(shown(outcome))")
      return
    }
    #expect(merge.overlaps.allSatisfy { $0.suggestion == nil })
  }
}
