import Layout

extension Note {
  /// The text for a reader within a range, without markup; lines stay lines.
  package func plainText(in range: ByteRange) -> String {
    String(decoding: plainBytes(in: range), as: Unicode.UTF8.self)
  }

  /// The hint of a cloze for a reader: as it is typed, without comments.
  package func hint(of cloze: Cloze) -> String { text(cloze.hint).withoutComments }

  /// The number of words of the note: runs of letters, marks and digits, with each CJK character
  /// counted as one; code and addresses too.
  package var wordCount: Int {
    var counter = WordCounter()
    for run in runs {
      if !run.joinsPrevious { counter.breakWord() }
      counter.count(source, run.range)
    }
    return counter.words
  }

  /// The number of words within a range.
  package func wordCount(in range: ByteRange) -> Int {
    var counter = WordCounter()
    var index = firstRun(endingAfter: range.start)
    while index < runs.count, runs[index].start < range.end {
      let run = runs[index]
      if !run.joinsPrevious { counter.breakWord() }
      counter.count(
        source, ByteRange(start: max(run.start, range.start), end: min(run.end, range.end)))
      index += 1
    }
    return counter.words
  }

  /// The runs of which some part lies within a range, in order.
  package func runs(within range: Range<Int>) -> ArraySlice<TextRun> {
    let first = firstRun(endingAfter: UInt32(range.lowerBound))
    let end = runs[first...].firstIndex { Int($0.start) >= range.upperBound } ?? runs.endIndex
    return runs[first..<end]
  }

  private func plainBytes(in range: ByteRange) -> [UInt8] {
    var text: [UInt8] = []
    var index = firstRun(endingAfter: range.start)
    var last: UInt32?
    while index < runs.count, runs[index].start < range.end {
      let run = runs[index]
      let start = max(run.start, range.start)
      let end = min(run.end, range.end)
      index += 1
      if start >= end { continue }
      if appendReferences(after: last, in: range.start..<start, before: run, to: &text) {
        // The gap is written.
      } else if let last {
        if run.startsBlock {
          text.append(contentsOf: "\n\n".utf8)
        } else if !run.joinsPrevious {
          let gap = source[Int(last)..<Int(start)]
          if gap.contains(where: \.isLineEnd) {
            text.append(.lineFeed)
          } else if !source[Int(start)].isASCIISpace {
            text.append(.space)
          }
        }
      }
      // Of the spaces around what is not shown one is left.
      let isSecond = last.map { $0 < start } == true && text.last == .space
      append(isSecond && source[Int(start)] == .space ? start + 1 : start, end, to: &text)
      last = end
    }
    _ = appendReferences(after: last, in: range.start..<range.end, before: nil, to: &text)
    while let byte = text.last, byte.isASCIISpace { text.removeLast() }
    if let first = text.firstIndex(where: { !$0.isASCIISpace }) { text.removeFirst(first) }
    return text
  }

  /// Appends the character references between two runs, and the separators around them.
  ///
  /// - Parameters:
  ///   - last: the end of the run before; nil for the beginning of the range.
  ///   - run: the run that follows; nil at the end of the range.
  /// - Returns: false, and nothing was done, if there are none.
  private func appendReferences(
    after last: UInt32?, in range: Range<UInt32>, before run: TextRun?, to text: inout [UInt8]
  ) -> Bool {
    if references.isEmpty { return false }
    let gap = max(last ?? range.lowerBound, range.lowerBound)..<range.upperBound
    let found = references[firstReference(from: gap.lowerBound)...].prefix {
      $0.range.end <= gap.upperBound
    }
    if found.isEmpty { return false }
    let isBlock = run?.startsBlock == true
    func part(_ start: UInt32, _ end: UInt32) {
      let between = source[Int(start)..<Int(end)]
      if text.isEmpty || TextPiece.isMarkupOnly(between) { return }
      if isBlock {
        text.append(contentsOf: "\n\n".utf8)
      } else if text.last?.isASCIISpace == false {
        text.append(between.contains(where: \.isLineEnd) ? .lineFeed : .space)
      }
    }
    var place = gap.lowerBound
    for reference in found {
      part(place, reference.range.start)
      text.append(contentsOf: CharacterReference.decoded(self.text(reference.range)).utf8)
      place = reference.range.end
    }
    if let run, run.startsBlock || !source[Int(gap.upperBound)].isASCIISpace {
      part(place, gap.upperBound)
    }
    return true
  }

  func firstReference(from offset: UInt32) -> Int {
    var low = 0
    var high = references.count
    while low < high {
      let middle = (low + high) / 2
      if references[middle].range.start < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Appends a part of a run; the indentation of its lines goes.
  private func append(_ start: UInt32, _ end: UInt32, to text: inout [UInt8]) {
    var index = Int(start)
    while index < Int(end) {
      let byte = source[index]
      index += 1
      guard byte.isLineEnd else {
        text.append(byte)
        continue
      }
      while let byte = text.last, byte.isBlank { text.removeLast() }
      while index < Int(end), source[index].isASCIISpace { index += 1 }
      text.append(.lineFeed)
    }
  }

  private func firstRun(endingAfter offset: UInt32) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
