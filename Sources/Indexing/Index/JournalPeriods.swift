import Files
import Notes

/// Recognises the notes of weeks, months, quarters or years by their paths.
package struct JournalPeriods: Sendable {
  package let period: Period
  private let prefix: [UInt8]
  private let pattern: DatePattern

  /// - Parameters:
  ///   - folder: the folder of the days, empty for the vault's root.
  ///   - pattern: the path below it without `.md`, in moment's letters; with a slash before it from the vault's root.
  package init(_ period: Period, folder: String, pattern: String) {
    self.period = period
    let isFromRoot = pattern.hasPrefix("/")
    let trimmed = isFromRoot ? "" : folder.split(separator: "/").joined(separator: "/")
    prefix = trimmed.isEmpty ? [] : Array(trimmed.utf8) + [0x2F]
    self.pattern = DatePattern(isFromRoot ? String(pattern.dropFirst()) : pattern)
  }

  /// The days of the period that has a day; a week begins as its pattern counts them.
  package func range(around day: CivilDate) -> DateRange {
    guard period == .week, pattern.countsAmericanWeeks else { return period.range(around: day) }
    let sunday = day.adding(days: -(day.weekday.rawValue % 7))
    return DateRange(start: sunday, end: sunday.adding(days: 7))
  }

  /// The days of the note at `path`, or nil if it is of no such period.
  package func range(of path: NotePath) -> DateRange? {
    guard path.bytes.starts(with: prefix) else { return nil }
    var rest = path.bytes[prefix.count...]
    guard rest.contains(where: { $0 &- 0x30 < 10 }), let dot = rest.lastIndex(of: 0x2E) else {
      return nil
    }
    rest = rest[..<dot]
    guard let found = pattern.range(of: String(decoding: rest, as: UTF8.self)),
      let start = found.start
    else { return nil }
    let whole = range(around: start)
    // The name may be that of its first day.
    return found == whole || found == DateRange(whole.start ?? start) ? whole : nil
  }

  /// The path of the note of the period that has a day, or nil if the pattern does not name that period alone, or leads
  /// out of the vault or into a hidden folder.
  package func path(around day: CivilDate) -> NotePath? {
    let whole = range(around: day)
    guard let start = whole.start else { return nil }
    let name = pattern.string(of: CivilDateTime(start))
    guard let path = NotePath(bytes: prefix + Array(name.utf8) + Array(".md".utf8)),
      !path.components.contains(where: { $0.first == 0x2E }), range(of: path) == whole
    else { return nil }
    return path
  }
}

/// A week, month, quarter or year that has a note.
package struct PeriodNote: Sendable, Hashable {
  package let days: DateRange
  package let path: NotePath

  package init(days: DateRange, path: NotePath) {
    self.days = days
    self.path = path
  }
}
