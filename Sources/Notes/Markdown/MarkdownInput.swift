import Layout

/// The text that md4c gets for a range of a note.
///
/// It is the note's own, with bytes put in where md4c 0.4.8 reads something else than CommonMark and GFM say
/// (``MarkdownCorrections``), and with white space in place of comments. Places in it are turned back into places
/// of the note.
struct MarkdownInput {
  /// Bytes that are put in before an offset of the note.
  struct Insertion: Hashable {
    var offset: Int
    var byte: UInt8
    var count = 1
  }

  /// The text.
  private(set) var bytes: [UInt8] = []
  /// The comments in it, in order; no text is reported from them.
  let comments: [ByteRange]
  /// The offset in ``bytes`` past each insertion, and how many bytes were put in up to there.
  private var ends: [(end: Int, total: Int)] = []

  /// - Parameters:
  ///   - insertions: in order of their offsets, all within the range.
  ///   - comments: in order, all within the range.
  ///   - plain: in order, all within the range; the parser gets letters in place of their bytes.
  init(
    _ source: [UInt8], _ range: ByteRange, _ insertions: [Insertion], comments: [ByteRange] = [],
    plain: [ByteRange] = []
  ) {
    self.comments = comments
    var copied = Int(range.start)
    for insertion in insertions {
      bytes += source[copied..<insertion.offset]
      bytes += repeatElement(insertion.byte, count: insertion.count)
      ends.append((bytes.count, (ends.last?.total ?? 0) + insertion.count))
      copied = insertion.offset
    }
    bytes += source[copied..<Int(range.end)]
    var insertion = 0
    func fill(_ hidden: Range<Int>, with byte: UInt8, keepingLines: Bool) {
      for place in hidden where !keepingLines || !source[place].isLineEnd {
        while insertion < insertions.count, insertions[insertion].offset <= place { insertion += 1 }
        let shift = insertion == 0 ? 0 : ends[insertion - 1].total
        bytes[place - Int(range.start) + shift] = byte
      }
    }
    let letter = UInt8(ascii: "x")
    for (number, comment) in comments.enumerated() {
      // Blanks beside text would be indentation, which makes code of it, or a line break that was asked for.
      var start = Int(comment.start)
      var depth: Int?
      while start < Int(comment.end) {
        let end =
          source[start..<Int(comment.end)].firstIndex(where: \.isLineEnd) ?? Int(comment.end)
        // A quote continues below the first line of a comment, and text after one stays in its own.
        if start > Int(comment.start) {
          let first = Int(comment.start)
          let firstDepth =
            depth ?? source.quoteMarkers(onLineOf: first, from: Int(range.start)).depth
          depth = firstDepth
          let isLast = end == Int(comment.end)
          let markers = source.quoteMarkers(onLineOf: start, from: start, to: end)
          let isText = isLast && Self.isBeforeText(number, comments, in: source, to: Int(range.end))
          start = isText || markers.depth <= firstDepth ? markers.end : start
        }
        let hasText =
          (start == Int(comment.start)
            && Self.isAfterText(start, in: source, from: Int(range.start)))
          || (end == Int(comment.end)
            && Self.isBeforeText(number, comments, in: source, to: Int(range.end)))
        fill(start..<end, with: hasText ? letter : .space, keepingLines: true)
        start = end + 1
      }
    }
    insertion = 0
    for range in plain { fill(range.indices, with: letter, keepingLines: false) }
  }

  /// True if text follows a comment on its last line.
  private static func isBeforeText(
    _ number: Int, _ comments: [ByteRange], in source: [UInt8], to end: Int
  ) -> Bool {
    var number = number
    var index = Int(comments[number].end)
    while index < end {
      if number + 1 < comments.count, comments[number + 1].contains(index) {
        number += 1
        index = Int(comments[number].end)
      } else if source[index].isBlank {
        index += 1
      } else {
        return !source[index].isLineEnd
      }
    }
    return false
  }

  /// True if text precedes a comment on its first line.
  private static func isAfterText(_ start: Int, in source: [UInt8], from first: Int) -> Bool {
    var index = start
    while index > first, source[index - 1].isBlank { index -= 1 }
    return index > first && !source[index - 1].isLineEnd
      && source[index - 1] != UInt8(ascii: ">")
  }

  /// The offset in the note, from its range's start, of an offset in ``bytes``.
  ///
  /// Inserted bytes have the offset of the byte after them.
  func origin(of offset: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? ends[low - 1].total : 0
    guard low < ends.count else { return offset - before }
    let start = ends[low].end - (ends[low].total - before)
    return min(offset, start) - before
  }
}
