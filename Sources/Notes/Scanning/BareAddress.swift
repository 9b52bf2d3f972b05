import Layout

/// An address without markup in a text: `https://…`, `http://…`, `ftp://…`, `www.…` or
/// `name@host.tld`, with the end that GFM's extended autolinks have.
struct BareAddress {
  var range: ByteRange

  /// Reads the address with its `:`, `.` or `@` at `index`, if there is one that begins at or after
  /// `start`.
  init?(in bytes: [UInt8], at index: Int, from start: Int, limit: Int, isInTable: Bool) {
    let span = bytes.span
    var first: Int
    var next: Int
    switch span[index] {
    case UInt8(ascii: ":"):
      guard index + 3 < limit, span[index + 1] == UInt8(ascii: "/"),
        span[index + 2] == UInt8(ascii: "/")
      else { return nil }
      first = index
      while first > start, index - first < 6, span[first - 1].isASCIILetter { first -= 1 }
      guard Self.isScheme(bytes[first..<index]) else { return nil }
      next = index + 3
    case UInt8(ascii: "."):
      first = index - 3
      guard first >= start, index + 1 < limit,
        bytes[first..<index].elementsEqual("www".utf8, by: { $0 | 0x20 == $1 })
      else { return nil }
      next = index + 1
    default:
      guard let mail = Self.mail(bytes, at: index, from: start, limit: limit) else { return nil }
      range = mail
      return
    }
    if first > start, Self.isWord(bytes, before: first) { return nil }
    guard next < limit,
      span[next].isASCIIWord || span[next] >= 0x80 || span[next] == UInt8(ascii: "[")
    else { return nil }
    while next < limit {
      let byte = span[next]
      if byte <= .space || byte == UInt8(ascii: "<") || byte == 0x7F { break }
      if isInTable, byte == UInt8(ascii: "|") { break }
      next += 1
    }
    range = ByteRange(first, Self.trimEnd(bytes, first, next))
  }

  /// True if a letter or digit ends just before `index`.
  private static func isWord(_ bytes: [UInt8], before index: Int) -> Bool {
    if bytes[index - 1] < 0x80 { return bytes[index - 1].isASCIIWord }
    let properties = LenientUTF8.decode(bytes, before: index).scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    func equals(_ scheme: StaticString) -> Bool {
      bytes.elementsEqual(scheme.description.utf8, by: { $0 | 0x20 == $1 })
    }
    return switch bytes.count {
    case 5: equals("https")
    case 4: equals("http")
    case 3: equals("ftp")
    default: false
    }
  }

  /// Without the punctuation after it, and without a closing parenthesis that it does not open.
  private static func trimEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var end = end
    var balance = 0
    for index in start..<end {
      if bytes[index] == UInt8(ascii: "(") { balance += 1 }
      if bytes[index] == UInt8(ascii: ")") { balance -= 1 }
    }
    while end > start {
      switch bytes[end - 1] {
      case UInt8(ascii: ")"):
        if balance >= 0 { return end }
        balance += 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","),
        UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "*"), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "]"),
        UInt8(ascii: "`"):
        break
      default: return end
      }
      end -= 1
    }
    return end
  }

  private static func mail(
    _ bytes: [UInt8], at index: Int, from start: Int, limit: Int
  ) -> ByteRange? {
    var first = index
    while first > start, index - first < 64,
      bytes[first - 1].isASCIIWord || isMailMark(bytes[first - 1])
    {
      first -= 1
    }
    while first < index, !bytes[first].isASCIIWord { first += 1 }
    guard first < index, index - first < 64 else { return nil }
    if first > start, bytes[first - 1] == UInt8(ascii: "@") || isWord(bytes, before: first) {
      return nil
    }
    var next = index + 1
    var dot: Int?
    while next < limit, next - index < 256,
      bytes[next].isASCIIWord || bytes[next] == UInt8(ascii: "-")
        || bytes[next] == UInt8(ascii: ".") || bytes[next] == UInt8(ascii: "_")
    {
      if bytes[next] == UInt8(ascii: ".") { dot = next }
      next += 1
    }
    if next < limit, bytes[next] == UInt8(ascii: "@") { return nil }
    while next > index, !bytes[next - 1].isASCIIWord { next -= 1 }
    guard dot != nil, bytes[(index + 1)..<max(next, index + 1)].contains(UInt8(ascii: ".")) else {
      return nil
    }
    return ByteRange(first, next)
  }

  private static func isMailMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "+")
  }
}
