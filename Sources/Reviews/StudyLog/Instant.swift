import Notes

/// A point in time as other programs write it: `2019-05-29T13:58:43Z`, `2024-03-29T20:32:32.250+02:00`.
package struct Instant: Hashable, Sendable {
  /// UTC milliseconds.
  package let milliseconds: Int64

  /// Reads a date, a time and a zone of ISO 8601, all of which must be there; nil for anything else.
  package init?(_ text: some Collection<UInt8>) {
    var rest = Reader(rest: Array(text)[...])
    guard let year = rest.number(digits: 4), rest.take("-"), let month = rest.number(digits: 2),
      rest.take("-"), let day = rest.number(digits: 2),
      let date = CivilDate(year: year, month: month, day: day), rest.take("T") || rest.take(" "),
      let hour = rest.number(digits: 2), hour < 24, rest.take(":"),
      let minute = rest.number(digits: 2), minute < 60, rest.take(":"),
      let second = rest.number(digits: 2), second <= 60
    else { return nil }
    var fraction = 0
    if rest.take(".") {
      guard let thousandths = rest.thousandths() else { return nil }
      fraction = thousandths
    }
    var zone = 0
    if !rest.take("Z") {
      let sign = rest.take("+") ? 1 : rest.take("-") ? -1 : 0
      guard sign != 0, let hours = rest.number(digits: 2), hours < 24 else { return nil }
      _ = rest.take(":")
      guard let minutes = rest.number(digits: 2), minutes < 60 else { return nil }
      zone = sign * (hours * 60 + minutes)
    }
    guard rest.rest.isEmpty else { return nil }
    let minutes = (date.daysSinceEpoch * 24 + hour) * 60 + minute - zone
    milliseconds = Int64((minutes * 60 + second) * 1000 + fraction)
  }

  /// Takes text from its front.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(digits count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
      rest = rest.dropFirst(count)
      return Self.value(digits)
    }

    /// The digits of a fraction, as far as milliseconds go.
    mutating func thousandths() -> Int? {
      let digits = rest.prefix(while: Self.isDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
      return Self.value((digits + [48, 48]).prefix(3))
    }

    private static func value(_ digits: ArraySlice<UInt8>) -> Int {
      digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}
