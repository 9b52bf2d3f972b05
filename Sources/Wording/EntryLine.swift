import Exchange
import Files
import Indexing
import Notes
import Rendering
import Terminals

/// An entry of the journal on one line.
package enum EntryLine {
  /// `08:15 +09:00 😀 Title`
  package static func heading(of entry: DatedEntry) -> StyledText {
    var line = StyledText(time(of: entry), .position)
    if let mood = entry.mood { line.append(" " + mood) }
    if !entry.title.isEmpty {
      line.append(" ")
      line.append(entry.title, .title)
    }
    return line
  }

  /// The time, and the zone if the entry has one.
  package static func time(of entry: DatedEntry) -> String {
    let time = ClockTime(hour: entry.time.hour, minute: entry.time.minute) ?? entry.time
    guard let minutes = entry.zoneMinutes else { return time.description }
    return time.description + " " + zone(minutes)
  }

  /// `+09:00`
  package static func zone(_ minutes: Int) -> String {
    let size = abs(minutes)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (minutes < 0 ? "-" : "+") + two(size / 60) + ":" + two(size % 60)
  }

  /// The words on a time that clocks show twice, because they are put back, at offsets in seconds east.
  package static func doubled(_ time: ClockTime, taken: Int, other: Int) -> String {
    let time = ClockTime(hour: time.hour, minute: time.minute) ?? time
    return
      "clocks show \(time) twice on this day; that of \(zone(taken / 60)) is meant, and `\(time) \(zone(other / 60))` is the other"
  }

  /// The entry's text, without markup and on one line.
  package static func excerpt(of entry: DatedEntry) -> String {
    let note = Note(piece: Array(entry.body.utf8))
    let text = note.plainText(in: ByteRange(0, note.source.count))
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The heading and as much of the text as fits.
  package static func line(of entry: DatedEntry, width: Int) -> StyledText {
    var line = heading(of: entry)
    let text = excerpt(of: entry)
    let room = width - line.displayWidth - 2
    if !text.isEmpty, room > 3 {
      line.append("  ")
      line.append(StyledText(text, .faint).truncated(toWidth: room))
    }
    return line.truncated(toWidth: width)
  }
}

extension CivilDate {
  /// `Saturday, 21 November 2026`
  package var inWords: String { DatePattern("dddd, D MMMM YYYY").string(of: CivilDateTime(self)) }
}

extension JSONWriter {
  /// Writes an entry as an element of the array that is open.
  ///
  /// - Parameters:
  ///   - home: the zone of entries that say none.
  ///   - readable: its title and its text for other people; nil if they are as written.
  package mutating func entry(
    _ entry: DatedEntry, path: String, home: Zone, readable: (title: String, text: String)? = nil
  ) {
    let east = entry.secondsEast(home: home)
    object {
      $0.field("path", path)
      $0.field("line", entry.line)
      $0.field("date", entry.day.description)
      $0.field("time", entry.time.description)
      $0.field("zone", EntryLine.zone(east / 60))
      $0.field("utc", Int(entry.milliseconds(home: home)))
      $0.field("mood", entry.mood)
      $0.field("moodName", entry.mood.flatMap { Mood.named(by: $0)?.name })
      $0.field("title", readable?.title ?? entry.title)
      $0.field("tags", entry.tags)
      $0.field("words", entry.words)
      $0.field("text", readable?.text ?? entry.body)
    }
  }
}
