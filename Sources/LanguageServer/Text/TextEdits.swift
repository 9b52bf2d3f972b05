import Exchange
import Merge
import Notes

/// The changes that make one text of another, few and small, so that the client's cursor and marks stay.
enum TextEdits {
  /// Edits of the old text that make the new one, in order; they do not overlap.
  static func from(_ old: [UInt8], to new: [UInt8]) -> [ByteEdit] {
    if old == new { return [] }
    let oldLines = lines(old)
    let newLines = lines(new)
    return LineDifference(from: old, to: new).changes.map { change in
      let range = oldLines[change.old.lowerBound]..<oldLines[change.old.upperBound]
      let text = Array(new[newLines[change.new.lowerBound]..<newLines[change.new.upperBound]])
      return trimmed(range, text, in: old)
    }
  }

  /// The starts of lines as the difference counts them, and the end.
  private static func lines(_ bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    if starts.last != bytes.count { starts.append(bytes.count) }
    return starts
  }

  /// An edit without what both texts begin and end with, cut between characters.
  private static func trimmed(_ range: Range<Int>, _ text: [UInt8], in old: [UInt8]) -> ByteEdit {
    let former = old[range]
    var start = zip(former, text).prefix { $0 == $1 }.count
    func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    while start > 0,
      start < former.count && isInside(former[range.lowerBound + start])
        || start < text.count && isInside(text[start])
    { start -= 1 }
    let rest = min(former.count, text.count) - start
    var end = zip(former.reversed(), text.reversed()).prefix(rest).prefix { $0 == $1 }.count
    while end > 0, isInside(former[range.upperBound - end]) { end -= 1 }
    return ByteEdit(
      ByteRange(range.lowerBound + start, range.upperBound - end),
      Array(text[start..<(text.count - end)]))
  }
}
