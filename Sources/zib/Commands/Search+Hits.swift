import Exchange
import Files
import Indexing
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// The notes that a query found, as they are printed.
struct HitList {
  let search: VaultSearch
  let query: Query
  let results: [VaultSearch.Result]
  /// Files other than notes, if the query asks for files; they come after the notes.
  let files: [NotePath]
  /// The number of lines printed around a match.
  private let contextLines: Int
  /// The number of notes that satisfy the query; nil if it was not asked for.
  let total: Int?
  private let explanations: [ScoreExplanation]
  private let isExplained: Bool
  /// If nothing was found, the number of notes that each part of the query finds by itself.
  private let partCounts: [(part: String, count: Int)]

  /// The fields of a hit for `--format`, in addition to those of every note.
  static let fields = ["line", "column", "text", "score"]

  /// Bytes of a line that a program gets around a match; longer lines are cut at words.
  private static let lineWidth = 1000

  private func places(
    in result: VaultSearch.Result, allMatches: Bool, width: Int
  ) throws -> [HitLine] {
    try search.lines(
      in: result, for: query, all: allMatches, around: contextLines, width: width)
  }

  /// Searches the index; no note is read yet.
  init(
    _ search: VaultSearch, _ text: String, order: VaultSearch.Order, reversed: Bool, offset: Int,
    limit: Int?, countsAll: Bool, explained: Bool, context: Int = 0
  ) throws {
    self.search = search
    query = search.query(text)
    contextLines = context
    let files = search.files(query)
    let last = limit.flatMap { limit in
      let (sum, isTooMany) = offset.addingReportingOverflow(limit)
      return isTooMany ? nil : sum
    }
    let found = try search.results(query, order: order, reversed: reversed, limit: last)
    let results = Array(found.dropFirst(offset))
    self.results = results
    if last != nil, found.count == last {
      total = countsAll ? try search.count(query) + files.count : nil
    } else {
      total = found.count + files.count
    }
    let skipped = max(0, offset - found.count)
    self.files = Array(
      files.dropFirst(skipped).prefix(limit.map { max(0, $0 - results.count) } ?? .max))
    let query = query
    isExplained = explained
    partCounts = explained && results.isEmpty ? try search.partCounts(query) : []
    explanations = explained ? try results.map { try search.explanation(of: $0, for: query) } : []
  }

  // MARK: For programs

  /// Each path, ended by a byte.
  func writePaths(end: UInt8, _ session: CommandSession) throws {
    for path in results.map({ $0.path }) + files {
      if end == 0 || !session.output.escapesControlCharacters {
        try session.output.write(bytes: session.shownPathBytes(path))
        try session.output.write(bytes: [end])
      } else {
        try session.output.writeLine(StyledText(session.shownPath(path), .path))
      }
    }
  }

  /// Writes `path:line:column: text`, as compilers and `grep` print places; lines around them as
  /// `path-line- text`, with `--` between separate ranges.
  func writeLines(allMatches: Bool, _ session: CommandSession) throws {
    var isFirst = true
    func write(_ lines: [NotePlaces.Line], of result: VaultSearch.Result) throws {
      for line in lines {
        var text = StyledText(session.shownPath(result.path), .path)
        text.append("-\(line.number)- ", .faint)
        text.append(session.output.inLine(line.text))
        try session.output.writeLine(text)
      }
    }
    for result in results {
      for place in try places(in: result, allMatches: allMatches, width: Self.lineWidth) {
        if contextLines > 0, place.isApart, !isFirst {
          try session.output.writeLine(StyledText("--", .faint))
        }
        isFirst = false
        try write(place.before, of: result)
        var line = session.shownPlace(result.path, place.position)
        let text = place.isMatch ? place.text : session.output.inLine(place.text)
        line.append(StyledText(text, highlighting: place.highlights))
        try session.output.writeLine(line)
        try write(place.after, of: result)
      }
    }
    for path in files {
      if contextLines > 0, !isFirst { try session.output.writeLine(StyledText("--", .faint)) }
      isFirst = false
      var line = StyledText(session.shownPath(path), .path)
      line.append(":1:1: ", .faint)
      line.append(session.output.inLine(fileName(path)))
      try session.output.writeLine(line)
    }
  }

  private func fileName(_ path: NotePath) -> String { String(decoding: path.name, as: UTF8.self) }

  /// A template filled for each note.
  func write(_ template: FormatTemplate, _ end: String, _ session: CommandSession) throws {
    let needsPlace = template.fields.contains { ["line", "column", "text"].contains($0.name) }
    for result in results {
      var fields = try NoteFields(
        result, search, in: session.zone, shownPath: session.shownPath)
      let place =
        needsPlace ? try places(in: result, allMatches: false, width: Self.lineWidth).first : nil
      let line = try template.filled(
        escapingControlCharacters: session.output.escapesControlCharacters
      ) { field in
        switch field.name {
        case "line": place.map { "\($0.position.line)" }
        case "column": place.map { "\($0.position.column)" }
        case "text": place?.text
        case "score": ScoreExplanation.words(result.score)
        case "title" where end == "\n": try fields.text(field).map(session.output.inLine)
        default: try fields.text(field)
        }
      }
      try session.output.write(line)
      try session.output.write(end)
    }
  }

  /// The whole as JSON.
  func writeJSON(allMatches: Bool, _ session: CommandSession) throws {
    try session.output.writeJSON {
      $0.field("query", query.text)
      $0.field("read", query.description)
      $0.array("notes") {
        for note in query.notes {
          $0.object {
            $0.field("start", note.range.lowerBound)
            $0.field("end", note.range.upperBound)
            $0.field("message", note.message)
          }
        }
      }
      $0.field("total", total)
      try $0.array("hits") {
        for index in results.indices {
          try writeHit(index, allMatches: allMatches, to: &$0, session)
          try session.output.write(draining: &$0)
        }
      }
      $0.array("files") {
        for path in files { $0.object { $0.field("path", session.shownPath(path)) } }
      }
    }
  }

  private func writeHit(
    _ index: Int, allMatches: Bool, to json: inout JSONWriter, _ session: CommandSession
  ) throws {
    let result = results[index]
    let places = try places(in: result, allMatches: allMatches, width: Self.lineWidth)
    let facts = try search.facts(of: result)
    json.object {
      $0.field("path", session.shownPath(result.path))
      $0.field("title", result.title)
      $0.field("score", (Double(result.score) * 1000).rounded() / 1000)
      $0.field("modified", Int(facts.modified))
      $0.field("words", facts.words)
      $0.array("matches") {
        for place in places {
          $0.object {
            $0.field("line", place.position.line)
            $0.field("column", place.position.column)
            $0.field("text", place.text)
            $0.array("ranges") {
              for range in place.text.scalarRanges(utf8: place.highlights) {
                $0.array {
                  $0.element(range.lowerBound)
                  $0.element(range.upperBound)
                }
              }
            }
            if contextLines > 0 {
              for (name, lines) in [("before", place.before), ("after", place.after)] {
                $0.array(name) { for line in lines { $0.element(line.text) } }
              }
            }
          }
        }
      }
      if isExplained { $0.explanation(explanations[index], isTitled: result.isTitled) }
    }
  }

  // MARK: For people

  /// Title and path, and below them the matches.
  func writeText(allMatches: Bool, _ session: CommandSession) throws {
    let output = session.output
    let width = session.terminal.width
    if isExplained { try writeReading(session) }
    for (index, result) in results.enumerated() {
      let places = try places(in: result, allMatches: allMatches, width: width - 4)
      var place = StyledText(session.shownPath(result.path), .path)
      if let first = places.first, first.isMatch, !allMatches {
        place.append(":\(first.position.line):\(first.position.column)", .position)
      }
      let title = StyledText(output.inLine(result.title), .title)
      let isOneLine = title.displayWidth + 2 + place.displayWidth <= width
      if isOneLine {
        try output.writeLine(title + StyledText("  ") + place)
      } else {
        try output.writeLine(title)
        try output.writeLine(StyledText("  ") + place)
      }
      func write(_ lines: [NotePlaces.Line]) throws {
        for line in lines {
          let text = "  \(line.number)-  " + output.inLine(line.text)
          try output.writeLine(StyledText(text, .faint).truncated(toWidth: width))
        }
      }
      for (number, place) in places.enumerated() where place.isMatch {
        if contextLines > 0, place.isApart, number > 0 {
          try output.writeLine(StyledText("  --", .faint))
        }
        try write(place.before)
        var line = StyledText("  ")
        if allMatches {
          line.append("\(place.position.line):\(place.position.column)", .position)
          line.append("  ")
        }
        if place.isCutBefore { line.append("…", .faint) }
        line.append(StyledText(place.text, highlighting: place.highlights))
        if place.isCutAfter { line.append("…", .faint) }
        try output.writeLine(line.truncated(toWidth: width))
        try write(place.after)
      }
      if isExplained {
        for line in explanations[index].lines(isTitled: result.isTitled, width: width) {
          try output.writeLine(line)
        }
      }
      // Single-line hits need no separator.
      if allMatches || isExplained || contextLines > 0 { try output.writeLine() }
    }
    for path in files {
      var line = StyledText(output.inLine(fileName(path)), .title)
      line.append("  ")
      line.append(session.shownPath(path), .path)
      try output.writeLine(line)
    }
  }

  private func writeReading(_ session: CommandSession) throws {
    for line in query.explained().split(separator: "\n") {
      try session.output.writeLine(StyledText(String(line)))
    }
    if results.isEmpty, !partCounts.isEmpty {
      try session.output.writeLine()
      for (part, count) in partCounts {
        var line = StyledText("  \(part)  ")
        line.append(count == 0 ? "in no note" : "in \(Amount.count(count, "note"))", .faint)
        try session.output.writeLine(line)
      }
    }
    if !results.isEmpty { try session.output.writeLine() }
  }
}
