/// A block of text as questions see it.
struct TextBlock {
  let kind: Leaf.Kind
  let level: UInt8
  let start: Int
  let end: Int
  /// Its innermost container; -1 for the note.
  let container: Int
}

/// A list, an item, a quote or a table.
struct BlockContainer {
  enum Kind { case quote, list, item, table }

  let kind: Kind
  let parent: Int
  /// The number of the first block in it.
  let firstBlock: Int
}

/// A line that begins with `Q:` or `A:`.
struct QuestionMark {
  let isQuestion: Bool
  let start: Int
  /// The beginning of the text after it.
  let text: Int
  /// The number of its block.
  let block: Int
  /// The end of the line before it, where that is of the same paragraph.
  let previous: Int?
}
