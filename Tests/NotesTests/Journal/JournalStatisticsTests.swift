import Notes
import Testing

@Suite struct JournalStatisticsTests {
  private static let today = CivilDate(daysSinceEpoch: 20_778)  // a Saturday

  private static func statistics(_ entries: [(Int, String?)]) -> JournalStatistics {
    JournalStatistics(
      entries.map { .init(day: today.adding(days: $0.0), mood: $0.1, words: 10) }, today: today)
  }

  @Test(arguments: [
    ([], 0, 0), ([0], 1, 1), ([-1], 1, 1), ([-2], 0, 1), ([-2, -1], 2, 2),
    ([-9, -8, -7, -1, 0], 2, 3),
    ([0, 0, -1, -1], 2, 2), ([-5, -4, -1, 0], 2, 2), ([2], 0, 1),
    ([1], 1, 1), ([-1, 0, 1], 3, 3), ([-3, -2, 2, 3], 0, 2),
  ])
  func `streaks are days in a row`(days: [Int], current: Int, longest: Int) {
    let statistics = Self.statistics(days.map { ($0, nil) })
    #expect(statistics.current?.days ?? 0 == current)
    #expect(statistics.longest?.days ?? 0 == longest)
    #expect(statistics.entries == days.count && statistics.words == days.count * 10)
  }

  @Test func `the later of two longest streaks is told`() throws {
    let longest = try #require(Self.statistics([-9, -8, -3, -2].map { ($0, nil) }).longest)
    #expect(longest.first == Self.today.adding(days: -3))
  }

  @Test func `moods are counted, and valued where they have a name`() {
    let statistics = Self.statistics([
      (0, "😀"), (0, "😢"), (0, "🦒"), (-1, "👍🏽"), (-1, "👍"), (-6, "😀"), (-13, "😢"),
    ])
    #expect(statistics.moods.map(\.count) == [2, 2, 2, 1])
    #expect(statistics.moods.last?.emoji == "🦒")
    #expect(statistics.valences[Self.today] == 0)
    #expect(statistics.valences[Self.today.adding(days: -1)] == 1)
    // Monday is five days back: the week has -1 and 0, the one before -6.
    #expect(
      statistics.weeklyValences(until: Self.today, weeks: 4) == [nil, -2, 2, 0.5])
  }
}
