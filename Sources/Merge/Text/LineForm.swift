import Layout

/// The block type of a line, judged by its first characters and the fences before it.
enum LineForm: UInt8 {
  case text, blank, heading, item, quote, table
  /// A line that opens or closes a fence.
  case fence
  /// A line inside a fence.
  case code
}

/// The forms of all lines of a pool, found in one pass over each text.
struct LineForms {
  private var forms: [LineForm] = []
  /// The columns of blanks before each line's first character.
  private var indents: [Int32] = []
  /// True for each text, by its first line, that ends inside a fence.
  private var unclosed: Set<Int> = []

  /// A line that a merge has made counts as plain text.
  subscript(line: Int) -> LineForm { line < forms.count ? forms[line] : .text }

  func indent(_ line: Int) -> Int { line < indents.count ? Int(indents[line]) : 0 }

  /// True if a text that was added ends inside a fence.
  func isUnclosed(_ lines: Range<Int>) -> Bool { unclosed.contains(lines.lowerBound) }

  /// Adds the lines of a text, which follow those added before.
  mutating func add(_ lines: Range<Int>, of pool: LinePool) {
    while forms.count < lines.lowerBound {
      forms.append(.text)
      indents.append(0)
    }
    forms.reserveCapacity(lines.upperBound)
    indents.reserveCapacity(lines.upperBound)
    var fence: (mark: UInt8, length: Int)?
    let span = pool.bytes.span
    for line in lines {
      let range = pool.range(line)
      var index = range.lowerBound
      var indent = 0
      while index < range.upperBound, span[index].isBlank {
        indent += span[index] == .tab ? 4 - indent % 4 : 1
        index += 1
      }
      indents.append(Int32(truncatingIfNeeded: indent))
      var form = Self.form(span, index, range.upperBound)
      if let open = fence {
        if form == .fence, span[index] == open.mark {
          let length = Self.run(span, index, range.upperBound)
          let isBare = (index + length..<range.upperBound).allSatisfy { span[$0].isBlank }
          if length >= open.length, isBare { fence = nil } else { form = .code }
        } else {
          form = .code
        }
      } else if form == .fence {
        fence = (span[index], Self.run(span, index, range.upperBound))
      }
      forms.append(form)
    }
    if fence != nil { unclosed.insert(lines.lowerBound) }
  }

  /// The length of the run of equal bytes that begins at `start`.
  private static func run(_ span: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, span[index] == span[start] { index += 1 }
    return index - start
  }

  /// The form of a line outside any fence, from its first character that is not blank.
  private static func form(_ span: Span<UInt8>, _ start: Int, _ end: Int) -> LineForm {
    guard start < end else { return .blank }
    func isBlankOrEnd(_ index: Int) -> Bool { index >= end || span[index].isBlank }
    switch span[start] {
    case .carriageReturn: return start + 1 == end ? .blank : .text
    case UInt8(ascii: "#"):
      let length = run(span, start, end)
      return length <= 6 && isBlankOrEnd(start + length) ? .heading : .text
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return isBlankOrEnd(start + 1) ? .item : .text
    case UInt8(ascii: ">"): return .quote
    case UInt8(ascii: "|"): return .table
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      let length = run(span, start, end)
      // A fence of backticks has none after it; otherwise it is inline code.
      let isInline =
        span[start] == UInt8(ascii: "`")
        && (start + length..<end).contains { span[$0] == UInt8(ascii: "`") }
      return length >= 3 && !isInline ? .fence : .text
    case 0x30...0x39:
      var index = start
      while index < end, index - start < 9, span[index].isASCIIDigit { index += 1 }
      guard index < end, span[index] == UInt8(ascii: ".") || span[index] == UInt8(ascii: ")") else {
        return .text
      }
      return isBlankOrEnd(index + 1) ? .item : .text
    default: return .text
    }
  }
}
