import Layout

extension Note {
  /// The destinations of definitions that mean a target, each without its anchor and angle brackets, and
  /// its anchor.
  ///
  /// The parser tells where a destination is only if it is written without escapes. A definition is
  /// no part of a note's text, so that what looks like one in code or a paragraph is none.
  func definitions(meaning target: String) -> [(target: ByteRange, anchor: ByteRange?)] {
    let texts = runs.map(\.range)
    var found: [(target: ByteRange, anchor: ByteRange?)] = []
    var index = bodyStart
    while index + 1 < source.count {
      defer { index += 1 }
      guard source[index] == UInt8(ascii: "]"), source[index + 1] == UInt8(ascii: ":") else {
        continue
      }
      var start = index + 2
      while start < source.count, source[start].isBlank { start += 1 }
      guard start < source.count, !source[start].isLineEnd else { continue }
      let isInAngles = source[start] == UInt8(ascii: "<")
      if isInAngles { start += 1 }
      var hash: Int?
      var end = start
      while end < source.count, !source[end].isLineEnd,
        isInAngles ? source[end] != UInt8(ascii: ">") : !source[end].isASCIISpace
      {
        // `&#` begins a character, not an anchor.
        let isSign = source[end] == UInt8(ascii: "#") && source[end - 1] != UInt8(ascii: "&")
        if isSign, hash == nil { hash = end }
        end += 1
      }
      let range = ByteRange(start, hash ?? end)
      let next = texts.index(endingAfter: start)
      let isText = next < texts.count && texts[next].contains(start)
      if !isText, Spelling.destination(source[range.indices]) == target {
        found.append((range, hash.map { ByteRange($0 + 1, end) }))
      }
    }
    return found
  }
}
