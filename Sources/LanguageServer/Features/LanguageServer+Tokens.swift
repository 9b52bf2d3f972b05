import Exchange
import Files
import Indexing
import Notes

/// The parts of a note that are ours and not Markdown's, for an editor's colours.
extension LanguageServer {
  /// The types of tokens, in the order of their numbers; all are names of the protocol, so that every theme has them.
  enum TokenType: Int, CaseIterable {
    /// A link's target.
    case `class`
    /// A hashtag.
    case enumMember
    /// A block id.
    case decorator
    /// The answer of a cloze.
    case string
    /// The hint of a cloze.
    case parameter
    /// The mark of a question and of its answer.
    case keyword
    /// The source of a quote.
    case comment
    /// A key of the front matter.
    case property
    /// The time and mood of a journal entry.
    case event
    /// The box of a task.
    case `operator`
  }

  /// The marks of tokens, in the order of their bits.
  enum TokenMark: Int, CaseIterable {
    /// A link that leads nowhere.
    case deprecated
    /// A task that is done.
    case readonly
  }

  /// The names of both, as the client is told.
  static var tokenLegend: JSONValue {
    [
      "tokenTypes": .array(TokenType.allCases.map { .string("\($0)") }),
      "tokenModifiers": .array(TokenMark.allCases.map { .string("\($0)") }),
    ]
  }

  /// `textDocument/semanticTokens/full`
  func semanticTokens(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let data = try tokenData(in: view, within: nil)
    let id = tokens.keep(data, of: view.uri.key)
    return ["resultId": .string(id), "data": .array(data.map { .int($0) })]
  }

  /// `textDocument/semanticTokens/range`
  func semanticTokensInRange(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard let range = TextRange(request.parameters["range"]) else {
      throw ResponseError(.invalidParameters, "the request has no range")
    }
    let data = try tokenData(in: view, within: range.bytes(in: view.buffer, encoding))
    return ["data": .array(data.map { .int($0) })]
  }

  /// `textDocument/semanticTokens/full/delta`
  func semanticTokensDelta(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let previous = request.parameters["previousResultId"]?.string ?? ""
    let known = tokens.tokens(of: view.uri.key, id: previous)
    let data = try tokenData(in: view, within: nil)
    let id = tokens.keep(data, of: view.uri.key)
    guard let known else {
      return ["resultId": .string(id), "data": .array(data.map { .int($0) })]
    }
    if known == data { return ["resultId": .string(id), "edits": []] }
    let start = zip(known, data).prefix { $0 == $1 }.count
    let rest = min(known.count, data.count) - start
    let end = zip(known.reversed(), data.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let edit: JSONValue = [
      "start": .int(start), "deleteCount": .int(known.count - start - end),
      "data": .array(data[start..<(data.count - end)].map { .int($0) }),
    ]
    return ["resultId": .string(id), "edits": [edit]]
  }

  /// A token before it is written as numbers.
  private struct Token {
    let range: ByteRange
    let type: TokenType
    var mark: TokenMark?
  }

  private func tokenData(in view: NoteView, within limit: Range<Int>?) throws -> [Int] {
    var tokens = try tokens(in: view)
    if let limit {
      tokens.removeAll { !$0.range.indices.overlaps(limit) && !limit.contains(Int($0.range.start)) }
    }
    // Of tokens in each other the first one counts; a token ends with its line.
    tokens.sort { ($0.range.start, $0.range.count) < ($1.range.start, $1.range.count) }
    var data: [Int] = []
    var end = 0
    var last = Position(line: 0, character: 0)
    for token in tokens where Int(token.range.start) >= end && !token.range.isEmpty {
      end = Int(token.range.end)
      var start = Int(token.range.start)
      while start < end {
        let line = view.buffer.line(at: start)
        let stop = min(end, view.buffer.range(ofLine: line).upperBound)
        if stop > start {
          let from = view.buffer.position(at: start, encoding)
          let to = view.buffer.position(at: stop, encoding)
          data += [
            from.line - last.line,
            from.line == last.line ? from.character - last.character : from.character,
            to.character - from.character, token.type.rawValue,
            token.mark.map { 1 << $0.rawValue } ?? 0,
          ]
          last = from
        }
        guard line + 1 < view.buffer.starts.count else { break }
        start = view.buffer.starts[line + 1]
      }
    }
    return data
  }

  private func tokens(in view: NoteView) throws -> [Token] {
    let note = view.note
    var tokens: [Token] = []
    func add(_ range: ByteRange?, _ type: TokenType, _ mark: TokenMark? = nil) {
      if let range { tokens.append(Token(range: range, type: type, mark: mark)) }
    }
    for entry in note.frontMatter?.entries ?? [] { add(entry.key.range, .property) }
    let broken = try brokenLinks(in: view)
    for link in note.links where !link.isExternal && !link.isDecoded {
      let end = link.anchor?.end ?? link.target.end
      add(
        ByteRange(start: link.target.start, end: max(link.target.start, end)), .class,
        broken.contains(link.range) ? .deprecated : nil)
    }
    for tag in note.hashtags { add(tag.range, .enumMember) }
    for block in note.blockIDs { add(block.range, .decorator) }
    for cloze in note.clozes {
      add(cloze.hint, .parameter)
      add(cloze.answer, .string)
    }
    for question in note.questions {
      let start = Int(question.range.start)
      add(ByteRange(start, start + 2), .keyword)
      if let colon = note.source[..<Int(question.answer.start)].lastIndex(of: UInt8(ascii: ":")),
        colon > start + 1
      {
        add(ByteRange(colon - 1, colon + 1), .keyword)
      }
    }
    for quote in note.quotes {
      add(quote.attribution, .comment)
      add(quote.locator, .comment)
    }
    for task in note.tasks { add(task.mark, .operator, task.isDone ? .readonly : nil) }
    if let place = view.place, try search(place.vault).day(of: place.path) != nil {
      for entry in note.journalEntries {
        add(entry.timeRange, .event)
        add(entry.mood, .event)
      }
    }
    return tokens.filter { Int($0.range.end) <= note.source.count }
  }

  /// The links of a note that lead to no file, or to no heading or block of it.
  func brokenLinks(in view: NoteView) throws -> Set<ByteRange> {
    guard let place = view.place, place.path.isMarkdown else { return [] }
    let placed = try search(place.vault).links(of: place.path)
    guard placed.count == view.note.links.count else { return [] }
    return Set(zip(view.note.links, placed).filter { $1.isBroken }.map(\.0.range))
  }
}
