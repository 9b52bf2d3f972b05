/// The check that bytes are UTF-8, by the table of well-formed sequences in the Unicode Standard (3-7).
package enum WellFormedUTF8 {
  /// The offset of the first byte that begins no well-formed sequence, or nil if all are well formed.
  package static func firstFlaw(in bytes: Span<UInt8>) -> Int? {
    let count = bytes.count
    var index = 0
    while index < count {
      let start = index
      let first = bytes[index]
      index += 1
      if first < 0x80 { continue }
      var following: Int
      var bounds: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: following = 1
      case 0xE0: (following, bounds) = (2, 0xA0...0xBF)
      case 0xED: (following, bounds) = (2, 0x80...0x9F)
      case 0xE1...0xEF: following = 2
      case 0xF0: (following, bounds) = (3, 0x90...0xBF)
      case 0xF1...0xF3: following = 3
      case 0xF4: (following, bounds) = (3, 0x80...0x8F)
      default: return start
      }
      while following > 0 {
        guard index < count, bounds.contains(bytes[index]) else { return start }
        bounds = 0x80...0xBF
        index += 1
        following -= 1
      }
    }
    return nil
  }

  /// True if all of the bytes are UTF-8.
  package static func holds(_ bytes: [UInt8]) -> Bool { firstFlaw(in: bytes.span) == nil }
}
