import CZip

/// Unpacks files of gzip (RFC 1952) with zlib, which minizip comes with.
enum GzipReader {
  /// The size limit of an unpacked file in bytes; a larger one is no notebook but a trap.
  private static let mostBytes = 1 << 29

  /// True if bytes begin as a file of gzip does.
  static func isOne(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The bytes that were packed, of all members one after the other.
  ///
  /// - Throws: `.format` if the file is damaged, cut short, or would have more than 512 MiB.
  static func unpacked(_ bytes: [UInt8]) throws(ExchangeError) -> [UInt8] {
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var rest = bytes[...]
    repeat {
      rest = rest.dropFirst(try unpackMember(rest, into: &result, by: &piece))
      // Bytes after it that are no member are padding.
    } while isOne(rest)
    return result
  }

  /// Unpacks one member and returns its length in bytes.
  private static func unpackMember(
    _ bytes: ArraySlice<UInt8>, into result: inout [UInt8], by piece: inout [UInt8]
  ) throws(ExchangeError) -> Int {
    var stream = unsafe z_stream()
    // 15 bits of window, as gzip always has; 16 means gzip instead of bare zlib.
    var code = unsafe inflateInit2_(
      &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw failure("out of memory") }
    defer { unsafe inflateEnd(&stream) }
    var used = 0
    while code != Z_STREAM_END {
      // zlib counts in 32 bits.
      let input = bytes.dropFirst(used).prefix(1 << 30)
      var written = 0
      code = unsafe input.withUnsafeBytes { source in
        unsafe piece.withUnsafeMutableBytes { target in
          // zlib only reads from its input, despite the type.
          unsafe stream.next_in = UnsafeMutablePointer(
            mutating: source.baseAddress?.assumingMemoryBound(to: UInt8.self))
          unsafe stream.avail_in = UInt32(source.count)
          unsafe stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
          unsafe stream.avail_out = UInt32(target.count)
          let code = unsafe inflate(&stream, Z_NO_FLUSH)
          used += unsafe source.count - Int(stream.avail_in)
          written = unsafe target.count - Int(stream.avail_out)
          return code
        }
      }
      guard code == Z_OK || code == Z_STREAM_END else {
        throw failure(code == Z_BUF_ERROR ? "it is cut short" : "it is damaged")
      }
      guard result.count + written <= mostBytes else { throw failure("it is too large") }
      result += piece[..<written]
    }
    return used
  }

  private static func failure(_ detail: String) -> ExchangeError {
    .format(operation: "unpack a gzip file", detail: detail)
  }
}
