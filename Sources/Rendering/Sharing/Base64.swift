/// The encoding of RFC 4648, section 4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Bytes as text of four characters for three of them.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = bytes.count - index
      let group =
        UInt32(bytes[index]) << 16 | UInt32(rest > 1 ? bytes[index + 1] : 0) << 8
        | UInt32(rest > 2 ? bytes[index + 2] : 0)
      result.append(alphabet[Int(group >> 18)])
      result.append(alphabet[Int(group >> 12 & 63)])
      result.append(rest > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      result.append(rest > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }
}
