/// A date as people and programs write it into front matter.
package enum DateValue: Sendable, Hashable {
  /// Written out; without a zone (seconds east of Greenwich) it is meant where it is read.
  case written(PartialDate, ClockTime?, secondsEast: Int?)
  /// An instant in UTC milliseconds, as Dendron writes it.
  case instant(milliseconds: Int64)

  /// The date that `text` is: ISO 8601 and near it, `4 March 2021`, `Mar 4th, 2021`, mail's and
  /// JavaScript's form, a date in `[[…]]`, and seconds or milliseconds since 1970 (10
  /// or 13 figures).
  ///
  /// `04/03/2021` has two meanings, and is none.
  package init?(_ text: String) {
    // Every date has a figure, and most texts have none.
    guard text.utf8.count <= 80, text.utf8.contains(where: { $0 &- 0x30 < 10 }) else { return nil }
    var text = DateWords.trimmed(text)
    if text.hasPrefix("[["), text.hasSuffix("]]") { text = String(text.dropFirst(2).dropLast(2)) }
    if let value = Self.figures(text) ?? Self.words(text) {
      self = value
    } else {
      return nil
    }
  }

  private static func figures(_ text: String) -> DateValue? {
    var scanner = DateScanner(text)
    if let (value, count) = scanner.digits(10...14), scanner.isAtEnd {
      switch count {
      case 10: return .instant(milliseconds: Int64(value) * 1000)
      case 12: return joined(value * 100)
      case 13: return .instant(milliseconds: Int64(value))
      case 14: return joined(value)
      default: return nil
      }
    }
    if let date = PartialDate(text) { return .written(date, nil, secondsEast: nil) }
    scanner = DateScanner(text)
    guard let date = scanner.date(), date.day != nil else { return nil }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") || scanner.skip(", ") else {
      return nil
    }
    return timed(date, &scanner)
  }

  /// `20210304101500`
  private static func joined(_ figures: Int) -> DateValue? {
    let (day, clock) = (figures / 1_000_000, figures % 1_000_000)
    let date = PartialDate(year: day / 10_000, month: day / 100 % 100, day: day % 100)
    let time = ClockTime(hour: clock / 10_000, minute: clock / 100 % 100, second: clock % 100)
    guard let date, let time else { return nil }
    return .written(date, time, secondsEast: nil)
  }

  /// `Thu, 4 Mar 2021 10:00:00 +0000`, `March 4th, 2021`, `March 2021`
  private static func words(_ text: String) -> DateValue? {
    var words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
    if words.count > 2, DateNames.weekday(words[0].filter { $0 != "." }) != nil {
      words.removeFirst()
    }
    let names = words.prefix(3).map { DateNames.month($0.filter { $0 != "." }) }
    let figures = words.prefix(3).map { DateWords.day($0) ?? DateWords.year($0) }
    let date: PartialDate?
    var used = 3
    if words.count >= 3, let month = names[0] ?? names[1], let year = DateWords.year(words[2]),
      let day = names[0] == nil ? figures[0] : figures[1]
    {
      date = PartialDate(year: year, month: month, day: day)
    } else if words.count == 2, let month = names[0], let year = DateWords.year(words[1]) {
      date = PartialDate(year: year, month: month)
      used = 2
    } else {
      return nil
    }
    guard let date else { return nil }
    // The name of the zone in brackets, which JavaScript adds, is redundant.
    let rest = words[used...].prefix { !$0.hasPrefix("(") }.joined(separator: " ")
    if rest.isEmpty { return .written(date, nil, secondsEast: nil) }
    var scanner = DateScanner(rest.uppercased())
    return timed(date, &scanner)
  }

  private static func timed(_ date: PartialDate, _ scanner: inout DateScanner) -> DateValue? {
    scanner.skipSpaces()
    guard let time = scanner.time() else { return nil }
    scanner.skipSpaces()
    let zone = scanner.zone()
    return scanner.isAtEnd ? .written(date, time, secondsEast: zone) : nil
  }

  /// The date as written; of an instant, the one that clocks in `zone` show.
  package func date(in zone: Zone) -> PartialDate {
    switch self {
    case .written(let date, _, _): date
    case .instant(let milliseconds):
      PartialDate(CivilDateTime(milliseconds: milliseconds, in: zone).date)
    }
  }

  /// The instant in UTC milliseconds, of a date alone its first, where it has no zone in `zone`.
  package func milliseconds(in zone: Zone) -> Int64 {
    switch self {
    case .written(let date, let time, let secondsEast):
      let zone = secondsEast.map { seconds in Zone { _ in seconds } } ?? zone
      return CivilDateTime(date.firstDay, time).milliseconds(in: zone)
    case .instant(let milliseconds): return milliseconds
    }
  }
}
