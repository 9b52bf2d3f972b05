/// Plain text as Markdown that shows it as it was.
package enum MarkdownText {
  /// Text of one line, with a backslash before every mark that would begin emphasis, code, a link,
  /// HTML, a comment or a hashtag.
  ///
  /// Marks that could begin a block are escaped if `atLineStart` is true.
  package static func escaped(_ text: some StringProtocol, atLineStart: Bool = true) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var index = 0
    if atLineStart { index = escapeBlock(scalars, into: &result) }
    while index < scalars.count {
      let scalar = scalars[index]
      if let end = addressEnd(scalars, index) {
        // A backslash within an address would be a part of it.
        for part in scalars[index..<end] { result.unicodeScalars.append(part) }
        index = end
        continue
      }
      if needsEscape(scalars, index) { result += "\\" }
      result.unicodeScalars.append(scalar)
      index += 1
    }
    return result
  }

  /// Lines as paragraphs: a blank line parts two, and a line end within one is kept.
  ///
  /// - Parameter keepsLists: lines that begin with `- ` or `* ` stay items of a list.
  package static func paragraphs(_ text: String, keepsLists: Bool = true) -> String {
    var lines: [String] = []
    var isOpen = false
    for line in Self.lines(of: text) {
      let line = line.trimmingWhitespace
      if line.isEmpty {
        if lines.last?.isEmpty == false { lines.append("") }
        isOpen = false
        continue
      }
      let isItem =
        keepsLists && (line.hasPrefix("- ") || line.hasPrefix("* ") || line.hasPrefix("• "))
      if isItem {
        lines.append("- " + escaped(line.dropFirst(2).trimmingWhitespace))
      } else {
        // A line end within a paragraph is a space to Markdown, unless a backslash keeps it.
        if isOpen { lines[lines.count - 1] += "\\" }
        lines.append(escaped(line))
      }
      isOpen = !isItem
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Lines without their ends, whichever those are.
  package static func lines(of text: String) -> [String] {
    String(decoding: Array(text.utf8).withLineFeeds, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func needsEscape(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    func isWord(_ place: Int) -> Bool {
      scalars.indices.contains(place)
        && (scalars[place].properties.isAlphabetic || scalars[place].properties.numericType != nil)
    }
    func isBlank(_ place: Int) -> Bool {
      !scalars.indices.contains(place) || scalars[place].properties.isWhitespace
    }
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index] {
    case "\\":
      // Only before a mark is it more than itself.
      return next.map { $0.isASCII && !isWord(index + 1) && !isBlank(index + 1) } ?? true
    case "`": return true
    case "*": return !(isBlank(index - 1) && isBlank(index + 1))
    // Within a word an underscore is one.
    case "_": return !(isWord(index - 1) && isWord(index + 1))
    case "~": return next == "~" || index > 0 && scalars[index - 1] == "~"
    case "[": return true
    // `%%` begins a comment.
    case "%": return index > 0 && scalars[index - 1] == "%"
    case "<":
      return next.map { $0.properties.isAlphabetic || "/!?".unicodeScalars.contains($0) } ?? false
    case "&": return next.map { $0.properties.isAlphabetic || $0 == "#" } ?? false
    case "#":
      return mayBeginHashtag(after: index > 0 ? scalars[index - 1] : nil)
        && next.map { !$0.properties.isWhitespace && $0 != "#" } ?? false
        && !isNumber(scalars, after: index)
    // The gap of a question: `?[hint](answer)` needs the bracket, which is escaped.
    default: return false
    }
  }

  /// True if only digits follow, which are no hashtag's name.
  private static func isNumber(_ scalars: [Unicode.Scalar], after index: Int) -> Bool {
    let digits = scalars[(index + 1)...].prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.endIndex < scalars.count else { return !digits.isEmpty }
    let next = scalars[digits.endIndex]
    return next.isASCII && !next.properties.isAlphabetic && !"_-/".unicodeScalars.contains(next)
  }

  private static func mayBeginHashtag(after scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    if scalar.properties.isWhitespace { return true }
    return scalar.isASCII
      ? "([{\"'|*_~=".unicodeScalars.contains(scalar) : !scalar.properties.isAlphabetic
  }

  /// Past the address on the web that begins there, if one does.
  private static func addressEnd(_ scalars: [Unicode.Scalar], _ index: Int) -> Int? {
    guard scalars[index] == "h" || scalars[index] == "H",
      index == 0 || !scalars[index - 1].properties.isAlphabetic
    else { return nil }
    let start = String(String.UnicodeScalarView(scalars[index...].prefix(8))).lowercased()
    guard start.hasPrefix("http://") || start == "https://" else { return nil }
    return scalars[index...].firstIndex { $0.properties.isWhitespace || $0 == "<" } ?? scalars.count
  }

  /// Copies marks that would begin a block, escaped; the index past them.
  private static func escapeBlock(_ scalars: [Unicode.Scalar], into result: inout String) -> Int {
    guard let first = scalars.first else { return 0 }
    func isBlank(_ index: Int) -> Bool {
      index >= scalars.count || scalars[index].properties.isWhitespace
    }
    switch first {
    case ">", "|":
      result += "\\"
      result.unicodeScalars.append(first)
      return 1
    case "-", "+", "=":
      // An item, a rule, or the line below a heading.
      let isRule = scalars.allSatisfy { $0 == first || $0.properties.isWhitespace }
      guard isBlank(1) || isRule else { return 0 }
    case "*":
      guard isBlank(1) else { return 0 }
    case "#":
      let marks = scalars.prefix { $0 == "#" }.count
      guard marks <= 6, isBlank(marks) else { return 0 }
    case "~":
      guard scalars.starts(with: ["~", "~", "~"]) else { return 0 }
    case "0"..."9":
      let digits = scalars.prefix { ("0"..."9").contains($0) }.count
      guard digits <= 9, digits < scalars.count, ".)".unicodeScalars.contains(scalars[digits]),
        isBlank(digits + 1)
      else { return 0 }
      for scalar in scalars[..<digits] { result.unicodeScalars.append(scalar) }
      result += "\\"
      result.unicodeScalars.append(scalars[digits])
      return digits + 1
    case "Q", "A":
      // `Q:` would make a question of it.
      guard scalars.count > 1, scalars[1] == ":" else { return 0 }
      result.unicodeScalars.append(first)
      result += "\\:"
      return 2
    default: return 0
    }
    result += "\\"
    result.unicodeScalars.append(first)
    return 1
  }
}

extension Array where Element == UInt8 {
  /// With line feeds for every kind of line end.
  fileprivate var withLineFeeds: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for (index, byte) in enumerated() {
      if byte == 0x0D {
        if index + 1 == count || self[index + 1] != 0x0A { result.append(0x0A) }
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
