import Layout

extension NoteReader {
  /// Adds a text as a run, without the parts that were read already.
  mutating func emit(_ start: Int, _ end: Int, role: TextRun.Role) {
    var start = max(start, skipUntil)
    guard start < end else { return }
    if let hole = clozeEnd, hole < end {
      if start < hole { append(start, hole, role: role) }
      start = max(start, hole + 1)
      clozeEnd = nil
    }
    append(start, end, role: role)
  }

  /// Adds a run, or lengthens the last one where only white space lies between.
  mutating func append(_ start: Int, _ end: Int, role: TextRun.Role) {
    guard start < end else { return }
    if !isBlockPending, let last = runs.last, last.role == role, isContinuous(last.end, start) {
      runs[runs.count - 1].end = UInt32(truncatingIfNeeded: end)
    } else {
      runs.append(
        TextRun(
          start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
          role: role, level: leaf.level, startsBlock: isBlockPending,
          joinsPrevious: !isBlockPending && !isGapPending))
    }
    isBlockPending = false
    isGapPending = false
  }

  /// True if two texts are adjacent, or separated only by a break and the indentation after it.
  private func isContinuous(_ end: UInt32, _ start: Int) -> Bool {
    var index = Int(end)
    if index == start { return !isGapPending }
    guard isGapPending, start - index < 64, index < start else { return false }
    while index < start {
      guard bytes[index].isASCIISpace else { return false }
      index += 1
    }
    return true
  }

  /// Removes the end of the last run from `start` on, because it turned out to be markup.
  mutating func dropRunTail(from start: Int) {
    while runs.count > leaf.firstRun, let last = runs.last, Int(last.end) > start {
      if Int(last.start) < start {
        runs[runs.count - 1].end = UInt32(truncatingIfNeeded: start)
        return
      }
      isBlockPending = isBlockPending || last.startsBlock
      isGapPending = isGapPending || !last.joinsPrevious
      runs.removeLast()
    }
  }

  /// The role of a text where the reader is.
  var role: TextRun.Role {
    leaf.kind == .heading ? .heading : openLinks.last?.role ?? .body
  }
}
