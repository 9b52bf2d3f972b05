/// The check that bytes are UTF-8, by the table of well-formed sequences in the Unicode Standard (3-7).
package enum WellFormedUTF8 {
  /// The number of bytes of the well-formed sequence at an index, or nil if there is none.
  package static func length(in bytes: Span<UInt8>, at index: Int) -> Int? {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    for follower in (index + 2)..<max(index + 2, index + length)
    where bytes[follower] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }

  /// The offset of the first byte that begins no well-formed sequence, or nil if all are well formed.
  package static func firstFlaw(in bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      guard let length = length(in: bytes, at: index) else { return index }
      index += length
    }
    return nil
  }

  /// True if all of the bytes are UTF-8.
  package static func holds(_ bytes: [UInt8]) -> Bool { firstFlaw(in: bytes.span) == nil }
}
