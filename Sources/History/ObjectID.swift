/// The name of an object in git's store: the SHA-1 of its kind, length and bytes.
///
/// Ordered as its bytes are, which is the order of the hexadecimal digits.
package struct ObjectID: Hashable, Comparable, Sendable {
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// The id of a blob without bytes.
  package static let emptyBlob = ObjectID(
    words: (0xe69d_e29b_b2d1_d643, 0x4b8b_29ae_775a_d8c2, 0xe48c_5391))

  /// The number of bytes of an id.
  package static let byteCount = 20

  /// An id of its bytes, or nil unless there are 20.
  package init?(bytes: some Sequence<UInt8>) {
    var parts: (UInt64, UInt64, UInt32) = (0, 0, 0)
    var count = 0
    for byte in bytes {
      switch count {
      case ..<8: parts.0 = parts.0 << 8 | UInt64(byte)
      case ..<16: parts.1 = parts.1 << 8 | UInt64(byte)
      case ..<20: parts.2 = parts.2 << 8 | UInt32(byte)
      default: return nil
      }
      count += 1
    }
    guard count == Self.byteCount else { return nil }
    (high, middle, low) = parts
  }

  /// An id of its bytes in numbers, the highest byte first: 8, 8 and 4 of them.
  package init(words: (UInt64, UInt64, UInt32)) { (high, middle, low) = words }

  /// The bytes in numbers, the highest byte first: 8, 8 and 4 of them.
  package var words: (UInt64, UInt64, UInt32) { (high, middle, low) }

  /// The id at a place among other bytes; the caller makes sure that 20 are left.
  package init(in bytes: [UInt8], at place: Int) {
    func word(_ start: Int, _ count: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<(start + count) { word = word << 8 | UInt64(bytes[index]) }
      return word
    }
    high = word(place, 8)
    middle = word(place + 8, 8)
    low = UInt32(truncatingIfNeeded: word(place + 16, 4))
  }

  /// An id of its 40 hexadecimal digits, in either case.
  package init?(hex: some StringProtocol) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    var first: UInt8?
    for digit in hex.utf8 {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x41 + 10
      case 0x61...0x66: value = digit - 0x61 + 10
      default: return nil
      }
      if let left = first {
        bytes.append(left << 4 | value)
        first = nil
      } else {
        first = value
      }
    }
    guard first == nil else { return nil }
    self.init(bytes: bytes)
  }

  /// The 20 bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(high >> shift & 0xFF)) }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(middle >> shift & 0xFF))
    }
    for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(low >> shift & 0xFF)) }
    return bytes
  }

  /// The 40 hexadecimal digits, in lower case.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  package static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }
}

extension ObjectID: CustomStringConvertible {
  package var description: String { hex }
}
