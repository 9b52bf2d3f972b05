import Exchange
import Layout
import Notes

/// The review or the private notes of a book, under its heading.
struct BookSection {
  let title: String
  /// Markdown with the heading.
  let block: String
  /// The text as an import compares it.
  let key: String

  /// Those of a book, in the order in which a note has them.
  static func all(of book: ImportedBook) -> [BookSection] {
    let texts = [("Review", book.review), ("Private notes", book.privateNotes)]
    return texts.filter { !$0.1.isEmpty }.map { title, text in
      let note = Note(piece: Array(text.utf8))
      let key = ImportText.key(note.plainText(in: ByteRange(0, note.source.count)))
      return BookSection(title: title, block: "## \(title)\n\n\(text)", key: key)
    }
  }

  /// The place of a section of that title in a note, heading included, and its text as an import compares it.
  static func place(of title: String, in note: Note) -> (range: ByteRange, key: String)? {
    let wanted = CaseFolding.fold(title)
    guard
      let index = note.headings.firstIndex(where: {
        CaseFolding.fold(note.plainText(in: $0.text)) == wanted
      })
    else { return nil }
    let heading = note.headings[index]
    let next = note.headings[(index + 1)...].first { $0.level <= heading.level }
    let end = next.map { Int($0.range.start) } ?? note.source.count
    let body = ByteRange(Int(heading.range.end), end)
    return (ByteRange(Int(heading.range.start), end), ImportText.key(note.plainText(in: body)))
  }
}
