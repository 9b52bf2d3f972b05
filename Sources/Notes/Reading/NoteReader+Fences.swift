import Layout

extension NoteReader {
  /// Remarks on the last block of the note, if it is code that no fence ends.
  ///
  /// A block that is open at the end of a quote or an item ends with that; only at the end of the note it takes in
  /// what its writer did not mean.
  mutating func noteOpenFence() {
    guard let last = tape.events.lastIndex(where: { $0.kind == .enterCode }),
      tape.events[last].detail != 0,
      let end = tape.events[last...].firstIndex(where: { $0.kind == .leaveCode }),
      !tape.events[end...].contains(where: { !$0.isBlock || $0.kind == .enterHTML })
    else { return }
    let code = tape.events[last..<end].filter { $0.kind == .codeText && $0.start < $0.end }
    guard let first = code.first, let final = code.last else {
      noteEmptyOpenFence()
      return
    }
    if hasText(from: Int(final.end)) { return }
    var line = lineStart(Int(first.start))
    while line > bodyStart {
      line = lineStart(line - 1)
      if let fence = fence(at: line) {
        flaws.append((.openFence, fence))
        return
      }
      if hasText(from: line, to: endOfLine(from: line).content) { return }
    }
  }

  /// Remarks on a fence that is the note's last line, and that no other line of fences comes before.
  private mutating func noteEmptyOpenFence() {
    var end = bytes.count
    var fences: [Int?] = []
    while end > bodyStart, fences.count < 2 {
      let line = lineStart(end - 1)
      if hasText(from: line, to: end) { fences.append(fence(at: line)) }
      end = line
    }
    if let fence = fences.first ?? nil, (fences.dropFirst().first ?? nil) == nil {
      flaws.append((.openFence, fence))
    }
  }

  /// The first byte of the line that holds an offset.
  private func lineStart(_ offset: Int) -> Int {
    var start = min(max(offset, bodyStart), bytes.count)
    while start > bodyStart, bytes[start - 1] != .lineFeed { start -= 1 }
    return start
  }

  /// True if there is more than blanks, line ends and marks of quotes.
  private func hasText(from start: Int, to end: Int? = nil) -> Bool {
    bytes[start..<min(end ?? bytes.count, bytes.count)].contains {
      !$0.isBlank && !$0.isLineEnd && $0 != UInt8(ascii: ">")
    }
  }

  /// The fence that begins a line, after the marks of quotes and items.
  private func fence(at line: Int) -> Int? {
    let marks = [">", "-", "*", "+", ".", ")"].map { UInt8(ascii: $0) }
    let start = bytes[line...].firstIndex {
      !$0.isBlank && !marks.contains($0) && !$0.isASCIIDigit
    }
    guard let start else { return nil }
    let rest = bytes[start...]
    return rest.starts(with: "```".utf8) || rest.starts(with: "~~~".utf8) ? start : nil
  }
}
