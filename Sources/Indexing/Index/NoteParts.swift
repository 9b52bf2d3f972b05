import Layout
import Notes
import Search

extension Note {
  /// The note's text as the index has it.
  ///
  /// - Parameters:
  ///   - names: further indexed texts of the note: its title and file name.
  ///   - isQuote: true if all of it is a quote.
  func documentText(
    names: [(text: String, field: String)] = [], isQuote: Bool = false,
    today: CivilDate, zone: Zone
  ) -> DocumentText {
    var bytes = source
    let (own, body) = matcherRuns(&bytes)
    var runs = own
    for (text, field) in names {
      let start = bytes.count
      bytes += text.utf8
      runs.append(
        TextMatcher.Run(
          start..<bytes.count, fields: [field], joinsPrevious: false, startsBlock: true))
    }
    let all = runs
    let whole = isQuote ? DocumentPart(range: source.indices, runs: runs.indices) : nil
    return DocumentText(
      bytes: bytes, textCount: source.count, runs: runs,
      parts: { kind in
        if let whole, PartKind(rawValue: kind) == .quote { return [whole] }
        return parts(kind).map { range in
          let first = all[body].firstIndex(from: range.lowerBound)
          let end = max(first, all[body].firstIndex(from: range.upperBound))
          return DocumentPart(range: range, runs: first..<end)
        }
      },
      places: { predicate in
        switch ConditionKey(rawValue: predicate.key) {
        case .tag, .link, .has, .due, .scheduled, .start, .done, .cancelled, .priority: break
        case .is where predicate.test == .matches(NoteFlag.isTodo.name): break
        default: return nil
        }
        let conditions = ConditionPlaces(.predicate(predicate), today: today, zone: zone)
        return conditions.matches(in: self).map { $0.range }
      })
  }

  /// The note as the index has it: the values of its front matter, and its text, which is the
  /// runs of the range `body`.
  ///
  /// - Parameter bytes: the note's; what character references stand for is appended.
  private func matcherRuns(
    _ bytes: inout [UInt8]
  ) -> (runs: [TextMatcher.Run], body: Range<Int>) {
    var result: [TextMatcher.Run] = []
    for entry in frontMatter?.entries ?? [] {
      let fields: [String] =
        switch entry.key.text.map(CaseFolding.fold) {
        case "title": ["title"]
        case "alias", "aliases": ["alias"]
        default: []
        }
      entry.value.forEachScalar { scalar in
        result.append(
          TextMatcher.Run(
            scalar.range.indices, fields: fields, joinsPrevious: false, startsBlock: true))
      }
    }
    let firstRun = result.count
    let title = frontMatter?["title"]?.string?.isEmpty == false ? nil : titleHeading?.range
    var decoded: [UInt8] = []
    forEachPiece { piece, _ in
      let isTitle = title?.contains(piece.range) == true
      let fields = piece.role == .heading ? isTitle ? ["heading", "title"] : ["heading"] : []
      var range = piece.range.indices
      if let text = piece.decoded {
        range = source.count + decoded.count..<source.count + decoded.count + text.utf8.count
        decoded += text.utf8
      }
      result.append(
        TextMatcher.Run(
          range, fields: fields, joinsPrevious: piece.joinsPrevious,
          startsBlock: piece.startsBlock,
          origin: piece.decoded == nil ? nil : piece.range.indices))
    }
    bytes += decoded
    return (result, firstRun..<result.count)
  }

  // MARK: Parts

  /// The note's parts of a kind.
  private func parts(_ kind: String) -> [Range<Int>] {
    switch PartKind(rawValue: kind) {
    case .body: [text]
    case .block: blocks
    case .section: sections
    case .code: pieces { run, gap in run.role == .code && gap.allSatisfy(\.isMargin) }
    case .quote: quotes.map { $0.range.indices }
    // A box that Markdown does not know is text.
    case .task:
      tasks.map { task in
        let isKnown = [" ", "x", "X"].contains(text(task.mark))
        return isKnown ? task.place.indices : (Int(task.mark.start) - 1)..<Int(task.text.end)
      }
    case nil: []
    }
  }

  /// All below the front matter and the heading that is the title.
  private var text: Range<Int> {
    (titleHeading.map { Int($0.range.end) } ?? bodyStart)..<source.count
  }

  /// Paragraphs, list items, headings, code blocks and rows of tables, each up to the next.
  private var blocks: [Range<Int>] {
    var starts: [Int] = []
    for (number, run) in runs.enumerated() {
      guard number > 0 else {
        starts.append(bodyStart)
        continue
      }
      guard run.startsBlock else { continue }
      let gap = source[Int(runs[number - 1].end)..<Int(run.start)]
      // Cells of one row have no line end between them.
      guard let lineEnd = gap.lastIndex(where: \.isLineEnd) else { continue }
      starts.append(emptyLine(in: gap) ?? lineEnd + 1)
    }
    return ranges(from: starts)
  }

  /// Each start up to the next, and the last to the end.
  private func ranges(from starts: [Int]) -> [Range<Int>] {
    zip(starts, starts.dropFirst() + [source.count]).compactMap { $0 < $1 ? $0..<$1 : nil }
  }

  /// The end of the last empty line: the text after it, be it a hashtag, belongs to the next block.
  private func emptyLine(in gap: ArraySlice<UInt8>) -> Int? {
    var end: Int?
    var lineStart: Int?
    for index in gap.indices where gap[index].isLineEnd {
      if let lineStart, gap[lineStart..<index].allSatisfy(\.isMargin) { end = index + 1 }
      lineStart = index + 1
    }
    return end
  }

  /// The text before the first heading, and each heading with the text up to the next.
  private var sections: [Range<Int>] {
    ranges(from: [bodyStart] + headings.map { Int($0.range.start) })
  }

  /// Runs in a row that belong together.
  private func pieces(_ isPart: (TextRun, ArraySlice<UInt8>) -> Bool) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var lastRun = -1
    for (number, run) in runs.enumerated() where isPart(run, []) {
      let range = run.range.indices
      if let last = parts.last, lastRun == number - 1, !run.startsBlock,
        isPart(run, source[last.upperBound..<range.lowerBound])
      {
        parts[parts.count - 1] = last.lowerBound..<range.upperBound
      } else {
        parts.append(range)
      }
      lastRun = number
    }
    return parts
  }
}

extension ArraySlice<TextMatcher.Run> {
  /// The number of the first run that is shown at an offset or after it.
  fileprivate func firstIndex(from offset: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].place.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension UInt8 {
  /// True for white space and the sign of block quotes, which may begin a line.
  fileprivate var isMargin: Bool { isASCIISpace || self == UInt8(ascii: ">") }
}

extension FrontMatter.Node {
  /// Calls `body` with every scalar that the node holds, keys of mappings left out.
  func forEachScalar(_ body: (FrontMatter.Node) -> Void) {
    switch kind {
    case .scalar: body(self)
    case .list: for element in elements { element.forEachScalar(body) }
    case .mapping: for entry in entries { entry.value.forEachScalar(body) }
    }
  }
}
