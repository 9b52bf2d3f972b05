import Exchange

/// The unit in which a client counts the characters of a line.
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The one to use of those that a client offers, the cheapest for bytes first; UTF-16 without an offer.
  package init(offered: [String]) {
    let known: [PositionEncoding] = [.utf8, .utf32, .utf16]
    self = known.first { offered.contains($0.rawValue) } ?? .utf16
  }

  /// The units of a scalar that takes so many bytes of UTF-8.
  func units(ofBytes count: Int) -> Int {
    switch self {
    case .utf8: count
    case .utf16: count == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}

/// A place in a text as the protocol counts it: a line and a character, both from 0.
package struct Position: Hashable, Comparable, Sendable {
  package var line: Int
  /// In the units of the encoding.
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  init?(_ json: JSONValue?) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int, line >= 0,
      character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  var json: JSONValue { ["line": .int(line), "character": .int(character)] }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
