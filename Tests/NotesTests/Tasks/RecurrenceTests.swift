import Notes
import Testing

/// The days on which recurring tasks come back, as the documentation and the tests of Obsidian Tasks have them.
struct RecurrenceTests {
  @Test(arguments: [
    // The documentation, “Recurring Tasks”.
    ("every Sunday", "2021-04-25", "2021-05-02"),
    ("every week", "2021-02-06", "2021-02-13"),
    ("every 2 weeks", "2021-10-30", "2021-11-13"),
    ("every month on the last", "2022-01-31", "2022-02-28"),
    ("every month on the last", "2022-02-28", "2022-03-31"),
    ("every month on the last", "2022-04-30", "2022-05-31"),
    ("every month", "2021-10-31", "2021-11-30"),
    ("every month", "2021-11-30", "2021-12-30"),
    ("every month", "2022-01-30", "2022-02-28"),
    ("every month", "2022-02-28", "2022-03-28"),
    ("every month on the 31st", "2022-01-31", "2022-03-31"),
    ("every month on the 31st", "2022-03-31", "2022-05-31"),
    ("every month on the 31st", "2022-05-31", "2022-07-31"),
    ("every 3 months", "2022-01-31", "2022-04-30"),
    ("every 3 months", "2022-04-30", "2022-07-30"),
    // Its tests.
    ("every month", "2022-01-31", "2022-02-28"),
    ("every 2 months", "2023-12-31", "2024-02-29"),
    ("every 2 years", "2024-02-29", "2026-02-28"),
    ("every 11 months", "2020-03-31", "2021-02-28"),
    ("every 13 months", "2020-01-31", "2021-02-28"),
    // The forms that the documentation lists.
    ("every 3 days", "2026-11-26", "2026-11-29"),
    ("every day", "2026-12-31", "2027-01-01"),
    ("every weekday", "2026-11-26", "2026-11-27"),
    ("every weekday", "2026-11-27", "2026-11-30"),
    ("every week on Sunday", "2026-11-26", "2026-11-29"),
    ("every week on Tuesday, Friday", "2026-11-24", "2026-11-27"),
    ("every week on Tuesday, Friday", "2026-11-27", "2026-12-01"),
    ("every 3 weeks on Friday", "2026-11-27", "2026-12-18"),
    ("every month on the 1st", "2026-11-26", "2026-12-01"),
    ("every month on the 1st and 15th", "2026-11-01", "2026-11-15"),
    ("every month on the last Friday", "2026-11-27", "2026-12-25"),
    ("every month on the 2nd last Friday", "2026-11-20", "2026-12-18"),
    ("every month on the second last Friday", "2026-11-20", "2026-12-18"),
    ("every 6 months on the 2nd Wednesday", "2026-11-11", "2027-05-12"),
    ("every January on the 15th", "2026-01-15", "2027-01-15"),
    ("every February on the last", "2027-02-28", "2028-02-29"),
    ("every April and December on the 1st and 24th", "2026-04-01", "2026-04-24"),
    ("every April and December on the 1st and 24th", "2026-04-24", "2026-12-01"),
    ("every April and December on the 1st and 24th", "2026-12-24", "2027-04-01"),
    ("every year", "2026-11-26", "2027-11-26"),
    ("every year", "2024-02-29", "2025-02-28"),
    // Rules of the library.
    ("every Monday, Thursday", "2026-11-26", "2026-11-30"),
    ("every mon and thu", "2026-11-26", "2026-11-30"),
    ("EVERY Fri", "2026-11-26", "2026-11-27"),
    ("every day in December", "2026-11-26", "2026-12-01"),
    ("every year on week 1", "2026-11-26", "2027-01-04"),
    ("every 2 weekdays", "2026-11-27", "2026-12-07"),
    ("every day at 9", "2026-11-26", "2026-11-27"),
    ("every Friday on the 13th", "2026-11-26", "2027-08-13"),
  ])
  func `gives the next day`(rule: String, reference: String, next: String) throws {
    let read = try #require(RecurrenceRule(rule))
    #expect(!read.isFromDone)
    let day = read.day(after: Self.day(reference), doneOn: Self.day("2030-01-01"))
    #expect(day?.description == next)
  }

  @Test(arguments: [
    ("every week when done", "2022-02-13", "2022-02-20"),
    ("every 10 days when done", "2026-11-26", "2026-12-06"),
    ("every month when done", "2022-01-31", "2022-02-28"),
    ("every Monday when done", "2026-11-30", "2026-12-07"),
    ("every month on the 1st When Done", "2026-11-26", "2026-12-01"),
  ])
  func `counts from the day of being done where the rule says so`(
    rule: String, today: String, next: String
  ) throws {
    let read = try #require(RecurrenceRule(rule))
    #expect(read.isFromDone)
    let day = read.day(after: Self.day("2021-02-06"), doneOn: Self.day(today))
    #expect(day?.description == next)
  }

  @Test func `counts from today where the task has no day`() throws {
    let rule = try #require(RecurrenceRule("every week"))
    let day = rule.day(after: nil, doneOn: Self.day("2026-11-26"))
    #expect(day?.description == "2026-12-03")
  }

  @Test(arguments: [
    "", "every", "weekly", "every 0 days", "every second week", "every other day",
    "every three days",
    "every week until 2027-01-01", "every day for 3 times", "every Monday, 3", "every! week",
    "jeden Tag", "every 2",
  ])
  func `takes nothing else for a rule`(text: String) {
    #expect(RecurrenceRule(text) == nil)
  }

  @Test(arguments: [
    "every February on the 30th", "every month on the 32nd", "every 999999999999 years",
  ])
  func `ends where no day comes`(text: String) throws {
    let rule = try #require(RecurrenceRule(text))
    #expect(rule.day(after: Self.day("2026-11-26"), doneOn: Self.day("2026-11-26")) == nil)
  }

  static func day(_ text: String) -> CivilDate {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) ?? .earliest
  }
}
