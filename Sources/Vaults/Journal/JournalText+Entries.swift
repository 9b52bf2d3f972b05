import Indexing
import Notes

extension JournalText {
  /// True if a text has headings that would be entries of their own; they are written with a backslash.
  package static func hasEntries(_ text: String) -> Bool { EntryText.escapingEntries(text) != text }

  /// A text with hashtags added at its end, except those that it has: after its only paragraph,
  /// otherwise on a line of their own.
  package static func tagged(_ text: String, with tags: [String]) -> String {
    let note = Note(piece: Array(text.utf8))
    var has = Set(note.hashtags.map { Hashtag(note.text($0.name)) })
    let missing = tags.map { Hashtag($0) }.filter { has.insert($0).inserted }
    if missing.isEmpty { return text }
    let line = missing.map { "#" + $0.name }.joined(separator: " ")
    let trimmed = trimmed(text.utf8)
    if trimmed.isEmpty { return line }
    let isParagraph =
      !trimmed.contains(where: \.isNewline)
      && (trimmed.first?.isLetter == true || note.hashtags.first?.range.start == 0)
    return trimmed + (isParagraph ? " " : "\n\n") + line
  }
}
