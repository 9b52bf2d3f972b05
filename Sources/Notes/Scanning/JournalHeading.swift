/// The text of a heading that opens a journal entry.
///
/// ```
/// heading := time (blank+ mood)? (blank+ title)?
/// time    := digit digit? ":" digit digit (":" digit digit)? (blank* ("am" | "pm"))?
/// mood    := one emoji
/// ```
struct JournalHeading {
  var hour: Int
  var minute: Int
  var second: Int?
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
    if let half = Self.half(bytes, &index, end) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    guard hour < 24, index == end || bytes[index].isASCIISpace else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
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

  /// Past the emoji at `start`, if one stands there by itself.
  private static func emojiEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
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
