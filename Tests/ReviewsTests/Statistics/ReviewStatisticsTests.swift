import Notes
import Reviews
import Testing

struct ReviewStatisticsTests {
  private static let dayLength: Int64 = 86_400_000
  private static let minute: Int64 = 60_000
  /// Noon UTC of a day.
  private static let start: Int64 = 1_700_049_600_000

  private static let settings: SchedulerSettings = {
    var settings = SchedulerSettings()
    settings.isFuzzed = false
    return settings
  }()

  private var ids = 0
  private var events: [ReviewEvent] = []

  private mutating func add(
    _ action: ReviewEvent.Action, day: Int64, minutes: Int64 = 0, zone: Int16 = 0
  ) {
    ids += 1
    events.append(
      ReviewEvent(
        id: ReviewEvent.ID(bits: UInt64(ids)),
        time: Self.start + day * Self.dayLength + minutes * Self.minute, zoneMinutes: zone,
        action: action))
  }

  private mutating func answer(
    _ card: UInt64, _ grade: Grade, day: Int64, minutes: Int64 = 0, zone: Int16 = 0
  ) {
    add(
      .review(CardID(bits: card), grade, milliseconds: 1500), day: day, minutes: minutes, zone: zone
    )
  }

  private func day(_ number: Int32) -> LocalDay {
    let first = Self.settings.day(at: Self.start, zoneMinutes: 0)
    return LocalDay(number: first.number + number)
  }

  private func moment(_ day: Int64, minutes: Int64 = 0) -> ReviewMoment {
    ReviewMoment(
      time: Self.start + day * Self.dayLength + minutes * Self.minute, zoneMinutes: 0)
  }

  private var statistics: ReviewStatistics {
    ReviewStatistics(replaying: events, settings: Self.settings)
  }

  /// An easy first answer gives 8 days; a good one after these gives 39.
  private mutating func answerTwoCards() {
    answer(1, .easy, day: 0)
    answer(2, .easy, day: 0, minutes: 1)
    answer(2, .again, day: 5)
    answer(1, .good, day: 8)
    answer(1, .again, day: 47)
    answer(1, .good, day: 47, minutes: 10)
    answer(1, .good, day: 47, minutes: 60)
  }

  @Test mutating func `true retention is of first answers of a day in the long run`() {
    answerTwoCards()
    typealias Share = TrueRetention.Share
    let all = TrueRetention(young: Share(1, of: 2), mature: Share(0, of: 1))
    #expect(statistics.trueRetention() == all)
    #expect(all.all == Share(1, of: 3))
    #expect(all.young.fraction == 0.5)
    #expect(TrueRetention().all.fraction == nil)
    let windows: [TrueRetention.Window: TrueRetention] = [
      .today: TrueRetention(mature: Share(0, of: 1)), .yesterday: TrueRetention(),
      .week: TrueRetention(mature: Share(0, of: 1)), .month: TrueRetention(mature: Share(0, of: 1)),
      .year: all, .all: all,
    ]
    for (window, retention) in windows {
      #expect(statistics.trueRetention(on: window.days(today: day(47))) == retention, "\(window)")
    }
    // The day of the young answers is in a month that ends on day 34, and not in the next.
    let month = TrueRetention.Window.month
    #expect(statistics.trueRetention(on: month.days(today: day(34))).young == Share(1, of: 2))
    #expect(statistics.trueRetention(on: month.days(today: day(35))).young == Share(1, of: 1))
    #expect(statistics.trueRetention(on: month.days(today: day(38))).young == Share())
  }

  @Test mutating func `grades are counted by how well the card was known`() {
    answerTwoCards()
    #expect(
      statistics.grades() == [
        .learning: GradeCounts(good: 1, easy: 2), .young: GradeCounts(again: 1, good: 2),
        .mature: GradeCounts(again: 1),
      ])
    #expect(statistics.grades(on: day(1)...day(7)) == [.young: GradeCounts(again: 1)])
    #expect(statistics.grades()[.young]?.total == 3)
  }

  @Test mutating func `what was done on each day`() {
    answerTwoCards()
    let days = statistics.days
    #expect(days.map(\.day) == [day(0), day(5), day(8), day(47)])
    #expect(days.map(\.answers) == [2, 1, 1, 3])
    #expect(days.map(\.milliseconds) == [3000, 1500, 1500, 4500])
    #expect(days.map(\.newCards) == [2, 0, 0, 0])
  }

  @Test mutating func `days are those where the person was, and begin at the roll-over hour`() {
    // Noon and ten hours are 22:00 UTC: 08:00 on the next day in Sydney, and 02:00 in Athens.
    answer(1, .good, day: 0, minutes: 600, zone: 600)
    answer(2, .good, day: 0, minutes: 600, zone: 240)
    answer(3, .good, day: 0, minutes: 600, zone: -600)
    #expect(statistics.days.map(\.day) == [day(0), day(1)])
    #expect(statistics.days.map(\.answers) == [2, 1])
  }

  @Test mutating func `what was taken back does not count, what was reset does`() {
    answerTwoCards()
    add(.retract(ReviewEvent.ID(bits: 5)), day: 48)
    #expect(statistics.trueRetention().mature.total == 1)
    #expect(statistics.trueRetention().mature.remembered == 1)
    #expect(statistics.answers.count == 6)
    add(.reset(CardID(bits: 1)), day: 49)
    #expect(statistics.answers.count == 6)
  }

  @Test(
    arguments: [(7, 2, 3), (6, 2, 3), (8, 0, 3), (5, 1, 3), (3, 3, 3), (1, 2, 2), (-1, 0, 0)]
      as [(Int32, Int, Int)])
  mutating func `days in a row are a streak until a day is left out`(
    today: Int32, current: Int, longest: Int
  ) {
    for number in [0, 1, 2, 5, 6] as [Int64] {
      answer(1, .good, day: number)
      answer(1, .good, day: number, minutes: 5)
    }
    let streak = statistics.streak(today: day(today))
    #expect(streak == ReviewStatistics.Streak(current: current, longest: longest))
  }

  @Test mutating func `a forecast says how many cards come back on which day`() {
    answer(1, .easy, day: -20)
    answer(2, .easy, day: 0)
    answer(3, .easy, day: 2 - 8)
    answer(4, .easy, day: -8)
    add(.bury(CardID(bits: 4)), day: 0)
    answer(5, .easy, day: -8)
    add(.suspend(CardID(bits: 5), true), day: -7)
    answer(6, .again, day: 0)
    add(.suspend(CardID(bits: 7), false), day: 0)
    let history = statistics.history
    let forecast = history.forecast(days: 9, from: moment(0))
    #expect(forecast.overdue == 1)
    #expect(forecast.days == [1, 1, 1, 0, 0, 0, 0, 0, 1])
    #expect(history.forecast(days: 2, from: moment(0)).days == [1, 1])
    let some = history.forecast(of: [CardID(bits: 3)], days: 3, from: moment(1))
    #expect(some.overdue == 0)
    #expect(some.days == [0, 1, 0])
  }

  /// One in the long run, one in its steps, one new, one that is left out.
  private mutating func answerFourCards() -> [CardID: [Hashtag]] {
    answer(1, .easy, day: 0)
    answer(2, .again, day: 8, minutes: -5)
    answer(4, .easy, day: 0)
    answer(4, .good, day: 8)
    add(.suspend(CardID(bits: 4), true), day: 8)
    return [
      CardID(bits: 1): [Hashtag("books/fiction")],
      CardID(bits: 2): [Hashtag("Books"), Hashtag("music"), Hashtag("books/fiction")],
      CardID(bits: 3): [Hashtag("books/fiction/old")], CardID(bits: 4): [Hashtag("music")],
    ]
  }

  @Test mutating func `cards are counted by state, and what is known is summed`() throws {
    _ = answerFourCards()
    let cards = (1...3).map { CardID(bits: $0) }
    let one = statistics.history.statistics(of: cards + cards, at: moment(8))
    #expect([one.new, one.learning, one.young, one.mature] == [1, 1, 1, 0])
    #expect([one.suspended, one.buried, one.due] == [0, 0, 2])
    // (1 + F * 8 / 8.2956) ^ -0.1542 with F = 0.9 ^ (1 / -0.1542) - 1, and 1 on the day itself.
    #expect(abs(one.known - 1.902474) < 1e-5)
    #expect(abs(try #require(one.meanStability) - (8.2956 + 0.212) / 2) < 1e-9)
    #expect(abs(try #require(one.meanDifficulty) - (1 + 6.4133) / 2) < 1e-9)
    let all = statistics.history.statistics(of: cards + [CardID(bits: 4)], at: moment(8))
    #expect([all.total, all.answered, all.mature, all.suspended, all.due] == [4, 3, 1, 1, 2])
    let none = statistics.history.statistics(of: [], at: moment(8))
    #expect(none.total == 0)
    #expect(none.meanStability == nil)
  }

  @Test mutating func `a hashtag includes what is below it, and each card once`() {
    let hashtags = answerFourCards()
    let all = statistics.byHashtag(hashtags, at: moment(8))
    #expect(all.map(\.hashtag.folded) == ["books", "books/fiction", "books/fiction/old", "music"])
    #expect(all.map(\.cards.total) == [3, 3, 1, 2])
    #expect(all.map(\.cards.new) == [1, 1, 1, 0])
    #expect(all.map(\.cards.due) == [2, 2, 0, 1])
    #expect(all.map(\.retention.all.total) == [0, 0, 0, 1])
    #expect(all[3].retention.young == TrueRetention.Share(1, of: 1))
    let today = statistics.byHashtag(hashtags, at: moment(8), on: day(9)...day(9))
    #expect(today[3].retention == TrueRetention())
  }
}
