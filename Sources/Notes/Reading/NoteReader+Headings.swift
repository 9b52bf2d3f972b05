import Layout

extension NoteReader {
  mutating func finishHeading() {
    let level = Int(leaf.level)
    var start = leaf.start
    while start > bodyStart, bytes[start - 1].isBlank { start -= 1 }
    let textEnd = max(cursor, leaf.start)
    var end: Int
    if start > bodyStart, bytes[start - 1] == UInt8(ascii: "#") {
      while start > bodyStart, bytes[start - 1] == UInt8(ascii: "#") { start -= 1 }
      end = endOfLine(from: textEnd).content
    } else {
      start = leaf.start
      // The line under the text.
      end = endOfLine(from: endOfLine(from: textEnd).next).content
    }
    let heading = Heading(
      level: level, range: ByteRange(start, max(end, textEnd)),
      text: ByteRange(leaf.start, textEnd))
    headings.append(heading)
    if let entry = JournalHeading(bytes, heading.text) {
      journalEntries.append(JournalEntry(entry, heading: heading.range, title: entry.title))
    }
  }
}
