/// Obsidian's comments: `%%`, anything, `%%`, on one line or many.
///
/// A reader does not see them, and they contain no link, hashtag or task. `%%` in code is code, and
/// one without another after it is text.
enum MarkdownComments {
  /// The comments in a range, in order, marks included.
  ///
  /// - Parameter events: the parser's events for the range.
  /// - Complexity: linear in the range's length and the number of events.
  static func ranges(
    in bytes: [UInt8], _ range: ByteRange, _ events: ArraySlice<MarkdownEvent>
  ) -> [ByteRange] {
    let end = Int(range.end)
    var marks: [Int] = []
    var index = Int(range.start)
    while let mark = bytes.first(UInt8(ascii: "%"), from: index, to: end - 1) {
      index = mark + 1
      if bytes[index] == UInt8(ascii: "%") {
        marks.append(mark)
        index += 1
      }
    }
    guard marks.count > 1 else { return [] }
    let code = events.filter { $0.kind == .codeText && $0.start < $0.end }
    var next = 0
    marks.removeAll { mark in
      while next < code.count, Int(code[next].end) <= mark { next += 1 }
      return next < code.count && Int(code[next].start) <= mark
    }
    return stride(from: 0, to: marks.count - 1, by: 2).map {
      ByteRange(marks[$0], marks[$0 + 1] + 2)
    }
  }
}
