import Layout
import Notes
import Search

extension Note {
  /// The kinds of parts that a query may ask by themselves.
  static let partKinds = ["block", "section", "code", "quote", "task"]

  /// The note's text in the form of the index.
  ///
  /// - Parameters:
  ///   - names: further indexed texts of the note: its title and file name.
  ///   - isQuote: true if all of it is a quote.
  func documentText(
    names: [(text: String, field: String)] = [], isQuote: Bool = false,
    today: CivilDate, zone: Zone
  ) -> DocumentText {
    var bytes = source
    let (own, firstRun) = matcherRuns
    var runs = own
    for (text, field) in names {
      let start = bytes.count
      bytes += text.utf8
      runs.append(
        TextMatcher.Run(
          start..<bytes.count, fields: [field], joinsPrevious: false, startsBlock: true))
    }
    let whole = isQuote ? DocumentPart(range: 0..<bytes.count, runs: runs.indices) : nil
    return DocumentText(
      bytes: bytes, runs: runs,
      parts: { kind in
        if let whole, kind == "quote" { return [whole] }
        return parts(kind).map {
          DocumentPart(
            range: $0.range,
            runs: $0.runs.lowerBound + firstRun..<$0.runs.upperBound + firstRun)
        }
      },
      places: { predicate in
        guard ["tag", "link", "has", "is"].contains(predicate.key) else { return nil }
        if predicate.key == "is", predicate.test != .matches("todo") { return nil }
        let conditions = ConditionPlaces(.predicate(predicate), today: today, zone: zone)
        return conditions.matches(in: self).map { $0.range }
      })
  }

  /// The parts of the note's bytes that the index has: the values of its front matter, and its runs,
  /// of which the first has the number `firstRun`.
  private var matcherRuns: (runs: [TextMatcher.Run], firstRun: Int) {
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
    for run in runs {
      let isTitle = title?.contains(run.range) == true
      let fields = run.role == .heading ? isTitle ? ["heading", "title"] : ["heading"] : []
      result.append(
        TextMatcher.Run(
          run.range.indices, fields: fields, joinsPrevious: run.joinsPrevious,
          startsBlock: run.startsBlock))
    }
    return (result, firstRun)
  }

  // MARK: Parts

  /// The note's parts of a kind, with the numbers of their runs.
  private func parts(_ kind: String) -> [DocumentPart] {
    switch kind {
    case "block": blocks
    case "section": sections
    case "code": pieces { run, gap in run.role == .code && gap.allSatisfy(\.isMargin) }
    case "quote": quotes.map { part($0.range) }
    case "task": tasks.map { part($0.text) }
    default: []
    }
  }

  private func part(_ range: ByteRange) -> DocumentPart {
    let first = index(ofRunFrom: Int(range.start))
    return DocumentPart(
      range: range.indices, runs: first..<max(first, index(ofRunFrom: Int(range.end))))
  }

  /// The number of the first run that begins at an offset or after it.
  private func index(ofRunFrom offset: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].start) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Paragraphs, list items, headings, code blocks and rows of tables, each up to the next.
  private var blocks: [DocumentPart] {
    var firsts: [(run: Int, start: Int)] = []
    for (number, run) in runs.enumerated() {
      guard number > 0 else {
        firsts.append((0, bodyStart))
        continue
      }
      guard run.startsBlock else { continue }
      let gap = source[Int(runs[number - 1].end)..<Int(run.start)]
      // Cells of one row have no line end between them.
      guard let lineEnd = gap.lastIndex(where: \.isLineEnd) else { continue }
      firsts.append((number, emptyLine(in: gap) ?? lineEnd + 1))
    }
    return firsts.indices.map { index in
      let isLast = index + 1 == firsts.count
      return DocumentPart(
        range: firsts[index].start..<(isLast ? source.count : firsts[index + 1].start),
        runs: firsts[index].run..<(isLast ? runs.count : firsts[index + 1].run))
    }
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
  private var sections: [DocumentPart] {
    let starts = [bodyStart] + headings.map { Int($0.range.start) }
    return starts.indices.compactMap { index in
      let end = index + 1 < starts.count ? starts[index + 1] : source.count
      return starts[index] < end ? part(ByteRange(starts[index], end)) : nil
    }
  }

  /// Runs in a row that belong together.
  private func pieces(_ isPart: (TextRun, ArraySlice<UInt8>) -> Bool) -> [DocumentPart] {
    var parts: [DocumentPart] = []
    for (number, run) in runs.enumerated() where isPart(run, []) {
      let range = run.range.indices
      if let last = parts.last, last.runs.upperBound == number, !run.startsBlock,
        isPart(run, source[last.range.upperBound..<range.lowerBound])
      {
        parts[parts.count - 1] = DocumentPart(
          range: last.range.lowerBound..<range.upperBound, runs: last.runs.lowerBound..<number + 1)
      } else {
        parts.append(DocumentPart(range: range, runs: number..<number + 1))
      }
    }
    return parts
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
