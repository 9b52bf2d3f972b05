/// Changes of a text, as diff-match-patch (Neil Fraser) writes them down.
///
/// ```
/// patch := hunk*
/// hunk  := "@@ -" place " +" place " @@\n" line*
/// place := start ("," length)?
/// line  := (" " | "-" | "+") text "\n"
/// ```
/// Places count UTF-16 units from 1, in the text as the hunks before left it; one of length 0 names the unit before
/// it. Texts are percent-encoded UTF-8.
struct TextPatch {
  private struct Hunk {
    var start: Int
    var old: [UInt16] = []
    var new: [UInt16] = []
  }

  private var hunks: [Hunk] = []

  /// Reads a patch; nil if the bytes are none.
  init?(_ bytes: ArraySlice<UInt8>) {
    for line in bytes.split(separator: 0x0A) {
      if line.first == UInt8(ascii: "@") {
        guard let start = Self.start(of: line), start >= hunks.last?.start ?? 0 else { return nil }
        hunks.append(Hunk(start: start))
        continue
      }
      guard let last = hunks.indices.last else { return nil }
      let units = Self.decoded(line.dropFirst())
      switch line.first {
      case UInt8(ascii: " "):
        hunks[last].old += units
        hunks[last].new += units
      case UInt8(ascii: "-"): hunks[last].old += units
      case UInt8(ascii: "+"): hunks[last].new += units
      default: return nil
      }
    }
  }

  /// The text that it makes of another; nil if the lines that it replaces are not there.
  ///
  /// - Complexity: linear in the text and the patch, because hunks do not go backwards.
  func applied(to text: [UInt8]) -> [UInt8]? {
    // The finished text, and the rest in reverse.
    var done: [UInt16] = []
    var rest = Array(String(decoding: text, as: UTF8.self).utf16.reversed())
    for hunk in hunks {
      if hunk.start >= done.count {
        let count = hunk.start - done.count
        guard count <= rest.count else { return nil }
        done += rest.suffix(count).reversed()
        rest.removeLast(count)
      } else {
        rest += done[hunk.start...].reversed()
        done.removeSubrange(hunk.start...)
      }
      guard rest.suffix(hunk.old.count).reversed().elementsEqual(hunk.old) else { return nil }
      rest.removeLast(hunk.old.count)
      done += hunk.new
    }
    done += rest.reversed()
    return Array(String(decoding: done, as: UTF16.self).utf8)
  }

  /// The number of the first new line of a hunk, from 0.
  private static func start(of header: ArraySlice<UInt8>) -> Int? {
    let words = header.split(separator: UInt8(ascii: " "))
    guard words.count == 4, words[0].elementsEqual("@@".utf8), words[3].elementsEqual("@@".utf8),
      words[1].first == UInt8(ascii: "-"), words[2].first == UInt8(ascii: "+")
    else { return nil }
    let parts = words[2].dropFirst().split(separator: UInt8(ascii: ","))
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard (1...2).contains(parts.count), numbers.count == parts.count else { return nil }
    let start = numbers.last == 0 && numbers.count == 2 ? numbers[0] : numbers[0] - 1
    return start >= 0 ? start : nil
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt16] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return Array(String(decoding: bytes, as: UTF8.self).utf16)
  }
}
