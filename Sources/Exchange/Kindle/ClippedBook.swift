/// The passages that a person marked in a book.
package struct ClippedBook: Hashable, Sendable {
  /// A passage, with the notes on it.
  package struct Quote: Hashable, Sendable {
    /// The passage, as plain text; empty if only a note was written.
    package var text: String
    /// The place of the passage, in the form of a quote's locator: `p. 12`, `loc 321-325`.
    package var locator: String?
    /// The notes on it, as plain text.
    package var notes: [String] = []
    /// Texts that the device had for it before, when less or more of it was marked.
    package var earlier: [String] = []
    /// By a note on it, the texts that the device had for that note before it was rewritten.
    package var earlierNotes: [String: [String]] = [:]

    package init(text: String, locator: String?, notes: [String] = []) {
      self.text = text
      self.locator = locator
      self.notes = notes
    }
  }

  package let title: String
  package let authors: [String]
  /// In the order of their places.
  package internal(set) var quotes: [Quote]
}

/// The passages of several books, with remarks on losses.
package struct ClippedBooks: Sendable {
  package var books: [ClippedBook] = []
  package var remarks: [Remark] = []
}
