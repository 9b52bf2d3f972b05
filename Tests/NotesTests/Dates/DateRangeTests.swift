import Notes
import Testing

@Suite struct DateRangeTests {
  /// A Saturday.
  static let today = PartialDate("2026-11-21")?.firstDay ?? .earliest

  static let spans: [(String, String)] = [
    ("2026", "2026-01-01..2026-12-31"),
    ("2026-11", "2026-11-01..2026-11-30"),
    ("2026-11-21", "2026-11-21"),
    ("2026/11/21", "2026-11-21"),
    ("20261121", "2026-11-21"),
    ("21.11.2026", "2026-11-21"),
    ("2026-11-21T08:15", "2026-11-21"),
    ("2026-W47", "2026-11-16..2026-11-22"),
    ("2026w47", "2026-11-16..2026-11-22"),
    ("2026-W47-6", "2026-11-21"),
    ("2020-W53", "2020-12-28..2021-01-03"),
    ("2026-Q4", "2026-10-01..2026-12-31"),
    ("q1 2025", "2025-01-01..2025-03-31"),
    ("1890s", "1890-01-01..1899-12-31"),
    ("397", "0397-01-01..0397-12-31"),
    ("-350", "-0350-01-01..-0350-12-31"),
    ("today", "2026-11-21"),
    ("Yesterday", "2026-11-20"),
    (" tomorrow ", "2026-11-22"),
    ("day before yesterday", "2026-11-19"),
    ("the day after tomorrow", "2026-11-23"),
    ("this week", "2026-11-16..2026-11-22"),
    ("last-week", "2026-11-09..2026-11-15"),
    ("last week", "2026-11-09..2026-11-15"),
    ("next week", "2026-11-23..2026-11-29"),
    ("this month", "2026-11-01..2026-11-30"),
    ("last_month", "2026-10-01..2026-10-31"),
    ("this quarter", "2026-10-01..2026-12-31"),
    ("last quarter", "2026-07-01..2026-09-30"),
    ("last-year", "2025-01-01..2025-12-31"),
    ("next year", "2027-01-01..2027-12-31"),
    ("monday", "2026-11-16"),
    ("saturday", "2026-11-21"),
    ("sun", "2026-11-15"),
    ("last monday", "2026-11-16"),
    ("last saturday", "2026-11-14"),
    ("this sunday", "2026-11-22"),
    ("next saturday", "2026-11-28"),
    ("next monday", "2026-11-23"),
    ("november", "2026-11-01..2026-11-30"),
    ("december", "2025-12-01..2025-12-31"),
    ("last november", "2025-11-01..2025-11-30"),
    ("last october", "2026-10-01..2026-10-31"),
    ("next november", "2027-11-01..2027-11-30"),
    ("next dec", "2026-12-01..2026-12-31"),
    ("this january", "2026-01-01..2026-01-31"),
    ("nov 2025", "2025-11-01..2025-11-30"),
    ("2025 nov", "2025-11-01..2025-11-30"),
    ("21 nov 2026", "2026-11-21"),
    ("nov 21, 2025", "2025-11-21"),
    ("21st of November 2025", "2025-11-21"),
    ("2025-nov-21", "2025-11-21"),
    ("nov 21", "2026-11-21"),
    ("22 nov", "2025-11-22"),
    ("on nov 21", "2026-11-21"),
    ("on monday", "2026-11-16"),
    ("the 21st", "2026-11-21"),
    ("31st", "2026-10-31"),
    ("feb 29", "2024-02-29"),
    ("sat, nov 21", "2026-11-21"),
    ("Saturday, 21 November 2026", "2026-11-21"),
    ("3 days ago", "2026-11-18"),
    ("2 weeks ago", "2026-11-07"),
    ("a month ago", "2026-10-21"),
    ("three years ago", "2023-11-21"),
    ("3-days-ago", "2026-11-18"),
    ("in 2 weeks", "2026-12-05"),
    ("2 days from now", "2026-11-23"),
    ("7d", "2026-11-14..2026-11-21"),
    ("2w", "2026-11-07..2026-11-21"),
    ("1m", "2026-10-21..2026-11-21"),
    ("1y", "2025-11-21..2026-11-21"),
    ("last 7 days", "2026-11-14..2026-11-21"),
    ("past month", "2026-10-21..2026-11-21"),
    ("next 3 days", "2026-11-21..2026-11-24"),
    ("9999", "9999-01-01.."),
    ("999999y", "-9999-01-01..2026-11-21"),
    ("2026-01..2026-03", "2026-01-01..2026-03-31"),
    ("2026-03 .. 2026-01", "2026-01-01..2026-03-31"),
    ("..2026-03", "..2026-03-31"),
    ("last-week..", "2026-11-09.."),
    ("last monday..today", "2026-11-16..2026-11-21"),
    (">=2026-01", "2026-01-01.."),
    (">2026-01", "2026-02-01.."),
    ("<2026-01", "..2025-12-31"),
    ("<= 2026-01", "..2026-01-31"),
    ("=2026-01", "2026-01-01..2026-01-31"),
  ]

  @Test(arguments: spans)
  func `days as people name them`(text: String, description: String) {
    #expect(DateRange(text, today: Self.today)?.description == description)
  }

  @Test(
    arguments: [
      "", " ", "..", "...", "2026...2027", "x..today", "today..x", ">", ">=", ">=x", "12", "1",
      "32 nov",
      "feb 30 2026", "2026-W54", "2025-W53", "2026-W47-8", "2026-Q5", "04/03/2021", "word", "ago",

      "last", "next word", "nov nov", "21 21 nov", "1234567 days ago", "२०२६", "2026-11-21T",
      "1895s",
      "monday tuesday wednesday thursday friday", String(repeating: "last ", count: 100),
    ])
  func `what names no days is none`(text: String) {
    #expect(DateRange(text, today: Self.today) == nil)
  }

  @Test func `a weekday or month alone is the latest, on any day`() throws {
    for offset in 0..<800 {
      let today = Self.today.adding(days: offset)
      for weekday in Weekday.allCases {
        let day = try #require(DateRange(weekday.name, today: today)?.day)
        #expect(day.weekday == weekday && day <= today && today.adding(days: -7) < day)
        let last = try #require(DateRange("last " + weekday.name, today: today)?.day)
        #expect(last.weekday == weekday && last < today && today.adding(days: -8) < last)
        let next = try #require(DateRange("next " + weekday.name, today: today)?.day)
        #expect(next.weekday == weekday && next > today && today.adding(days: 8) > next)
      }
      for unit in ["week", "month", "quarter", "year"] {
        let this = try #require(DateRange("this \(unit)", today: today))
        #expect(this.contains(today))
        #expect(DateRange("last \(unit)", today: today)?.end == this.start)
        #expect(DateRange("next \(unit)", today: today)?.start == this.end)
      }
    }
  }

  @Test func `ranges contain and overlap as their days do`() {
    let days = (0..<6).map { CivilDate(daysSinceEpoch: $0) }
    let bounds: [CivilDate?] = [nil] + days.map { $0 }
    let ranges = bounds.flatMap { start in bounds.map { DateRange(start: start, end: $0) } }
      .filter { range in days.contains(where: range.contains) }
    let wide = (-3..<9).map { CivilDate(daysSinceEpoch: $0) }
    for first in ranges {
      for second in ranges {
        let one = wide.filter(first.contains)
        let two = wide.filter(second.contains)
        #expect(first.overlaps(second) == !Set(one).isDisjoint(with: two), "\(first) \(second)")
        #expect(first.contains(second) == Set(one).isSuperset(of: two), "\(first) \(second)")
      }
    }
  }

  @Test func `a range is instants in a zone`() throws {
    let range = try #require(DateRange("2026-11-21", today: Self.today))
    #expect(range.milliseconds(in: .utc) == 1_795_219_200_000..<1_795_305_600_000)
    let west = Zone { _ in -5 * 3600 }
    #expect(range.milliseconds(in: west).lowerBound == 1_795_237_200_000)
    #expect(range.fromStart.milliseconds(in: .utc) == 1_795_219_200_000..<Int64.max)
    #expect(range.before.milliseconds(in: .utc) == Int64.min..<1_795_219_200_000)
  }
}
