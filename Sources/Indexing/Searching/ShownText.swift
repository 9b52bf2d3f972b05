import Layout
import Notes

/// Some lines of a note as a reader sees them, in one line: without markup, or as they are.
struct ShownText {
  /// The text, which is UTF-8 if the note is.
  private(set) var bytes: [UInt8] = []
  /// Stretches of the note that follow one another in `bytes`.
  private var stretches: [Stretch] = []

  private struct Stretch {
    /// Its range in `bytes`.
    let shown: Range<Int>
    /// Its range in the note.
    let source: Range<Int>
  }

  /// - Parameters:
  ///   - lines: bytes of the note.
  ///   - isRaw: markup is shown as well.
  init(_ note: Note, _ lines: Range<Int>, isRaw: Bool) {
    let bodyStart = max(lines.lowerBound, min(lines.upperBound, note.bodyStart))
    if isRaw || bodyStart == lines.upperBound {
      append(note, lines)
      return
    }
    let runs = note.runs(within: bodyStart..<lines.upperBound).indices
    var isFirst = true
    note.forEachPiece(in: runs) { piece, _ in
      let range = piece.range.indices.clamped(to: bodyStart..<lines.upperBound)
      if range.isEmpty { return }
      if !isFirst, !piece.joinsPrevious, let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      isFirst = false
      append(note, range, piece.decoded)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
  }

  /// Appends a run, or what a character reference stands for; one of a control character is shown as
  /// it is typed.
  private mutating func append(_ note: Note, _ range: Range<Int>, _ decoded: String?) {
    guard let decoded else {
      append(note, range)
      return
    }
    let isShown = decoded.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    let start = bytes.count
    bytes += isShown ? Array(decoded.utf8) : Array(note.source[range])
    stretches.append(Stretch(shown: start..<bytes.count, source: range))
  }

  /// Appends a stretch; line ends and the indentation after them become one space.
  private mutating func append(_ note: Note, _ range: Range<Int>) {
    var start = range.lowerBound
    if bytes.isEmpty { start = note.source[range].firstIndex { !$0.isASCIISpace } ?? start }
    var index = start
    while index < range.upperBound {
      guard note.source[index].isLineEnd else {
        index += 1
        continue
      }
      append(note, unbroken: start..<index)
      while index < range.upperBound, note.source[index].isASCIISpace { index += 1 }
      if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      start = index
    }
    append(note, unbroken: start..<range.upperBound)
  }

  private mutating func append(_ note: Note, unbroken range: Range<Int>) {
    guard !range.isEmpty else { return }
    stretches.append(Stretch(shown: bytes.count..<bytes.count + range.count, source: range))
    bytes += note.source[range]
  }

  /// The part of `bytes` that shows a range of the note; empty if none of it is shown.
  func shown(_ range: Range<Int>) -> Range<Int> {
    var lower: Int?
    var upper = 0
    for stretch in stretches where stretch.source.overlaps(range) {
      var shown = stretch.shown
      // A reference is shown as a whole.
      if shown.count == stretch.source.count {
        let part = stretch.source.clamped(to: range)
        let start = shown.lowerBound + part.lowerBound - stretch.source.lowerBound
        shown = start..<start + part.count
      }
      if lower == nil { lower = shown.lowerBound }
      upper = shown.upperBound
    }
    return min(lower ?? 0, bytes.count)..<min(max(upper, lower ?? 0), bytes.count)
  }

  /// The part of `bytes` to show: the match a third of the way in, cut at spaces.
  func window(around match: Range<Int>, width: Int) -> Range<Int> {
    let match = shown(match)
    var lower = 0
    var upper = bytes.count
    if upper > width {
      if match.upperBound > width * 2 / 3 {
        lower = max(0, match.lowerBound - width / 3)
        // To the start of a word, and never into the middle of a character.
        while lower > 0, lower < match.lowerBound, bytes[lower - 1] != 0x20 { lower += 1 }
      }
      upper = min(upper, max(min(match.upperBound, match.lowerBound + 4 * width), lower + width))
      let enough = max(match.upperBound, lower + width / 2)
      var cut = upper
      while cut > enough, cut < bytes.count, bytes[cut] != 0x20 { cut -= 1 }
      if cut > enough { upper = cut }
      while upper < bytes.count, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
    }
    return lower..<max(upper, lower)
  }
}
