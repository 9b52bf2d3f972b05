import Layout

/// The difference of two texts, line by line, in the runs known from `diff -u`.
package struct LineDifference: Equatable, Sendable {
  /// One line and whether it is in both texts.
  package struct Line: Equatable, Sendable {
    /// The text or texts that have the line.
    package enum Kind: Sendable { case same, removed, added }

    package let kind: Kind
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

  package let hunks: [Hunk]

  private static let context = 3
  /// The number of differing lines above which the middle is shown as removed and added.
  private static let limit = 1_000

  package init(from old: [UInt8], to new: [UInt8]) {
    let oldLines = Self.lines(of: old)
    let newLines = Self.lines(of: new)
    var start = 0
    while start < min(oldLines.count, newLines.count), oldLines[start] == newLines[start] {
      start += 1
    }
    var end = 0
    while end < min(oldLines.count, newLines.count) - start,
      oldLines[oldLines.count - 1 - end] == newLines[newLines.count - 1 - end]
    { end += 1 }
    var script = oldLines[..<start].map { Line(kind: .same, bytes: Self.shown($0)) }
    script += Self.script(
      Array(oldLines[start..<(oldLines.count - end)]),
      Array(newLines[start..<(newLines.count - end)]))
    script += oldLines[(oldLines.count - end)...].map { Line(kind: .same, bytes: Self.shown($0)) }
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

  /// The shortest script, by Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986).
  private static func script(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
    func whole() -> [Line] {
      old.map { Line(kind: .removed, bytes: shown($0)) }
        + new.map { Line(kind: .added, bytes: shown($0)) }
    }
    if old.isEmpty || new.isEmpty || old.count + new.count > limit { return whole() }
    let size = old.count + new.count
    var furthest = Array(repeating: 0, count: 2 * size + 2)
    var trace: [[Int]] = []
    search: for distance in 0...size {
      trace.append(furthest)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let place = diagonal + size
        let isDown =
          diagonal == -distance
          || (diagonal != distance && furthest[place - 1] < furthest[place + 1])
        var x = isDown ? furthest[place + 1] : furthest[place - 1] + 1
        var y = x - diagonal
        while x < old.count, y < new.count, old[x] == new[y] { (x, y) = (x + 1, y + 1) }
        furthest[place] = x
        if x >= old.count, y >= new.count { break search }
      }
    }
    return walkBack(trace, old, new, size)
  }

  private static func walkBack(
    _ trace: [[Int]], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], _ size: Int
  ) -> [Line] {
    var lines: [Line] = []
    var (x, y) = (old.count, new.count)
    for distance in trace.indices.reversed() {
      let furthest = trace[distance]
      let diagonal = x - y
      let place = diagonal + size
      let isDown =
        diagonal == -distance || (diagonal != distance && furthest[place - 1] < furthest[place + 1])
      let previousX = distance == 0 ? 0 : furthest[isDown ? place + 1 : place - 1]
      let previousY = distance == 0 ? 0 : previousX - (isDown ? diagonal + 1 : diagonal - 1)
      while x > previousX, y > previousY {
        (x, y) = (x - 1, y - 1)
        lines.append(Line(kind: .same, bytes: shown(old[x])))
      }
      if distance == 0 { break }
      if isDown {
        y -= 1
        lines.append(Line(kind: .added, bytes: shown(new[y])))
      } else {
        x -= 1
        lines.append(Line(kind: .removed, bytes: shown(old[x])))
      }
    }
    return lines.reversed()
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
