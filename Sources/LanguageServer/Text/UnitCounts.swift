/// The characters of a text of UTF-8 counted block by block, so that a position in a long line need not be counted from
/// the beginning of the line.
struct UnitCounts: Sendable {
  private static let block = 1024
  /// The characters before each block.
  private var characters: [Int] = []
  /// Those among them that take two units of UTF-16.
  private var pairs: [Int] = []

  /// - Complexity: linear in the bytes.
  init(_ bytes: [UInt8]) {
    let count = bytes.count / Self.block + 1
    characters.reserveCapacity(count)
    pairs.reserveCapacity(count)
    var before = (characters: 0, pairs: 0)
    for block in 0..<count {
      characters.append(before.characters)
      pairs.append(before.pairs)
      let start = block * Self.block
      let found = Self.counts(in: bytes, start..<min(start + Self.block, bytes.count))
      before.characters += found.characters
      before.pairs += found.pairs
    }
  }

  /// The units of whole characters.
  ///
  /// - Parameter bytes: the text that was counted.
  func units(of range: Range<Int>, in bytes: [UInt8], _ encoding: PositionEncoding) -> Int {
    units(before: range.upperBound, in: bytes, encoding)
      - units(before: range.lowerBound, in: bytes, encoding)
  }

  private func units(before offset: Int, in bytes: [UInt8], _ encoding: PositionEncoding) -> Int {
    if encoding == .utf8 { return offset }
    let block = offset / Self.block
    let rest = Self.counts(in: bytes, (block * Self.block)..<offset)
    let units = characters[block] + rest.characters
    return encoding == .utf16 ? units + pairs[block] + rest.pairs : units
  }

  /// The characters that begin in a range, and those of them that take two units of UTF-16.
  static func counts(in bytes: [UInt8], _ range: Range<Int>) -> (characters: Int, pairs: Int) {
    let span = bytes.span.extracting(range)
    var (characters, pairs) = (0, 0)
    for index in 0..<span.count { characters += span[index] & 0xC0 == 0x80 ? 0 : 1 }
    for index in 0..<span.count { pairs += span[index] >= 0xF0 ? 1 : 0 }
    return (characters, pairs)
  }
}
