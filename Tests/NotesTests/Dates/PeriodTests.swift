import Notes
import Testing

struct PeriodTests {
  @Test(arguments: [
    (Period.week, "2026-11-26", "2026-11-23", "2026-11-30", "2026-W48", "Week 48, 2026"),
    (.week, "2026-01-01", "2025-12-29", "2026-01-05", "2026-W01", "Week 1, 2026"),
    (.week, "2027-01-03", "2026-12-28", "2027-01-04", "2026-W53", "Week 53, 2026"),
    (.month, "2026-11-30", "2026-11-01", "2026-12-01", "2026-11", "November 2026"),
    (.month, "2026-12-31", "2026-12-01", "2027-01-01", "2026-12", "December 2026"),
    (.quarter, "2026-11-26", "2026-10-01", "2027-01-01", "2026-Q4", "Quarter 4, 2026"),
    (.quarter, "2026-03-31", "2026-01-01", "2026-04-01", "2026-Q1", "Quarter 1, 2026"),
    (.year, "2026-11-26", "2026-01-01", "2027-01-01", "2026", "2026"),
  ])
  func `has days and names`(
    period: Period, day: String, start: String, end: String, name: String, title: String
  ) {
    let day = RecurrenceTests.day(day)
    let range = period.range(around: day)
    #expect(range.start?.description == start)
    #expect(range.end?.description == end)
    #expect(period.name(of: day) == name)
    #expect(period.title(of: day) == title)
  }
}

struct UpcomingTests {
  /// A Thursday.
  private static let today = RecurrenceTests.day("2026-11-26")

  @Test(arguments: [
    ("today", "2026-11-26"), ("tomorrow", "2026-11-27"), ("thursday", "2026-11-26"),
    ("friday", "2026-11-27"), ("wednesday", "2026-12-02"), ("next monday", "2026-11-30"),
    ("in 2 weeks", "2026-12-10"), ("30 nov", "2026-11-30"), ("nov 1", "2027-11-01"),
    ("the 3rd", "2026-12-03"), ("2026-11-20", "2026-11-20"), ("yesterday", "2026-11-25"),
    ("3 days ago", "2026-11-23"), ("last monday", "2026-11-23"),
  ])
  func `takes a day without its year for the next one`(text: String, day: String) {
    #expect(DateRange(upcoming: text, today: Self.today)?.day?.description == day)
  }
}
