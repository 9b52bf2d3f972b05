/// An entry of a day's note: a heading `## 08:15 😀 optional title` and what follows it.
package struct JournalEntry: Hashable, Sendable {
  /// The hour, 0 to 23.
  package let hour: Int
  /// The minute, 0 to 59.
  package let minute: Int
  /// The second, 0 to 59; absent where the heading has none.
  package let second: Int?
  /// The emoji after the time.
  package let mood: ByteRange?
  /// What follows the time and the mood.
  package let title: ByteRange?
  /// The heading.
  package let heading: ByteRange
  /// From past the heading to the next entry or the note's end.
  package let body: ByteRange
}
