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
      journalEntries.append(
        JournalEntry(
          hour: entry.hour, minute: entry.minute, second: entry.second,
          zoneMinutes: entry.zoneMinutes, timeRange: entry.time, mood: entry.mood,
          title: entry.title, heading: heading.range,
          body: ByteRange(start: heading.range.end, end: heading.range.end)))
    }
  }

  /// Lets each entry's body reach to the next entry.
  mutating func finishJournal() {
    for index in journalEntries.indices {
      let entry = journalEntries[index]
      let start = endOfLine(from: Int(entry.heading.end)).next
      let end =
        index + 1 < journalEntries.count
        ? Int(journalEntries[index + 1].heading.start) : bytes.count
      journalEntries[index].body = ByteRange(min(start, end), end)
    }
  }
}
