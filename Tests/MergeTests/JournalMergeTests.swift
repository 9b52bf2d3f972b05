import Merge
import Testing

/// Days of a journal merge entry by entry.
struct JournalMergeTests {
  static let days: [MergeCase] = [
    MergeCase(
      "both add an entry", "# Day\n", "# Day\n\n## 09:00\nb\n", "# Day\n\n## 08:15 😀 Early\na\n",
      "# Day\n\n## 08:15 😀 Early\na\n\n## 09:00\nb\n"),
    MergeCase(
      "both add an entry, below headings of another level", "# Day\n",
      "# Day\n\n### 09:00\nb\n", "# Day\n\n### 08:15\na\n",
      "# Day\n\n### 08:15\na\n\n### 09:00\nb\n"),
    MergeCase(
      "the half of the day at the end of a line with CR LF", "# Day\r\n",
      "# Day\r\n\r\n## 8:30 pm\r\nb\r\n", "# Day\r\n\r\n## 9:15\r\na\r\n",
      "# Day\r\n\r\n## 9:15\r\na\r\n\r\n## 8:30 pm\r\nb\r\n"),
    MergeCase(
      "around another", "## 12:00\nnoon\n", "## 09:00\na\n\n## 12:00\nnoon\n\n## 20:00\nc\n",
      "## 12:00\nnoon\n\n## 8:30 pm\nd\n",
      "## 09:00\na\n\n## 12:00\nnoon\n\n## 20:00\nc\n\n## 8:30 pm\nd\n"),
    MergeCase(
      "both add the day", nil, "# Day\n\n## 09:00\nb\n", "# Day\n\n## 08:15\na\n",
      "# Day\n\n## 08:15\na\n\n## 09:00\nb\n"),
    MergeCase(
      "both add the day, with front matter", nil,
      "---\ncreated: 2026-11-21T09:00\ntags: [x]\n---\n# Day\n\n## 09:00\nb\n",
      "---\ncreated: 2026-11-21T08:00\ntags: [y]\n---\n# Day\n\n## 08:15\na\n",
      "---\ncreated: 2026-11-21T08:00\ntags: [x, y]\n---\n# Day\n\n## 08:15\na\n\n## 09:00\nb\n"),
    MergeCase(
      "the same time, other words", "# Day\n", "# Day\n\n## 08:00\nz\n", "# Day\n\n## 08:00\na\n",
      "# Day\n\n## 08:00\na\n\n## 08:00\nz\n"),
    MergeCase(
      "put before one of the same minute", "## 08:00\nb\n", "## 08:00\nz\n\n## 08:00\nb\n",
      "## 08:00\na\n\n## 08:00\nb\n", "## 08:00\na\n\n## 08:00\nz\n\n## 08:00\nb\n"),
    MergeCase(
      "put before one of the same minute, which the other side edited", "## 08:00\nb\n",
      "## 08:00\nz\n\n## 08:00\nb\n", "## 08:00\nB\n", "## 08:00\nz\n\n## 08:00\nB\n"),
    MergeCase(
      "entries of two zones, by what their clocks showed", "# Day\n",
      "# Day\n\n## 09:00 +09:00 😀\nz\n",
      "# Day\n\n## 08:00\na\n", "# Day\n\n## 08:00\na\n\n## 09:00 +09:00 😀\nz\n"),
    MergeCase(
      "the same entry", "# Day\n", "# Day\n\n## 08:00\na\n", "# Day\n\n## 08:00\na\n\n",
      "# Day\n\n## 08:00\na\n\n"),
    MergeCase(
      "different entries edited", "## 08:00\na\n## 09:00\nb\n", "## 08:00\nA\n## 09:00\nb\n",
      "## 08:00\na\n## 09:00\nB\n", "## 08:00\nA\n## 09:00\nB\n"),
    MergeCase(
      "one entry edited twice", "## 08:00\na\n## 09:00\nb\n", "## 08:00\nA\n## 09:00\nb\n",
      "## 08:00\nα\n## 09:00\nB\n", "## 08:00\n«a\n|A\n|α\n»## 09:00\nB\n"),
    MergeCase(
      "both go on with one entry", "## 08:00\na\n\n## 09:00\nb\n",
      "## 08:00\na\n\nz\n\n## 09:00\nb\n",
      "## 08:00\na\n\ny\n\n## 09:00\nb\n", "## 08:00\na\n\ny\n\nz\n\n## 09:00\nb\n"),
    MergeCase(
      "the time put right, the text edited", "## 08:00\na\n", "## 08:05\na\n", "## 08:00\na\n\nb\n",
      "## 08:05\na\n\nb\n"),
    MergeCase(
      "taken out, not changed", "## 08:00\na\n\n## 09:00\nb\n", "## 09:00\nb\n",
      "## 08:00\na\n\n## 09:00\nB\n", "## 09:00\nB\n"),
    MergeCase(
      "taken out and edited", "## 08:00\na\n\n## 09:00\nb\n", "## 09:00\nb\n",
      "## 08:00\nA\n\n## 09:00\nb\n", "«## 08:00\na\n||## 08:00\nA\n»\n## 09:00\nb\n"),
    MergeCase(
      "a day that is not in order", "## 09:00\nb\n\n## 08:00\na\n",
      "## 09:00\nb\n\n## 08:00\na\n\n## 07:00\nc\n",
      "## 09:00\nB\n\n## 08:00\na\n\n## 10:00\nd\n",
      "## 09:00\nB\n\n## 08:00\na\n\n## 07:00\nc\n\n## 10:00\nd\n"),
    MergeCase(
      "no blank lines between", "## 08:00\na\n", "## 08:00\na\n## 10:00\nc\n",
      "## 08:00\na\n## 09:00\nb\n",
      "## 08:00\na\n## 09:00\nb\n## 10:00\nc\n"),
    MergeCase(
      "a heading in a fence is none", "a\n", "a\n\n```\n## 08:00\n```\n", "a\n\nb\n",
      "a\n\n```\n## 08:00\n```\n\nb\n"),
    MergeCase(
      "a version of the day is told by its time", "## 08:00\na\nb\nc\n",
      "## 08:00 Title\na\nb\nC\n",
      "## 08:00\nA\nb\nc\n\n## 08:00\nmore\n", "## 08:00 Title\nA\nb\nC\n\n## 08:00\nmore\n"),
    MergeCase(
      "a heading taken out, its entry edited",
      "## 08:00\na\n\n## 12:30\n\nb\nc\n- d\n", "## 08:00\na\n\n\nb\nc\n- x\n- d\n",
      "## 08:00\na\n\n## 12:30\n\nb\nc\n- d\ny\n", "## 08:00\na\n\n\nb\nc\n- x\n- d\ny\n"),
    MergeCase(
      "the first heading taken out, its entry edited", "# Day\n\n## 08:00\n\na\n\nb\n",
      "# Day\n\na\n\nb\n", "# Day\n\n## 08:00\n\na\n\nB\n", "# Day\n\na\n\nB\n"),
    MergeCase(
      "a heading taken out by both", "## 08:00\n\n## 09:00\na\n", "## 08:00\na\n\nb\n",
      "## 08:00\nc\n\na\n", "## 08:00\nc\n\na\n\nb\n"),
    MergeCase(
      "a heading put in, what is below it edited", "## 08:00\na\n\nb\n\nc\n",
      "## 08:00\na\n\n## 09:00\nb\n\nc\n", "## 08:00\na\n\nb\n\nC\n",
      "## 08:00\na\n\n## 09:00\nb\n\nC\n"),
    MergeCase(
      "a heading with another time and text, its entry edited", "## 08:00\na\n\nb\n\nc\n",
      "## 08:10 x\nA\n\nb\n\nc\n", "## 08:00\na\n\nb\n\nC\n", "## 08:10 x\nA\n\nb\n\nC\n"),
    MergeCase(
      "an entry taken out and edited, and one of its lines put into another",
      "## 08:00\na\n\n## 09:00\nb\nc\n", "## 08:00\na\n\nb\n",
      "## 08:00\na\n\n## 09:00\nb\nC\n",
      "## 08:00\na\n\nb\n«c\n||C\n»"),
    MergeCase(
      "a task put under an entry of its own by each, and ticked by one", "- [ ] corn\n",
      "## 07:30\n- [ ] corn\n", "## 08:30\n- [x] corn\n",
      "## 07:30\n## 08:30\n- [x] corn\n"),
  ]

  @Test(arguments: days) func `entries merge as units`(_ row: MergeCase) { row.check() }
}
