import Notes
import Testing

@Suite struct CivilDateTimeTests {
  static let now = CivilDateTime(
    PartialDate("2026-11-21")?.firstDay ?? .earliest, ClockTime(hour: 8, minute: 5))

  @Test(arguments: [
    ("now", "2026-11-21 08:05"),
    ("yesterday 18:30", "2026-11-20 18:30"),
    ("yesterday at 6:30 pm", "2026-11-20 18:30"),
    ("18:30 yesterday", "2026-11-20 18:30"),
    ("yesterday", "2026-11-20"),
    ("8am", "2026-11-21 08:00"),
    ("8 AM", "2026-11-21 08:00"),
    ("12am", "2026-11-21 00:00"),
    ("12 p.m.", "2026-11-21 12:00"),
    ("at noon", "2026-11-21 12:00"),
    ("monday noon", "2026-11-16 12:00"),
    ("last monday, 7:45", "2026-11-16 07:45"),
    ("2 weeks ago 23:59:58", "2026-11-07 23:59:58"),
    ("21 nov 2025 midnight", "2025-11-21 00:00"),
    ("2026-11-21T08:15", "2026-11-21 08:15"),
    ("2026-11-21 8:15 pm", "2026-11-21 20:15"),
    ("2026-11-21", "2026-11-21"),
    ("2 hours ago", "2026-11-21 06:05"),
    ("an hour ago", "2026-11-21 07:05"),
    ("10 hours ago", "2026-11-20 22:05"),
    ("in 30 minutes", "2026-11-21 08:35"),
    ("2h ago", "2026-11-21 06:05"),
    ("1h30m ago", "2026-11-21 06:35"),
    ("2 hours and 30 minutes ago", "2026-11-21 05:35"),
    ("half an hour ago", "2026-11-21 07:35"),
    ("last night", "2026-11-20 22:00"),
    ("tonight", "2026-11-21 22:00"),
    ("this morning", "2026-11-21 08:00"),
    ("yesterday evening", "2026-11-20 19:00"),
    ("monday in the afternoon", "2026-11-16 15:00"),
    ("last monday 9pm", "2026-11-16 21:00"),
    ("3 days ago", "2026-11-18"),
    ("2026-11-20 08:15", "2026-11-20 08:15"),
    ("just now", "2026-11-21 08:05"),
    ("9.30pm", "2026-11-21 21:30"),
    ("yesterday 9.30 pm", "2026-11-20 21:30"),
    ("21h30", "2026-11-21 21:30"),
    ("yesterday at 21h", "2026-11-20 21:00"),
    ("24:00", "2026-11-22 00:00"),
    ("yesterday 24:00", "2026-11-21 00:00"),
    ("on monday at 5pm", "2026-11-16 17:00"),
    ("on 2026-11-20 at 8:15", "2026-11-20 08:15"),
    ("on monday at 9", "2026-11-16 09:00"),
    ("monday at 9", "2026-11-16 09:00"),
    ("nov 1 at 10", "2026-11-01 10:00"),
    ("at 9 on nov 1", "2026-11-01 09:00"),
    ("3 days ago at 21", "2026-11-18 21:00"),
    ("yesterday evening at 7", "2026-11-20 19:00"),
    ("at 7 in the evening", "2026-11-21 19:00"),
    ("7:30 in the evening", "2026-11-21 19:30"),
    ("yesterday night 23:15", "2026-11-20 23:15"),
    ("this morning at 7", "2026-11-21 07:00"),
    ("9 o'clock", "2026-11-21 09:00"),
    ("the 3rd at noon", "2026-11-03 12:00"),
    ("1.5 hours ago", "2026-11-21 06:35"),
    ("1,5 hours ago", "2026-11-21 06:35"),
    ("0.5h ago", "2026-11-21 07:35"),
    ("0930", "2026-11-21 09:30"),
    ("at 1930", "2026-11-21 19:30"),
    ("yesterday 2015", "2026-11-20 20:15"),
    ("21 nov 2015", "2015-11-21"),
    ("9.30", "2026-11-21 09:30"),
    ("18.00", "2026-11-21 18:00"),
    ("at 9.05", "2026-11-21 09:05"),
    ("yesterday 9.05", "2026-11-20 09:05"),
    ("9.30 yesterday", "2026-11-20 09:30"),
    ("half past nine", "2026-11-21 09:30"),
    ("half past nine pm", "2026-11-21 21:30"),
    ("yesterday at half past 9 in the evening", "2026-11-20 21:30"),
    ("quarter to ten", "2026-11-21 09:45"),
    ("a quarter past ten", "2026-11-21 10:15"),
    ("quarter to one pm", "2026-11-21 12:45"),
    ("ten past nine", "2026-11-21 09:10"),
    ("twenty to 18", "2026-11-21 17:40"),
    ("5 minutes to nine", "2026-11-21 08:55"),
  ])
  func `days and times as people name them`(text: String, description: String) {
    #expect(CivilDateTime(text, now: Self.now)?.description == description)
  }

  @Test(arguments: [
    "", "at", "8", "ago", "in", "2 ago", "h ago", "half ago", "last", "25:00", "13pm", "8:5",
    "last week", "word", "9.3pm", "24:01", "1.h ago", "30h", "noon noon", "2026-11 8am", "x 8am",
    "at 24", "friday 9", "at night at 2", "this morning at 19", "1930", "2026", "2460", "9.05",
    "20.11", "monday 20.11", "31.12", "half nine", "half to nine", "quarter to twelve pm",
    "to nine",
    "30 past nine", "half past 25", "half past", "1.2.3",
  ])
  func `what names no single day is none`(text: String) {
    #expect(CivilDateTime(text, now: Self.now) == nil)
  }

  @Test(arguments: [
    ("friday 9", "friday at 9"), ("1930", "19:30"), ("9.05", "9:05"), ("8:5", "8:05"),
    ("monday 20.11", "monday 20:11"), ("word", nil), ("25:00", nil), ("31.12", nil), ("", nil),
    ("x 9", nil),
  ])
  func `what is read instead of a text that is not`(text: String, instead: String?) {
    #expect(CivilDateTime.readable(insteadOf: text, now: Self.now) == instead)
  }

  @Test(arguments: [("JST", 540), ("cest", 120), ("EST", -300), ("NPT", 345), ("NST", -210)])
  func `a zone is named by its abbreviation where that is mostly its own`(
    name: String, minutes: Int
  ) {
    let moment = ZonedMoment("18:30 \(name)", now: 1_795_248_300_000, in: .utc)
    #expect(moment?.time.description == "18:30" && moment?.secondsEast == minutes * 60)
    #expect(ZonedMoment("18:30 IST", now: 1_795_248_300_000, in: .utc) == nil)
    #expect(ZonedMoment.ambiguousZone(in: "18:30 IST") == "IST")
    #expect(ZonedMoment.ambiguousZone(in: "18:30 \(name)") == nil)
  }

  /// Clocks that are put back from 03:00 to 02:00 on 2026-10-25 and forward from 02:00 on 2026-03-29.
  private static let berlin = Zone {
    (1_774_746_000_000..<1_792_890_000_000).contains($0) ? 7200 : 3600
  }

  @Test
  func `an hour that a zone's clocks show twice is known, and one that they leave out is the next`()
    throws
  {
    let now: Int64 = 1_795_248_300_000
    func moment(_ text: String) throws -> ZonedMoment {
      try #require(ZonedMoment(text, now: now, in: Self.berlin))
    }
    func isTwice(_ text: String) throws -> Bool {
      let moment = try moment(text)
      return CivilDateTime(moment.date, moment.time).isAmbiguous(in: Self.berlin)
    }
    #expect(try isTwice("2026-10-25 02:30") && isTwice("2026-10-25 02:00"))
    #expect(try !isTwice("2026-10-25 01:59") && !isTwice("2026-10-25 03:00"))
    #expect(try !isTwice("2026-03-29 02:30") && !isTwice("2026-11-21 02:30"))
    let gap = try moment("2026-03-29 02:30")
    #expect(gap.time.description == "03:30" && gap.secondsEast == 7200)
    #expect(
      try moment("2026-10-25 02:30 +01:00").milliseconds
        - moment("2026-10-25 02:30 +02:00").milliseconds == 3_600_000)
  }

  @Test(arguments: [
    // The clocks show 02:50 for the first time, and for the second.
    (1_792_889_400_000, "2:40", 7200), (1_792_893_000_000, "2:40", 3600),
    (1_792_893_000_000, "2:50", 3600), (1_792_893_000_000, "2:55", 7200),
    (1_792_893_000_000, "2026-10-25 1:55", 7200), (1_792_893_000_000, "2:40 +02:00", 7200),
    (1_795_248_300_000, "2026-10-25 2:40", 3600),
  ])
  func `of two moments of one time the later one is meant, unless it is in the future`(
    now: Int64, text: String, secondsEast: Int
  ) throws {
    let moment = try #require(ZonedMoment(text, now: now, in: Self.berlin))
    #expect(moment.secondsEast == secondsEast)
  }

  @Test(arguments: [
    (1_792_897_200_000, "2 hours ago", "2026-10-25 02:00", 3600),
    (1_792_897_200_000, "3h ago", "2026-10-25 02:00", 7200),
    (1_774_747_800_000, "1 hour ago", "2026-03-29 01:30", 3600),
    (1_774_747_800_000, "90 minutes ago", "2026-03-29 01:00", 3600),
    (1_774_744_200_000, "in 1h", "2026-03-29 03:30", 7200),
    (1_792_891_800_000, "now", "2026-10-25 02:30", 3600),
  ])
  func `hours ago are hours that passed, whatever the clocks did`(
    now: Int64, text: String, shown: String, secondsEast: Int
  ) throws {
    let moment = try #require(ZonedMoment(text, now: now, in: Self.berlin))
    #expect(CivilDateTime(moment.date, moment.time).description == shown)
    #expect(moment.secondsEast == secondsEast)
  }

  @Test func `a time that clocks leave out is known`() {
    func leftOut(_ text: String) -> String? {
      ZonedMoment.leftOut(text, now: 1_774_747_800_000, in: Self.berlin)?.description
    }
    #expect(leftOut("2026-03-29 02:30") == "2026-03-29 02:30")
    #expect(leftOut("2:15") == "2026-03-29 02:15")
    #expect(leftOut("2026-03-29 02:30 +01:00") == nil)
    #expect(leftOut("2026-03-29 03:00") == nil && leftOut("2026-10-25 02:30") == nil)
    #expect(leftOut("1 hour ago") == nil && leftOut("no time") == nil)
  }

  @Test(arguments: [
    ("now", "2026-11-21 09:05", 3600), ("yesterday 18:30", "2026-11-20 18:30", 3600),
    ("yesterday 18:30 +09:00", "2026-11-20 18:30", 32_400),
    ("2026-07-01T08:15-03:30", "2026-07-01 08:15", -12_600),
    ("2026-07-01T08:15Z", "2026-07-01 08:15", 0), ("8:15 utc", "2026-11-21 08:15", 0),
    ("now +13:00", "2026-11-21 21:05", 46_800), ("3 days ago", "2026-11-18 09:05", 3600),
  ])
  func `a moment has the zone of its clock`(text: String, shown: String, secondsEast: Int) throws {
    let east = Zone { _ in 3600 }
    let moment = try #require(ZonedMoment(text, now: 1_795_248_300_000, in: east))
    #expect(CivilDateTime(moment.date, moment.time).description == shown)
    #expect(moment.secondsEast == secondsEast)
    #expect(ZonedMoment(milliseconds: moment.milliseconds, in: Zone { _ in secondsEast }) == moment)
  }

  @Test(arguments: [
    ("2021-03-04", "2021-03-04", 1_614_816_000_000),
    ("2021-03", "2021-03", 1_614_556_800_000),
    ("2021", "2021", 1_609_459_200_000),
    ("2021-03-04T10:00:00Z", "2021-03-04", 1_614_852_000_000),
    ("2021-03-04T10:00:00.123+02:00", "2021-03-04", 1_614_844_800_000),
    ("2021-03-04T10:00:00-0330", "2021-03-04", 1_614_864_600_000),
    ("2021-03-04 10:00", "2021-03-04", 1_614_852_000_000),
    ("2021-03-04 10:00:00 +0100", "2021-03-04", 1_614_848_400_000),
    ("2021-03-04 10:00 AM", "2021-03-04", 1_614_852_000_000),
    ("2021-03-04, 10:00", "2021-03-04", 1_614_852_000_000),
    ("2021/03/04", "2021-03-04", 1_614_816_000_000),
    ("4.3.2021", "2021-03-04", 1_614_816_000_000),
    ("20210304", "2021-03-04", 1_614_816_000_000),
    ("202103041000", "2021-03-04", 1_614_852_000_000),
    ("20210304100000", "2021-03-04", 1_614_852_000_000),
    ("1614852000000", "2021-03-04", 1_614_852_000_000),
    ("1614852000", "2021-03-04", 1_614_852_000_000),
    ("[[2021-03-04]]", "2021-03-04", 1_614_816_000_000),
    ("March 4, 2021", "2021-03-04", 1_614_816_000_000),
    ("Mar 4th, 2021", "2021-03-04", 1_614_816_000_000),
    ("4 Mar. 2021", "2021-03-04", 1_614_816_000_000),
    ("March 2021", "2021-03", 1_614_556_800_000),
    ("Thu, 04 Mar 2021 10:00:00 +0000", "2021-03-04", 1_614_852_000_000),
    ("Thursday, March 4th, 2021 10:00 am", "2021-03-04", 1_614_852_000_000),
    ("Thu Mar 04 2021 11:00:00 GMT+0100 (CET)", "2021-03-04", 1_614_852_000_000),
  ])
  func `dates as front matter has them`(text: String, date: String, milliseconds: Int64) throws {
    let value = try #require(DateValue(text))
    #expect(value.date(in: .utc).description == date)
    #expect(value.milliseconds(in: .utc) == milliseconds)
  }

  @Test func `an instant's day depends on the zone, a written day does not`() throws {
    let west = Zone { _ in -11 * 3600 }
    #expect(try #require(DateValue("1614852000000")).date(in: west).description == "2021-03-03")
    let written = try #require(DateValue("2021-03-04T10:00:00Z"))
    #expect(written.date(in: west).description == "2021-03-04")
    #expect(written.milliseconds(in: west) == 1_614_852_000_000)
  }

  @Test(arguments: [
    "", "04/03/2021", "4/3/21", "2021-02-30", "2021-03-04T", "2021-03-04T25:00", "tomorrow", "x",
    "2021-03-04 10:00 whenever", "March", "4 March", "March 32, 2021", "12345678901", "[[x]]",
    "2021-03 10:00",
    String(repeating: "1", count: 100),
  ])
  func `what is no date or might be two is none`(text: String) {
    #expect(DateValue(text) == nil)
  }
}
