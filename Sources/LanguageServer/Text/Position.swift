import Exchange

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
