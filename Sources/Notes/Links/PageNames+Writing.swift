import Layout

extension PageNames {
  /// The name without extension of the file of a page; nil where no file's name stands for it, or where files have the
  /// names of their pages.
  ///
  /// As Logseq's `tri-lb-file-name-sanity` and `legacy-url-file-name-sanity` make it: signs that a system refuses are
  /// encoded as `%3A`.
  package func fileStem(ofPage name: String) -> String? {
    guard let encoding else { return nil }
    let source = Array(name.utf8)
    let isNow = encoding == .tripleLowbar
    var stem: [UInt8] = []
    for (index, byte) in source.enumerated() {
      let before = index > 0 ? source[index - 1] : nil
      let after = index + 1 < source.count ? source[index + 1] : nil
      let isEncoded =
        switch byte {
        case UInt8(ascii: "/"): encoding == .legacy
        case UInt8(ascii: "%"):
          encoding == .legacy || source[(index + 1)...].prefix(2).count { $0.hexValue != nil } == 2
        // At an end no system keeps it; within a legacy name it stands for a slash.
        case UInt8(ascii: "."): encoding == .legacy || before == nil || after == nil
        // Beside a slash, or two more, it would be read as a part of one.
        case UInt8(ascii: "_"):
          isNow && (before == 0x5F || before == 0x2F || after == 0x5F || after == 0x2F)
        default: byte < 0x20 || byte == 0x7F || Self.refused.contains(byte)
        }
      if isEncoded {
        stem.append(UInt8(ascii: "%"))
        stem += [byte >> 4, byte & 15].map { Self.digits[Int($0)] }
      } else if byte == UInt8(ascii: "/") {
        stem += "___".utf8
      } else {
        stem.append(byte)
      }
    }
    let text = String(decoding: stem, as: UTF8.self)
    // A name with empty parts, or that of a day, is not read again as it was.
    return (self.name(ofFile: text) ?? text).utf8.elementsEqual(source) ? text : nil
  }

  /// The signs that Windows refuses, and those that would end a link or a name in it.
  private static let refused = Array("<>:\"\\|?*#".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)
}
