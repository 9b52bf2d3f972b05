extension CivilDateTime {
  /// The day and time that `text` speaks of, seen from `now`; nil if it speaks of no single day.
  ///
  /// Everything that ``DateRange/init(_:today:)`` reads as one day, with a time before or after it
  /// (`yesterday 18:30`, `8am`, `on monday at 9`, `2026-11-21T08:15`, `last night`, `this morning at 7`),
  /// and `now`, `2 hours ago`, `1h 30m ago`, `half an hour ago`, `in 10 minutes`. A time alone is
  /// today's. A part of the day has the hour that people mean by it: `evening` 19:00. After `at` a
  /// number is an hour of 24, or of the part of the day beside it; so is the one of `half past nine` and
  /// `quarter to ten`. `0930` and `9.30` are times where they can be no year and no day of a month: after a
  /// day or `at`, or by their figures.
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
    if let distance = Self.seconds(fromNow: trimmed) {
      self = now.adding(seconds: distance)
      return
    }
    let parts = trimmed.split(separator: " ")
    let text = parts.indices.map { index in
      let next = index + 1 < parts.count ? parts[index + 1] : ""
      return Self.withColon(parts[index], before: next)
    }.joined(separator: " ")
    // `21 nov 1930` is a day before 19:30 is a time.
    guard
      let found = Self.read(text, now: now)
        ?? Self.inFigures(parts).flatMap({ Self.read($0, now: now) })
    else { return nil }
    self = found
  }

  /// A day, a time or both, with times as `9:30`.
  private static func read(_ text: String, now: CivilDateTime) -> CivilDateTime? {
    if let (date, time) = Self.figures(text) { return CivilDateTime(date, time) }
    let words = Self.spelledOut(text.split { $0 == " " || $0 == "," || $0 == "\t" })
    if words.isEmpty || words == ["at"] { return nil }
    if let day = Self.day(words[...], today: now.date) { return CivilDateTime(day) }
    for index in words.indices {
      if let time = Self.time(words[index...]),
        let day = Self.day(words[..<index], today: now.date)
      {
        return CivilDateTime(day, time)
      }
      if let time = Self.time(words[..<index]),
        let day = Self.day(words[index...], today: now.date)
      {
        return CivilDateTime(day, time)
      }
    }
    return nil
  }

  /// A text that is read for one that is not: `friday at 9` for `friday 9`, `19:30` for `1930`; nil where
  /// none is known.
  package static func readable(insteadOf text: String, now: CivilDateTime) -> String? {
    let words = text.split(separator: " ")
    guard let last = words.last else { return nil }
    let numbers = last.split(omittingEmptySubsequences: false) { $0 == "." || $0 == ":" }
    guard numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      last.utf8.count <= 5
    else { return nil }
    let time: String
    switch (numbers.count, numbers[0].count, numbers.last?.count ?? 0) {
    case (1, 1...2, _): time = "at \(last)"
    case (1, 4, _): time = "\(last.prefix(2)):\(last.suffix(2))"
    case (2, 1...2, 1...2):
      time = "\(numbers[0]):" + (numbers[1].count == 1 ? "0" : "") + numbers[1]
    default: return nil
    }
    let readable = (words.dropLast().map(String.init) + [time]).joined(separator: " ")
    return CivilDateTime(readable, now: now)?.time == nil ? nil : readable
  }

  // MARK: Times as people write them

  /// A text with its spoken time, or the time without a colon at its beginning or end, in figures; nil if
  /// it has none.
  private static func inFigures(_ parts: [Substring]) -> String? {
    if let text = spoken(parts) { return text }
    var words = parts.map(String.init)
    for index in [parts.count - 1, 0] where parts.indices.contains(index) {
      let before = index > 0 ? parts[index - 1] : ""
      guard let time = bareTime(parts[index], after: before) else { continue }
      words[index] = time
      return words.joined(separator: " ")
    }
    return nil
  }

  /// `0930` and `9.30` as `9:30`; nil where that may be a year or a day of a month.
  private static func bareTime(_ word: Substring, after before: Substring) -> String? {
    let numbers = word.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
    switch (numbers.count, numbers[0].count, numbers.last?.count) {
    case (1, 4, _):
      let mayBeYear = ["19", "20"].contains(word.prefix(2))
      return before.isEmpty && mayBeYear ? nil : "\(word.prefix(2)):\(word.suffix(2))"
    case (2, 1...2, 2):
      // `monday 20.11` may be a day of November.
      let mayBeMonth = ("01"..."12").contains(numbers[1])
      return mayBeMonth && (before.isEmpty || DateNames.weekday(before) != nil)
        ? nil : "\(numbers[0]):\(numbers[1])"
    default: return nil
    }
  }

  /// A text with `half past nine`, `quarter to ten` or `twenty past 8` in figures.
  private static func spoken(_ parts: [Substring]) -> String? {
    guard
      let at = parts.firstIndex(where: { $0 == "past" || $0 == "to" }), at > 0,
      at + 1 < parts.count, let hour = DateWords.number(parts[at + 1]), (1...23).contains(hour)
    else { return nil }
    var start = at - 1
    if parts[start] == "minutes", start > 0 { start -= 1 }
    let minutes: Int
    switch parts[start] {
    case "half" where parts[at] == "past": minutes = 30
    case "quarter":
      minutes = 15
      if start > 0, parts[start - 1] == "a" { start -= 1 }
    case "twenty": minutes = 20
    case "twenty-five": minutes = 25
    case let word:
      guard let number = DateWords.number(word), (1...29).contains(number) else { return nil }
      minutes = number
    }
    let rest = parts[(at + 2)...]
    let saysHalf = rest.first.map { halves.contains($0) || $0 == "in" } ?? false
    var (shownHour, shownMinute) = (hour, minutes)
    if parts[at] == "to" {
      // Before twelve at noon or at midnight is in doubt.
      if saysHalf, hour == 12 { return nil }
      (shownHour, shownMinute) = (saysHalf && hour == 1 ? 12 : hour - 1, 60 - minutes)
    }
    let time = "\(shownHour):" + (shownMinute < 10 ? "0" : "") + String(shownMinute)
    return (parts[..<start].map(String.init) + [time] + rest.map(String.init))
      .joined(separator: " ")
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
