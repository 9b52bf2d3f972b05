import Layout

/// A part of a note that is parsed as Markdown, or hidden from the parser.
///
/// md4c 0.4.8 takes quadratic time in two corners, measured on generated notes of 400 kB:
/// - Containers opened many times on one line (`- - - - …`) are visited for each line after it (11
///   s).
/// - Each link of a paragraph or table searches its line from the block's first line on (3 s for
///   57,000 links on as many lines).
///
/// Such text is taken as plain lines. The bounds are far above what people write: 64 containers on
/// a line, 256 columns of indentation before one, or a block whose lines times its brackets exceed
/// 2^26 (8,192 of each), 2^29 in a fence. A third corner and a fourth, long destinations of
/// references used many times, are bounded in `MarkdownTape`.
struct MarkdownSegment {
  var range: ByteRange
  var isPlain: Bool

  /// Shorter notes are parsed as they are: their worst case is milliseconds.
  private static let smallestGuarded = 4096
  private static let mostMarkers = 64
  private static let mostColumns = 256

  /// Divides `bytes` from `start` on.
  static func divide(_ bytes: [UInt8], from start: Int) -> [MarkdownSegment] {
    guard bytes.count - start > smallestGuarded else {
      return [MarkdownSegment(range: ByteRange(start, bytes.count), isPlain: false)]
    }
    var divider = Divider(start: start)
    let span = bytes.span
    var index = start
    while index < span.count {
      let lineStart = index
      let prefix = Prefix(bytes, at: index)
      index = prefix.end
      var brackets = 0
      while index < span.count {
        let byte = span[index]
        index += 1
        if byte == UInt8(ascii: "]") { brackets += 1 }
        if byte.isLineEnd { break }
      }
      divider.add(lineStart, index, prefix, brackets)
    }
    return divider.finish(at: bytes.count)
  }

  /// The prefix of a line.
  private struct Prefix {
    /// Past white space and containers' markers.
    var end: Int
    var markers = 0
    var columns = 0
    var isBlank = false
    var beginsBlock = false
    /// The character of a fence, or 0.
    var fence: UInt8 = 0

    init(_ bytes: [UInt8], at start: Int) {
      let span = bytes.span
      var index = start
      loop: while index < span.count {
        switch span[index] {
        case .space: columns += 1
        case .tab: columns += 4
        case UInt8(ascii: ">"): markers += 1
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
          guard index + 1 == span.count || span[index + 1].isASCIISpace else { break loop }
          if markers == 0, columns < 4 { beginsBlock = true }
          markers += 1
        case let byte where byte.isASCIIDigit:
          var next = index + 1
          while next < span.count, next - index < 9, span[next].isASCIIDigit { next += 1 }
          guard next < span.count,
            span[next] == UInt8(ascii: ".") || span[next] == UInt8(ascii: ")"),
            next + 1 == span.count || span[next + 1].isASCIISpace
          else { break loop }
          markers += 1
          index = next
        default: break loop
        }
        index += 1
      }
      end = index
      guard index < span.count, !span[index].isLineEnd else {
        isBlank = markers == 0
        return
      }
      let byte = span[index]
      if markers == 0, columns < 4 {
        if byte == UInt8(ascii: "#") { beginsBlock = true }
        if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~"), index + 2 < span.count,
          span[index + 1] == byte, span[index + 2] == byte
        {
          fence = byte
        }
      }
    }

    var isHostile: Bool {
      markers > MarkdownSegment.mostMarkers
        || (markers > 0 && columns > MarkdownSegment.mostColumns)
    }
  }

  /// Gathers lines into segments.
  private struct Divider {
    var segments: [MarkdownSegment] = []
    /// The start of the Markdown that is not in a segment yet.
    var start: Int
    /// The block that is being looked at: lines without a blank one between.
    var blockStart: Int
    var lines = 0
    var brackets = 0
    var fence: UInt8 = 0

    init(start: Int) {
      self.start = start
      blockStart = start
    }

    mutating func add(_ lineStart: Int, _ lineEnd: Int, _ prefix: Prefix, _ brackets: Int) {
      if prefix.fence != 0, fence == 0 || fence == prefix.fence {
        endBlock(at: lineStart)
        fence = fence == 0 ? prefix.fence : 0
      } else if prefix.isBlank || (prefix.beginsBlock && fence == 0) {
        endBlock(at: lineStart)
      }
      if prefix.isHostile {
        endBlock(at: lineStart)
        addPlain(lineStart, lineEnd)
        blockStart = lineEnd
        return
      }
      lines += 1
      self.brackets += brackets
    }

    private mutating func endBlock(at end: Int) {
      let bound = fence == 0 ? 1 << 26 : 1 << 29
      if lines * brackets > bound { addPlain(blockStart, end) }
      blockStart = end
      lines = 0
      brackets = 0
    }

    private mutating func addPlain(_ first: Int, _ end: Int) {
      if first > start {
        segments.append(MarkdownSegment(range: ByteRange(start, first), isPlain: false))
      }
      segments.append(MarkdownSegment(range: ByteRange(first, end), isPlain: true))
      start = end
    }

    mutating func finish(at end: Int) -> [MarkdownSegment] {
      endBlock(at: end)
      if start < end {
        segments.append(MarkdownSegment(range: ByteRange(start, end), isPlain: false))
      }
      return segments
    }
  }
}
