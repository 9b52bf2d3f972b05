/// The HTML that catalogues put into reviews, as Markdown.
///
/// Breaks, paragraphs, emphasis, links and quotes are carried; of other elements the text is. The lines of a text end as
/// a person ended them; where there are breaks of HTML, line ends are white space.
package enum HTMLText {
  private static func withBreaks(_ text: String) -> String {
    let folded = text.lowercased()
    if folded.contains("<br") || folded.contains("<p>") { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .replacing("\n", with: "<br/>")
  }

  /// - Parameter unknown: called with the name of each element that is left out.
  /// - Complexity: linear.
  package static func markdown(_ html: String, unknown: (String) -> Void = { _ in }) -> String {
    var pieces: [Piece] = []
    let bytes = Array(withBreaks(html).utf8)
    var text: [UInt8] = []
    var index = 0
    // There is no tag after the last `>`: searched once, so that a text of `<` alone stays linear.
    let lastClose = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    func flush() {
      if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), index < lastClose,
        let tag = Tag(bytes, at: index)
      {
        flush()
        pieces.append(.tag(tag))
        index = tag.end
      } else if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = reference(bytes, at: index) {
        text += Array(String(scalar).utf8)
        index = end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    flush()
    return written(pieces, unknown)
  }

  /// Text with character references read, such as `L&oacute;pez`; no element is looked for.
  package static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = reference(bytes, at: index) {
        result += Array(String(scalar).utf8)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private enum Piece {
    case text(String)
    case tag(Tag)
  }

  /// `<name …>` or `</name>`, of at most 2,048 bytes.
  private struct Tag {
    let name: String
    let isClosing: Bool
    /// Of a link.
    let address: String?
    let end: Int

    init?(_ bytes: [UInt8], at start: Int) {
      var index = start + 1
      isClosing = index < bytes.count && bytes[index] == UInt8(ascii: "/")
      if isClosing { index += 1 }
      let nameStart = index
      while index < bytes.count,
        (0x61...0x7A).contains(bytes[index] | 0x20) || (0x30...0x39).contains(bytes[index])
      {
        index += 1
      }
      let nameEnd = index
      let limit = min(bytes.count, start + 2048)
      while index < limit, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<") {
        index += 1
      }
      guard nameEnd > nameStart, index < limit, bytes[index] == UInt8(ascii: ">") else {
        return nil
      }
      name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self).lowercased()
      let attributes = String(decoding: bytes[nameEnd..<index], as: UTF8.self)
      var address: String?
      if name == "a", let place = attributes.firstRange(of: "href=") {
        let rest = attributes[place.upperBound...]
        if let quote = rest.first, quote == "\"" || quote == "'" {
          address = String(rest.dropFirst().prefix { $0 != quote })
        } else {
          address = String(rest.prefix { !$0.isWhitespace && $0 != "/" })
        }
      }
      self.address = address
      end = index + 1
    }
  }

  private static func written(_ pieces: [Piece], _ unknown: (String) -> Void) -> String {
    var writer = Writer()
    for piece in pieces {
      switch piece {
      case .text(let text): writer.add(text)
      case .tag(let tag): writer.apply(tag, unknown)
      }
    }
    return writer.finish()
  }

  /// Builds paragraphs line by line.
  private struct Writer {
    private var blocks: [[String]] = []
    private var lines: [String] = [""]
    private var quoteDepth = 0
    private var links: [String] = []

    mutating func add(_ text: String) {
      let hasLead = text.first?.isWhitespace == true
      let hasTrail = text.last?.isWhitespace == true
      let words = text.collapsingSpaces
      let isStart = lines[lines.count - 1].isEmpty
      if words.isEmpty {
        if !isStart, !text.isEmpty { lines[lines.count - 1] += " " }
        return
      }
      var piece = words
      if isStart, piece.hasPrefix("- ") || piece.hasPrefix("* ") {
        piece = "- " + MarkdownText.escaped(piece.dropFirst(2).trimmingWhitespace)
      } else {
        piece = MarkdownText.escaped(piece, atLineStart: isStart)
      }
      lines[lines.count - 1] += (hasLead && !isStart ? " " : "") + piece + (hasTrail ? " " : "")
    }

    mutating func apply(_ tag: Tag, _ unknown: (String) -> Void) {
      switch tag.name {
      case "br":
        if lines[lines.count - 1].isEmpty { endBlock() } else { lines.append("") }
      case "p", "div": endBlock()
      case "blockquote":
        endBlock()
        quoteDepth = min(8, max(0, quoteDepth + (tag.isClosing ? -1 : 1)))
      case "b", "strong": mark("**", tag.isClosing)
      case "i", "em", "cite": mark("*", tag.isClosing)
      case "s", "del", "strike": mark("~~", tag.isClosing)
      case "li":
        if !tag.isClosing {
          if !lines[lines.count - 1].isEmpty { lines.append("") }
          lines[lines.count - 1] = "- "
        }
      case "ul", "ol": if !tag.isClosing { endBlock() }
      case "a":
        if tag.isClosing {
          if let address = links.popLast() { lines[lines.count - 1] += "](\(address))" }
        } else {
          links.append(HTMLText.destination(tag.address ?? ""))
          lines[lines.count - 1] += "["
        }
      default: if !tag.isClosing { unknown(tag.name) }
      }
    }

    private mutating func mark(_ text: String, _ isClosing: Bool) {
      // Emphasis ends before the space: `*so *` is none.
      if isClosing, lines[lines.count - 1].last == " " {
        lines[lines.count - 1].removeLast()
        lines[lines.count - 1] += text + " "
      } else {
        lines[lines.count - 1] += text
      }
    }

    private mutating func endBlock() {
      while let last = lines.last, last.trimmingWhitespace.isEmpty { lines.removeLast() }
      let prefix = String(repeating: "> ", count: quoteDepth)
      let block = lines.enumerated().map { index, line in
        let isKept =
          index + 1 < lines.count && !line.hasPrefix("- ") && !lines[index + 1].hasPrefix("- ")
        return prefix + line.trimmingWhitespace + (isKept ? "\\" : "")
      }
      if !block.isEmpty { blocks.append(block) }
      lines = [""]
    }

    mutating func finish() -> String {
      while links.popLast() != nil { lines[lines.count - 1] += "]" }
      endBlock()
      return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
  }

  /// An address that Markdown takes as one: in angle brackets where it has spaces or parentheses.
  fileprivate static func destination(_ address: String) -> String {
    let plain = address.filter { !$0.isNewline && $0 != "<" && $0 != ">" }
    return plain.contains { " ()".contains($0) } ? "<\(plain)>" : plain
  }

  /// `&amp;`, `&#39;`, `&#x27;`: the character, and the index past it.
  private static func reference(_ bytes: [UInt8], at start: Int) -> (Unicode.Scalar, Int)? {
    var end = start + 1
    while end < bytes.count, end - start < 12, bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    if name.hasPrefix("#") {
      let isHex = name.dropFirst().first == "x" || name.dropFirst().first == "X"
      let digits = name.dropFirst(isHex ? 2 : 1)
      guard let value = UInt32(digits, radix: isHex ? 16 : 10), value >= 0x20,
        let scalar = Unicode.Scalar(value)
      else { return nil }
      return (scalar, end + 1)
    }
    return named[name].map { ($0, end + 1) }
  }

  /// The entities of HTML 4 for letters and common signs.
  private static let named: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
      "hellip": "…", "bull": "•", "euro": "€", "trade": "™", "laquo": "«", "raquo": "»",
      "iexcl": "¡", "iquest": "¿", "deg": "°", "copy": "©", "reg": "®", "middot": "·",
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "szlig": "ß",
    ]
    // ISO 8859-1 from 192 on, in order.
    let letters =
      "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml "
      + "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig "
      + "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml "
      + "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
    for (index, name) in letters.split(separator: " ").enumerated() {
      table[String(name)] = Unicode.Scalar(UInt8(192 + index))
    }
    return table
  }()
}
