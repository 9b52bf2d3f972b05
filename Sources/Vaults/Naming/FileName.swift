/// Names for files that every system can hold and every link can reach.
package enum FileName {
  /// What makes a name unfit for some system.
  package enum Flaw: Hashable, Sendable {
    /// A character that Windows, or a link, gives another meaning.
    case character(Character)
    case controlCharacter
    /// A dot or a space at the end, which Windows drops.
    case trailingDotOrSpace
    /// A name of a device on Windows, such as `CON` or `NUL`.
    case reserved
    /// More than 255 bytes.
    case tooLong
    /// Bytes that are no UTF-8.
    case notUnicode
  }

  /// What keeps a single component of a path from being held by every system.
  package static func flaws(of name: some Sequence<UInt8>) -> Set<Flaw> {
    let bytes = Array(name)
    var flaws: Set<Flaw> = []
    if bytes.count > 255 { flaws.insert(.tooLong) }
    var index = 0
    while index < bytes.count {
      let length = SafeText.sequenceLength(bytes, at: index)
      if length == 0 { flaws.insert(.notUnicode) }
      index += max(1, length)
    }
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F { flaws.insert(.controlCharacter) }
      if "\\/:*?\"<>|".utf8.contains(byte) {
        flaws.insert(.character(Character(Unicode.Scalar(byte))))
      }
    }
    if bytes.last == 0x2E || bytes.last == 0x20 { flaws.insert(.trailingDotOrSpace) }
    if isReserved(String(decoding: bytes, as: UTF8.self)) { flaws.insert(.reserved) }
    return flaws
  }

  /// The longest stem that is made, in bytes: room is left for an extension and a conflict copy's suffix.
  private static let stemLimit = 200

  /// A name without extension for a title: close to it, and without flaws.
  ///
  /// Slashes and bars become dashes, a colon a dash; `* ? < > # ^ [ ]` and control characters are left out,
  /// since neither every system nor a wikilink can have them. What is left empty is `Untitled`.
  package static func stem(for title: String) -> String {
    var result = ""
    for character in title {
      switch character {
      case "/", "\\", "|": result.append("-")
      case ":": result += result.isEmpty || result.hasSuffix(" ") ? "-" : " -"
      case "\"": result.append("'")
      case "*", "?", "<", ">", "#", "^", "[", "]": continue
      case let other where other.isNewline || other == "\t": result.append(" ")
      case let other where other.unicodeScalars.contains(where: isUnwelcome): continue
      default: result.append(character)
      }
    }
    // "12:30" is better as "12-30" than as "12 -30".
    result = joinedColons(result)
    var words = String(collapsingSpaces(result).drop { $0 == "." || $0 == " " })
    while words.utf8.count > stemLimit { words.removeLast() }
    while let last = words.last, last == "." || last == " " { words.removeLast() }
    if words.isEmpty { return "Untitled" }
    if isReserved(words) {
      words.insert("_", at: words.firstIndex(of: ".") ?? words.endIndex)
    }
    return words
  }

  /// A name of lower-case words joined by dashes: letters and digits of any script, nothing else.
  package static func slug(for title: String) -> String {
    var result = ""
    for scalar in title.lowercased().unicodeScalars {
      let properties = scalar.properties
      let isWord =
        properties.isAlphabetic || properties.numericType != nil
        || properties.generalCategory == .nonspacingMark || scalar.value == 0x200D
      if isWord {
        result.unicodeScalars.append(scalar)
      } else if scalar == "'" || scalar == "’" {
        continue  // "don't" is one word
      } else if !result.isEmpty, result.unicodeScalars.last != "-" {
        result += "-"
      }
      if result.utf8.count >= stemLimit { break }
    }
    while result.last == "-" { result.removeLast() }
    return result.isEmpty ? "untitled" : result
  }

  private static func isUnwelcome(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  private static func joinedColons(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let place = rest.firstRange(of: " -") {
      let next = rest[place.upperBound...].first
      result += rest[..<place.lowerBound]
      result += next == nil || next == " " || next == "-" ? " -" : "-"
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  private static func collapsingSpaces(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  /// Windows' names of devices, with any extension.
  private static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    guard stem.count == 4, let digit = stem.last, "123456789¹²³".contains(digit) else {
      return false
    }
    return stem.hasPrefix("COM") || stem.hasPrefix("LPT")
  }
}
