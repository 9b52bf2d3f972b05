/// The time that opens the heading of a journal entry.
///
/// ```
/// heading := blank{0,3} "#"{1,6} blank+ time rest?
/// time    := digit digit? ":" digit digit (":" digit digit)? (blank* ("am" | "pm"))?
/// ```
/// A blank or the end follows the time, so that `## 8:15th` opens no entry. What may follow (a zone, a mood, a title)
/// is read by `Notes`.
package struct JournalTime: Equatable, Sendable {
  package let hour: Int
  package let minute: Int
  /// Nil if it is not given.
  package let second: Int?
  /// The index after the time.
  package let end: Int

  /// Seconds after midnight.
  package var seconds: Int { hour * 3_600 + minute * 60 + (second ?? 0) }

  /// Reads the time at the start of a heading's text.
  package init?(_ text: ArraySlice<UInt8>) {
    let end = text.endIndex
    var index = text.startIndex
    func pair() -> Int? {
      guard index + 2 < end, text[index] == UInt8(ascii: ":"), text[index + 1].isASCIIDigit,
        text[index + 2].isASCIIDigit
      else { return nil }
      index += 3
      return Int(text[index - 2] - 0x30) * 10 + Int(text[index - 1] - 0x30)
    }
    let digits = text.prefix(2).prefix(while: \.isASCIIDigit)
    index += digits.count
    guard !digits.isEmpty, let minute = pair(), minute < 60 else { return nil }
    let second = pair()
    guard second ?? 0 < 60 else { return nil }
    var hour = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    // “13:15 Am I late?” has no half of the day.
    if (1...12).contains(hour), let half = Self.half(text, &index) { hour = hour % 12 + half }
    guard hour < 24, index == end || text[index].isASCIISpace else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    self.end = index
  }

  /// Reads the time of a line that is a heading, without its line feed.
  package init?(headingLine line: ArraySlice<UInt8>) {
    let marks = line.drop { $0 == .space }
    let text = marks.drop { $0 == UInt8(ascii: "#") }
    let (indent, level) = (marks.startIndex - line.startIndex, text.startIndex - marks.startIndex)
    guard indent <= 3, (1...6).contains(level), text.first?.isBlank == true else { return nil }
    self.init(text.drop(while: \.isBlank))
  }

  /// 0 for `am`, 12 for `pm`, after any blanks.
  private static func half(_ text: ArraySlice<UInt8>, _ index: inout Int) -> Int? {
    let rest = text[index...].drop(while: \.isBlank)
    let letters = rest.prefix(2).map(\.asciiLowercased)
    guard letters.last == UInt8(ascii: "m"), let first = letters.first,
      first == UInt8(ascii: "a") || first == UInt8(ascii: "p"),
      rest.dropFirst(2).first?.isASCIISpace ?? true
    else { return nil }
    index = rest.startIndex + 2
    return first == UInt8(ascii: "p") ? 12 : 0
  }
}
