extension CivilDateTime {
  /// The day and time that `text` speaks of, seen from `now`; nil where it speaks of no single day.
  ///
  /// Everything that ``DateRange/init(_:today:)`` reads as one day, with a time before or after it
  /// (`yesterday 18:30`, `8am`, `monday at noon`, `2026-11-21T08:15`), and `now`, `2 hours ago`,
  /// `in 10 minutes`. A time alone is today's.
  package init?(_ text: String, now: CivilDateTime) {
    guard text.utf8.count <= 80 else { return nil }
    let text = DateWords.trimmed(text.lowercased())
    if let (date, time) = Self.figures(text) {
      self.init(date, time)
      return
    }
    if text == "now" {
      self = now
      return
    }
    let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }
    if let distance = Self.distance(words) {
      self = now.adding(seconds: distance)
      return
    }
    if words.isEmpty || words == ["at"] { return nil }
    if let day = Self.day(words[...], today: now.date) {
      self.init(day)
      return
    }
    for index in words.indices {
      if let time = Self.time(words[index...]),
        let day = Self.day(words[..<index], today: now.date)
      {
        self.init(day, time)
        return
      }
      if let time = Self.time(words[..<index]),
        let day = Self.day(words[index...], today: now.date)
      {
        self.init(day, time)
        return
      }
    }
    return nil
  }

  /// `2026-11-21T08:15`, `2026-11-21 8:15 pm`
  private static func figures(_ text: String) -> (CivilDate, ClockTime)? {
    var scanner = DateScanner(text)
    guard let date = scanner.date(), date.day != nil else { return nil }
    guard scanner.skip("t") || scanner.skip(" ") || scanner.skip("_") else { return nil }
    guard let time = scanner.time(), scanner.isAtEnd else { return nil }
    return (date.firstDay, time)
  }

  /// The day of words; without any it is today.
  private static func day(_ words: ArraySlice<Substring>, today: CivilDate) -> CivilDate? {
    let words = words.last == "at" ? words.dropLast() : words
    if words.isEmpty { return today }
    return DateRange(words.joined(separator: " "), today: today)?.day
  }

  private static func time(_ words: ArraySlice<Substring>) -> ClockTime? {
    let words = words.first == "at" ? words.dropFirst() : words
    switch words.joined(separator: " ") {
    case "noon", "midday": return ClockTime(hour: 12, minute: 0)
    case "midnight": return .midnight
    case let text:
      var scanner = DateScanner(text)
      guard let time = scanner.time(), scanner.isAtEnd else { return nil }
      return time
    }
  }

  /// `2 hours ago`, `in 10 minutes`, in seconds.
  private static func distance(_ words: [Substring]) -> Int? {
    guard words.count == 3 else { return nil }
    let isBack = words[2] == "ago"
    guard isBack || words[0] == "in" else { return nil }
    let (number, unit) = isBack ? (words[0], words[1]) : (words[1], words[2])
    guard let count = DateWords.number(number) else { return nil }
    let seconds: Int
    switch unit {
    case "hour", "hours", "h": seconds = 3600
    case "minute", "minutes", "min", "mins": seconds = 60
    default: return nil
    }
    return count * seconds * (isBack ? -1 : 1)
  }
}
