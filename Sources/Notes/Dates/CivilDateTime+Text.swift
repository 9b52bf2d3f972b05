extension CivilDateTime {
  /// The day and time that `text` speaks of, seen from `now`; nil if it speaks of no single day.
  ///
  /// Everything that ``DateRange/init(_:today:)`` reads as one day, with a time before or after it
  /// (`yesterday 18:30`, `8am`, `on monday at 9`, `2026-11-21T08:15`, `last night`, `this morning at 7`),
  /// and `now`, `2 hours ago`, `1h 30m ago`, `half an hour ago`, `in 10 minutes`. A time alone is
  /// today's. A part of the day has the hour that people mean by it: `evening` 19:00. After `at` a
  /// number is an hour of 24, or of the part of the day beside it.
  package init?(_ text: String, now: CivilDateTime) {
    guard text.utf8.count <= 80 else { return nil }
    let trimmed = DateWords.trimmed(text.lowercased())
    if let midnight = trimmed.split(separator: " ").firstIndex(where: { $0 == "24:00" }) {
      // The end of a day is the beginning of the next.
      var words = trimmed.split(separator: " ").map(String.init)
      words[midnight] = "00:00"
      guard let start = CivilDateTime(words.joined(separator: " "), now: now) else { return nil }
      self = start.adding(seconds: 86_400)
      return
    }
    let parts = trimmed.split(separator: " ")
    let text = parts.indices.map { index in
      let next = index + 1 < parts.count ? parts[index + 1] : ""
      return Self.withColon(parts[index], before: next)
    }.joined(separator: " ")
    if let (date, time) = Self.figures(text) {
      self.init(date, time)
      return
    }
    if let distance = Self.seconds(fromNow: trimmed) {
      self = now.adding(seconds: distance)
      return
    }
    let words = Self.spelledOut(text.split { $0 == " " || $0 == "," || $0 == "\t" })
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

  private static let halves: Set<Substring> = ["am", "pm", "a.m.", "p.m."]

  /// `9.30pm`, `21h30` and `21h` with the colon that they mean: `9:30pm`, `21:30`, `21:00`.
  private static func withColon(_ word: Substring, before next: Substring) -> String {
    let hour = word.prefix { $0.isASCII && $0.isNumber }
    let mark = word.dropFirst(hour.count).first
    let rest = word.dropFirst(hour.count + 1)
    let minute = rest.prefix { $0.isASCII && $0.isNumber }
    let end = rest.dropFirst(minute.count)
    guard (1...2).contains(hour.count), minute.count == 2 || minute.isEmpty && mark == "h" else {
      return String(word)
    }
    switch mark {
    case "." where halves.contains(end.isEmpty ? next : end): return "\(hour):\(minute)\(end)"
    case "h" where end.isEmpty: return "\(hour):\(minute.isEmpty ? "00" : minute)"
    default: return String(word)
    }
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
    if words.count > 1, let first = words.first, let last = words.last {
      // `evening at 7`, `at 7 in the evening`
      if parts[String(first)] != nil { return hour(of: words.dropFirst(), in: first) }
      if parts[String(last)] != nil { return hour(of: words.dropLast(), in: last) }
    }
    let isAt = words.first == "at"
    let words = isAt ? words.dropFirst() : words
    if isAt || words.last == "o'clock", let hour = hour(words) { return hour }
    switch words.joined(separator: " ") {
    case "noon", "midday": return ClockTime(hour: 12, minute: 0)
    case "midnight": return .midnight
    case let text:
      if let hour = parts[text] { return ClockTime(hour: hour, minute: 0) }
      var scanner = DateScanner(text)
      guard let time = scanner.time(), scanner.isAtEnd else { return nil }
      return time
    }
  }

  /// A number of at most two digits, as an hour of 24: `9`, `9 o'clock`.
  private static func hour(_ words: ArraySlice<Substring>) -> ClockTime? {
    let words = words.last == "o'clock" ? words.dropLast() : words
    guard words.count == 1, let word = words.first, word.utf8.count <= 2,
      let hour = DateWords.number(word)
    else { return nil }
    return ClockTime(hour: hour, minute: 0)
  }

  /// The time of 12 hours in a part of the day; nil where it is of 24, or in doubt.
  private static func hour(
    of words: ArraySlice<Substring>, in part: Substring
  ) -> ClockTime? {
    let number = words.first == "at" ? words.dropFirst() : words
    guard let time = hour(number) ?? time(words) else { return nil }
    let hour = time.secondOfDay / 3_600
    let half = part == "morning" || part == "forenoon" ? 0 : 43_200
    guard (part == "night" ? 6..<12 : 1..<12).contains(hour) else {
      return hour / 12 == half / 43_200 ? time : nil
    }
    return ClockTime(secondOfDay: time.secondOfDay + half)
  }

  /// The hours of the parts of a day.
  private static let parts = [
    "morning": 8, "forenoon": 10, "lunchtime": 12, "afternoon": 15, "evening": 19, "night": 22,
  ]

  /// `last night` as `yesterday night`, `this morning` and `tonight` as `today …`; `in the` goes.
  private static func spelledOut(_ words: [Substring]) -> [Substring] {
    var result: [Substring] = []
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      let isPart = parts[String(next)] != nil
      switch word {
      case "tonight": result += ["today", "night"]
      case "last" where next == "night": result.append("yesterday")
      case "this" where isPart: result.append("today")
      case "in" where next == "the", "the", "on": break
      default: result.append(word)
      }
    }
    return result
  }

  /// The distance of `text` from now in seconds (`now`, `2 hours ago`, `in 10 minutes`); nil if it
  /// does not count hours or minutes.
  static func seconds(fromNow text: String) -> Int? {
    guard text.utf8.count <= 80 else { return nil }
    let text = DateWords.trimmed(text.lowercased())
    if ["now", "just now", "right now"].contains(text) { return 0 }
    // A comma after a digit may be that of `1,5 hours`.
    return distance(spelledOut(text.split { $0 == " " || $0 == "\t" }))
      ?? distance(spelledOut(text.split { $0 == " " || $0 == "," || $0 == "\t" }))
  }

  /// `2 hours ago`, `1h30m ago`, `half an hour ago`, `in 10 minutes`, in seconds.
  private static func distance(_ words: [Substring]) -> Int? {
    let isBack = words.last == "ago"
    guard isBack || words.first == "in" else { return nil }
    let inner = isBack ? words.dropLast() : words.dropFirst()
    if inner.elementsEqual(["half", "an", "hour"]) { return 1800 * (isBack ? -1 : 1) }
    var rest = inner.flatMap(numberAndUnit).filter { $0 != "and" }[...]
    var seconds = 0
    if rest.isEmpty { return nil }
    while let word = rest.popFirst() {
      guard let count = DateWords.number(word).map(Double.init) ?? fraction(word),
        let unit = rest.popFirst()
      else { return nil }
      switch unit {
      case "hour", "hours", "h", "hr", "hrs": seconds += Int(count * 3600)
      case "minute", "minutes", "min", "mins", "m": seconds += Int(count * 60)
      default: return nil
      }
    }
    return seconds * (isBack ? -1 : 1)
  }

  /// `1.5`, `1,5`
  private static func fraction(_ word: Substring) -> Double? {
    guard word.utf8.count <= 6, word.first?.isNumber == true, word.last?.isNumber == true else {
      return nil
    }
    return Double(String(word.map { $0 == "," ? "." : $0 }))
  }

  /// `1h30m` as `1`, `h`, `30`, `m`.
  private static func numberAndUnit(_ word: Substring) -> [Substring] {
    guard word.first?.isNumber == true else { return [word] }
    var parts: [Substring] = []
    var rest = word
    while let first = rest.first {
      let part = rest.prefix { ($0.isNumber || ".,".contains($0)) == first.isNumber }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }
}
