/// Stretches of a note's source that are set off when it is shown, such as the words that a query found.
package struct Highlights: Sendable {
  /// In the order of their beginnings, none over another.
  private var ranges: [Range<Int>] = []
  /// The offset of the one to look at first.
  private let best: Int?

  /// The look of a match, and of the best of them, by which its line is found again.
  private static let (other, first) = (Style.match, Style.match.adding(Style(nil, .inverse)))

  /// - Parameters:
  ///   - ranges: offsets in the source; of two that overlap, what the first has not.
  ///   - best: the beginning of the one to look at first.
  package init(_ ranges: [Range<Int>] = [], best: Int? = nil) {
    self.best = best
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let rest = max(range.lowerBound, end)..<max(range.upperBound, range.lowerBound, end)
      if rest.isEmpty { continue }
      self.ranges.append(rest)
      end = rest.upperBound
    }
  }

  /// The line with the best match; nil if it is not shown.
  package static func bestLine(of lines: [StyledText]) -> Int? {
    lines.firstIndex { $0.runs.contains { $0.style.attributes.contains(.inverse) } }
  }

  /// Text with its highlighted stretches set off.
  ///
  /// - Parameter source: the bytes that the text came from; where it is not the same text, all of it is set off.
  func marking(
    _ text: String, _ style: Style, from source: Range<Int>, link: String? = nil
  ) -> StyledText {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= source.lowerBound { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].lowerBound < source.upperBound else {
      return StyledText(text, style, link: link)
    }
    let isSame = text.utf8.count == source.count
    guard isSame else { return StyledText(text, style.adding(look(low)), link: link) }
    var result = StyledText()
    var position = text.utf8.startIndex
    func piece(to offset: Int) -> String {
      let end = text.utf8.index(text.utf8.startIndex, offsetBy: offset - source.lowerBound)
      defer { position = end }
      return String(decoding: text.utf8[position..<end], as: UTF8.self)
    }
    for number in low..<ranges.count {
      let range = ranges[number].clamped(to: source)
      if range.isEmpty { break }
      result.append(piece(to: range.lowerBound), style, link: link)
      result.append(piece(to: range.upperBound), style.adding(look(number)), link: link)
    }
    result.append(piece(to: source.upperBound), style, link: link)
    return result
  }

  private func look(_ number: Int) -> Style {
    best.map(ranges[number].contains) == true ? Self.first : Self.other
  }
}
