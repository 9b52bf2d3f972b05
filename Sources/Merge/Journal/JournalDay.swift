/// A day's note cut into its entries: what stands before the first one, and each heading `## 08:15 …` with what follows it.
struct JournalDay {
  struct Entry {
    /// Seconds after midnight.
    let time: Int
    /// From the heading to the last line that is not blank.
    let content: Range<Int>
    /// The blank lines behind it.
    let blanks: Range<Int>
  }

  /// Without the blank lines behind it.
  let preamble: Range<Int>
  /// The blank lines between the preamble and the first entry.
  let blanks: Range<Int>
  let entries: [Entry]

  init(_ lines: Range<Int>, in pool: LinePool, _ forms: LineForms) {
    var starts: [(line: Int, time: Int)] = []
    for line in lines where forms[line] == .heading {
      if let time = Self.time(ofHeading: pool.content(line)) { starts.append((line, time)) }
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

  /// What parts an entry from what stands before it; nothing where it stands first.
  func blanks(before entry: Int) -> Range<Int>? {
    entry > 0 ? entries[entry - 1].blanks : preamble.isEmpty ? nil : blanks
  }

  /// The time in `## 8:15`, `## 08:15:30 …` or `## 8:15 pm …`, as notes are read; in seconds after midnight.
  static func time(ofHeading line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: "##".utf8), line.dropFirst(2).first?.isBlank == true else { return nil }
    var rest = line.dropFirst(2).drop { $0.isBlank }
    func pair() -> Int? {
      guard rest.first == UInt8(ascii: ":") else { return nil }
      let digits = rest.dropFirst().prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isASCIIDigit) else { return nil }
      rest = rest.dropFirst(3)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let digits = rest.prefix(2).prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(digits.count)
    guard !digits.isEmpty, let minute = pair(), minute < 60 else { return nil }
    let second = pair() ?? 0
    var hour = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let half = rest.drop { $0.isBlank }.prefix(2).map { $0 | 0x20 }
    if half == Array("am".utf8) || half == Array("pm".utf8), (1...12).contains(hour) {
      let behind = rest.drop { $0.isBlank }.dropFirst(2)
      if behind.first?.isBlank ?? true {
        hour = hour % 12 + (half[0] == UInt8(ascii: "p") ? 12 : 0)
        rest = behind
      }
    }
    guard hour < 24, second < 60, rest.first.map({ $0.isBlank || $0 == .carriageReturn }) ?? true
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }
}
