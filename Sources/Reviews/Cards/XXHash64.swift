/// XXH64 with the seed 0, of Yann Collet's specification (xxHash, `doc/xxhash_spec.md`, 0.1.1).
enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of some bytes.
  static func hash(_ bytes: [UInt8]) -> UInt64 { hash(bytes.span) }

  /// The hash of some bytes.
  static func hash(_ span: Span<UInt8>) -> UInt64 {
    let count = span.count
    var index = 0
    var result: UInt64
    if count >= 32 {
      var a = prime1 &+ prime2
      var b = prime2
      var c: UInt64 = 0
      var d = 0 &- prime1
      while index <= count - 32 {
        a = round(a, word(span, index))
        b = round(b, word(span, index + 8))
        c = round(c, word(span, index + 16))
        d = round(d, word(span, index + 24))
        index += 32
      }
      result = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
      for lane in [a, b, c, d] { result = (result ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      result = prime5
    }
    result = result &+ UInt64(count)
    while index + 8 <= count {
      result = rotated(result ^ round(0, word(span, index)), 27) &* prime1 &+ prime4
      index += 8
    }
    if index + 4 <= count {
      result = rotated(result ^ (half(span, index) &* prime1), 23) &* prime2 &+ prime3
      index += 4
    }
    while index < count {
      result = rotated(result ^ (UInt64(span[index]) &* prime5), 11) &* prime1
      index += 1
    }
    result = (result ^ result >> 33) &* prime2
    result = (result ^ result >> 29) &* prime3
    return result ^ result >> 32
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  /// Eight bytes, the least first.
  @inline(__always)
  static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
    // One check of bounds for all eight, and then one load.
    let word = bytes.extracting(index..<(index + 8))
    return half(word, 0) | half(word, 4) << 32
  }

  @inline(__always)
  private static func half(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
    UInt64(bytes[index]) | UInt64(bytes[index + 1]) << 8 | UInt64(bytes[index + 2]) << 16
      | UInt64(bytes[index + 3]) << 24
  }
}
