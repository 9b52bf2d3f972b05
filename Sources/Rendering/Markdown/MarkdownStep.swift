import Notes

/// One step of a walk through a note's Markdown, as the renderer takes it.
package enum MarkdownStep: Equatable, Sendable {
  case enter(Block)
  case leave(Block)
  case open(Span)
  case close(Span)
  /// Text with its entities replaced, and the bytes of the source that it came from.
  case text(String, TextKind, Range<Int>?)

  /// A block of Markdown.
  package enum Block: Equatable, Sendable {
    case quote
    /// A list; `start` is the number of the first item of an ordered one.
    case list(start: Int?, isTight: Bool)
    /// An item of a list; `task` is the character in its box.
    case item(task: Character?)
    case rule
    case heading(level: Int)
    case code
    case html
    case paragraph
    case table
    case tableHead
    case row
    case cell(Alignment)
    // Steps that are written for other people alone.
    /// A quote that is a callout of a kind: `> [!note]`; it is left as a quote is.
    case callout(String)
    /// Another note, or a part of one, in its place.
    case embed
    /// A formula of its own.
    case formula
    /// The data of the book that a note is about.
    case book
    case details
    case summary
    /// The footnotes of a note, after its text.
    case footnotes
    /// One of them, and how often it is referred to.
    case footnote(number: Int, references: Int)
  }

  /// The alignment of a cell's text.
  package enum Alignment: Sendable { case natural, left, center, right }

  /// A stretch inside a line.
  package enum Span: Equatable, Sendable {
    case emphasis
    case strong
    case strikethrough
    case code
    case link(destination: String)
    case image(source: String)
    // Steps that are written for other people alone.
    /// An element of HTML that does no harm, such as `kbd`; `title` is that of an `abbr`.
    case element(String, title: String? = nil)
    case formula
    /// The number of a footnote, where it is referred to for the nth time.
    case footnote(number: Int, reference: Int)
    /// The width and height of the pictures within, in pixels.
    case sized(width: Int, height: Int?)
  }

  /// The kinds of text.
  package enum TextKind: Sendable {
    case normal
    case code
    case html
    /// A line end without meaning.
    case softBreak
    /// A line end that was asked for.
    case hardBreak
  }

  /// The steps through a note.
  ///
  /// - Parameters:
  ///   - source: the whole note; the ranges of the steps are offsets into it.
  ///   - start: where the Markdown begins, past any front matter.
  /// - Complexity: linear in the number of bytes.
  package static func steps(of source: [UInt8], from start: Int = 0) -> [MarkdownStep] {
    steps(of: MarkdownTape(parsing: source, from: start), in: source)
  }

  /// The steps recorded on a tape.
  package static func steps(of tape: MarkdownTape, in source: [UInt8]) -> [MarkdownStep] {
    var steps: [MarkdownStep] = []
    steps.reserveCapacity(tape.events.count)
    for index in tape.events.indices {
      if let step = step(at: index, of: tape, source) { steps.append(step) }
    }
    return steps
  }

  private static func step(
    at index: Int, of tape: MarkdownTape, _ source: [UInt8]
  ) -> MarkdownStep? {
    let event = tape.events[index]
    if let block = block(at: index, of: tape) {
      return block.isEnter ? .enter(block.block) : .leave(block.block)
    }
    // Some kinds keep a count, not a place, in these fields.
    let range = Int(event.start)..<max(Int(event.start), Int(event.end))
    switch event.kind {
    case .rule: return .enter(.rule)
    case .enterEmphasis: return .open(.emphasis)
    case .leaveEmphasis: return .close(.emphasis)
    case .enterStrong: return .open(.strong)
    case .leaveStrong: return .close(.strong)
    case .enterStrikethrough: return .open(.strikethrough)
    case .leaveStrikethrough: return .close(.strikethrough)
    case .enterCodeSpan: return .open(.code)
    case .leaveCodeSpan: return .close(.code)
    case .enterLink, .enterImage:
      let bytes = event.detail == 1 ? tape.decoded[range] : source[range]
      let address = String(decoding: bytes, as: UTF8.self)
      return .open(
        event.kind == .enterLink ? .link(destination: address) : .image(source: address))
    case .leaveLink: return .close(.link(destination: ""))
    case .leaveImage: return .close(.image(source: ""))
    case .text: return .text(String(decoding: source[range], as: UTF8.self), .normal, range)
    case .codeText: return .text(String(decoding: source[range], as: UTF8.self), .code, range)
    case .htmlText: return .text(String(decoding: source[range], as: UTF8.self), .html, range)
    case .entity:
      let reference = String(decoding: source[range], as: UTF8.self)
      return .text(CharacterReference.decoded(reference), .normal, range)
    case .null: return .text("\u{FFFD}", .normal, nil)
    case .hardBreak: return .text("\n", .hardBreak, nil)
    case .softBreak: return .text("\n", .softBreak, nil)
    case .codeIndent: return .text(String(repeating: " ", count: Int(event.start)), .code, nil)
    case .codeBreak: return .text("\n", .code, nil)
    default: return nil
    }
  }

  private static func block(
    at index: Int, of tape: MarkdownTape
  ) -> (block: Block, isEnter: Bool)? {
    let event = tape.events[index]
    switch event.kind {
    case .enterQuote: return (.quote, true)
    case .leaveQuote: return (.quote, false)
    case .enterList:
      // In a tight list md4c leaves out the paragraphs of the items.
      let isTight =
        index + 2 >= tape.events.count || tape.events[index + 2].kind != .enterParagraph
      return (.list(start: event.detail == 1 ? Int(event.start) : nil, isTight: isTight), true)
    case .leaveList: return (.list(start: nil, isTight: true), false)
    case .enterItem:
      let mark = event.detail == 0 ? nil : Character(Unicode.Scalar(event.detail))
      return (.item(task: mark), true)
    case .leaveItem: return (.item(task: nil), false)
    case .enterHeading: return (.heading(level: Int(event.detail)), true)
    case .leaveHeading: return (.heading(level: Int(event.detail)), false)
    case .enterCode: return (.code, true)
    case .leaveCode: return (.code, false)
    case .enterHTML: return (.html, true)
    case .leaveHTML: return (.html, false)
    case .enterParagraph: return (.paragraph, true)
    case .leaveParagraph: return (.paragraph, false)
    case .enterTable: return (.table, true)
    case .leaveTable: return (.table, false)
    case .enterTableHead: return (.tableHead, true)
    case .leaveTableHead: return (.tableHead, false)
    case .enterRow: return (.row, true)
    case .leaveRow: return (.row, false)
    case .enterHeaderCell, .enterCell: return (.cell(alignment(event.detail)), true)
    case .leaveHeaderCell, .leaveCell: return (.cell(.natural), false)
    default: return nil
    }
  }

  private static func alignment(_ detail: UInt8) -> Alignment {
    switch detail {
    case 1: .left
    case 2: .center
    case 3: .right
    default: .natural
    }
  }
}
