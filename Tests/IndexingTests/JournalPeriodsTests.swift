import Files
import Indexing
import Notes
import Testing

/// The notes of weeks, months, quarters and years by their paths.
struct JournalPeriodsTests {
  private static func day(_ text: String) -> CivilDate {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) ?? .earliest
  }

  @Test(arguments: [
    (Period.week, "GGGG/GGGG-[W]WW", "2026-01-01", "J/2026/2026-W01.md"),
    (.week, "GGGG-[W]WW", "2027-01-03", "J/2026-W53.md"),
    // moment.js counts `w` from Sunday: 22 November 2026 is one.
    (.week, "gggg-[W]ww", "2026-11-21", "J/2026-W47.md"),
    (.week, "gggg-[W]ww", "2026-11-22", "J/2026-W48.md"),
    (.week, "/[Weekly Notes]/gggg/[Week] w", "2026-11-26", "Weekly Notes/2026/Week 48.md"),
    (.week, "YYYY-MM-DD", "2026-11-26", "J/2026-11-23.md"),
    (.month, "YYYY/MM MMMM", "2026-11-26", "J/2026/11 November.md"),
    (.quarter, "YYYY-[Q]Q", "2026-11-26", "J/2026-Q4.md"),
    (.year, "YYYY/YYYY", "2026-11-26", "J/2026/2026.md"),
  ])
  func `has a path for each, and knows it again`(
    period: Period, pattern: String, day: String, path: String
  ) throws {
    let periods = JournalPeriods(period, folder: "J/", pattern: pattern)
    let found = try #require(periods.path(around: Self.day(day)))
    #expect(found.text == path)
    #expect(periods.range(of: found) == periods.range(around: Self.day(day)))
  }

  @Test(arguments: [
    (Period.week, "YYYY"), (.week, "WW"), (.month, "none"), (.month, "../YYYY-MM"),
    (.month, ".x/YYYY-MM"), (.quarter, "YYYY-MM"), (.year, "YYYY-MM-DD dddd Q w W"),
  ])
  func `has no path where the pattern names no such stretch alone`(period: Period, pattern: String)
  {
    let periods = JournalPeriods(period, folder: "", pattern: pattern)
    let path = periods.path(around: Self.day("2026-11-26"))
    // The first day of a quarter or a year names it, as a week's does.
    let isFirstDay = pattern.hasPrefix("YYYY-MM-DD") || (period == .quarter && pattern == "YYYY-MM")
    #expect(path == nil || isFirstDay)
  }

  @Test func `takes no other note for one`() {
    let periods = JournalPeriods(.month, folder: "J", pattern: "YYYY-MM")
    for path in ["2026-11.md", "J/2026-13.md", "J/2026-11-26.md", "J/2026.md", "J/x 2026-11.md"] {
      #expect(NotePath(path).flatMap { periods.range(of: $0) } == nil, "\(path)")
    }
  }
}
