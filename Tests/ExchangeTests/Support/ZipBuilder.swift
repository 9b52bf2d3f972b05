/// A zip archive by the letter of its format (APPNOTE 6.3), with files that are stored as they are, and lies where a
/// test wants some.
struct ZipBuilder {
  private var files: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// - Parameters:
  ///   - size: what the archive says that the file has.
  ///   - flags: 1 is a password.
  mutating func add(
    _ name: String, _ bytes: [UInt8], size: Int? = nil, checksum: UInt32? = nil, flags: Int = 0
  ) {
    let offset = files.count
    let header =
      Self.number(20, 2) + Self.number(flags, 2) + Self.number(0, 2) + Self.number(0, 4)
      + Self.number(Int(checksum ?? Self.checksum(bytes)), 4) + Self.number(bytes.count, 4)
      + Self.number(size ?? bytes.count, 4) + Self.number(name.utf8.count, 2) + Self.number(0, 2)
    files += Self.number(0x0403_4B50, 4) + header + name.utf8 + bytes
    directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + header
    directory += Self.number(0, 10) + Self.number(offset, 4) + name.utf8
    count += 1
  }

  var bytes: [UInt8] {
    files + directory + Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(count, 2)
      + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(files.count, 4)
      + Self.number(0, 2)
  }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  /// CRC-32, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
