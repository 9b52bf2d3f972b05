/// Something about a note that its writer may want to know; never an error.
package struct Diagnostic: Hashable, Sendable {
  /// What was found.
  package enum Kind: Hashable, Sendable {
    /// The front matter is not YAML (or JSON); the parser's words.
    case invalidFrontMatter(String)
    /// The front matter is opened and has keys, but no line closes it: it was read as text.
    case unterminatedFrontMatter
    /// The same key stands twice; the first one counts.
    case duplicateKey(String)
    /// The note is not valid UTF-8.
    case invalidUTF8
    /// Markdown of a shape that is slow to parse begins here; it was read as plain lines.
    case markdownLimit
    /// A line begins with `Q:`, and no answer to it was found.
    case questionWithoutAnswer
    /// A value of a book that is not understood, such as `rating: ten`.
    case bookValue(key: String, value: String)
  }

  /// What was found.
  package let kind: Kind
  /// Where it begins, in bytes.
  package let offset: Int
  /// Where it begins, in lines and columns.
  package let position: TextPosition
}
