import Files
import Notes

/// A task of a note, with the place where it stands.
package struct ListedTask: Hashable, Sendable {
  package let path: NotePath
  /// The note's title.
  package let noteTitle: String
  /// The text of the heading above it; nil above the first one, and below the note's title.
  package let heading: String?
  package let line: TaskLine
  package let status: TaskStatus
  /// The position of its box.
  package let position: TextPosition
  /// The bytes of the line, without the line break.
  package let source: [UInt8]
  /// The hashtags of its line, and those in the front matter of its note.
  package let hashtags: [Hashtag]

  /// The tasks of a note, in order; boxes that the style takes for none are left out.
  package static func all(of note: Note, at path: NotePath, _ style: TaskStyle) -> [ListedTask] {
    guard !note.tasks.isEmpty else { return [] }
    let (title, lines, headings) = (note.title, note.lines, note.headings)
    let ofNote = note.hashtags.filter(\.isInFrontMatter).map { note.hashtag(of: $0) }
    var heading = headings[...]
    var tags = note.hashtags.filter { !$0.isInFrontMatter }[...]
    var above: Heading?
    return note.tasks.sorted { $0.mark.start < $1.mark.start }.compactMap { task in
      let line = note.line(of: task)
      guard style.isTask(line, in: note.source) else { return nil }
      while let next = heading.first, next.range.start < task.mark.start {
        above = next
        heading = heading.dropFirst()
      }
      while let tag = tags.first, tag.range.start < line.line.start { tags.removeFirst() }
      let own = tags.prefix { line.line.contains($0.range) }.map { note.hashtag(of: $0) }
      var seen: Set<Hashtag> = []
      return ListedTask(
        path: path, noteTitle: title,
        heading: above == note.titleHeading ? nil : above.map { note.plainText(in: $0.text) },
        line: line, status: style.statuses.status(of: line.symbol),
        position: lines.position(at: Int(line.mark.start) - 1),
        source: Array(note.source[line.line.indices]),
        hashtags: (own + ofNote).filter { seen.insert($0).inserted })
    }
  }

  /// The day by which it is listed: that on which it is due, else the scheduled one, else its first.
  package var day: CivilDate? {
    line.day(.due) ?? line.day(.scheduled) ?? line.day(.start)
  }

  /// True if it is open and was due before a day.
  package func isOverdue(on today: CivilDate) -> Bool {
    status.kind.isOpen && line.day(.due).map { $0 < today } == true
  }
}
