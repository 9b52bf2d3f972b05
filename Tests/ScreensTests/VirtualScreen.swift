import Rendering

/// A terminal that understands what ``FrameWriter`` writes, and nothing else.
struct VirtualScreen {
  private(set) var rows: [[String]]
  private(set) var unknown: [String] = []
  private var place = (row: 0, column: 0)
  private let columns: Int
  /// The columns that a character takes on this terminal.
  private let width: (Character) -> Int

  init(rows: Int, columns: Int, width: @escaping (Character) -> Int = { $0.displayWidth }) {
    self.columns = columns
    self.width = width
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without spaces at their ends.
  var text: [String] {
    rows.map { row in
      var text = row.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  mutating func take(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        sequence(&rest)
      } else {
        put(character)
      }
    }
  }

  private mutating func sequence(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else {
      unknown.append("an escape without a bracket")
      return
    }
    var parameters = ""
    while let character = rest.popFirst() {
      guard let byte = character.asciiValue, (0x40...0x7E).contains(byte) else {
        parameters.append(character)
        continue
      }
      switch character {
      case "H":
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        place = (numbers[0] - 1, numbers[1] - 1)
      case "J":
        for row in rows.indices { rows[row] = Array(repeating: " ", count: columns) }
      case "K": for column in place.column..<columns { rows[place.row][column] = " " }
      case "m", "h", "l": break
      default: unknown.append(parameters + String(character))
      }
      return
    }
  }

  private mutating func put(_ character: Character) {
    let taken = width(character)
    for column in place.column..<min(place.column + taken, columns) {
      rows[place.row][column] = ""
    }
    // Half of a wide character is no character.
    if place.column < columns { rows[place.row][place.column] = String(character) }
    place.column += taken
    var next = place.column
    while next < columns, rows[place.row][next].isEmpty {
      rows[place.row][next] = " "
      next += 1
    }
  }
}
