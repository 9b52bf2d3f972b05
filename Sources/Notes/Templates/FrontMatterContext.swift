/// The place in a half-made note where a value is put, as YAML sees it.
///
/// A title such as `Walden: or, Life in the Woods` would end as a broken front matter if it were put in as
/// it is. Outside of front matter a value is only text.
struct FrontMatterContext {
  private enum Place {
    case body
    /// All that a key or list item has.
    case whole
    /// Inside brackets or braces.
    case flow
    case doubleQuoted
    case singleQuoted
    /// Among other text of a plain value, or in a comment.
    case part
  }

  private let place: Place

  /// - Parameters:
  ///   - before: the note so far.
  ///   - after: the rest of the line.
  init(before: String, after: Substring) {
    guard Self.isInFrontMatter(before) else {
      place = .body
      return
    }
    let line = before[
      (before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex)...]
    var quote: Character?
    var depth = 0
    var isComment = false
    var previous: Character = " "
    for character in line {
      if let open = quote {
        if character == open, !(open == "\"" && previous == "\\") { quote = nil }
      } else if character == "#", previous == " " {
        isComment = true
      } else if character == "\"" || character == "'", " [{,".contains(previous) {
        quote = character
      } else if character == "[" || character == "{" {
        depth += 1
      } else if character == "]" || character == "}" {
        depth -= 1
      }
      previous = character
    }
    let isAlone = after.allSatisfy { $0 == " " } && (line.hasSuffix(": ") || Self.isItem(line))
    switch quote {
    case _ where isComment: place = .part
    case "\"": place = .doubleQuoted
    case "'": place = .singleQuoted
    default: place = depth > 0 ? .flow : isAlone ? .whole : .part
    }
  }

  /// The value as it has to be written there.
  func fit(_ value: String) -> String {
    switch place {
    case .body: value
    case .part: Self.oneLine(value)
    case .whole: Self.isPlain(value, inFlow: false) ? value : "\"" + Self.escaped(value) + "\""
    case .flow: Self.isPlain(value, inFlow: true) ? value : "\"" + Self.escaped(value) + "\""
    case .doubleQuoted: Self.escaped(value)
    case .singleQuoted: Self.oneLine(value).replacing("'", with: "''")
    }
  }

  /// True while the block that the note begins with has not ended.
  private static func isInFrontMatter(_ text: String) -> Bool {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1, lines[0] == "---" || lines[0] == "\u{FEFF}---" else { return false }
    return !lines.dropFirst().dropLast().contains { $0 == "---" || $0 == "..." }
  }

  private static func isItem(_ line: Substring) -> Bool {
    line.drop { $0 == " " } == "- "
  }

  private static func oneLine(_ value: String) -> String {
    String(value.map { $0.isNewline ? " " : $0 })
  }

  private static func escaped(_ value: String) -> String {
    oneLine(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// True for a text that YAML reads as itself without quotation marks.
  private static func isPlain(_ value: String, inFlow: Bool) -> Bool {
    guard let first = value.first, let last = value.last else { return false }
    if "!&*-?:,[]{}#|>@`\"'% ".contains(first), !isSafeStart(value) { return false }
    if last == " " || last == ":" || value.contains(where: \.isNewline) { return false }
    if value.contains(": ") || value.contains(" #") { return false }
    if inFlow, value.contains(where: { ",[]{}".contains($0) }) { return false }
    // A title that is a word of YAML's own, such as `No`, stays a text; a number or date may be one.
    let words = ["null", "~", "true", "false", "yes", "no", "on", "off"]
    return !words.contains(value.lowercased())
  }

  /// `-x`, `?x` and `:x` are texts, `- x` is not.
  private static func isSafeStart(_ value: String) -> Bool {
    guard let first = value.first, "-?:".contains(first) else { return false }
    let second = value.dropFirst().first
    return second != nil && second != " " && !value.hasPrefix("---")
  }
}
