#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gives short delimiter rows of tables the three dashes that md4c 0.4.8 asks for.
///
/// GFM takes `|-|-|`, md4c takes `|---|---|` only; of the tables in public notes one in nine is
/// written short. The text that md4c gets is widened, and the places that it reports are turned
/// back into places of the note. A row holds no text of its own, so nothing else changes, even
/// where a line only looks like a row (in code).
struct TableRows {
  /// The widened text.
  private(set) var bytes: [UInt8] = []
  /// Where dashes were put in: the offset in ``bytes`` past them, and how many there are up to
  /// there.
  private var insertions: [(end: Int, total: Int)] = []

  /// Widens the rows in a range of `source`; nil where there are none.
  init?(_ source: [UInt8], _ range: ByteRange) {
    let end = Int(range.end)
    var copied = Int(range.start)
    var index = copied
    while let bar = Self.next(UInt8(ascii: "|"), source, index, end) {
      let row = Self.row(source, bar, from: Int(range.start), end)
      index = row.next
      for place in row.places {
        bytes += source[copied..<place.dash]
        bytes += repeatElement(UInt8(ascii: "-"), count: place.count)
        insertions.append((bytes.count, (insertions.last?.total ?? 0) + place.count))
        copied = place.dash
      }
    }
    guard !insertions.isEmpty else { return nil }
    bytes += source[copied..<end]
  }

  /// The offset in the source, from its range's start, of an offset in ``bytes``.
  func origin(of offset: Int) -> Int {
    var low = 0
    var high = insertions.count
    while low < high {
      let middle = (low + high) / 2
      if insertions[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? insertions[low - 1].total : 0
    guard low < insertions.count else { return offset - before }
    // Inside dashes that were put in, the place is that of the first of them.
    let start = insertions[low].end - (insertions[low].total - before)
    return min(offset, start) - before
  }

  private static func next(_ byte: UInt8, _ source: [UInt8], _ start: Int, _ end: Int) -> Int? {
    unsafe source.withUnsafeBytes { buffer in
      guard start < end, let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return unsafe base.distance(to: UnsafeRawPointer(found))
    }
  }

  /// The cells to widen of the line whose first bar is at `bar`, and where the next line begins.
  private static func row(
    _ source: [UInt8], _ bar: Int, from lowest: Int, _ end: Int
  ) -> (places: [(dash: Int, count: Int)], next: Int) {
    var places: [(dash: Int, count: Int)] = []
    // A cell before the first bar stands at the line's beginning, right before the bar.
    var first = bar
    while first > lowest, isDelimiter(source[first - 1]) { first -= 1 }
    let isOuter = first > lowest && !source[first - 1].isLineEnd
    var index = isOuter ? bar : first
    var dash: Int?
    var count = 0
    var isRow = true
    while index < end, !source[index].isLineEnd {
      let byte = source[index]
      if isDelimiter(byte) {
        count += 1
        if byte == UInt8(ascii: "-") { dash = dash ?? index }
      } else if byte == UInt8(ascii: "|") {
        if let dash, count < 3 { places.append((dash, 3 - count)) }
        (dash, count) = (nil, 0)
      } else if !byte.isBlank {
        isRow = false
        break
      }
      index += 1
    }
    if let dash, count < 3 { places.append((dash, 3 - count)) }
    while index < end, !source[index].isLineEnd { index += 1 }
    return (isRow ? places : [], index)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }
}
