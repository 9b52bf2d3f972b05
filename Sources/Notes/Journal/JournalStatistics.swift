/// Statistics of a journal: its amount, regularity and moods.
package struct JournalStatistics: Sendable {
  /// The counted facts of an entry.
  package struct Entry: Sendable {
    package let day: CivilDate
    package let mood: String?
    package let words: Int

    package init(day: CivilDate, mood: String?, words: Int) {
      self.day = day
      self.mood = mood
      self.words = words
    }
  }

  /// A number of days in a row, each with an entry.
  package struct Streak: Sendable, Hashable {
    package let days: Int
    package let last: CivilDate

    /// Its first day.
    package var first: CivilDate { last.adding(days: 1 - days) }
  }

  package private(set) var entries = 0
  package private(set) var words = 0
  /// Entries by day.
  package private(set) var byDay: [CivilDate: Int] = [:]
  /// The number of occurrences of each mood, the most frequent first.
  package let moods: [(emoji: String, count: Int)]
  /// The average valence of each day's moods, from -2 to 2; days without a named mood are missing.
  package let valences: [CivilDate: Double]
  /// The streak that is not over: it has today or yesterday, or begins tomorrow, which it is in other zones
  /// already.
  package let current: Streak?
  /// The longest, the latest of those.
  package let longest: Streak?

  package init(_ all: some Sequence<Entry>, today: CivilDate) {
    var counts: [String: Int] = [:]
    var sums: [CivilDate: (sum: Int, count: Int)] = [:]
    for entry in all {
      entries += 1
      words += entry.words
      byDay[entry.day, default: 0] += 1
      guard let emoji = entry.mood else { continue }
      let mood = Mood.named(by: emoji)
      counts[mood?.emoji ?? emoji, default: 0] += 1
      guard let mood else { continue }
      let before = sums[entry.day] ?? (0, 0)
      sums[entry.day] = (before.sum + mood.valence, before.count + 1)
    }
    moods = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    valences = sums.mapValues { Double($0.sum) / Double($0.count) }
    let streaks = Self.streaks(byDay.keys.sorted())
    longest = streaks.max { ($0.days, $0.last) < ($1.days, $1.last) }
    current = streaks.last {
      $0.last >= today.adding(days: -1) && $0.first <= today.adding(days: 1)
    }
  }

  private static func streaks(_ days: [CivilDate]) -> [Streak] {
    var streaks: [Streak] = []
    for day in days {
      if let last = streaks.last, last.last.adding(days: 1) == day {
        streaks[streaks.count - 1] = Streak(days: last.days + 1, last: day)
      } else {
        streaks.append(Streak(days: 1, last: day))
      }
    }
    return streaks
  }

  /// The average of the days' valences in each of the weeks up to the one with a day, the earliest
  /// first; nil for a week without one.
  package func weeklyValences(until day: CivilDate, weeks: Int) -> [Double?] {
    let monday = day.adding(days: 1 - day.weekday.rawValue)
    return (0..<weeks).map { week in
      let start = monday.adding(days: (week - weeks + 1) * 7)
      let values = (0..<7).compactMap { valences[start.adding(days: $0)] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}
