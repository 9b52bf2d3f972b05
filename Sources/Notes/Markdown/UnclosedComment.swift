import Layout

/// A comment of a note that nothing ends.
package struct UnclosedComment: Hashable, Sendable {
  /// `%%` or `<!--`.
  package let mark: String
  /// The offset of the mark, in bytes.
  package let offset: Int
  /// True where it hides the rest from a reader: it begins a line. Else it is text, and shown.
  package let hidesRest: Bool
  /// The words around the mark on its line, of which some are enough to find it.
  package let words: String
}

extension ReadableBody {
  /// The comment that nothing ends; nil if there is none.
  ///
  /// - Parameter note: of which this is the body.
  package func unclosed(in note: Note) -> UnclosedComment? {
    func comment(_ mark: String, _ offset: Int, hidesRest: Bool = true) -> UnclosedComment {
      UnclosedComment(
        mark: mark, offset: offset, hidesRest: hidesRest,
        words: Self.words(around: offset, in: note))
    }
    return openComment.map { comment("%%", $0) } ?? openHTML.map { comment("<!--", $0) }
      ?? strayComment.map { comment("%%", $0, hidesRest: false) }
  }

  /// The part of a line around a mark.
  private static func words(around offset: Int, in note: Note) -> String {
    let bytes = note.source
    let end = bytes[offset...].firstIndex(where: \.isLineEnd) ?? bytes.count
    let start = bytes.startOfLine(at: offset, from: note.bodyStart)
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
    let after = String(decoding: bytes[offset..<end], as: UTF8.self)
    var words = (before.suffix(20) + after.prefix(40)).drop(while: \.isWhitespace)
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words)
  }

  /// The offset of an unclosed `%%` that begins a line: Obsidian hides all text after it.
  static func openComment(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces, _ comments: [ByteRange]
  ) -> Int? {
    firstMark(in: bytes, from: start, kinds, comments) { mark in
      bytes.startOfLineText(at: mark, from: start) == mark
    }
  }

  /// The offset of an unclosed `%%` that looks as if a comment began there: no letter or digit is before it, or a letter
  /// is and a space comes after it. So `100%% sure` and `a%%b` are text.
  ///
  /// - Parameter hidden: comments and formulas, in order.
  static func strayComment(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces, _ hidden: [ByteRange]
  ) -> Int? {
    firstMark(in: bytes, from: start, kinds, hidden) { mark in
      guard mark > start, !bytes[mark...].starts(with: "%%%".utf8),
        ![UInt8(ascii: "%"), .backslash].contains(bytes[mark - 1])
      else { return false }
      let before = LenientUTF8.decode(bytes, before: mark).scalar.properties
      if before.numericType != nil { return false }
      return !before.isAlphabetic || mark + 2 == bytes.count || bytes[mark + 2].isASCIISpace
    }
  }

  private static func firstMark(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces, _ comments: [ByteRange],
    where isWanted: (Int) -> Bool
  ) -> Int? {
    var index = start
    while let mark = bytes.first(UInt8(ascii: "%"), from: index, to: bytes.count - 1) {
      index = mark + 1
      guard bytes[index] == UInt8(ascii: "%") else { continue }
      index += 1
      if kinds.isText(mark), !comments.covers(mark), isWanted(mark) { return mark }
    }
    return nil
  }
}
