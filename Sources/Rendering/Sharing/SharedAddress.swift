import Layout
import Notes

/// The use of a note's address for a reader who has only the shared text.
package enum SharedAddress: Equatable, Sendable {
  /// It can be followed from anywhere: `https`, `http` and `mailto`, spelled so that it is valid in
  /// an attribute.
  case web(String)
  /// A picture in the address itself, of a kind that is only a picture.
  case picture(String)
  /// A place in the vault.
  case local
  /// A program that a browser might run: shown in words, and never a link.
  case program(String)
  /// An address of some other program.
  case foreign(String)

  /// Reads a destination of Markdown, with its character references.
  package init(_ destination: String) {
    let text = Self.withoutControlCharacters(CharacterReference.decodedAll(in: destination))
      .trimmingSpaces()
    if text.hasPrefix("//") {
      self = .web("https:" + Self.encoded(text))
      return
    }
    guard let scheme = Self.scheme(of: text) else {
      self = .local
      return
    }
    switch scheme {
    case "http", "https":
      // A browser accepts any number of slashes there; only the proper number makes a link here.
      let rest = text.dropFirst(scheme.count + 1)
      let isWhole = rest.hasPrefix("//") && !rest.hasPrefix("///") && rest.count > 2
      self = isWhole ? .web(Self.encoded(text)) : .foreign(text)
    case "mailto": self = .web(Self.encoded(text))
    case "data": self = Self.isPicture(text) ? .picture(text) : .program(text)
    case "javascript", "vbscript": self = .program(text)
    default: self = .foreign(text)
    }
  }

  /// Browsers drop line ends and tabs anywhere, so that these must hide no scheme here.
  private static func withoutControlCharacters(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    let kept = text.unicodeScalars.filter {
      $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
    }
    return String(String.UnicodeScalarView(kept))
  }

  /// The words before the first colon, lowercased, where they are a scheme; the letter of a drive is
  /// none.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = text[..<colon]
    guard name.utf8.count > 1, name.utf8.first.map(isLetter) == true,
      name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return name.lowercased()
  }

  private static let pictures = FileKind.plainWebTypes.map { "data:\($0);base64," }

  private static func isPicture(_ text: String) -> Bool {
    guard let start = pictures.first(where: text.hasPrefix) else { return false }
    return text.utf8.dropFirst(start.utf8.count).allSatisfy {
      isLetter($0) || isDigit($0) || "+/=".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Percent-encodes the characters that no address contains (RFC 3986, section 2); existing
  /// encodings stay.
  private static func encoded(_ text: String) -> String {
    let odd = " \"<>\\^`{|}".utf8
    guard text.utf8.contains(where: odd.contains) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII, odd.contains(UInt8(scalar.value)) {
        result += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
