/// Unpacks zlib's format (RFC 1950 and 1951), in which loose objects are kept.
///
/// libgit2 can do it too, but 1.5 never returns from a file that was cut short, as a loss of power leaves them; here
/// that is an error. The decoding of codes is that of zlib's `puff`.
struct Inflate {
  struct Damaged: Error {}

  private let input: [UInt8]
  private var position = 2
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var output: [UInt8] = []

  /// The bytes that some zlib stream holds; its checksum is not looked at.
  static func unpack(_ bytes: [UInt8]) throws(Damaged) -> [UInt8] {
    // Deflate with a window of at most 32 KiB, and no dictionary.
    guard bytes.count > 2, bytes[0] & 0x8F == 0x08, bytes[1] & 0x20 == 0,
      (UInt(bytes[0]) << 8 | UInt(bytes[1])) % 31 == 0
    else { throw Damaged() }
    var inflate = Inflate(input: bytes)
    try inflate.unpack()
    return inflate.output
  }

  private init(input: [UInt8]) {
    self.input = input
    output.reserveCapacity(input.count * 3)
  }

  private mutating func unpack() throws(Damaged) {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try decode(Self.fixedLengths, Self.fixedDistances)
      case 2:
        let (lengths, distances) = try readCodes()
        try decode(lengths, distances)
      default: throw Damaged()
      }
      if isLast { return }
    }
  }

  private mutating func take(_ count: UInt32) throws(Damaged) -> Int {
    while bitCount < count {
      guard position < input.count else { throw Damaged() }
      bits |= UInt32(input[position]) << bitCount
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return Int(bits & (1 << count - 1))
  }

  private mutating func copyStored() throws(Damaged) {
    bits = 0
    bitCount = 0
    guard position + 4 <= input.count else { throw Damaged() }
    let count = Int(input[position]) | Int(input[position + 1]) << 8
    position += 4
    guard position + count <= input.count else { throw Damaged() }
    output += input[position..<(position + count)]
    position += count
  }

  /// A Huffman code: how many codes there are of each length, and the symbols in the order of their codes.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int]

    init(_ lengths: some Collection<Int>) {
      for length in lengths { counts[length] += 1 }
      var offsets = [Int](repeating: 0, count: 16)
      for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
      symbols = [Int](repeating: 0, count: lengths.count)
      for (symbol, length) in lengths.enumerated() where length != 0 {
        symbols[offsets[length]] = symbol
        offsets[length] += 1
      }
    }
  }

  private mutating func symbol(_ code: Code) throws(Damaged) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Damaged()
  }

  private mutating func decode(_ lengths: Code, _ distances: Code) throws(Damaged) {
    while true {
      let symbol = try symbol(lengths)
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengthBase.count else { throw Damaged() }
      let length =
        Self.lengthBase[symbol - 257] + (try take(UInt32(Self.lengthExtra[symbol - 257])))
      let far = try self.symbol(distances)
      guard far < Self.distanceBase.count else { throw Damaged() }
      let distance = Self.distanceBase[far] + (try take(UInt32(Self.distanceExtra[far])))
      guard distance <= output.count else { throw Damaged() }
      // The two may overlap: what is copied is then copied again.
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func readCodes() throws(Damaged) -> (Code, Code) {
    let lengthCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let codeCount = try take(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<codeCount { lengths[Self.codeOrder[index]] = try take(3) }
    let code = Code(lengths)
    lengths = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try symbol(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Damaged() }
        lengths += repeatElement(last, count: 3 + (try take(2)))
      case 17: lengths += repeatElement(0, count: 3 + (try take(3)))
      case 18: lengths += repeatElement(0, count: 11 + (try take(7)))
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == lengthCount + distanceCount else { throw Damaged() }
    return (Code(lengths[..<lengthCount]), Code(lengths[lengthCount...]))
  }

  private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthExtra = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceExtra = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
  private static let fixedLengths = Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code([Int](repeating: 5, count: 30))
}
