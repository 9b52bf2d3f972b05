import Layout

/// The difference of two texts, line by line, in the runs known from `diff -u`.
package struct LineDifference: Equatable, Sendable {
  /// One line and whether it is in both texts.
  package struct Line: Equatable, Sendable {
    package let kind: DifferenceKind
    /// Without its line end.
    package let bytes: [UInt8]

    /// The line with control characters made visible.
    package var text: String { SafeText.escaped(bytes) }
  }

  /// Changed lines with three lines around them.
  package struct Hunk: Equatable, Sendable {
    /// The first line in the old text, counted from 1.
    package let oldStart: Int
    package let oldCount: Int
    package let newStart: Int
    package let newCount: Int
    package let lines: [Line]
  }

  /// Lines of the old text in whose place the new text has others; both are counted from 0.
  package struct Change: Equatable, Sendable {
    /// Empty for an insertion.
    package let old: Range<Int>
    /// Empty for a deletion.
    package let new: Range<Int>
  }

  /// In the order of the texts, with at least one line that both have between two.
  package let changes: [Change]
  /// The changes with the lines around them.
  package let hunks: [Hunk]

  private static let context = 3

  /// Compares texts by the matching of merges; a changed line end is a changed line.
  /// - Complexity: linear in the texts, except for moved or repeated lines, whose search is bounded.
  package init(from old: [UInt8], to new: [UInt8]) {
    let oldLines = Self.lines(of: old)
    let lines = oldLines + Self.lines(of: new)
    var numbers: [ArraySlice<UInt8>: Int32] = [:]
    var ids: [Int32] = []
    for line in lines {
      let id = numbers[line] ?? Int32(numbers.count)
      numbers[line] = id
      ids.append(id)
    }
    let (first, second) = (oldLines.indices, oldLines.count..<lines.count)
    var matcher = SequenceMatcher(
      ids: ids, idCount: numbers.count, weakID: numbers[[.lineFeed]] ?? -1)
    var found = matcher.hunks(old: first, new: second)
    let slider = HunkSlider(
      ids: ids, isBlank: { lines[$0].allSatisfy(\.isASCIISpace) },
      isHeading: { lines[$0].first == UInt8(ascii: "#") })
    slider.slide(&found, old: first, new: second)
    changes = found.map { Change(old: $0.old, new: $0.new.moved(-oldLines.count)) }
    var script: [Line] = []
    func add(_ range: Range<Int>, _ kind: DifferenceKind) {
      script += lines[range].map { Line(kind: kind, bytes: Self.shown($0)) }
    }
    var place = 0
    for change in found {
      add(place..<change.old.lowerBound, .same)
      add(change.old, .removed)
      add(change.new, .added)
      place = change.old.upperBound
    }
    add(place..<oldLines.count, .same)
    hunks = Self.hunks(of: script)
  }

  /// The lines with their ends, so that a changed line end is a changed line.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < text.count {
      let end = (text[start...].firstIndex(of: 0x0A) ?? text.count - 1) + 1
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == 0x0A ? line.dropLast() : line)
  }

  private static func hunks(of script: [Line]) -> [Hunk] {
    var hunks: [Hunk] = []
    let changed = script.indices.filter { script[$0].kind != .same }
    var next = 0
    var (index, oldLine, newLine) = (0, 1, 1)
    while next < changed.count {
      let start = max(changed[next] - context, index)
      var end = changed[next]
      while next < changed.count, changed[next] - end <= 2 * context {
        end = changed[next]
        next += 1
      }
      for line in script[index..<start] where line.kind == .same {
        (oldLine, newLine) = (oldLine + 1, newLine + 1)
      }
      let lines = Array(script[start..<min(end + context + 1, script.count)])
      let oldCount = lines.count { $0.kind != .added }
      let newCount = lines.count { $0.kind != .removed }
      hunks.append(
        Hunk(
          oldStart: oldLine, oldCount: oldCount, newStart: newLine, newCount: newCount,
          lines: lines))
      (oldLine, newLine) = (oldLine + oldCount, newLine + newCount)
      index = start + lines.count
    }
    return hunks
  }
}
