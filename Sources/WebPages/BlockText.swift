import Exchange

/// Text of one block with its emphasis, code and links, until it becomes Markdown.
///
/// Marks of emphasis are written only where CommonMark reads them as such (section 6.2, flanking), because
/// `**so **` and `a**"b"**c` show their stars; then the emphasis is lost, and not the text.
struct BlockText {
  enum Mark: String {
    case strong = "**"
    case emphasis = "*"
    case deleted = "~~"
  }

  private enum Piece {
    case text(String)
    case open(Mark)
    case close(Mark)
    /// Markdown that is complete: code, an image, a formula; with the text that is read.
    case whole(String, text: String)
    case openLink
    case closeLink(String)
    case lineEnd
  }

  private var pieces: [Piece] = []
  private var openMarks: [Mark] = []
  private var linkDepth = 0
  /// True after white space, and at the beginning: the next white space is left out.
  private var endsInSpace = true

  var isEmpty: Bool {
    pieces.allSatisfy {
      switch $0 {
      case .text(let text): text.allSatisfy(\.isWhitespace)
      case .whole: false
      default: true
      }
    }
  }

  /// Words without any Markdown.
  var plain: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .whole(_, let text): text
      case .lineEnd: " "
      default: ""
      }
    }.joined()
  }

  // MARK: Building

  /// Adds text of a page, whose white space counts as one space.
  mutating func add(_ text: String) {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\n", "\t", "\r", "\u{0C}":
        if !endsInSpace { result.append(" ") }
        endsInSpace = true
      // Places where a word may be broken, a mark of the byte order, and control characters.
      case "\u{AD}", "\u{200B}", "\u{FEFF}", "\u{2060}": continue
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): continue
      case "\u{2028}", "\u{2029}":
        if !endsInSpace { result.append(" ") }
        endsInSpace = true
      default:
        result.unicodeScalars.append(scalar)
        endsInSpace = false
      }
    }
    guard !result.isEmpty else { return }
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + result)
    } else {
      pieces.append(.text(result))
    }
  }

  mutating func add(whole markdown: String, text: String) {
    pieces.append(.whole(markdown, text: text))
    endsInSpace = false
  }

  mutating func endLine() {
    pieces.append(.lineEnd)
    endsInSpace = true
  }

  /// Adds what `body` adds, in emphasis.
  mutating func emphasise(_ mark: Mark, _ body: (inout BlockText) -> Void) {
    guard !openMarks.contains(mark) else { return body(&self) }
    openMarks.append(mark)
    if case .close(mark)? = pieces.last {
      pieces.removeLast()
    } else {
      pieces.append(.open(mark))
    }
    body(&self)
    pieces.append(.close(mark))
    openMarks.removeLast()
  }

  /// Adds what `body` adds as a link; links in links are none.
  mutating func link(to destination: String?, _ body: (inout BlockText) -> Void) {
    guard let destination, linkDepth == 0 else { return body(&self) }
    linkDepth += 1
    pieces.append(.openLink)
    body(&self)
    pieces.append(.closeLink(destination))
    linkDepth -= 1
  }

  // MARK: Writing

  /// The lines of the block in Markdown.
  ///
  /// - Parameter isCell: true in a table, where a bar ends a cell and a line cannot end.
  func lines(isCell: Bool = false) -> [String] {
    var pieces = withoutEmpty()
    moveSpaces(&pieces)
    dropBadMarks(&pieces)
    let hasDollars = plain.count { $0 == "$" } > 1
    var lines = [""]
    var isInLink = false
    var links: [(line: Int, place: String.Index)] = []
    for (index, piece) in pieces.enumerated() {
      let last = lines.count - 1
      switch piece {
      case .text(let text):
        var text = text[...]
        let isStart = lines[last].isEmpty
        if isStart { text = text.drop { $0 == " " || $0 == "\u{A0}" } }
        var escaped = MarkdownEscape.text(
          text, isLineStart: isStart && !isCell, isInLink: isInLink, isCell: isCell,
          hasDollars: hasDollars)
        // Before a link these would make an image, a gap or a footnote of it.
        if let end = escaped.last, "!?^".contains(end), Self.opensLink(pieces, index + 1) {
          escaped.removeLast()
          escaped += "\\\(end)"
        }
        lines[last] += escaped
      case .open(let mark), .close(let mark): lines[last] += mark.rawValue
      case .whole(let markdown, _):
        lines[last] += isCell ? markdown.replacing("|", with: "\\|") : markdown
      case .openLink:
        isInLink = true
        links.append((last, lines[last].endIndex))
        lines[last] += "["
      case .closeLink(let destination):
        isInLink = false
        guard let start = links.popLast() else { continue }
        let label = start.line == last ? String(lines[last][start.place...].dropFirst()) : ""
        if label == destination {
          lines[last].removeSubrange(start.place...)
          lines[last] += "<\(destination)>"
        } else {
          lines[last] += "](" + destination + ")"
        }
      case .lineEnd:
        if isCell {
          lines[last] += " "
        } else {
          lines.append("")
        }
      }
    }
    return Self.joined(lines)
  }

  /// Lines with a backslash at each end that the page asked for.
  private static func joined(_ lines: [String]) -> [String] {
    let lines = lines.map { String($0.reversed().drop { $0 == " " }.reversed().drop { $0 == " " }) }
      .filter { !$0.isEmpty }
    return lines.enumerated().map { index, line in
      // Dashes and bars below a line would make a heading or a table of it.
      let isDelimiter = index > 0 && line.allSatisfy { "-:| =".contains($0) }
      return (isDelimiter && !line.hasPrefix("\\") ? "\\" : "") + line
        + (index + 1 < lines.count ? "\\" : "")
    }
  }

  private static func opensLink(_ pieces: [Piece], _ index: Int) -> Bool {
    guard index < pieces.count else { return false }
    switch pieces[index] {
    case .openLink: return true
    case .whole(let markdown, _): return markdown.hasPrefix("[")
    default: return false
    }
  }

  /// Without emphasis and links that have nothing in them.
  private func withoutEmpty() -> [Piece] {
    var result: [Piece] = []
    for piece in pieces {
      switch piece {
      case .close(let mark):
        if case .open(mark)? = result.last {
          result.removeLast()
          continue
        }
      case .closeLink:
        if case .openLink? = result.last {
          result.removeLast()
          continue
        }
        if case .text(let text)? = result.last, text.allSatisfy(\.isWhitespace), result.count > 1,
          case .openLink = result[result.count - 2]
        {
          result.removeLast(2)
          result.append(.text(text))
          continue
        }
      default: break
      }
      if case .text(let text) = piece, case .text(let before)? = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(piece)
      }
    }
    return result
  }

  /// Puts white space at the edge of emphasis and links outside of them.
  private func moveSpaces(_ pieces: inout [Piece]) {
    var result: [Piece] = []
    var pending = false
    func isOpener(_ piece: Piece) -> Bool {
      switch piece {
      case .open, .openLink: true
      default: false
      }
    }
    func put(_ text: String) {
      if case .text(let before)? = result.last {
        result[result.count - 1] = .text(before + text)
      } else if !text.isEmpty {
        result.append(.text(text))
      }
    }
    for piece in pieces {
      switch piece {
      case .text(let text):
        let hasLead = text.first == " "
        var core = text[...]
        if hasLead {
          core = core.dropFirst()
          // Before the marks that were just opened.
          var place = result.count
          while place > 0, isOpener(result[place - 1]) { place -= 1 }
          if place < result.count {
            result.insert(.text(" "), at: place)
          } else {
            pending = true
          }
        }
        if pending, !core.isEmpty {
          put(" ")
          pending = false
        }
        if core.last == " " {
          core = core.dropLast()
          put(String(core))
          pending = true
        } else {
          put(String(core))
        }
      case .close, .closeLink: result.append(piece)
      case .lineEnd:
        pending = false
        result.append(piece)
      default:
        if pending {
          put(" ")
          pending = false
        }
        result.append(piece)
      }
    }
    pieces = result
  }

  /// Takes pairs of marks away that would show as stars.
  private func dropBadMarks(_ pieces: inout [Piece]) {
    var isBad = Array(repeating: false, count: pieces.count)
    var open: [Int] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .open: open.append(index)
      case .close:
        guard let start = open.popLast() else { continue }
        let before = character(pieces, before: start), after = character(pieces, after: start)
        let last = character(pieces, before: index), next = character(pieces, after: index)
        // Beside another mark, the two would be read as one run.
        let isBeside = isMark(pieces, start - 1, isBad) && start > 0
        if !flanks(after, outside: before) || !flanks(last, outside: next) || isBeside
          || after == nil || last == nil
        {
          isBad[start] = true
          isBad[index] = true
        }
      default: break
      }
    }
    for start in open { isBad[start] = true }
    pieces = pieces.indices.filter { !isBad[$0] }.map { pieces[$0] }
  }

  /// True for a closing mark directly before: `*a***b**`.
  private func isMark(_ pieces: [Piece], _ index: Int, _ isBad: [Bool]) -> Bool {
    guard index >= 0, !isBad[index] else { return false }
    if case .close = pieces[index] { return true }
    return false
  }

  private func flanks(_ inside: Character?, outside: Character?) -> Bool {
    guard let inside, !inside.isWhitespace else { return false }
    guard Self.isPunctuation(inside) else { return true }
    guard let outside else { return true }
    return outside.isWhitespace || Self.isPunctuation(outside)
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    character.isPunctuation || character.isSymbol
  }

  private func character(_ pieces: [Piece], before index: Int) -> Character? {
    for piece in pieces[..<index].reversed() {
      switch piece {
      case .text(let text): if let last = text.last { return last }
      case .whole: return "`"
      case .closeLink: return ")"
      case .openLink: return "["
      case .lineEnd: return "\n"
      case .open, .close: continue
      }
    }
    return nil
  }

  private func character(_ pieces: [Piece], after index: Int) -> Character? {
    for piece in pieces[(index + 1)...] {
      switch piece {
      case .text(let text): if let first = text.first { return first }
      case .whole: return "`"
      case .openLink: return "["
      case .closeLink: return "]"
      case .lineEnd: return "\n"
      case .open, .close: continue
      }
    }
    return nil
  }
}
