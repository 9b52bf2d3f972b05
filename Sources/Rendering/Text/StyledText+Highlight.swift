extension StyledText {
  /// Text with some stretches of it set off, such as the words that a query found.
  ///
  /// - Parameters:
  ///   - ranges: offsets in UTF-8 in ascending order; parts outside of the text, or before the end
  ///     of the preceding range, are left out.
  package init(
    _ text: String, highlighting ranges: [Range<Int>], in style: Style = .match,
    otherwise base: Style = .plain
  ) {
    self.init()
    let utf8 = text.utf8
    var position = utf8.startIndex
    var offset = 0
    for range in ranges where range.lowerBound >= offset && range.upperBound <= utf8.count {
      let start = utf8.index(position, offsetBy: range.lowerBound - offset)
      let end = utf8.index(start, offsetBy: range.count)
      append(String(text[position..<start]), base)
      append(String(text[start..<end]), base.adding(style))
      position = end
      offset = range.upperBound
    }
    append(String(text[position...]), base)
  }
}
