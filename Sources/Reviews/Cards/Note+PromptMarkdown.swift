import Notes

extension Note {
  /// A prompt as it is typed.
  package struct PromptMarkdown: Hashable, Sendable {
    /// The question side; the text that a cloze asks for is ``Prompt/gap``, and other clozes are
    /// filled in.
    package let question: String
    /// The answer that is asked for.
    package let answer: String
    /// The parts of the note that contain both.
    package let parts: [ByteRange]
  }

  /// The Markdown of prompts of this note: whole blocks, without the marks of a quote or the indentation around them,
  /// and without comments. The footnotes to which the answer of a question refers follow it.
  ///
  /// - Returns: for each its Markdown, or nil if it was not read from a note.
  /// - Complexity: that of reading the note, and linear in the texts.
  package func markdown(of prompts: [Prompt]) -> [PromptMarkdown?] {
    let body = ReadableBody(of: self)
    let comments = body.allComments(in: self)
    return prompts.map { markdown(of: $0, body, comments) }
  }

  private func markdown(
    of prompt: Prompt, _ body: ReadableBody, _ comments: [ByteRange]
  ) -> PromptMarkdown? {
    switch prompt.fact {
    case .quote(let quote):
      let parts = withoutLabels([quote.text])
      let source = [quote.attribution, quote.workOfTitle].compactMap(\.self)
      let said = source.map { markdown([$0], without: comments) }.joined(separator: ", ")
      return PromptMarkdown(
        question: markdown(parts, without: comments),
        answer: source.isEmpty ? answer(to: prompt) : said, parts: parts + source)
    case .question(let question):
      let parts = withoutLabels([question.question, question.answer])
      let answer = Array(markdown([parts[1]], without: comments).utf8)
      return PromptMarkdown(
        question: markdown([parts[0]], without: comments),
        answer: String(decoding: body.withFootnotes(answer, parts[1], of: self), as: UTF8.self),
        parts: parts)
    case .cloze(let cloze, let shown):
      let parts = withoutLabels(shown)
      return PromptMarkdown(
        question: markdown(parts, asking: cloze, without: comments),
        answer: text(cloze.answer, without: comments).trimmingBlanks, parts: parts)
    case nil: return nil
    }
  }

  /// The answer to a prompt of this note for a reader.
  ///
  /// The source of a quote is its own, else the note's author and title with the place of the quote.
  package func answer(to prompt: Prompt) -> String {
    guard case .quote(let quote) = prompt.fact, quote.attribution == nil else {
      return prompt.answer
    }
    let words = [book?.authors.joined(separator: ", ") ?? "", title, prompt.answer]
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func text(_ range: ByteRange, without comments: [ByteRange]) -> String {
    String(decoding: bytes(in: range, without: comments), as: UTF8.self)
  }

  private func markdown(
    _ parts: [ByteRange], asking asked: Cloze? = nil, without comments: [ByteRange]
  ) -> String {
    parts.map { part in
      var text = ""
      var start = part.start
      for cloze in clozes where part.contains(cloze.range) {
        text += self.text(ByteRange(start: start, end: cloze.range.start), without: comments)
        text +=
          cloze.range == asked?.range
          ? String(Prompt.gap) : self.text(cloze.answer, without: comments)
        start = cloze.range.end
      }
      text += self.text(ByteRange(start: start, end: part.end), without: comments)
      return withoutMargin(text, from: part.start)
    }
    .joined(separator: "\n\n")
  }

  /// A text without the prefixes of its lines: the marks of enclosing quotes, and the indentation
  /// that all share. Of a block of code only that of the block around it goes.
  private func withoutMargin(_ text: String, from start: UInt32) -> String {
    // A line end of Windows is one character.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard lines.count > 1 else { return text.trimmingBlanks }
    var lineStart = Int(start)
    while lineStart > 0, source[lineStart - 1] != 0x0A { lineStart -= 1 }
    let marks = source[lineStart..<Int(start)].prefix { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      .count { $0 == UInt8(ascii: ">") }
    for index in lines.indices.dropFirst() {
      for _ in 0..<marks {
        let rest = lines[index].drop { $0 == " " }
        guard rest.first == ">" else { break }
        lines[index] = rest.dropFirst()
        if lines[index].first == " " { lines[index] = lines[index].dropFirst() }
      }
    }
    var margin =
      lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let column = column(at: Int(start), ofLineFrom: lineStart)
    if margin >= column + 4, lines.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      margin = column
    }
    for index in lines.indices.dropFirst() {
      lines[index] = lines[index].dropFirst(min(margin, lines[index].prefix { $0 == " " }.count))
    }
    return lines.joined(separator: "\n").trimmingBlanks
  }

  /// The column at which the block that has a place begins: behind the marks of quotes, blanks and the mark of an item.
  private func column(at place: Int, ofLineFrom start: Int) -> Int {
    var line = source[start..<place]
    if let mark = line.lastIndex(of: UInt8(ascii: ">")) { line = line[(mark + 1)...].dropFirst() }
    let text = line.drop { $0 == 0x20 }
    let number = text.prefix { $0 &- 0x30 < 10 }
    let mark = text.dropFirst(number.count).prefix(1)
    let isItem =
      number.isEmpty ? "-*+".utf8.contains(mark.first ?? 0) : ".)".utf8.contains(mark.first ?? 0)
    guard isItem, text.dropFirst(number.count + 1).first == 0x20 else {
      return text.startIndex - line.startIndex
    }
    return text.dropFirst(number.count + 1).drop { $0 == 0x20 }.startIndex - line.startIndex
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace } ?? start.startIndex
    return start.isEmpty ? "" : String(start[...end])
  }
}
