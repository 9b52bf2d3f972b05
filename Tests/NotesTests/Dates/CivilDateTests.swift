import Notes
import Testing

@Suite struct CivilDateTests {
  @Test func `every day from 1600 to 2400 follows the one before`() throws {
    var date = try #require(CivilDate(year: 1600, month: 1, day: 1))
    var number = date.daysSinceEpoch
    var weekday = Weekday.saturday
    #expect(number == -135_140)
    while date.year <= 2400 {
      let isGood =
        date.daysSinceEpoch == number && CivilDate(daysSinceEpoch: number) == date
        && date.weekday == weekday
        && Week(isoYear: Week.iso(of: date).year, number: Week.iso(of: date).number)?
          .isoMonday == date.adding(days: 1 - weekday.rawValue)
      if !isGood { Issue.record("\(date)") }
      let isLast = date.day == CivilDate.days(inMonth: date.month, of: date.year)
      let next =
        !isLast
        ? CivilDate(year: date.year, month: date.month, day: date.day + 1)
        : date.month < 12
          ? CivilDate(year: date.year, month: date.month + 1, day: 1)
          : CivilDate(year: date.year + 1, month: 1, day: 1)
      date = try #require(next)
      number += 1
      weekday = Weekday(rawValue: weekday.rawValue % 7 + 1) ?? .monday
    }
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-21", 20_778), ("0000-03-01", -719_468),
    ("-0350-01-01", -847_362),
  ])
  func `days are counted from 1970`(text: String, days: Int) {
    #expect(CivilDate(daysSinceEpoch: days).description == text)
    #expect(CivilDate(daysSinceEpoch: days).daysSinceEpoch == days)
  }

  @Test(arguments: [
    (2025, 2, 29), (2100, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (10_000, 1, 1),
  ])
  func `days that no calendar has are none`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  /// The examples of ISO 8601 as Wikipedia lists them.
  @Test(arguments: [
    ("1977-01-01", 1976, 53), ("1977-01-02", 1976, 53), ("1977-12-31", 1977, 52),
    ("1978-01-01", 1977, 52), ("1978-01-02", 1978, 1), ("1979-12-31", 1980, 1),
    ("1980-12-29", 1981, 1), ("2008-12-30", 2009, 1), ("2010-01-03", 2009, 53),
    ("2026-11-21", 2026, 47),
  ])
  func `weeks as ISO 8601 counts them`(text: String, year: Int, number: Int) throws {
    let week = Week.iso(of: try #require(PartialDate(text)).firstDay)
    #expect(week.year == year)
    #expect(week.number == number)
  }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
    ("2026-11-21", -11, "2025-12-21"),
    ("2026-11-21", 14, "2028-01-21"), ("2024-02-29", 12, "2025-02-28"),
    ("0001-01-31", -13, "-0001-12-31"),
  ])
  func `months are added within months`(text: String, months: Int, result: String) throws {
    let date = try #require(PartialDate(text)).firstDay
    #expect(date.adding(months: months).description == result)
  }

  @Test(arguments: [Int.min, -.max / 2, .max / 2, .max])
  func `arithmetic stops at the calendar's ends`(count: Int) {
    let end = count < 0 ? CivilDate.earliest : .latest
    let date = CivilDate(daysSinceEpoch: 0)
    #expect(date.adding(days: count) == end)
    #expect(date.adding(months: count) == end)
    #expect(CivilDate(daysSinceEpoch: count) == end)
  }

  @Test(arguments: [
    ("2019", "2019", 365), ("2020-06", "2020-06", 30), ("2019-06-03", "2019-06-03", 1),
    ("2019/6/3", "2019-06-03", 1), ("2019_06_03", "2019-06-03", 1), ("20190603", "2019-06-03", 1),
    ("3.6.2019", "2019-06-03", 1), ("397", "0397", 365), ("-350", "-0350", 365), ("8", "0008", 366),
  ])
  func `partial dates`(text: String, description: String, days: Int) throws {
    let date = try #require(PartialDate(text))
    #expect(date.description == description)
    #expect(date.range.end == date.firstDay.adding(days: days))
    #expect(PartialDate(description) == date)
  }

  @Test(arguments: [
    "", "-", "x", "2019-", "2019-13", "2019-02-30", "04/03/2021", "2019-06-03x", "20191",
    "2019-06/03",
    " 2019", "2019-6-3-1", "99999999999999999999", "３", "2019-006",
  ])
  func `what is no date is none`(text: String) {
    #expect(PartialDate(text) == nil)
  }

  @Test func `instants are found again in a zone that moves its clocks`() {
    // Central Europe in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
    let berlin = Zone { instant in
      (1_774_746_000_000..<1_792_890_000_000).contains(instant) ? 7200 : 3600
    }
    for instant in stride(from: Int64(1_767_225_600_000), to: 1_798_761_600_000, by: 1_800_000) {
      let local = CivilDateTime(milliseconds: instant, in: berlin)
      let again = local.milliseconds(in: berlin)
      // The hour that occurs twice is read as the first time.
      let isSecond = (1_792_890_000_000..<1_792_893_600_000).contains(instant)
      if again != (isSecond ? instant - 3_600_000 : instant) { Issue.record("\(local)") }
    }
    let gap = CivilDateTime("2026-03-29 02:30", now: CivilDateTime(CivilDate(daysSinceEpoch: 0)))
    #expect(gap?.milliseconds(in: berlin) == 1_774_747_800_000)
    #expect(CivilDateTime(milliseconds: -1, in: .utc).description == "1969-12-31 23:59:59")
    #expect(CivilDateTime(milliseconds: .min, in: .utc).date < CivilDate(daysSinceEpoch: 0))
    #expect(CivilDateTime(milliseconds: .max, in: .utc).date > CivilDate(daysSinceEpoch: 0))
  }
}
