import Layout

/// A day's note cut into its entries: the text before the first one, and each heading that
/// `JournalTime` reads, such as `## 08:15 …`, with the text after it.
struct DayEntries {
  struct Entry {
    /// Seconds after midnight.
    let time: Int
    /// From the heading to the last line that is not blank.
    let content: Range<Int>
    /// The blank lines after it.
    let blanks: Range<Int>
  }

  /// The text before the first entry, without the blank lines after it.
  let preamble: Range<Int>
  /// The blank lines between the preamble and the first entry.
  let blanks: Range<Int>
  let entries: [Entry]

  init(_ lines: Range<Int>, in pool: LinePool, _ forms: LineForms) {
    var starts: [(line: Int, time: Int)] = []
    for line in lines where forms[line] == .heading {
      if let time = JournalTime(headingLine: pool.content(line)) {
        starts.append((line, time.seconds))
      }
    }
    func cut(_ lines: Range<Int>) -> (content: Range<Int>, blanks: Range<Int>) {
      var end = lines.upperBound
      while end > lines.lowerBound, forms[end - 1] == .blank { end -= 1 }
      return (lines.lowerBound..<end, end..<lines.upperBound)
    }
    (preamble, blanks) = cut(lines.lowerBound..<(starts.first?.line ?? lines.upperBound))
    entries = starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1].line : lines.upperBound
      let (content, blanks) = cut(starts[index].line..<end)
      return Entry(time: starts[index].time, content: content, blanks: blanks)
    }
  }

  /// The blank lines before an entry; nil if nothing precedes it.
  func blanks(before entry: Int) -> Range<Int>? {
    entry > 0 ? entries[entry - 1].blanks : preamble.isEmpty ? nil : blanks
  }
}
