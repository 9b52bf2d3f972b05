import Notes

/// A month as a table of weeks, with marks at the days that have something.
package struct MonthTable: Sendable {
  /// The things that a day may have.
  package struct Marks: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `*`
    package static let note = Marks(rawValue: 1)
    /// `!`
    package static let due = Marks(rawValue: 2)
    /// The tasks that are due should have been done by now.
    package static let late = Marks(rawValue: 4)
  }

  /// Any day of the month.
  package let month: CivilDate
  package let weekStart: Weekday
  package let today: CivilDate

  /// A table without marks.
  package init(_ month: CivilDate, weekStart: Weekday, today: CivilDate) {
    self.month = month
    self.weekStart = weekStart
    self.today = today
  }

  /// The month's name, the names of the weekdays, and a line a week with its number by ISO 8601.
  ///
  /// - Parameters:
  ///   - marks: those of a day.
  ///   - hasWeekNote: true for the day of a week that has a note.
  package func lines(
    marks: (CivilDate) -> Marks, hasWeekNote: (CivilDate) -> Bool, hasMonthNote: Bool
  ) -> [StyledText] {
    let range = Period.month.range(around: month)
    guard let first = range.start, let end = range.end else { return [] }
    var lines: [StyledText] = []
    let title = Period.month.title(of: month) + (hasMonthNote ? "*" : "")
    let width = 4 + 7 * Self.cell
    var heading = StyledText(String(repeating: " ", count: max(0, (width - title.count) / 2)))
    heading.append(title, .title)
    lines.append(heading)
    var names = StyledText("    ")
    for offset in 0..<7 {
      let day = Weekday.allCases[(weekStart.rawValue - 1 + offset) % 7]
      names.append("  " + String(day.name.prefix(2)) + (offset < 6 ? " " : ""), .faint)
    }
    lines.append(names)
    let lead = (first.weekday.rawValue - weekStart.rawValue + 7) % 7
    var start = first.adding(days: -lead)
    while start < end {
      lines.append(week(from: start, in: range, marks, hasWeekNote))
      start = start.adding(days: 7)
    }
    return lines
  }

  private static let cell = 5

  private func week(
    from start: CivilDate, in range: DateRange, _ marks: (CivilDate) -> Marks,
    _ hasWeekNote: (CivilDate) -> Bool
  ) -> StyledText {
    // The week has the number of its Thursday.
    let thursday = (0..<7).map { start.adding(days: $0) }.first { $0.weekday == .thursday } ?? start
    let number = Week.iso(of: thursday).number
    var line = StyledText(
      (number < 10 ? " " : "") + "\(number)" + (hasWeekNote(thursday) ? "* " : "  "), .faint)
    for offset in 0..<7 {
      let day = start.adding(days: offset)
      guard range.contains(day) else {
        line.append(String(repeating: " ", count: Self.cell))
        continue
      }
      let own = marks(day)
      let digits = (day.day < 10 ? " " : "") + "\(day.day)"
      let style: Style =
        day == today ? Style(nil, [.bold, .inverse]) : own.isEmpty ? .faint : .plain
      line.append(day == today ? ">" : " ", .title)
      line.append(digits, style)
      line.append(own.contains(.note) ? "*" : " ", .position)
      line.append(own.contains(.due) ? "!" : " ", own.contains(.late) ? .error : .warning)
    }
    var runs = line.runs
    while runs.last?.text.allSatisfy({ $0 == " " }) == true { runs.removeLast() }
    return StyledText(runs: runs)
  }
}
