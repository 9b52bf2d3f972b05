import Layout

/// A date as front matter has it, `2026-11-21` with or without a time and a zone, for telling which of two is later.
struct DateText {
  /// Seconds from a fixed day; one without a zone is taken for UTC.
  private let seconds: Int

  /// Reads a date of ISO 8601, with a space or `T` before the time, quoted or not; nil for any
  /// other text.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      guard rest.count > 1, rest.last == quote else { return nil }
      rest = rest.dropFirst().dropLast()
    }
    func number(_ digits: Int) -> Int? {
      let found = rest.prefix(digits)
      guard found.count == digits, found.allSatisfy(\.isASCIIDigit) else { return nil }
      rest = rest.dropFirst(digits)
      return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func skip(_ characters: String) -> UInt8? {
      guard let first = rest.first, characters.utf8.contains(first) else { return nil }
      return rest.removeFirst()
    }
    guard let year = number(4), skip("-") != nil, let month = number(2), skip("-") != nil,
      let day = number(2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = ((year * 12 + month) * 31 + day) * 86_400
    if !rest.isEmpty {
      guard skip("Tt ") != nil, let hour = number(2), skip(":") != nil, let minute = number(2),
        hour < 24, minute < 60
      else { return nil }
      seconds += hour * 3_600 + minute * 60
      if skip(":") != nil {
        guard let second = number(2) else { return nil }
        seconds += second
        if skip(".") != nil { rest = rest.drop(while: \.isASCIIDigit) }
      }
      _ = skip(" ")
      if let sign = skip("+-") {
        guard let hours = number(2) else { return nil }
        _ = skip(":")
        let offset = hours * 3_600 + (number(2) ?? 0) * 60
        seconds += sign == UInt8(ascii: "+") ? -offset : offset
      } else {
        _ = skip("Zz")
      }
    }
    guard rest.isEmpty else { return nil }
    self.seconds = seconds
  }

  static func < (left: DateText, right: DateText) -> Bool { left.seconds < right.seconds }
}
