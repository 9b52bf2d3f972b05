import Exchange
import Layout
import Notes
import Steps

/// The review or the private notes of a book, under its heading.
struct BookSection {
  let title: String
  /// Markdown with the heading.
  let block: String
  /// Markdown without it.
  let text: String
  /// The text as an import compares it.
  let key: String

  /// Those of a book, in the order in which a note has them.
  static func all(of book: ImportedBook) -> [BookSection] {
    let texts = [("Review", book.review), ("Private notes", book.privateNotes)]
    return texts.filter { !$0.1.isEmpty }.map { title, text in
      let note = Note(piece: Array(text.utf8))
      let key = ImportText.key(note.plainText(in: ByteRange(0, note.source.count)))
      return BookSection(title: title, block: "## \(title)\n\n\(text)", text: text, key: key)
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

  /// More words than this are looked through by lines, and more lines only from the first and to the last.
  private static let (mostWords, mostLines) = (4000, 100)

  /// The part of a section that satisfies a condition, so that all else in it is a person's: from its beginning to the
  /// end of a word, else some lines; nil if no part does.
  ///
  /// - Parameters:
  ///   - section: with its heading.
  ///   - isIt: is given texts as an import compares them.
  static func part(
    of section: ByteRange, in note: Note, where isIt: (String) throws -> Bool
  ) rethrows -> ByteRange? {
    guard let heading = note.headings.first(where: { $0.range.start == section.start }) else {
      return nil
    }
    let source = note.source
    func isText(_ offset: Int) -> Bool { !source[offset].isASCIISpace }
    let body = Int(heading.range.end)..<Int(section.end)
    guard let first = body.first(where: isText), let last = body.last(where: isText) else {
      return nil
    }
    let ends = (first...last).filter { isText($0) && ($0 == last || !isText($0 + 1)) }
    let lines = ends.filter { $0 == last || source[$0 + 1].isLineEnd }
    let isShort = ends.count <= mostWords
    let starts = (first...last).filter { isText($0) && ($0 == first || source[$0 - 1].isLineEnd) }
    for start in starts {
      for end in start == first && isShort ? ends : lines.count <= mostLines ? lines : [last]
      where end >= start {
        let part = ByteRange(start, end + 1)
        if try !isIt(ImportText.key(note.plainText(in: part))) { continue }
        let rest = ImportText.key(note.plainText(in: ByteRange(end + 1, body.upperBound)))
        // Signs at the end came with the text.
        return rest.isEmpty ? ByteRange(start, last + 1) : part
      }
    }
    return nil
  }

  /// The paragraphs at the end of a section that have nothing to do with this one, below one that has; nil if there
  /// are none.
  func added(to section: ByteRange, in note: Note) -> String? {
    let blocks = note.text(section).replacing("\r\n", with: "\n").split(separator: "\n\n")
    let own = Self.keys(text.split(separator: "\n\n")).filter { !$0.isEmpty }
    let keys = Self.keys(blocks)
    let isLike = keys.map { key in
      own.contains {
        $0.contains(key) || key.contains($0) || ImportText.areSimilar($0, key)
      }
    }
    guard let last = zip(keys, isLike).map({ !$0.isEmpty && $1 }).dropFirst().lastIndex(of: true)
    else { return nil }
    let added = blocks[(last + 1)...].joined(separator: "\n\n")
    return ImportText.key(added).isEmpty
      ? nil : String(added.reversed().drop { $0.isWhitespace }.reversed())
  }

  private static func keys(_ blocks: [Substring]) -> [String] {
    blocks.map { block in
      let note = Note(piece: Array(block.utf8))
      return ImportText.key(note.plainText(in: ByteRange(0, note.source.count)))
    }
  }
}
