import Notes

/// Chooses entries of the journal, in addition to a query.
package struct EntryFilter: Sendable {
  /// Days that all have to contain the entry's.
  package var days: [DateRange] = []
  /// Emoji of which the entry has to have one; all of them if it is nil.
  package var moods: [String]?
  /// Hashtags of which the entry has to have each, or one below it.
  package var tags: [Hashtag] = []
  /// A day and month: those of any year.
  package var anniversaryOf: CivilDate?

  package init() {}

  /// True if the filter accepts every entry.
  package var isEmpty: Bool {
    days.isEmpty && moods == nil && tags.isEmpty && anniversaryOf == nil
  }

  /// True if entries of a day can be accepted.
  package func accepts(_ day: CivilDate) -> Bool {
    if let other = anniversaryOf, !Self.isAnniversary(day, of: other) { return false }
    return days.allSatisfy { $0.contains(day) }
  }

  /// True if an entry is accepted.
  package func accepts(_ entry: DatedEntry) -> Bool {
    guard accepts(entry.day) else { return false }
    if let moods {
      guard let mood = entry.mood else { return false }
      let own = Mood.named(by: mood)
      guard moods.contains(where: { $0 == mood || own != nil && Mood.named(by: $0) == own }) else {
        return false
      }
    }
    let own = entry.tags.map { Hashtag($0) }
    return tags.allSatisfy { wanted in own.contains { $0.isWithin(wanted) } }
  }

  /// 29 February is kept on the 28th in other years.
  private static func isAnniversary(_ day: CivilDate, of other: CivilDate) -> Bool {
    if (day.month, day.day) == (other.month, other.day) { return true }
    let isLeapDay = (day.month, day.day) == (2, 29)
    return isLeapDay && (other.month, other.day) == (2, 28) && !CivilDate.isLeap(other.year)
  }
}
