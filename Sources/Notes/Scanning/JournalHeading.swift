/// The text of a heading that opens a journal entry.
///
/// ```
/// heading := time (blank+ zone)? (blank+ mood)? (blank+ title)?
/// time    := digit digit? ":" digit digit (":" digit digit)? (blank* ("am" | "pm"))?
/// zone    := ("+" | "-") digit digit ":" digit digit
/// mood    := one emoji
/// ```
struct JournalHeading {
  var hour: Int
  var minute: Int
  var second: Int?
  /// The time and the zone.
  var time: ByteRange
  var zoneMinutes: Int?
  var mood: ByteRange?
  var title: ByteRange?

  init?(_ bytes: [UInt8], _ range: ByteRange) {
    var index = Int(range.start)
    let end = Int(range.end)
    func number(atMost digits: Int) -> Int? {
      let start = index
      var value = 0
      while index < end, index - start < digits, bytes[index].isASCIIDigit {
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      return index > start ? value : nil
    }
    func pair() -> Int? {
      guard index + 2 < end, bytes[index] == UInt8(ascii: ":"),
        bytes[index + 1].isASCIIDigit, bytes[index + 2].isASCIIDigit
      else { return nil }
      index += 1
      return number(atMost: 2)
    }
    guard var hour = number(atMost: 2), let minute = pair(), minute < 60 else { return nil }
    let second = pair()
    guard second ?? 0 < 60 else { return nil }
    // “13:15 Am I late?” says no half of the day.
    if (1...12).contains(hour), let half = Self.half(bytes, &index, end) { hour = hour % 12 + half }
    guard hour < 24, index == end || bytes[index].isASCIISpace else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    zoneMinutes = Self.zone(bytes, &index, end)
    time = ByteRange(Int(range.start), index)
    while index < end, bytes[index].isBlank { index += 1 }
    if let moodEnd = Self.emojiEnd(bytes, index, end) {
      mood = ByteRange(index, moodEnd)
      index = moodEnd
      while index < end, bytes[index].isBlank { index += 1 }
    }
    if index < end { title = ByteRange(index, end) }
  }

  /// 0 for `am`, 12 for `pm`, after any blanks.
  private static func half(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> Int? {
    var next = index
    while next < end, bytes[next].isBlank { next += 1 }
    guard next + 1 < end, bytes[next + 1] | 0x20 == UInt8(ascii: "m"),
      next + 2 == end || bytes[next + 2].isASCIISpace
    else { return nil }
    switch bytes[next] | 0x20 {
    case UInt8(ascii: "a"):
      index = next + 2
      return 0
    case UInt8(ascii: "p"):
      index = next + 2
      return 12
    default: return nil
    }
  }

  /// The minutes east of Greenwich in `+09:00`, after blanks.
  private static func zone(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> Int? {
    var next = index
    while next < end, bytes[next].isBlank { next += 1 }
    guard next > index, next + 6 <= end, next + 6 == end || bytes[next + 6].isASCIISpace else {
      return nil
    }
    let isWest = bytes[next] == UInt8(ascii: "-")
    let digits = [1, 2, 4, 5].map { bytes[next + $0] }
    guard isWest || bytes[next] == UInt8(ascii: "+"), bytes[next + 3] == UInt8(ascii: ":"),
      digits.allSatisfy(\.isASCIIDigit)
    else { return nil }
    let figures = digits.map { Int($0 - 0x30) }
    let (hours, minutes) = (figures[0] * 10 + figures[1], figures[2] * 10 + figures[3])
    guard hours <= 18, minutes < 60 else { return nil }
    index = next + 6
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  /// Past the emoji at `start`, if one stands there by itself.
  static func emojiEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var next = start
    while next < end, !bytes[next].isASCIISpace { next += 1 }
    guard next > start, next - start <= 64, bytes[start] >= 0x80 || next - start > 1 else {
      return nil
    }
    let word = String(decoding: bytes[start..<next], as: Unicode.UTF8.self)
    guard word.count == 1, let first = word.unicodeScalars.first else { return nil }
    // Digits and `#` are emoji only with what makes them keycaps.
    let isEmoji =
      first.properties.isEmoji && (first.value > 0xFF || word.unicodeScalars.count > 1)
    return isEmoji ? next : nil
  }
}
