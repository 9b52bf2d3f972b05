import Layout

/// A formula as people type it: `$…$` in a line, `$$…$$` of its own.
///
/// The rules are Pandoc's: no blank follows the first `$` or precedes the last, and no digit
/// follows the last, so that prices stay prices.
package struct MarkdownFormula: Hashable, Sendable {
  /// With its signs.
  package let range: ByteRange
  /// Without them.
  package let content: ByteRange

  /// True of `$$…$$`.
  package var isDisplayed: Bool { content.start - range.start == 2 }

  /// A longer formula in a line is none: it is prices far from each other.
  private static let longest = 2000

  /// The formulas of a note, in order.
  ///
  /// - Complexity: linear in the number of bytes.
  static func all(in bytes: [UInt8], _ tape: MarkdownTape, _ kinds: TextPlaces) -> [Self] {
    var search = Search(in: bytes, tape.events[...], kinds)
    var formulas: [Self] = []
    while let formula = search.next() { formulas.append(formula) }
    return formulas
  }

  /// True if a `%%` in the formula begins no comment. In a `$$…$$` that begins behind words and has a blank line it
  /// may, because those may be two signs that have nothing to do with each other.
  func hidesMarks(in bytes: [UInt8]) -> Bool {
    guard isDisplayed, bytes.startOfLineText(at: Int(range.start), from: 0) != Int(range.start)
    else { return true }
    var isBlank = false
    for byte in bytes[content.indices] {
      if byte == .lineFeed, isBlank { return false }
      if byte == .lineFeed { isBlank = true } else if !byte.isASCIISpace { isBlank = false }
    }
    return true
  }

  /// A search for the formulas of a text, from one to the next.
  struct Search {
    private let bytes: [UInt8]
    private let events: ArraySlice<MarkdownEvent>
    private let kinds: TextPlaces
    private var number: Int
    /// The place from which the next one is searched.
    private(set) var end = 0
    /// After an unclosed display formula no further one is searched.
    private var mayDisplay = true
    private var leafEnd = 0

    /// - Parameter events: the parser's events for the text.
    init(in bytes: [UInt8], _ events: ArraySlice<MarkdownEvent>, _ kinds: TextPlaces) {
      (self.bytes, self.events, self.kinds) = (bytes, events, kinds)
      number = events.startIndex
    }

    /// Leaves out what begins before an offset.
    mutating func skip(to offset: Int) { end = max(end, offset) }

    /// The next formula; nil if there is none, or none that begins before a limit.
    mutating func next(before limit: Int = .max) -> MarkdownFormula? {
      while number < events.endIndex {
        let event = events[number]
        if event.kind == .text, Int(event.end) > end {
          if event.start >= leafEnd { leafEnd = endOfLeaf() }
          end = max(end, Int(event.start))
          while let sign = bytes.first(UInt8(ascii: "$"), from: end, to: Int(event.end)) {
            if sign >= limit { return nil }
            if let found = formula(at: sign) { return found }
          }
          if Int(event.end) >= limit { return nil }
        }
        number += 1
      }
      return nil
    }

    /// The formula that begins with a sign; the search goes on behind it or the sign.
    private mutating func formula(at sign: Int) -> MarkdownFormula? {
      end = sign + 1
      if sign > 0, bytes[sign - 1] == .backslash { return nil }
      let isDouble = end < bytes.count && bytes[end] == UInt8(ascii: "$")
      let found =
        isDouble
        ? (mayDisplay ? MarkdownFormula.displayed(at: sign, in: bytes) : nil)
        : MarkdownFormula.inline(at: sign, in: bytes, kinds, limit: leafEnd)
      if let found {
        end = Int(found.range.end)
      } else if isDouble {
        mayDisplay = false
        end += 1
      }
      return found
    }

    /// The end of a block's text.
    private func endOfLeaf() -> Int {
      var end = 0
      for event in events[number...] {
        if event.isBlock { break }
        if event.kind == .text { end = Int(event.end) }
      }
      return end
    }
  }

  fileprivate static func inline(
    at sign: Int, in bytes: [UInt8], _ kinds: TextPlaces, limit: Int
  ) -> Self? {
    let last = min(limit, sign + longest)
    guard sign + 2 < last, !bytes[sign + 1].isASCIISpace else { return nil }
    var index = sign + 1
    while index < last {
      let byte = bytes[index]
      if byte == .backslash {
        index += 2
        continue
      }
      if byte == UInt8(ascii: "`") { return nil }
      if byte == UInt8(ascii: "$") {
        let isEnd =
          !bytes[index - 1].isASCIISpace && kinds.isText(index)
          && !(index + 1 < bytes.count && bytes[index + 1].isASCIIDigit)
        guard isEnd else {
          // The sign of another price.
          return nil
        }
        return Self(range: ByteRange(sign, index + 1), content: ByteRange(sign + 1, index))
      }
      index += 1
    }
    return nil
  }

  fileprivate static func displayed(at sign: Int, in bytes: [UInt8]) -> Self? {
    var index = sign + 2
    while let next = bytes.first(UInt8(ascii: "$"), from: index, to: bytes.count - 1) {
      index = next + 1
      if bytes[index] == UInt8(ascii: "$"), bytes[next - 1] != .backslash, next > sign + 2 {
        return Self(range: ByteRange(sign, index + 1), content: ByteRange(sign + 2, next))
      }
    }
    return nil
  }
}

extension MarkdownFormula {
  /// A formula as typed, without the markers of quotes before its lines.
  package static func typed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().map {
      $0 == 0 ? $1 : $1.drop { $0 == " " || $0 == "\t" || $0 == ">" }
    }.joined(separator: "\n")
  }
}

extension Note {
  /// The clozes that are parts of formulas, in order and apart from each other; one that ends beside its
  /// formula is text.
  ///
  /// - Parameter formulas: those of the note, in order.
  /// - Complexity: linear in the numbers of formulas and clozes.
  package func clozes(inside formulas: [MarkdownFormula]) -> [Cloze] {
    var inside: [Cloze] = []
    var rest = clozes[...]
    for formula in formulas {
      rest = rest.drop { $0.range.start < formula.range.start }
      while let cloze = rest.first, cloze.range.start < formula.range.end {
        rest.removeFirst()
        let isFree = inside.last.map { $0.range.end <= cloze.range.start } ?? true
        if isFree, formula.content.contains(cloze.range) { inside.append(cloze) }
      }
    }
    return inside
  }

  /// The formulas of the body, in order.
  ///
  /// - Complexity: linear in the number of bytes; a text without dollar signs is not parsed.
  package var formulas: [MarkdownFormula] {
    formulas(in: MarkdownTape(parsing: source, from: bodyStart))
  }

  /// The body as the parser reads it, but that its formulas are literal text.
  ///
  /// - Complexity: as that of ``formulas``, but that the text is parsed in any case.
  package var tapeWithFormulas: MarkdownTape {
    let tape = MarkdownTape(parsing: source, from: bodyStart)
    let formulas = formulas(in: tape)
    if formulas.isEmpty { return tape }
    return MarkdownTape(
      parsing: source, from: bodyStart, hiding: tape.comments, plain: formulas.map(\.content))
  }

  private func formulas(in tape: @autoclosure () -> MarkdownTape) -> [MarkdownFormula] {
    guard source[bodyStart...].contains(UInt8(ascii: "$")) else { return [] }
    let tape = tape()
    return MarkdownFormula.all(in: source, tape, TextPlaces(tape)).filter {
      !tape.comments.covers(Int($0.range.start))
    }
  }
}
