extension DateRange {
  /// The days that `text` names for something to come: `friday`, `30 nov` and `the 3rd` are the next ones from today
  /// on, and everything else is as in ``init(_:today:)``.
  package init?(upcoming text: String, today: CivilDate) {
    guard let named = DateRange(text, today: today) else { return nil }
    self = Self.later(than: named, text, today) ?? named
  }

  /// The later days that the same words name; nil where they name those days alone, or those before today.
  private static func later(than named: DateRange, _ text: String, _ today: CivilDate) -> DateRange?
  {
    guard let start = named.start, let end = named.end, end <= today, !saysPast(text) else {
      return nil
    }
    // Seen from a later day, a name without its year means a later day; a date with its year does not change.
    let days = [
      today.adding(days: 6), today.adding(months: 1).adding(days: -1),
      today.adding(months: 12).adding(days: -1),
    ]
    return days.lazy.compactMap { DateRange(text, today: $0) }.first { other in
      other.start.map { $0 >= today && $0 != start } ?? false
    }
  }

  private static func saysPast(_ text: String) -> Bool {
    let words = text.lowercased().split { " -_,".contains($0) }
    return words.contains {
      ["ago", "yesterday", "last", "past", "previous", "before", "today", "this"].contains($0)
    }
  }
}
