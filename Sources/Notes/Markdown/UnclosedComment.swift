import Layout

/// A comment of a note that nothing ends: it hides the rest from a reader.
package struct UnclosedComment: Hashable, Sendable {
  /// The offset of its mark, `%%` or `<!--`, in bytes.
  package let offset: Int
  /// The words around the mark on its line, of which some are enough to find it.
  package let words: String
}

extension ReadableBody {
  /// The comment that nothing ends; nil if there is none.
  ///
  /// - Parameter note: of which this is the body.
  package func unclosed(in note: Note) -> UnclosedComment? {
    openComment.map {
      UnclosedComment(offset: $0, words: Self.words(around: $0, in: note))
    }
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

  /// The offset of an unclosed `%%` or, in text, `<!--`: it hides all text after it, the first as in Obsidian. `%%` behind
  /// a digit is a sign twice, as in `100%% sure`, and a mark behind a backslash is text.
  ///
  /// - Parameter hidden: comments, and formulas in which it begins none, in order.
  static func openComment(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces, _ hidden: [ByteRange]
  ) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      let mark = index
      index += 1
      let isPercent = bytes[mark] == UInt8(ascii: "%")
      guard isPercent || bytes[mark] == UInt8(ascii: "<"),
        bytes[mark...].starts(with: (isPercent ? "%%" : "<!--").utf8)
      else { continue }
      index = mark + (isPercent ? 2 : 4)
      guard kinds.isText(mark), !hidden.covers(mark), !bytes.isEscaped(mark, from: start) else {
        continue
      }
      if isPercent {
        let isAfterDigit =
          mark > start
          && LenientUTF8.decode(bytes, before: mark).scalar.properties.numericType != nil
        if !isAfterDigit { return mark }
      } else if ![">", "->"].contains(where: { bytes[index...].starts(with: $0.utf8) }) {
        // `<!-->` and `<!--->` are whole comments.
        return mark
      }
    }
    return nil
  }
}
