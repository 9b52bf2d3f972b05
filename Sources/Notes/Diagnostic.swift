/// Something about a note that its writer may want to know; never an error.
package struct Diagnostic: Hashable, Sendable {
  /// The kinds of finding.
  package enum Kind: Hashable, Sendable {
    /// The front matter is not YAML (or JSON); the parser's words.
    case invalidFrontMatter(String)
    /// The front matter is opened and has keys, but no line closes it: it was read as text.
    case unterminatedFrontMatter
    /// The same key occurs twice; the first one counts.
    case duplicateKey(String)
    /// The note is not valid UTF-8.
    case invalidUTF8
    /// Markdown of a shape that is slow to parse begins here; it was read as plain lines.
    case markdownLimit
    /// A line begins with `Q:`, and no answer to it was found.
    case questionWithoutAnswer
    /// A line begins with `Q:` and no space after it, or with a colon of another kind; or with `Question:` or `q:`, and
    /// a later one with `Answer:` or `a:`; or a heading with `Q:` stands above an answer.
    case misspelledQuestion
    /// A list, picture or formula begins here that an empty line parts from the answer before it.
    case cutAnswer
    /// Nothing defines a footnote of that label, to which the text refers.
    case undefinedFootnote(String)
    /// The last line of a quote looks like its source here, and is part of its text.
    case unreadSource
    /// A comment that nothing ends hides the rest of the note from a reader.
    case openComment
    /// A block of code begins here that no fence ends: all text after it is code.
    case openFence
    /// A heading of a journal day looks like an entry's, but this is no time of day: `25:61`.
    case entryTime(String)
    /// The zone of an entry's heading does not exist: `+99:00`.
    case entryZone(String)
    /// An invalid value of a book, such as `rating: ten`.
    case bookValue(key: String, value: String)
    /// A date of a reading that is in the future, on the day on which the note was looked at.
    case futureReading(key: String, value: String)
  }

  /// True for a value of a book.
  package var isOfBook: Bool {
    switch kind {
    case .bookValue, .futureReading: true
    default: false
    }
  }

  /// The kind of finding.
  package let kind: Kind
  /// The offset of its beginning, in bytes.
  package let offset: Int
  /// The line and column of its beginning.
  package let position: TextPosition
}
