extension String {
  /// A line of plain text, such as a title of front matter, without comments: `%%…%%` and `<!-- …
  /// -->`.
  ///
  /// An unclosed one of HTML reaches to the end; a single `%%` is text.
  package var withoutComments: String {
    var text = self
    for (opening, closing) in [("<!--", "-->"), ("%%", "%%")] as [(StaticString, StaticString)] {
      guard text[...].range(ofASCII: opening) != nil else { continue }
      var shown = ""
      var rest = text[...]
      while let start = rest.range(ofASCII: opening) {
        let end = rest[start.upperBound...].range(ofASCII: closing)?.upperBound
        if end == nil, closing.description == "%%" { break }
        shown += rest[..<start.lowerBound]
        rest = end.map { rest[$0...] } ?? ""
        // Of the spaces around a comment one is left.
        if rest.isEmpty || rest.hasPrefix(" ") { while shown.hasSuffix(" ") { shown.removeLast() } }
      }
      text = String((shown + rest).trimmingBlanks)
    }
    return text
  }
}

extension Substring {
  /// The first range of some ASCII text.
  package func range(ofASCII text: StaticString) -> Range<Index>? {
    let wanted = Array(text.description.utf8)
    var index = utf8.startIndex
    while let start = utf8[index...].firstIndex(of: wanted[0]) {
      if utf8[start...].starts(with: wanted) {
        return start..<utf8.index(start, offsetBy: wanted.count)
      }
      index = utf8.index(after: start)
    }
    return nil
  }
}
