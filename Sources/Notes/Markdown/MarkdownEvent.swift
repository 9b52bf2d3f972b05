/// One thing that the Markdown parser met, in document order.
package struct MarkdownEvent: Hashable, Sendable {
  /// The kinds of event.
  package enum Kind: UInt8, Sendable {
    // Containers.
    case enterQuote, leaveQuote
    /// `detail` is 1 for an ordered list, and `start` then its first number.
    case enterList, leaveList
    /// `detail` is a task's mark or 0, and `start` then the mark's offset.
    case enterItem, leaveItem
    case enterTable, leaveTable
    case enterTableHead, leaveTableHead
    case enterTableBody, leaveTableBody
    case enterRow, leaveRow
    // Leaves.
    /// A thematic break.
    case rule
    /// `detail` is the level.
    case enterHeading, leaveHeading
    /// `start` and `end` hold the info string; `detail` is the fence's character, 0 if indented.
    case enterCode, leaveCode
    case enterHTML, leaveHTML
    case enterParagraph, leaveParagraph
    /// `detail` is the alignment: 0 none, 1 left, 2 centre, 3 right.
    case enterHeaderCell, leaveHeaderCell
    case enterCell, leaveCell
    // Spans.
    case enterEmphasis, leaveEmphasis
    case enterStrong, leaveStrong
    case enterStrikethrough, leaveStrikethrough
    case enterCodeSpan, leaveCodeSpan
    /// `start` and `end` hold the destination as written; `detail` is 1 if it had to be decoded
    /// and lies in the tape's ``MarkdownTape/decoded`` instead.
    case enterLink, leaveLink
    case enterImage, leaveImage
    // Text.
    case text
    case codeText
    case htmlText
    case entity
    case null
    case hardBreak
    case softBreak
    /// `start` columns of indentation inside a code block.
    case codeIndent
    /// A line end inside a code block or a block of HTML.
    case codeBreak
  }

  /// The kind of event.
  package var kind: Kind
  /// A small fact about it; see the kinds.
  package var detail: UInt8
  /// The offset of its first byte in the source, where it has one.
  package var start: UInt32
  /// The offset past its last byte in the source.
  package var end: UInt32

  /// The event that ends the block or span that begins here; nil if none begins.
  ///
  /// The kinds come in pairs, with only `rule` between them.
  var leaving: Kind? {
    let raw = kind.rawValue
    guard raw < Kind.text.rawValue, kind != .rule else { return nil }
    let isEnter = raw < Kind.rule.rawValue ? raw % 2 == 0 : raw % 2 == 1
    return isEnter ? Kind(rawValue: raw + 1) : nil
  }

  /// True if a block begins or ends here.
  var isBlock: Bool { kind.rawValue < Kind.enterEmphasis.rawValue }
}
