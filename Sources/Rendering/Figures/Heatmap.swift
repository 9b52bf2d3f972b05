import Notes

/// Days as squares: a column a week, Monday at the top, as many weeks as the screen has room for.
///
/// A day's level is shown by colour, and without colour by how full the square is.
package struct Heatmap: Sendable {
  /// The amount of a day, 0 to 4.
  package typealias Level = Int

  private let last: CivilDate
  private let weeks: Int
  private let levels: [CivilDate: Level]
  private let legend: (less: String, more: String)

  /// Days with a number each: a number greater than most others is drawn fuller.
  ///
  /// - Parameters:
  ///   - last: the last day that is drawn.
  ///   - weeks: the greatest number of weeks that are drawn.
  package init(_ values: [CivilDate: Int], until last: CivilDate, weeks: Int = 53) {
    let sorted = values.values.filter { $0 > 0 }.sorted()
    let bounds = [1, 2, 3].compactMap { quarter in
      sorted.isEmpty ? nil : sorted[min(sorted.count - 1, sorted.count * quarter / 4)]
    }
    self.init(
      levels: values.compactMapValues { value in
        guard value > 0 else { return nil }
        return value == sorted.last ? 4 : 1 + bounds.count { $0 < value }
      }, until: last, weeks: weeks)
  }

  /// Days with given levels.
  package init(
    levels: [CivilDate: Level], until last: CivilDate, weeks: Int = 53,
    legend: (less: String, more: String) = ("less", "more")
  ) {
    self.levels = levels
    self.last = last
    self.weeks = max(weeks, 1)
    self.legend = legend
  }

  /// The lines, none wider than the screen: the months, seven days, and a legend.
  package func lines(width: Int, colors: ColorDepth) -> [StyledText] {
    let room = max(width - Self.labelWidth, 1)
    // Squares are wider than high where there is room for a year of them.
    let cell = weeks * 2 <= room ? 2 : 1
    let count = min(weeks, max(room / cell, 1))
    let monday = last.adding(days: 1 - last.weekday.rawValue)
    let mondays = (0..<count).map { monday.adding(days: ($0 - count + 1) * 7) }
    var lines = [months(mondays, cell)]
    for day in 0..<7 {
      var line = StyledText(Self.labels[day].padded(toWidth: Self.labelWidth), .faint)
      for (index, monday) in mondays.enumerated() {
        let date = monday.adding(days: day)
        guard date.daysSinceEpoch <= last.daysSinceEpoch else { break }
        if cell == 2, index > 0 { line.append(" ") }
        line.append(Self.square(levels[date] ?? 0, colors))
      }
      lines.append(line)
    }
    var line = StyledText(String(repeating: " ", count: Self.labelWidth) + legend.less, .faint)
    line.append(" ")
    for level in 0...4 { line.append(Self.square(level, colors)) }
    line.append(" " + legend.more, .faint)
    return lines + [line.truncated(toWidth: width)]
  }

  private static let labels = ["Mon", "", "Wed", "", "Fri", "", "Sun"]
  private static let labelWidth = 4

  /// The name of each month above the week that has its first day.
  private func months(_ mondays: [CivilDate], _ cell: Int) -> StyledText {
    var text = String(repeating: " ", count: Self.labelWidth)
    let end = Self.labelWidth + mondays.count * cell
    for (index, monday) in mondays.enumerated() {
      let sunday = monday.adding(days: 6)
      guard index == 0 ? monday.day <= 7 : sunday.day <= 7 else { continue }
      let column = Self.labelWidth + index * cell
      let name = Self.months[(index == 0 ? monday : sunday).month - 1]
      guard text.count <= column, column + name.count <= end else { continue }
      text = text.padded(toWidth: column) + name + " "
    }
    return StyledText(String(text.reversed().drop { $0 == " " }.reversed()), .faint)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func square(_ level: Level, _ colors: ColorDepth) -> StyledText {
    let level = min(max(level, 0), 4)
    if level == 0 { return StyledText("·", .faint) }
    guard colors == .palette else {
      return StyledText(["░", "▒", "▓", "█"][level - 1], Style(.green))
    }
    return StyledText("■", Style(greens[level - 1]))
  }

  /// From dark to light in the cube of 256 colours.
  private static let greens: [Color] = [22, 28, 34, 46].map { Color(basic: 2, palette: $0) }
}
