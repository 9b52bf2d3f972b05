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
  init(
    _ source: [UInt8], _ range: ByteRange, _ insertions: [Insertion], comments: [ByteRange] = []
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
    for comment in comments {
      for place in comment.indices where !source[place].isLineEnd {
        while insertion < insertions.count, insertions[insertion].offset <= place { insertion += 1 }
        let shift = insertion == 0 ? 0 : ends[insertion - 1].total
        bytes[place - Int(range.start) + shift] = .space
      }
    }
  }

  /// The offset in the note, from its range's start, of an offset in ``bytes``.
  ///
  /// Bytes that were put in have the place of what follows them.
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
