import Files
import Layout

/// The address of a document as the client writes it.
///
/// Clients encode the same path in different ways, so that documents are told apart by ``key``.
struct DocumentURI: Hashable {
  let text: String
  /// The path on the disk; nil for another scheme than `file`, and for another host.
  let path: DiskPath?

  /// The same for the same file, however it is written.
  var key: [UInt8] { path?.bytes ?? Array("?\(text)".utf8) }

  init(_ text: String) {
    self.text = text
    path = Self.path(of: text)
  }

  init(_ path: DiskPath) {
    self.path = path
    text = Self.text(of: path)
  }

  private static func path(of text: String) -> DiskPath? {
    let scheme = "file://"
    guard text.utf8.count > scheme.utf8.count, text.prefix(7).lowercased() == scheme else {
      return nil
    }
    var rest = Array(text.utf8.dropFirst(scheme.utf8.count))
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }) {
      rest.removeSubrange(end...)
    }
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
    guard host.isEmpty || host == "localhost" else { return nil }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let high = rest[index + 1].hexValue, let low = rest[index + 2].hexValue
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes.contains(0) ? nil : DiskPath(bytes: bytes)
  }

  /// RFC 3986: letters, digits and `-._~` stand for themselves, and here `/`.
  private static func text(of path: DiskPath) -> String {
    var text = "file://"
    for byte in path.bytes {
      let isPlain = byte.isASCIIWord || "-._~/".utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.utf8.count == 1 ? "0" + hex : hex)
      }
    }
    return text
  }
}
