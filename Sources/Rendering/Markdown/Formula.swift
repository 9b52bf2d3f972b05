/// A formula in TeX between dollar signs, as Obsidian and Pandoc read them.
package struct Formula: Equatable, Sendable {
  /// With the dollar signs.
  package let range: Range<Int>
  /// The text between them.
  package let text: String
  /// True if it has two dollar signs on each side.
  package let isBlock: Bool

  /// The formulas in some parts of a text, in order.
  ///
  /// A formula has no blank after its first and before its last sign and no digit after it, so that
  /// `$5 and $6` is none; it has no empty line. `\$` is a dollar.
  /// - Parameter code: the ranges that are no text, in order.
  /// - Complexity: linear in the number of bytes.
  package static func all(
    in source: [UInt8], _ parts: [Range<Int>], except code: [Range<Int>] = []
  ) -> [Formula] {
    guard source.contains(dollar) else { return [] }
    var scanner = Scanner(source: source, code: code)
    return parts.flatMap { scanner.formulas(in: $0) }
  }

  private static let dollar = UInt8(ascii: "$")

  private struct Scanner {
    let source: [UInt8]
    let code: [Range<Int>]
    private var nextCode = 0

    init(source: [UInt8], code: [Range<Int>]) {
      self.source = source
      self.code = code
    }

    mutating func formulas(in part: Range<Int>) -> [Formula] {
      var formulas: [Formula] = []
      var index = part.lowerBound
      while index < part.upperBound {
        if let end = endOfCode(at: index) {
          index = end
        } else if source[index] == UInt8(ascii: "\\") {
          index += 2
        } else if source[index] != dollar {
          index += 1
        } else {
          let isBlock = index + 1 < part.upperBound && source[index + 1] == dollar
          let start = index + (isBlock ? 2 : 1)
          if let end = end(of: start, isBlock, part.upperBound) {
            formulas.append(formula(index, start, end, isBlock))
            index = end + (isBlock ? 2 : 1)
          } else {
            index = start
          }
        }
      }
      return formulas
    }

    private func formula(_ start: Int, _ from: Int, _ to: Int, _ isBlock: Bool) -> Formula {
      var lines = source[from..<to].split(
        separator: 0x0A, omittingEmptySubsequences: false)
      // The marks of an enclosing quote are no part of it.
      for index in lines.indices.dropFirst() {
        lines[index] = lines[index].drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      }
      let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
      return Formula(
        range: start..<to + (isBlock ? 2 : 1), text: text.trimmingSpaces(), isBlock: isBlock)
    }

    /// The place of the sign that closes the formula that begins at `start`.
    private func end(of start: Int, _ isBlock: Bool, _ limit: Int) -> Int? {
      guard start < limit, isBlock || !isBlank(start) else { return nil }
      var index = start
      while index < limit {
        if source[index] == UInt8(ascii: "\\") {
          index += 2
          continue
        }
        if source[index] == 0x0A, isEndOfParagraph(index, limit) { return nil }
        if source[index] == dollar, index > start {
          let isDouble = index + 1 < limit && source[index + 1] == dollar
          if isBlock {
            if isDouble { return index }
          } else {
            let isFollowedByDigit = index + 1 < source.count && source[index + 1] &- 0x30 < 10
            return isBlank(index - 1) || isFollowedByDigit || isDouble ? nil : index
          }
        }
        index += 1
      }
      return nil
    }

    /// True if the line after a line end is empty.
    private func isEndOfParagraph(_ lineEnd: Int, _ limit: Int) -> Bool {
      var next = lineEnd + 1
      while next < limit, [0x20, 0x09, 0x0D, 0x3E].contains(source[next]) { next += 1 }
      return next >= limit || source[next] == 0x0A
    }

    private func isBlank(_ index: Int) -> Bool { index >= source.count || source[index] <= 0x20 }

    private mutating func endOfCode(at index: Int) -> Int? {
      while nextCode < code.count, code[nextCode].upperBound <= index { nextCode += 1 }
      guard nextCode < code.count, code[nextCode].contains(index) else { return nil }
      return code[nextCode].upperBound
    }
  }
}
