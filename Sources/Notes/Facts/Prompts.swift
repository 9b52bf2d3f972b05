/// A block quote, however many lines it has.
package struct Quote: Hashable, Sendable {
  /// The whole quote with its markers.
  package let range: ByteRange
  /// The quoted text, without the attribution line and the locator. It may contain `>` markers;
  /// ``Note/plainText(in:)`` reads it without them.
  package let text: ByteRange
  /// The attribution line after its dash: `Author, *Work*`.
  package let attribution: ByteRange?
  /// The author named by the attribution.
  package let author: ByteRange?
  /// The work named by the attribution, without its emphasis or quotation marks.
  package let work: ByteRange?
  /// The place in the work: `p. 12` of a trailing `(p. 12)`.
  package let locator: ByteRange?
  /// True if the attribution is a parenthesis at the end of the text, or follows a dash after its quotation mark, and is not a line of its own.
  package let isSourceInText: Bool
  /// True of a callout with a title: `> [!cite] Emma`.
  package let isTitled: Bool
  /// The number of quotes around it; mostly 0.
  package let depth: Int

  /// The work that the title of its callout names, and not its attribution; nil if there is none.
  package var workOfTitle: ByteRange? {
    guard let work, let attribution, !attribution.contains(work) else { return nil }
    return work
  }
}

/// A gap to fill in: `?[hint](answer)`.
package struct Cloze: Hashable, Sendable {
  /// The whole, from `?` to `)`.
  package let range: ByteRange
  /// The text in its brackets; may be empty.
  package let hint: ByteRange
  /// The text in its parentheses; may be empty.
  package let answer: ByteRange
  /// The paragraph, list item, heading or table cell around it.
  package let block: ByteRange
  /// The cells with text of the table row around it, in order; empty outside of tables.
  package internal(set) var row: [ByteRange] = []
}

/// A question with its answer: blocks of text that begin with `Q:` and `A:`.
package struct Question: Hashable, Sendable {
  /// Both, from the `Q` to the end of the answer.
  package let range: ByteRange
  /// The text after `Q:`.
  package let question: ByteRange
  /// The text after `A:`, with the lists, code, tables and paragraphs that belong to it.
  package let answer: ByteRange
  /// The answer's own paragraph, where the question is one paragraph and the answer begins in it or right after it;
  /// nil for others. Earlier versions read no more than that.
  package let paragraph: ByteRange?
}

/// An item of a task list.
package struct TaskItem: Hashable, Sendable {
  /// True if nothing is left to do: its box is checked, or has a mark that says so, such as `[-]`.
  package let isDone: Bool
  /// The character between `[` and `]`.
  package let mark: ByteRange
  /// The item's own text: its first paragraph.
  package let text: ByteRange

  /// The text, or the box of a task without one.
  package var place: ByteRange {
    text.isEmpty ? ByteRange(start: mark.start - 1, end: mark.end + 1) : text
  }
}
