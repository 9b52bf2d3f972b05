import Layout

extension Note {
  /// The changes that give headings other levels; one that cannot have the level gets the nearest.
  ///
  /// Headings in quotes and lists keep theirs.
  /// - Parameters:
  ///   - numbers: of the headings, by their places in ``headings``.
  ///   - change: the number of levels by which they become lower, below zero for higher ones.
  package func edits(ofLevels numbers: Range<Int>, by change: Int) -> [ByteEdit] {
    if change == 0 { return [] }
    return numbers.flatMap { number -> [ByteEdit] in
      let heading = headings[number]
      let level = min(6, max(1, heading.level + change))
      return begins(heading) && level != heading.level ? edits(of: heading, level: level) : []
    }
  }

  /// True if a heading begins its line: it is in no quote and no list.
  package func begins(_ heading: Heading) -> Bool {
    let start = Int(heading.range.start)
    return start == bodyStart || source[start - 1].isLineEnd
  }

  private func edits(of heading: Heading, level: Int) -> [ByteEdit] {
    let start = Int(heading.range.start)
    if source[start] == UInt8(ascii: "#") {
      let change = level - heading.level
      return [
        change > 0
          ? ByteEdit(ByteRange(start, start), [UInt8](repeating: UInt8(ascii: "#"), count: change))
          : ByteEdit(ByteRange(start, start - change), [])
      ]
    }
    // A line under the text is of level 1 or 2, and the text may have several lines.
    let text = source[heading.text.indices]
    let line = source[..<Int(heading.range.end)].lastIndex(where: \.isLineEnd).map { $0 + 1 }
    guard let line, line >= Int(heading.text.end) else { return [] }
    if level <= 2 {
      let mark = UInt8(ascii: level == 1 ? "=" : "-")
      let range = ByteRange(line, Int(heading.range.end))
      return [
        ByteEdit(range, source[range.indices].map { $0.isBlank ? $0 : mark })
      ]
    }
    if text.contains(where: \.isLineEnd) { return [] }
    let marks = [UInt8](repeating: UInt8(ascii: "#"), count: level) + [.space]
    return [
      ByteEdit(ByteRange(start, start), marks),
      ByteEdit(ByteRange(start: heading.text.end, end: heading.range.end), []),
    ]
  }
}
