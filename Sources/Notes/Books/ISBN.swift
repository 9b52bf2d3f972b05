/// The number of a book, checked by its check digit: ISO 2108, as thirteen digits.
package struct ISBN: Hashable, Sendable, CustomStringConvertible {
  /// The reasons why a text is no ISBN.
  package enum Flaw: Error, Hashable, Sendable {
    /// It has a character that no ISBN has.
    case character(Character)
    /// It has this number of digits, not ten or thirteen.
    case length(Int)
    /// It has thirteen digits and begins with neither 978 nor 979.
    case prefix
    /// Its last digit is not the one that the others ask for.
    case checkDigit(expected: Character)
  }

  /// Its thirteen digits, without hyphens.
  package let description: String

  /// Reads ten or thirteen digits, with hyphens and spaces anywhere between them and `ISBN`,
  /// `ISBN-13:` or `urn:isbn:` before them.
  package init(_ text: String) throws(Flaw) {
    var digits: [UInt8] = []
    for character in Self.withoutLabel(text) {
      switch character {
      case "0"..."9": digits.append((character.asciiValue ?? 0x30) - 0x30)
      case "x" where digits.count == 9, "X" where digits.count == 9: digits.append(10)
      case "-", " ", "\t", "\u{A0}", "\u{2009}", "\u{2010}"..."\u{2015}", "\u{2212}": break
      default: throw .character(character)
      }
    }
    switch digits.count {
    case 10:
      let sum = digits.dropLast().enumerated().reduce(0) { $0 + (10 - $1.offset) * Int($1.element) }
      let check = UInt8((11 - sum % 11) % 11)
      guard digits[9] == check else { throw .checkDigit(expected: Self.digit(check)) }
      var body: [UInt8] = [9, 7, 8]
      body += digits.dropLast()
      description = Self.text(body + [Self.check(body)])
    case 13:
      guard digits.allSatisfy({ $0 < 10 }) else { throw .character("X") }
      guard digits.starts(with: [9, 7, 8]) || digits.starts(with: [9, 7, 9]) else { throw .prefix }
      let check = Self.check(digits.dropLast())
      guard digits[12] == check else { throw .checkDigit(expected: Self.digit(check)) }
      description = Self.text(digits)
    default: throw .length(digits.count)
    }
  }

  private static func withoutLabel(_ text: String) -> Substring {
    var rest = text.trimmingBlanks
    for label in ["urn:isbn:", "isbn-13", "isbn-10", "isbn13", "isbn10", "isbn"]
    where CaseFolding.fold(String(rest.prefix(label.count))) == label {
      rest = rest.dropFirst(label.count)
      break
    }
    return rest.drop { $0 == ":" || $0 == " " }
  }

  /// The thirteenth digit of twelve: weights 1 and 3 in turn.
  private static func check(_ digits: some Collection<UInt8>) -> UInt8 {
    let sum = digits.enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset % 2 == 0 ? 1 : 3) }
    return UInt8((10 - sum % 10) % 10)
  }

  private static func digit(_ value: UInt8) -> Character {
    value == 10 ? "X" : Character(Unicode.Scalar(0x30 + value))
  }

  private static func text(_ digits: [UInt8]) -> String { String(digits.map(digit)) }
}

extension ISBN {
  /// The right ones of a text that may have several: `0141439580 9780141439587`.
  package static func all(in text: String) -> [ISBN] {
    if let only = try? ISBN(text) { return [only] }
    return text.split { ",;/|".contains($0) || $0.isWhitespace }.compactMap {
      try? ISBN(String($0))
    }
  }
}

extension Book {
  /// The ISBN if it is right: its thirteen digits.
  package var checkedISBN: ISBN? { isbn.flatMap { try? ISBN($0) } }
}
