/// Steps as plain words: for a mail, a message, or a screen reader.
///
/// A paragraph is one line. Lists have bullets, quotes `> `, code is indented, a table has columns,
/// and a link's address follows its words.
package struct SharedText {
  private var lines: [String] = []
  private var containers: [Container] = []
  /// True if an empty line is due before the next block, and before the next line.
  private var isSpaced = false
  private var isBlankDue = false
  private var words = ""
  private var links: [(address: String, start: Int)] = []
  private var elements: [(name: String, title: String?, start: Int)] = []
  private var table: MarkdownTable?
  /// The number of tables around the text that are in a cell of another, which have no columns.
  private var innerTables = 0
  private var isVerbatim = false

  private struct Container {
    /// The prefix of the first line, until that is written, and of the others.
    var first = ""
    var rest = ""
    var isFirstLine = true
    /// The number of a list's next item.
    var number: Int?
    var isTight = false
  }

  /// Tables wider than this have their cells wrapped.
  private static let tableWidth = 120
  /// Containers nested deeper are set in no further.
  private static let visibleDepth = 12

  /// Steps without Zibaldone's own syntax as lines.
  package static func lines(of steps: [MarkdownStep]) -> [String] {
    var text = SharedText()
    for step in steps { text.take(step) }
    return text.lines
  }

  private mutating func take(_ step: MarkdownStep) {
    switch step {
    case .enter(let block): enter(block)
    case .leave(let block): leave(block)
    case .open(.link(let address)): links.append((address, words.utf8.count))
    case .close(.link): closeLink()
    case .open(.element(let name, let title)): elements.append((name, title, words.utf8.count))
    case .close(.element): closeElement()
    case .open(.footnote): words += "["
    case .close(.footnote): words += "]"
    // Without its signs a text that was struck out would say the opposite.
    case .open(.strikethrough), .close(.strikethrough): words += "~~"
    case .open, .close: break
    case .text(let text, let kind, _):
      if kind == .softBreak || (kind == .hardBreak && table != nil) {
        if words.utf8.last != 0x20 { words += " " }
      } else {
        words += text
      }
    }
  }

  private mutating func closeLink() {
    guard let link = links.popLast(), !link.address.hasPrefix("#") else { return }
    let shown = String(decoding: words.utf8.dropFirst(link.start), as: UTF8.self)
    let isTold = ["", "mailto:", "http://", "https://"].contains { $0 + shown == link.address }
    if !isTold { words += " (\(link.address))" }
  }

  /// Ends an element: small figures are raised or lowered, and the words of an abbreviation follow it.
  private mutating func closeElement() {
    guard let element = elements.popLast(), element.start <= words.utf8.count else { return }
    let shown = String(decoding: words.utf8.dropFirst(element.start), as: UTF8.self)
    if let title = element.title, !title.isEmpty { words += " (\(title))" }
    switch element.name {
    case "rp": words = String(decoding: words.utf8.prefix(element.start), as: UTF8.self)
    case "rt" where !shown.isEmpty:
      words = String(decoding: words.utf8.prefix(element.start), as: UTF8.self) + "(\(shown))"
    default: break
    }
    guard element.name == "sup" || element.name == "sub", !shown.isEmpty else { return }
    let figures = element.name == "sup" ? Self.raised : Self.lowered
    let small = shown.compactMap { figures[$0] }
    guard small.count == shown.count else { return }
    words = String(decoding: words.utf8.prefix(element.start), as: UTF8.self) + String(small)
  }

  private static let raised = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"))
  private static let lowered = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"))

  private mutating func enter(_ block: MarkdownStep.Block) {
    if isInCell(block) || table != nil && block == .table {
      if block == .table { innerTables += 1 }
      part()
      if case .item(let task) = block { words += task.map { $0 == " " ? "[ ] " : "[x] " } ?? "• " }
      return
    }
    switch block {
    case .quote, .callout:
      space()
      containers.append(Container(first: "> ", rest: "> "))
    case .list(let start, let isTight):
      space()
      containers.append(Container(number: start, isTight: isTight))
    case .item(let task): enterItem(task)
    case .rule:
      space()
      emit("* * *")
      isSpaced = true
    case .table:
      space()
      table = MarkdownTable()
    case .row: table?.beginRow()
    case .cell(let alignment):
      table?.beginCell(alignment)
      words = ""
    case .heading, .code, .html, .paragraph, .formula, .embed, .book, .details, .summary:
      space()
    case .tableHead: break
    case .footnotes:
      isSpaced = true
      space()
    case .footnote(let number, _):
      space()
      let marker = "[\(number)] "
      containers.append(
        Container(first: marker, rest: String(repeating: " ", count: marker.count), isTight: true))
    }
  }

  private mutating func leave(_ block: MarkdownStep.Block) {
    if isInCell(block) {
      if block == .table { innerTables -= 1 }
      return part()
    }
    switch block {
    case .quote, .callout:
      flush()
      containers.removeLast()
      isSpaced = true
    case .footnote:
      flush()
      if containers.last?.isFirstLine == true { emit("") }
      containers.removeLast()
      isSpaced = false
    case .list:
      containers.removeLast()
      isSpaced = containers.last?.isTight != true
    case .item:
      flush()
      // An empty item still shows its bullet.
      if containers.last?.isFirstLine == true { emit("") }
      containers.removeLast()
      isSpaced = containers.last?.isTight == false
    case .heading, .paragraph, .summary:
      flush()
      isSpaced = true
    case .embed, .book, .details, .footnotes:
      flush()
      isSpaced = true
    case .formula: flush(indent: "")
    case .code: flush(indent: "    ")
    case .html:
      // Lines that a comment has left empty.
      words = words.allSatisfy(\.isWhitespace) ? "" : String(words.drop(while: \.isNewline))
      flush(indent: "")
    case .table:
      for line in table?.lines(width: Self.tableWidth) ?? [] { emit(line.plainText) }
      table = nil
      isSpaced = true
    case .cell:
      table?.endCell(
        StyledText(words.split { $0.isNewline }.joined(separator: " ").trimmingSpaces()))
      words = ""
    case .tableHead: table?.endHead()
    case .row, .rule: break
    }
  }

  /// True for blocks in a cell of a table, which become words.
  private func isInCell(_ block: MarkdownStep.Block) -> Bool {
    guard table != nil else { return false }
    switch block {
    case .table, .tableHead, .row, .cell: return innerTables > 0
    default: return true
    }
  }

  /// Parts words from those before them.
  private mutating func part() {
    if !words.isEmpty, words.utf8.last != 0x20 { words += " " }
  }

  private mutating func enterItem(_ task: Character?) {
    space()
    var marker = ""
    if let index = containers.indices.last, let number = containers[index].number {
      marker = "\(number). "
      containers[index].number = number + 1
    } else if task == nil {
      marker = "• "
    }
    if let task { marker += task == " " ? "[ ] " : "[x] " }
    let rest = String(repeating: " ", count: marker.count)
    containers.append(
      Container(first: marker, rest: rest, isTight: containers.last?.isTight == true))
  }

  /// Ends the text before a block, and leaves an empty line if one is due.
  private mutating func space() {
    flush()
    isBlankDue = isBlankDue || (isSpaced && !lines.isEmpty)
    isSpaced = false
  }

  /// Writes the text gathered so far, each of its lines whole.
  private mutating func flush() {
    guard table == nil else { return }
    let text = words
    words = ""
    guard !text.allSatisfy(\.isWhitespace) else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      emit(String(line).trimmingSpaces())
    }
  }

  /// Writes the collected text unchanged.
  private mutating func flush(indent: String) {
    let text = words.hasSuffix("\n") ? String(words.dropLast()) : words
    words = ""
    guard !text.isEmpty else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      emit(line.isEmpty ? "" : indent + line)
    }
    isSpaced = true
  }

  /// Writes a line after the prefixes of its containers.
  private mutating func emit(_ line: String, isBlank: Bool = false) {
    if isBlankDue {
      isBlankDue = false
      emit("", isBlank: true)
    }
    var whole = ""
    for index in containers.indices.prefix(Self.visibleDepth) {
      // An empty line between items belongs to none.
      if isBlank, containers[index].isFirstLine { break }
      whole += containers[index].isFirstLine ? containers[index].first : containers[index].rest
      containers[index].isFirstLine = false
    }
    for index in containers.indices.dropFirst(Self.visibleDepth) {
      containers[index].isFirstLine = false
    }
    whole += line
    while whole.utf8.last == 0x20 { whole.removeLast() }
    lines.append(whole)
  }
}
