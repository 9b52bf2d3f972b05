import Notes
import Testing

@Suite struct DatePatternTests {
  /// A Saturday, 08:15:07.
  static let moment = CivilDateTime(
    PartialDate("2026-11-21")?.firstDay ?? .earliest, ClockTime(hour: 8, minute: 15, second: 7))

  @Test(arguments: [
    ("YYYY-MM-DD", "2026-11-21"),
    ("YY.M.D", "26.11.21"),
    ("dddd, MMMM Do YYYY", "Saturday, November 21st 2026"),
    ("ddd dd d MMM", "Sat Sa 6 Nov"),
    ("[Week] W [of] GGGG", "Week 47 of 2026"),
    ("gggg-[W]ww", "2026-W47"),
    ("YYYY-[Q]Q", "2026-Q4"),
    ("DDDD DDD Wo", "325 325 47th"),
    ("YYYY-MM-DDTHH:mm:ss.SSSZ", "2026-11-21T08:15:07.000+02:00"),
    ("h:mm a, hh A, k", "8:15 am, 08 AM, 8"),
    ("X x ZZ", "1795241707 1795241707000 +0200"),
    ("YYYY/MM/YYYY-MM-DD", "2026/11/2026-11-21"),
    ("\\Y [YYYY] [unclosed", "Y YYYY [unclo766"),
    ("E e", "6 6"),
    ("", ""),
    ("😀 Notiz", "😀 Notiz"),
    ("%Y-%m-%d", "2026-11-21"),
    ("%A %-d. %B %y, %H:%M:%S %p %I", "Saturday 21. November 26, 08:15:07 AM 08"),
    (
      "%F %T %R %D %j %V %G %u %a %b %e %% %z %s",
      "2026-11-21 08:15:07 08:15 11/21/26 325 47 2026 6 Sat Nov 21 % +0200 1795241707"
    ),
    ("%q%", "%q%"),
    ("100% D", "100% 21"),
  ])
  func `patterns of moment and strftime`(pattern: String, text: String) {
    #expect(DatePattern(pattern).string(of: Self.moment, secondsEast: 7200) == text)
  }

  @Test(arguments: [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
    (21, "21st"), (22, "22nd"), (31, "31st"),
  ])
  func `ordinals`(day: Int, text: String) throws {
    let date = try #require(CivilDate(year: 2026, month: 12, day: day))
    #expect(DatePattern("Do").string(of: CivilDateTime(date)) == text)
  }

  static let dayPatterns = [
    "YYYY-MM-DD", "YYYYMMDD", "YYYY_MM_DD", "DD.MM.YYYY", "D-M-YYYY", "dddd, MMMM Do, YYYY",
    "MMM Do, YYYY",
    "YYYY-MM-DD dddd", "ddd D MMM YYYY", "YYYY/MM/YYYY-MM-DD", "YYYY/MM-MMMM/YYYY-MM-DD-dddd",
    "YYYY-DDDD",
    "GGGG-[W]WW-E", "gggg-[W]ww-e", "[Log] YYYY-MM-DD HH.mm", "%Y-%m-%d", "%A %e %B %Y",
    "%G-W%V-%u",
  ]

  @Test(arguments: dayPatterns)
  func `a day's name is read as the day`(text: String) throws {
    let pattern = DatePattern(text)
    let first = try #require(CivilDate(year: 1600, month: 1, day: 1))
    // A prime number of days, so that all months, weekdays and days come up.
    for offset in stride(from: 0, to: 292_500, by: 97) {
      let date = first.adding(days: offset)
      let name = pattern.string(of: CivilDateTime(date))
      if pattern.day(of: name) != date { Issue.record("\(name)") }
    }
  }

  @Test(arguments: [
    ("YYYY-MM", "2026-11", "2026-11-01..2026-11-30"),
    ("GGGG-[W]WW", "2026-W47", "2026-11-16..2026-11-22"),
    ("YYYY-[W]WW", "2026-W47", "2026-11-16..2026-11-22"),
    ("gggg-[W]ww", "2026-W47", "2026-11-15..2026-11-21"),
    ("YYYY-[Q]Q", "2026-Q4", "2026-10-01..2026-12-31"),
    ("YYYY", "2026", "2026-01-01..2026-12-31"),
    ("YY-MM-DD", "68-01-01", "2068-01-01"),
    ("YY-MM-DD", "69-01-01", "1969-01-01"),
    ("YYYY-MM-DD ddd", "2026-11-21 mon", "2026-11-21"),
    ("YYYY-MM-DD HH:mm Z a", "2026-11-21 08:15 +02:00 AM", "2026-11-21"),
  ])
  func `a name is read as its days`(pattern: String, name: String, range: String) {
    #expect(DatePattern(pattern).range(of: name)?.description == range)
  }

  @Test(arguments: [
    ("YYYY-MM-DD", "2026-11-2"), ("YYYY-MM-DD", "2026-11-211"), ("YYYY-MM-DD", "2026-13-01"),
    ("YYYY-MM-DD", "2026-02-30"), ("YYYY-MM-DD", "x2026-11-21"), ("YYYY-MM-DD", ""),
    ("YYYY/MM/YYYY-MM-DD", "2025/11/2026-11-21"), ("dddd D MMMM YYYY", "Satur 21 November 2026"),
    ("GGGG-[W]WW", "2025-W53"), ("GGGG-[W]WW", "2026-W00"), ("gggg-[W]ww", "2026-W54"),
    ("YYYY-DDDD", "2025-366"),
    ("YYYY-[Q]Q", "2026-Q5"), ("DD", "21"), ("MM-DD", "11-21"), ("[Daily]", "Daily"), ("", ""),
    ("GGGG-[W]WW-E", "2026-W47-8"),
  ])
  func `a name that the pattern cannot have written has no days`(pattern: String, name: String) {
    #expect(DatePattern(pattern).range(of: name) == nil)
  }
}
