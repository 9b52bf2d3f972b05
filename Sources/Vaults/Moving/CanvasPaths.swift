import Files
import Layout
import Notes

/// The paths of files that a canvas of Obsidian shows: JSON, in whose nodes `file` and `background` are paths from the
/// vault's root (JSON Canvas 1.0).
///
/// Only the bytes of paths change; everything else of the file stays as it is.
struct CanvasPaths {
  private let bytes: [UInt8]
  /// The paths with the ranges of their strings, quotation marks included.
  private let paths: [(path: NotePath, range: ByteRange)]
  /// The cards that have a text, or show a part of a file.
  private(set) var cards: [Card] = []

  /// A node of a canvas; a string's range has its quotation marks.
  struct Card {
    var file: NotePath?
    /// `#Heading` or `#^block` of the file.
    var subpath: (text: String, range: ByteRange)?
    /// Markdown.
    var text: (text: String, range: ByteRange)?
  }

  private static let paths: Set<[UInt8]> = [Array("file".utf8), Array("background".utf8)]
  private static let keys = paths.union([Array("subpath".utf8), Array("text".utf8)])

  /// True if a file is a canvas by its name.
  static func isCanvas(_ path: NotePath) -> Bool {
    path.name.suffix(7).elementsEqual(".canvas".utf8) { $0.asciiLowercased == $1 }
  }

  /// - Complexity: linear in the bytes, which may be of any kind.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var paths: [(path: NotePath, range: ByteRange)] = []
    /// The objects that are open, outermost first.
    var open: [Card] = []
    var key: ArraySlice<UInt8>?
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        // A key counts until the value after its colon.
        if bytes[index] != UInt8(ascii: ":"), !bytes[index].isBlank, !bytes[index].isLineEnd {
          key = nil
        }
        if bytes[index] == UInt8(ascii: "{") { open.append(Card()) }
        if bytes[index] == UInt8(ascii: "}"), let card = open.popLast(),
          card.text != nil || card.subpath != nil
        {
          cards.append(card)
        }
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == .backslash ? 2 : 1
      }
      guard index < bytes.count else { break }
      index += 1
      let inner = bytes[(start + 1)..<(index - 1)]
      if let known = key, Self.keys.contains(Array(known)), Self.isValue(start, in: bytes) {
        if let text = Self.decoded(inner) {
          let range = ByteRange(start, index)
          let path = Self.paths.contains(Array(known)) ? NotePath(text) : nil
          if let path { paths.append((path, range)) }
          if let card = open.indices.last {
            switch known.first {
            case UInt8(ascii: "f"): open[card].file = path
            case UInt8(ascii: "s"): open[card].subpath = (text, range)
            case UInt8(ascii: "t"): open[card].text = (text, range)
            default: break
            }
          }
        }
        key = nil
      } else {
        key = inner
      }
    }
    self.paths = paths
  }

  /// True if a string comes after a colon.
  private static func isValue(_ start: Int, in bytes: [UInt8]) -> Bool {
    bytes[..<start].last { !$0.isBlank && !$0.isLineEnd } == UInt8(ascii: ":")
  }

  /// Calls the closure with each path that the canvas shows, and the range of its string.
  func forEachPath(_ body: (_ path: NotePath, _ range: ByteRange) -> Void) {
    for (path, range) in paths { body(path, range) }
  }

  /// The text with the paths of files that have others, and how many these are.
  func rewritten(_ place: (NotePath) -> NotePath) -> (text: [UInt8], links: Int) {
    let edits = paths.compactMap { path, range in
      let new = place(path)
      return new == path ? nil : ByteEdit(range, Self.encoded(new.text))
    }
    return (edits.applied(to: bytes), edits.count)
  }

  /// The text of a string of JSON; nil if it is none.
  private static func decoded(_ string: ArraySlice<UInt8>) -> String? {
    var units: [UInt16] = []
    var index = string.startIndex
    var plain = index
    func take(_ end: Int) { units += String(decoding: string[plain..<end], as: UTF8.self).utf16 }
    while index < string.endIndex {
      guard string[index] == .backslash else {
        index += 1
        continue
      }
      take(index)
      guard index + 1 < string.endIndex else { return nil }
      switch string[index + 1] {
      case UInt8(ascii: "u"):
        let digits = string[(index + 2)...].prefix(4).compactMap(\.hexValue)
        guard digits.count == 4 else { return nil }
        units.append(digits.reduce(0) { $0 << 4 | UInt16($1) })
        index += 4
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case let other where other < 0x80: units.append(UInt16(other))
      default: return nil
      }
      index += 2
      plain = index
    }
    take(string.endIndex)
    return String(decoding: units, as: UTF16.self)
  }

  /// The string of JSON for a text, with its quotation marks.
  static func encoded(_ text: String) -> [UInt8] {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == .backslash { bytes.append(.backslash) }
      if byte < 0x20 {
        bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      } else {
        bytes.append(byte)
      }
    }
    return bytes + [UInt8(ascii: "\"")]
  }
}
