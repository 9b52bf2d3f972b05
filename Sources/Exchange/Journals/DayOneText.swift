/// Makes common Markdown of Day One's.
///
/// Day One writes a backslash before nearly every mark of the ASCII set (`Gud nit canberra\.`), a
/// U+2028 for a line end within a paragraph, and characters without width. A backslash stays if
/// Markdown would interpret the mark after it.
enum DayOneText {
  /// Text without the marks that only Day One needs; code is unchanged.
  static func tidied(_ text: String) -> String {
    var lines: [String] = []
    var fence: String?
    for line in MarkdownText.lines(of: withoutSigns(text)) {
      if let open = fence {
        if CodeFence.closes(line, open) { fence = nil }
        lines.append(line)
      } else {
        fence = CodeFence.opening(line)
        lines.append(fence == nil ? tidied(line: line) : line)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func withoutSigns(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2028}", "\u{2029}": result.append("\n")
      case "\u{200B}", "\u{FEFF}", "\u{FFFC}", "\u{0}": break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func tidied(line: String) -> String {
    guard line.contains("\\") else { return line }
    let scalars = Array(line.unicodeScalars)
    let marks = LineMarks(scalars)
    var withoutEnd: Set<Int> = []
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "`" {
        let run = scalars[index...].prefix { $0 == "`" }
        let end = withoutEnd.contains(run.count) ? nil : codeEnd(scalars, run)
        if end == nil { withoutEnd.insert(run.count) }
        result.append(contentsOf: scalars[index..<(end ?? run.endIndex)])
        index = end ?? run.endIndex
      } else if let end = addressEnd(scalars, index) {
        // In an address a backslash would be a part of it.
        for place in index..<end
        where scalars[place] != "\\" || place + 1 == end || !isMark(scalars[place + 1]) {
          result.append(scalars[place])
        }
        index = end
      } else if scalar == "\\", index + 1 < scalars.count, isMark(scalars[index + 1]) {
        if marks.needBackslash(index + 1) { result.append(scalar) }
        result.append(scalars[index + 1])
        index += 2
      } else {
        result.append(scalar)
        index += 1
      }
    }
    return String(result)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "!"..."/", ":"..."@", "["..."`", "{"..."~": true
    default: false
    }
  }

  /// Past the code that a run of marks begins, if it ends in the line.
  private static func codeEnd(
    _ scalars: [Unicode.Scalar], _ marks: ArraySlice<Unicode.Scalar>
  ) -> Int? {
    var index = marks.endIndex
    while index < scalars.count {
      let run = scalars[index...].prefix { $0 == "`" }.count
      if run == marks.count { return index + run }
      index += max(run, 1)
    }
    return nil
  }

  /// Past the address on the web that begins there, if one does.
  private static func addressEnd(_ scalars: [Unicode.Scalar], _ index: Int) -> Int? {
    guard scalars[index] == "h", index == 0 || !scalars[index - 1].properties.isAlphabetic else {
      return nil
    }
    let start = String(String.UnicodeScalarView(scalars[index...].prefix(10)))
    guard start.hasPrefix("http") else { return nil }
    let rest = start.dropFirst(4).drop { $0 == "s" }
    guard rest.hasPrefix("://") || rest.hasPrefix("\\://") else { return nil }
    return scalars[index...].firstIndex {
      $0.properties.isWhitespace || "<>()".unicodeScalars.contains($0)
    }
      ?? scalars.count
  }
}

/// The marks of a line that follow a backslash.
private struct LineMarks {
  private let scalars: [Unicode.Scalar]
  /// Past the white space that the line begins with.
  private let start: Int
  /// Past the marks of quotes as well.
  private let quoteEnd: Int
  /// Past the number that it begins with.
  private let numberEnd: Int
  private let hasLink: Bool

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    start = scalars.prefix { $0 == " " || $0 == "\t" }.count
    quoteEnd = scalars.prefix { [" ", "\t", ">", "\\"].contains($0) }.count
    numberEnd = start + scalars[start...].prefix { ("0"..."9").contains($0) }.count
    hasLink = zip(scalars, scalars.dropFirst()).contains { $0 == "]" && $1 == "(" }
  }

  /// True if the mark at `index` would have a meaning without the backslash before it.
  func needBackslash(_ index: Int) -> Bool {
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    let isBeforeBlank = next.map { $0.properties.isWhitespace } ?? true
    // A number at the beginning, which the mark would make an item of a list.
    let isItem =
      index - 1 == numberEnd && (1...9).contains(numberEnd - start) && isBeforeBlank
    switch scalars[index] {
    case ".": return isItem
    case "(": return hasLink
    case ")": return hasLink || isItem
    case "-", "+": return index - 1 == start
    case ">": return index <= quoteEnd
    case "!", "?":
      // The bracket after it may be escaped as well.
      return next == "[" || next == "\\" && index + 2 < scalars.count && scalars[index + 2] == "["
    case ":":
      return isWord(index + 1)
        || index - 2 == start && (scalars[start] == "Q" || scalars[start] == "A")
    case "_": return !(isWord(index - 2) && isWord(index + 1))
    case "&": return next.map { $0.properties.isAlphabetic || $0 == "#" } ?? false
    case "<": return !isBeforeBlank
    case "'", "\"", ",", ";", "/", "@", "%", "$", "^", "{", "}": return false
    default: return true
    }
  }

  private func isWord(_ place: Int) -> Bool {
    scalars.indices.contains(place)
      && (scalars[place].properties.isAlphabetic || scalars[place].properties.numericType != nil)
  }
}
