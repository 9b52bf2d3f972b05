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
    var formulas: [Self] = []
    var end = 0
    // After an unclosed display formula no further one is searched.
    var mayDisplay = true
    var leafEnd = 0
    for (number, event) in tape.events.enumerated() where event.kind == .text {
      if event.start >= leafEnd { leafEnd = Self.leafEnd(from: number, tape) }
      var index = max(end, Int(event.start))
      while let sign = bytes.first(UInt8(ascii: "$"), from: index, to: Int(event.end)) {
        index = sign + 1
        if sign > 0, bytes[sign - 1] == .backslash { continue }
        let isDouble = index < bytes.count && bytes[index] == UInt8(ascii: "$")
        let found =
          isDouble
          ? (mayDisplay ? displayed(at: sign, in: bytes) : nil)
          : inline(at: sign, in: bytes, kinds, limit: leafEnd)
        if let found {
          formulas.append(found)
          end = Int(found.range.end)
          index = max(index, end)
        } else if isDouble {
          mayDisplay = false
          index += 1
        }
      }
    }
    return formulas
  }

  /// The end of a block's text.
  private static func leafEnd(from number: Int, _ tape: MarkdownTape) -> Int {
    var end = 0
    for event in tape.events[number...] {
      if event.isBlock { break }
      if event.kind == .text { end = Int(event.end) }
    }
    return end
  }

  private static func inline(
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

  private static func displayed(at sign: Int, in bytes: [UInt8]) -> Self? {
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
