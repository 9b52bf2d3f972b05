import Layout

/// The spelling of a link's target or anchor: its quotation marks, its angle brackets, and what it encodes.
package struct LinkSpelling {
  private enum Form {
    /// A wikilink; in the front matter perhaps in these quotation marks.
    case wiki(quoting: UInt8)
    /// A destination of Markdown, with the bytes that are encoded although they need not be.
    case destination(inAngles: Bool, encoded: Set<UInt8>)
  }

  private let form: Form
  /// The bytes of the parts of the anchor as they are written, by the headings that they name.
  private var parts: [String: [UInt8]] = [:]

  /// - Parameters:
  ///   - range: the place of the target.
  ///   - anchor: the place of the anchor, if that is written and not the target.
  init(_ link: Link, in note: Note, at range: ByteRange, anchor: ByteRange? = nil) {
    let start = Int(range.start)
    if link.kind == .wiki {
      form = .wiki(quoting: link.quoting)
    } else {
      form = .destination(
        inAngles: start > 0 && note.source[start - 1] == UInt8(ascii: "<"),
        encoded: Self.encoded(note.source[(anchor ?? range).indices]))
    }
    guard let anchor else { return }
    for part in Self.parts(of: note.source[anchor.indices], isWiki: link.kind == .wiki) {
      let name =
        link.kind == .wiki
        ? Spelling.unquoted(String(decoding: part, as: UTF8.self), link.quoting)
        : Spelling.destination(part)
      parts[name] = Array(part)
      // The beginning of a range of Dendron's, `One:#Two`.
      if link.kind == .wiki, name.hasSuffix(":") {
        parts[String(name.dropLast())] = Array(part.dropLast())
      }
    }
  }

  /// The parts of an anchor as it is written, without those that would not be whole alone.
  private static func parts(of anchor: ArraySlice<UInt8>, isWiki: Bool) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = anchor.startIndex
    for index in anchor.startIndex...anchor.endIndex {
      if index < anchor.endIndex {
        guard anchor[index] == UInt8(ascii: "#") else { continue }
        // `&#` begins a character.
        if !isWiki, index > start, anchor[index - 1] == UInt8(ascii: "&") { continue }
      }
      // With more brackets of one kind it could end the link.
      let part = anchor[start..<index]
      if isBalanced(Array(part)) { parts.append(part) }
      start = index + 1
    }
    return parts
  }

  /// The bytes of a target, or of a part of an anchor, as the link writes them; nil if it cannot.
  ///
  /// A part that the anchor has already keeps its bytes.
  func written(_ target: String) -> [UInt8]? {
    if let part = parts[target] { return part }
    switch form {
    case .wiki(let quoting): return wiki(target, quoting)
    case .destination(let inAngles, let encoded):
      return Self.destination(target, inAngles, encoded)
    }
  }

  private func wiki(_ target: String, _ quoting: UInt8) -> [UInt8]? {
    let bytes = Array(target.utf8)
    if bytes.contains(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#") || $0 < 0x20 }) {
      return nil
    }
    switch quoting {
    case UInt8(ascii: "'"): return bytes.flatMap { $0 == quoting ? [$0, $0] : [$0] }
    case UInt8(ascii: "\""):
      return bytes.flatMap { $0 == quoting || $0 == .backslash ? [.backslash, $0] : [$0] }
    default: return bytes
    }
  }

  /// True if a wikilink in the text can have the target.
  static func isWikiTarget(_ target: String) -> Bool {
    !target.utf8.contains { $0 < 0x20 } && !target.contains { "|#[]^".contains($0) }
  }

  /// The signs that the name of a note has and that Obsidian's links cannot.
  package static func unlinkable(_ name: some StringProtocol) -> [Character] {
    "#^[]|".filter { name.contains($0) }.map { $0 }
  }

  /// True if a wikilink may get a target: Obsidian does not follow one whose name has `^`, `[` or `]` in it, so that a
  /// link which had none of these gets none.
  static func isWikiTarget(_ target: String, after former: String) -> Bool {
    unlinkable(target.split(separator: "/").last ?? "").allSatisfy { former.contains($0) }
  }

  /// A target as the destination of a new link of Markdown.
  static func destination(_ target: String) -> [UInt8] { destination(target, false, []) }

  private static func destination(
    _ target: String, _ inAngles: Bool, _ encoded: Set<UInt8>
  ) -> [UInt8] {
    let bytes = Array(target.utf8)
    let encodesLetters = encoded.contains { $0 >= 0x80 }
    let isBalanced = isBalanced(bytes)
    var written: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isSpecial =
        switch byte {
        case UInt8(ascii: " "): !inAngles
        case ...0x20, 0x7F, .backslash: true
        case UInt8(ascii: "("), UInt8(ascii: ")"): !inAngles && !isBalanced
        // In a table a bar would end the cell, a backtick may open code, and `%%` a comment.
        case UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"),
          UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "%"):
          true
        case UInt8(ascii: "&"): bytes[index...].contains(UInt8(ascii: ";"))
        case 0x80...: encodesLetters
        default: false
        }
      if isSpecial || encoded.contains(byte) {
        written += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      } else {
        written.append(byte)
      }
    }
    return written
  }

  /// The bytes that are percent-encoded in a destination.
  private static func encoded(_ destination: ArraySlice<UInt8>) -> Set<UInt8> {
    var found: Set<UInt8> = []
    for index in destination.indices.dropLast(2) where destination[index] == UInt8(ascii: "%") {
      if let high = destination[index + 1].hexValue, let low = destination[index + 2].hexValue {
        found.insert(high << 4 | low)
      }
    }
    return found
  }

  private static func isBalanced(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    for byte in bytes {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 || depth > 8 { return false }
    }
    return depth == 0
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
