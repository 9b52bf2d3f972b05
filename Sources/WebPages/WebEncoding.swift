import OperatingSystem

/// The encoding of a page, found and undone as browsers do it (WHATWG, Encoding and HTML 13.2.3).
enum WebEncoding {
  /// The text of a page in its encoding: by its byte order mark, the header of its answer, what it says of
  /// itself, or else UTF-8 where it is valid and Windows-1252 where not.
  ///
  /// - Parameter contentType: the header, such as `text/html; charset=utf-8`.
  static func text(_ bytes: [UInt8], contentType: String?) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return cleaned(utf8(bytes[3...])) }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return cleaned(converted(bytes[2...], from: "UTF-16LE"))
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return cleaned(converted(bytes[2...], from: "UTF-16BE"))
    }
    let declared = contentType.flatMap(label) ?? label(inPage: bytes)
    guard let declared else {
      if let text = String(validating: bytes, as: UTF8.self) { return cleaned(text) }
      return cleaned(converted(bytes[...], from: "CP1252"))
    }
    // A page that says `utf-16` in letters of one byte each is none.
    if declared.hasPrefix("utf") || declared == "unicode-1-1-utf-8" {
      return cleaned(utf8(bytes[...]))
    }
    return cleaned(converted(bytes[...], from: names[declared] ?? declared))
  }

  /// The label after `charset=`.
  private static func label(_ text: String) -> String? {
    let lower = text.lowercased()
    guard let place = lower.firstRange(of: "charset") else { return nil }
    let rest = lower[place.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return value.isEmpty ? nil : String(value)
  }

  /// The encoding that a page names in its first 4,096 bytes: `<meta charset=…>`, or an XML declaration.
  private static func label(inPage bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self).lowercased()
    if head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
      let place = head[..<end.lowerBound].firstRange(of: "encoding=")
    {
      let value = head[place.upperBound..<end.lowerBound].dropFirst()
        .prefix { $0 != "\"" && $0 != "'" }
      if !value.isEmpty { return String(value) }
    }
    var rest = head[...]
    while let place = rest.firstRange(of: "<meta") {
      rest = rest[place.upperBound...]
      if let label = label(String(rest.prefix { $0 != ">" })) { return label }
    }
    return nil
  }

  /// The names that `iconv` has for labels that mean more than they say.
  private static let names: [String: String] = [
    "iso-8859-1": "CP1252", "iso8859-1": "CP1252", "latin1": "CP1252", "l1": "CP1252",
    "us-ascii": "CP1252", "ascii": "CP1252", "windows-1252": "CP1252", "x-cp1252": "CP1252",
    "iso-8859-9": "CP1254", "latin5": "CP1254", "iso-8859-11": "CP874", "tis-620": "CP874",
    "gb2312": "GB18030", "gbk": "GB18030", "gb_2312-80": "GB18030", "x-gbk": "GB18030",
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
    "windows-31j": "CP932", "ms_kanji": "CP932", "euc-kr": "CP949", "ks_c_5601-1987": "CP949",
    "korean": "CP949", "big5": "BIG5-HKSCS", "x-x-big5": "BIG5-HKSCS", "x-euc-jp": "EUC-JP",
    "macintosh": "MACINTOSH", "x-mac-roman": "MACINTOSH",
  ]

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Without NUL, at which libxml2 would end, and without `<![if …]>` and `<![endif]>`, which browsers take for
  /// comments and libxml2 for text.
  private static func cleaned(_ text: String) -> String {
    let whole = text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    guard whole.utf8.firstRange(of: "<![".utf8) != nil else { return whole }
    var bytes: [UInt8] = []
    var rest = Array(whole.utf8)[...]
    while let mark = rest.firstRange(of: "<![".utf8) {
      bytes += rest[..<mark.lowerBound]
      rest = rest[mark.lowerBound...]
      let words = rest.dropFirst(3).prefix(5)
      let isCondition = words.starts(with: "if ".utf8) || words.elementsEqual("endif".utf8)
      let end = isCondition ? rest.prefix(200).firstIndex(of: 0x3E).map { $0 + 1 } : nil
      let next = end ?? mark.upperBound
      if end == nil { bytes += rest[..<next] }
      rest = rest[next...]
    }
    return String(decoding: bytes + rest, as: UTF8.self)
  }

  /// Bytes in an encoding that the system knows; U+FFFD for what is none of it.
  ///
  /// An encoding that the system does not know is read as Windows-1252.
  private static func converted(_ bytes: ArraySlice<UInt8>, from name: String) -> String {
    var state = unsafe iconv_open("UTF-8", name)
    if Int(bitPattern: state) == -1 { unsafe state = iconv_open("UTF-8", "CP1252") }
    guard Int(bitPattern: state) != -1 else { return utf8(bytes) }
    defer { _ = unsafe iconv_close(state) }
    var input = Array(bytes)
    var output: [UInt8] = []
    output.reserveCapacity(input.count * 3 / 2)
    var room = [UInt8](repeating: 0, count: 1 << 16)
    var place = 0
    while place < input.count {
      let (left, free, code) = unsafe input.withUnsafeMutableBytes { input in
        unsafe room.withUnsafeMutableBytes { room in
          var from = unsafe input.baseAddress.map {
            unsafe ($0 + place).assumingMemoryBound(to: CChar.self)
          }
          var left = input.count - place
          var to = unsafe room.baseAddress?.assumingMemoryBound(to: CChar.self)
          var free = room.count
          let result = unsafe iconv(state, &from, &left, &to, &free)
          return (left, free, result == Int(bitPattern: UInt.max) ? errno : 0)
        }
      }
      place = input.count - left
      output += room[..<(room.count - free)]
      if code == EILSEQ || code == EINVAL {
        output += [0xEF, 0xBF, 0xBD]
        place += 1
      } else if code != 0, code != E2BIG {
        break
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
