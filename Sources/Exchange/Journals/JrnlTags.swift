/// Tags in the text of jrnl as hashtags.
///
/// A tag is a word after a mark that the person has chosen (`tagsymbols`, originally `@`):
/// `(?<!\S)[@][-+*#/\w]+` (jrnl 4.6, `Entry.tag_regex`).
struct JrnlTags {
  /// The words that are tags, with their mark, in lower case; nil if `@` marks them.
  private let words: Set<String>?
  private(set) var remarks: [Remark] = []

  /// - Parameter words: the tags that an entry lists.
  init(_ words: [String]? = nil) { self.words = words.map { Set($0.map { $0.lowercased() }) } }

  /// Text in which each tag that can be one is a hashtag; blocks of code stay.
  mutating func converted(_ text: String, of item: String) -> String {
    if let words, words.isEmpty { return text }
    var fence: String?
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if CodeFence.closes(line, open) { fence = nil }
        lines.append(String(line))
      } else if let open = CodeFence.opening(line) {
        fence = open
        lines.append(String(line))
      } else {
        lines.append(converted(line: line, of: item))
      }
    }
    return lines.joined(separator: "\n")
  }

  private mutating func converted(line: Substring, of item: String) -> String {
    var result = ""
    let scalars = Array(line.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let isStart = index == 0 || scalars[index - 1].properties.isWhitespace
      guard isStart, let end = tagEnd(scalars, index) else {
        result.unicodeScalars.append(scalars[index])
        index += 1
        continue
      }
      let word = text(scalars[index..<end])
      let name = text(scalars[(index + 1)..<end])
      if word.first == "#" {
        result += word
      } else if TagName.make(name, prefix: "tag-") == name {
        result += "#" + name
      } else {
        remarks.append(Remark(.notCarried, "tags that cannot be hashtags", of: item, value: word))
        result += word
      }
      index = end
    }
    return result
  }

  /// Past the tag that begins there, if one does.
  private func tagEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
    if words == nil, scalars[start] != "@" { return nil }
    let rest = scalars[(start + 1)...].prefix { scalar in
      scalar == "_" || "-+*#/".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
    }
    guard rest.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else { return nil }
    if let words, !words.contains(text(scalars[start..<rest.endIndex]).lowercased()) { return nil }
    return rest.endIndex
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

/// The lines around a block of code.
enum CodeFence {
  /// The marks that a line opens a block of code with, if it does.
  static func opening(_ line: some StringProtocol) -> String? {
    let text = line.drop { $0 == " " }
    guard line.utf8.count - text.utf8.count < 4, let first = text.first,
      first == "`" || first == "~"
    else { return nil }
    let marks = text.prefix { $0 == first }
    guard marks.count >= 3 else { return nil }
    if first == "`", text.dropFirst(marks.count).contains("`") { return nil }
    return String(marks)
  }

  /// True if a line closes the block that `marks` opened.
  static func closes(_ line: some StringProtocol, _ marks: String) -> Bool {
    let text = line.trimmingWhitespace
    return text.count >= marks.count && text.allSatisfy { $0 == marks.first }
  }
}
