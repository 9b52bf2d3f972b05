import Layout

/// The lines of a note, as its editors find their places.
enum NoteLines {
  /// The line end that is used first; a line feed where there is none.
  static func lineEnd(of source: [UInt8]) -> [UInt8] {
    guard let first = source.firstIndex(where: \.isLineEnd) else { return [.lineFeed] }
    let isPair = source[first] == .carriageReturn && source.dropFirst(first + 1).first == .lineFeed
    return isPair ? [.carriageReturn, .lineFeed] : [source[first]]
  }

  /// Past the byte order mark.
  static func textStart(_ source: [UInt8]) -> Int {
    source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The first byte of the line that has an offset.
  static func lineStart(of offset: Int, in source: [UInt8]) -> Int {
    var start = offset
    let first = textStart(source)
    while start > first, !source[start - 1].isLineEnd { start -= 1 }
    return start
  }

  /// Past the line that has an offset, with its end.
  static func nextLine(_ offset: Int, in source: [UInt8]) -> Int {
    guard let end = source[offset...].firstIndex(where: \.isLineEnd) else { return source.count }
    let isPair = source[end] == .carriageReturn && source.dropFirst(end + 1).first == .lineFeed
    return end + (isPair ? 2 : 1)
  }

  /// Past the last line of a range that is not blank, with its end; the range's start if there is none.
  static func contentEnd(of range: Range<Int>, in source: [UInt8]) -> Int {
    guard let last = source[range].lastIndex(where: { !$0.isASCIISpace }) else {
      return range.lowerBound
    }
    return min(nextLine(last, in: source), range.upperBound)
  }

  /// True if the line at an offset is blank; false past the last one.
  static func isBlank(at offset: Int, in source: [UInt8]) -> Bool {
    offset < source.count
      && source[offset..<nextLine(offset, in: source)].allSatisfy(\.isASCIISpace)
  }

  /// True if the line that ends right before an offset is blank, or there is none.
  static func isBlankLine(endingAt offset: Int, in source: [UInt8]) -> Bool {
    var index = offset
    guard index > 0, source[index - 1].isLineEnd else { return false }
    let isPair = index > 1 && source[index - 1] == .lineFeed && source[index - 2] == .carriageReturn
    index -= isPair ? 2 : 1
    while index > 0, source[index - 1].isBlank { index -= 1 }
    return index <= textStart(source) || source[index - 1].isLineEnd
  }
}
