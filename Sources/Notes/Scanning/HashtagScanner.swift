import Layout

/// Hashtags in a text.
///
/// ```
/// hashtag   := "#" name
/// name      := part ("/" part)*
/// part      := (letter | mark | digit | "_" | "-" | emoji)+
/// bracketed := "#[[" any "]]"            an option, Logseq's
/// closed    := "#" any "#"               an option, Bear's: with a space in it
/// colons    := ":" name (":" name)* ":"  an option, zk's
/// ```
/// One character at least is neither a digit nor `/`, and one is a letter, digit or emoji. It
/// begins after white space, at the beginning of a line or after opening punctuation.
enum HashtagScanner {
  /// True if a hashtag may begin at `index`, judged by the text before it.
  ///
  /// Emphasis marks before it are skipped.
  static func mayBegin(_ bytes: [UInt8], at index: Int, lineStart: Int) -> Bool {
    // A cell of a table begins after a backslash that escapes its first sign.
    if index > 0, bytes[index - 1] == .backslash { return false }
    var index = index
    while index > lineStart,
      bytes[index - 1] == UInt8(ascii: "*")
        || bytes[index - 1] == UInt8(ascii: "_") || bytes[index - 1] == UInt8(ascii: "~")
        || bytes[index - 1] == UInt8(ascii: "=")
    {
      index -= 1
    }
    guard index > lineStart else { return true }
    switch bytes[index - 1] {
    case .space, .tab, .lineFeed, .carriageReturn, UInt8(ascii: "("), UInt8(ascii: "["),
      UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"):
      return true
    case 0x80...:
      let scalar = LenientUTF8.decode(bytes, before: index).scalar
      if scalar.properties.isWhitespace { return true }
      switch scalar.properties.generalCategory {
      case .openPunctuation, .initialPunctuation: return true
      default: return scalar == "¿" || scalar == "¡"
      }
    default: return false
    }
  }

  /// Reads the hashtag with its `#` at `index`, if there is one.
  static func scan(
    _ bytes: [UInt8], at index: Int, limit: Int, _ options: NoteOptions
  ) -> HashtagOccurrence? {
    if options.bracketedHashtags, let found = bracketed(bytes, at: index, limit) { return found }
    let end = nameEnd(bytes, from: index + 1, limit: limit)
    if options.closedHashtags, let found = closed(bytes, at: index, end, limit) { return found }
    guard let end, isName(bytes, index + 1, end) else { return nil }
    return HashtagOccurrence(
      range: ByteRange(index, end), name: ByteRange(index + 1, end), isInFrontMatter: false)
  }

  /// The names of `:one:two:`, if the colon at `index` begins some.
  static func colonNames(_ bytes: [UInt8], at index: Int, _ leaf: Leaf) -> [ByteRange]? {
    guard mayBegin(bytes, at: index, lineStart: leaf.lineStart) else { return nil }
    var names: [ByteRange] = []
    var start = index + 1
    while let end = nameEnd(bytes, from: start, limit: leaf.limit), end < leaf.limit,
      bytes[end] == UInt8(ascii: ":"), isName(bytes, start, end)
    {
      names.append(ByteRange(start, end))
      start = end + 1
    }
    guard !names.isEmpty, start >= leaf.limit || !bytes[start].isASCIIWord else { return nil }
    return names
  }

  /// Past the last byte of a name that begins at `start`; slashes at its end are left out.
  private static func nameEnd(_ bytes: [UInt8], from start: Int, limit: Int) -> Int? {
    var index = start
    while index < limit {
      let byte = bytes[index]
      if byte < 0x80 {
        guard
          byte.isASCIIWord || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "/")
        else { break }
        index += 1
      } else {
        let (scalar, length) = LenientUTF8.decode(bytes, at: index)
        guard isNameScalar(scalar) else { break }
        index += length
      }
    }
    while index > start, bytes[index - 1] == UInt8(ascii: "/") { index -= 1 }
    guard index > start, bytes[start] != UInt8(ascii: "/") else { return nil }
    return index
  }

  /// True if a range of name characters is a valid name.
  private static func isName(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var hasOther = false
    var hasWord = false
    for byte in bytes[start..<end] {
      if byte.isASCIIDigit {
        hasWord = true
      } else if byte.isASCIILetter || byte >= 0x80 {
        return true
      } else if byte != UInt8(ascii: "/") {
        hasOther = true
      }
    }
    return hasOther && hasWord
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default:
      // Emoji, their joiners and their variation selectors.
      scalar.properties.isEmoji || scalar.value == 0x200D || scalar.value == 0xFE0F
        || (0xE0020...0xE007F).contains(scalar.value)
    }
  }

  private static func bracketed(
    _ bytes: [UInt8], at index: Int, _ limit: Int
  ) -> HashtagOccurrence? {
    guard index + 4 < limit, bytes[index + 1] == UInt8(ascii: "["),
      bytes[index + 2] == UInt8(ascii: "[")
    else { return nil }
    var end = index + 3
    while end + 1 < limit, !bytes[end].isLineEnd, bytes[end] != UInt8(ascii: "[") {
      if bytes[end] == UInt8(ascii: "]"), bytes[end + 1] == UInt8(ascii: "]") {
        guard end > index + 3 else { return nil }
        return HashtagOccurrence(
          range: ByteRange(index, end + 2), name: ByteRange(index + 3, end),
          isInFrontMatter: false)
      }
      end += 1
    }
    return nil
  }

  /// Bear's `#two words#`; a name without a space needs no closing mark but may have one.
  private static func closed(
    _ bytes: [UInt8], at index: Int, _ first: Int?, _ limit: Int
  ) -> HashtagOccurrence? {
    guard let first, first < limit else { return nil }
    var end = first
    // A bound keeps a line of many marks linear.
    let bound = min(limit, index + 256)
    while end < bound {
      if bytes[end] == UInt8(ascii: "#") {
        guard !bytes[end - 1].isBlank, end + 1 >= limit || !bytes[end + 1].isASCIIWord else {
          return nil
        }
        return HashtagOccurrence(
          range: ByteRange(index, end + 1), name: ByteRange(index + 1, end),
          isInFrontMatter: false)
      }
      if bytes[end].isBlank {
        end += 1
      } else if let next = nameEnd(bytes, from: end, limit: bound) {
        end = next
      } else {
        return nil
      }
    }
    return nil
  }
}
