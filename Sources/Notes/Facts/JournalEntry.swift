/// An entry of a day's note: a heading `## 08:15 😀 optional title` and what follows it, or an item
/// of a list, `- 08:15 😀 **optional title** text`, where ``NoteOptions`` has those.
///
/// If its clock was in another zone than the journal's, the heading has the zone: `## 08:15 +09:00
/// 😀`.
package struct JournalEntry: Hashable, Sendable {
  /// The hour, 0 to 23.
  package let hour: Int
  /// The minute, 0 to 59.
  package let minute: Int
  /// The second, 0 to 59; nil if the heading has none.
  package let second: Int?
  /// Minutes east of Greenwich, if the heading has a zone.
  package let zoneMinutes: Int?
  /// The time and the zone as they are written.
  package let timeRange: ByteRange
  /// The emoji after the time.
  package let mood: ByteRange?
  /// The range after the time and the mood.
  package let title: ByteRange?
  /// The heading; of an item its marker, time, mood and title.
  package let heading: ByteRange
  /// True for an item of a list.
  package let isBullet: Bool
  /// From past the heading to the next entry, the end of the log's section or the note's end.
  package internal(set) var body: ByteRange

  /// The time of day in the heading.
  package var time: ClockTime {
    // The heading was read so that a clock can show it.
    ClockTime(hour: hour, minute: minute, second: second ?? 0) ?? .midnight
  }

  /// The heading and the body.
  package var range: ByteRange { ByteRange(start: heading.start, end: body.end) }
}
