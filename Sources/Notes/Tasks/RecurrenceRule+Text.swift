import Layout

extension RecurrenceRule {
  /// Reads a rule as Obsidian Tasks does; nil for what is none.
  ///
  /// ```
  /// rule    := "every" [number] what ["when done"]
  /// what    := "day(s)" ["on" month] | "weekday(s)" | "week(s)" on | "month(s)" on | "year(s)" on
  ///          | weekday ("," weekday)* [["on"] ["the"] nth ("," nth)*] | month ("," month)* on
  /// on      := ("on" | "the" | "on" "the") place (("," | "the" | "on") place)* | ""
  /// place   := nth [weekday | "day"] | weekday | "weekday" | "week" number ("," number)* | month
  /// nth     := "first" | ("second" | "third" | 2nd) ["last"] | "last"
  /// ```
  /// `and` and `or` are commas, `in` is `on`, and weekdays and months may be cut to three letters. As for the library
  /// rrule, what stands after all this is passed over; a rule that ends by itself (`until`, `for 3 times`) is none.
  package init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    var rule = Substring(text.lowercased())
    while rule.last == " " { rule.removeLast() }
    if rule.hasSuffix(" when done") {
      rule.removeLast(" when done".count)
      isFromDone = true
    }
    guard rule.utf8.allSatisfy({ $0.isASCIIWord || $0 == .space || $0 == UInt8(ascii: ",") }) else {
      return nil
    }
    var words = Words(rule)
    guard words.skip(.every) else { return nil }
    if case .number(let number)? = words.next {
      guard number > 0 else { return nil }
      interval = number
      words.advance()
    }
    guard readWhat(&words), words.next != .until else { return nil }
  }

  private mutating func readWhat(_ words: inout Words) -> Bool {
    guard let what = words.next else { return false }
    words.advance()
    switch what {
    case .day:
      unit = .day
      if words.skip(.on), case .month(let month?)? = words.next { months = [month] }
      return true
    case .workday:
      unit = .week
      weekdays = Self.workdays
      return true
    case .week, .month(nil), .year:
      unit = what == .week ? .week : what == .year ? .year : .month
      return readOn(&words)
    case .weekday(let first):
      unit = .week
      weekdays = [NamedDay(weekday: first)]
      while words.skip(.comma) {
        guard case .weekday(let weekday)? = words.next else { return false }
        weekdays.append(NamedDay(weekday: weekday))
        words.advance()
      }
      return readDaysOfMonth(&words)
    case .month(let first?):
      unit = .year
      months = [first]
      while words.skip(.comma) {
        guard case .month(let month?)? = words.next else { return false }
        months.append(month)
        words.advance()
      }
      return readOn(&words)
    default: return false
    }
  }

  private static let workdays = Weekday.allCases.prefix(5).map { NamedDay(weekday: $0) }

  private mutating func readOn(_ words: inout Words) -> Bool {
    let (isOn, isThe) = (words.skip(.on), words.skip(.the))
    guard isOn || isThe else { return true }
    repeat {
      if let nth = words.nth() {
        if case .weekday(let weekday)? = words.next {
          weekdays.append(NamedDay(weekday: weekday, nth: nth))
          words.advance()
        } else {
          daysOfMonth.append(nth)
          _ = words.skip(.day)
        }
        continue
      }
      switch words.next {
      case .weekday(let weekday): weekdays.append(NamedDay(weekday: weekday))
      case .workday: if weekdays.isEmpty { weekdays = Self.workdays }
      case .month(let month?): months.append(month)
      case .week:
        words.advance()
        repeat {
          guard case .number(let week)? = words.next else { return false }
          weeks.append(week)
          words.advance()
        } while words.skip(.comma)
        continue
      default: return true
      }
      words.advance()
    } while words.skip(.comma) || words.skip(.the) || words.skip(.on)
    return true
  }

  private mutating func readDaysOfMonth(_ words: inout Words) -> Bool {
    _ = words.skip(.on)
    _ = words.skip(.the)
    guard let first = words.nth() else { return true }
    daysOfMonth = [first]
    while words.skip(.comma) {
      guard let nth = words.nth() else { return false }
      daysOfMonth.append(nth)
    }
    return true
  }

  private enum Word: Equatable {
    case every, day, workday, week, year, on, the, comma, last, until
    /// A month of the year, or the word itself.
    case month(Int?)
    case weekday(Weekday)
    case number(Int)
    /// `2nd`
    case nth(Int)
  }

  /// The words of a rule, one after the other.
  private struct Words {
    private var rest: [Substring]

    init(_ text: Substring) {
      rest = []
      for part in text.split(separator: " ") {
        // A comma is a word of its own.
        let pieces = part.split(separator: ",", omittingEmptySubsequences: false)
        for (number, piece) in pieces.enumerated() {
          if number > 0, rest.last != "," { rest.append(",") }
          if piece == "and" || piece == "or" {
            if rest.last != "," { rest.append(",") }
          } else if !piece.isEmpty {
            rest.append(piece)
          }
        }
      }
    }

    var next: Word? { rest.first.flatMap(Self.word) }

    mutating func advance() { rest.removeFirst() }

    mutating func skip(_ word: Word) -> Bool {
      guard next == word else { return false }
      advance()
      return true
    }

    mutating func nth() -> Int? {
      if skip(.last) { return -1 }
      guard case .nth(let number)? = next, number <= 366 else { return nil }
      advance()
      return number > 1 && skip(.last) ? -number : number
    }

    private static func word(_ text: Substring) -> Word? {
      switch text {
      case "every": return .every
      case "day", "days": return .day
      case "weekday", "weekdays": return .workday
      case "week", "weeks": return .week
      case "month", "months": return .month(nil)
      case "year", "years": return .year
      case "on", "in": return .on
      case "the": return .the
      case ",": return .comma
      case "last": return .last
      case "first": return .nth(1)
      case "second": return .nth(2)
      case "third": return .nth(3)
      case "until", "til", "for": return .until
      default: break
      }
      if let weekday = DateNames.weekday(text)
        ?? Weekday.allCases.first(where: { $0.name.lowercased().prefix(2) == text })
      {
        return .weekday(weekday)
      }
      if let month = DateNames.month(text) { return .month(month) }
      if let number = Int(text) { return .number(number) }
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      if let number = Int(digits), number > 0,
        ["st", "nd", "rd", "th"].contains(text.dropFirst(digits.count))
      {
        return .nth(number)
      }
      return nil
    }
  }
}
