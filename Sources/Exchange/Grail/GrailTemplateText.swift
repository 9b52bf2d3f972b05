import Notes

/// The text and the kind of a template, as the old applications wrote them down.
enum GrailTemplateText {
  /// The text as typed.
  ///
  /// The first versions wrote it as a scalar of YAML if its first character or its lines needed
  /// quotation marks, and later ones read both. A text that is no scalar is the text itself.
  static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let mark = bytes.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
      text.trimmingWhitespace.utf8.last == mark, text.trimmingWhitespace.utf8.count > 1
    else { return text }
    let note = Note(parsing: Array("---\nvalue: ".utf8) + bytes + Array("\n---\n".utf8))
    guard let front = note.frontMatter, front.failure == nil, front.entries.count == 1,
      note.bodyStart == note.source.count, let value = front["value"]?.text
    else { return text }
    return value
  }

  /// The kind that a word names: `quote`, `prompt=quote`; nil for one that no version had.
  static func kind(_ word: some StringProtocol) -> GrailLibrary.Template.Kind? {
    switch word.hasPrefix("prompt=") ? word.dropFirst("prompt=".count)[...] : word[...] {
    case "quote": .quote
    case "cloze": .cloze
    case "qanda": .question
    default: nil
    }
  }
}
