import Layout

/// The text of a heading, or of an item, that opens a journal entry.
///
/// ```
/// heading := time (blank+ zone)? (blank+ mood)? (blank+ title)?
/// item    := heading | "**" time "**" (blank+ mood)? (blank+ title)?
/// time    := what `JournalTime` reads
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
    guard let opening = JournalTime(bytes[range.indices]) else { return nil }
    self.init(bytes, range, opening, endOfTime: opening.end)
  }

  /// Reads the text of an item, whose time is bold where Logseq's quick capture wrote it.
  init?(item bytes: [UInt8], _ range: ByteRange) {
    let (marks, text) = (Array("**".utf8), bytes[range.indices])
    guard text.starts(with: marks) else { return nil }
    let time = text.dropFirst(2).prefix { $0 != marks[0] }
    let rest = text[time.endIndex...]
    guard let opening = JournalTime(time), opening.end == time.endIndex, rest.starts(with: marks),
      rest.dropFirst(2).first?.isBlank ?? true
    else { return nil }
    self.init(bytes, range, opening, endOfTime: opening.end + 2)
  }

  private init(
    _ bytes: [UInt8], _ range: ByteRange, _ opening: JournalTime, endOfTime: Int
  ) {
    hour = opening.hour
    minute = opening.minute
    second = opening.second
    var index = endOfTime
    let end = Int(range.end)
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

  /// The offset after the emoji at `start`, or nil unless a single one is there.
  static func emojiEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var next = start
    while next < end, !bytes[next].isASCIISpace { next += 1 }
    guard next > start, next - start <= 64, bytes[start] >= 0x80 || next - start > 1 else {
      return nil
    }
    let word = String(decoding: bytes[start..<next], as: Unicode.UTF8.self)
    guard word.count == 1, let first = word.unicodeScalars.first else { return nil }
    // Digits and `#` are emoji only with the code points that make them keycaps.
    let isEmoji =
      first.properties.isEmoji && (first.value > 0xFF || word.unicodeScalars.count > 1)
    return isEmoji ? next : nil
  }
}
