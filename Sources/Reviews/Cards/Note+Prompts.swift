import Notes

extension Note {
  /// The prompts of a note, in order of place.
  ///
  /// - A quote with a source is asked as a whole, with the quotes inside of it: who said it, and
  ///   where. Its source is its own, or the book that the note is about. If the front matter has
  ///   `review: quotes`, or `type: quote` or `quotes`, all quotes are asked, and the note is their
  ///   source.
  /// - Each cloze is a prompt with the others of its block filled in. In a quote the attribution is
  ///   not
  ///   shown; in a question only the question is, in an answer both.
  /// - A cloze in a table is shown with its row.
  /// - A question with clozes in it is asked with them filled in, and so is a quote.
  ///
  /// Without text, or for clozes and questions without an answer, there is none. Prompts with the
  /// same text have the same id. If the clozes of a block times the context shown around them
  /// exceed a mebibyte, only 256 bytes around each are shown.
  ///
  /// - Complexity: linear in the length of the note, but for the sort of its prompts.
  package var prompts: [Prompt] {
    guard !quotes.isEmpty || !clozes.isEmpty || !questions.isEmpty else { return [] }
    var prompts = prompts(PromptText(of: self))
    if source.contains(UInt8(ascii: "&")) || !codeBreaks.isEmpty {
      let before = self.prompts(PromptText(of: self, isAsEarlier: true))
      if before.count == prompts.count {
        prompts = zip(prompts, before).map { $0.known(as: $1.id) }
      }
    }
    let formulas = formulas
    if formulas.isEmpty { return prompts }
    // The fingerprints of formulas are those of their text as Markdown reads it.
    let typed = self.prompts(PromptText(of: self, formulas: formulas))
    guard typed.count == prompts.count else { return prompts }
    return zip(prompts, typed).map { $0.reading($1) }
  }

  private func prompts(_ plain: PromptText) -> [Prompt] {
    var prompts = quotePrompts(plain) + questionPrompts(plain) + clozePrompts(plain)
    prompts.sort {
      ($0.range.start, $1.range.end, $0.kind.rawValue)
        < ($1.range.start, $0.range.end, $1.kind.rawValue)
    }
    var outer: ByteRange?
    return prompts.map { prompt in
      if let outer, prompt.range.start < outer.end { return prompt.standing(in: outer.start) }
      if case .cloze(let cloze, _) = prompt.fact {
        return prompt.standing(in: (cloze.row.first ?? cloze.block).start)
      }
      outer = prompt.range
      return prompt
    }
  }

  /// Parts of the note without the hashtags and block ids at their beginnings and ends.
  ///
  /// - Complexity: linear in the number of links and hashtags.
  package func withoutLabels(_ ranges: [ByteRange]) -> [ByteRange] {
    let plain = PromptText(of: self)
    return ranges.map(plain.withoutLabels)
  }

  private func quotePrompts(_ plain: PromptText) -> [Prompt] {
    var end: UInt32 = 0
    let isOfQuotes = isOfQuotes
    return quotes.compactMap { (quote) -> Prompt? in
      guard quote.range.start >= end else { return nil }
      end = quote.range.end
      guard isOfQuotes || quote.attribution != nil || quote.locator != nil else { return nil }
      let question = plain.text(in: plain.withoutLabels(quote.text))
      guard !question.isEmpty else { return nil }
      var answer = [quote.attribution, quote.workOfTitle].compactMap {
        $0.map { plain.text(in: $0) }
      }
      .joined(separator: ", ")
      if let locator = quote.locator, quote.attribution?.contains(locator) != true {
        let text = self.text(locator)
        answer = answer.isEmpty ? text : "\(answer) (\(text))"
      }
      var earlier: CardID?
      if let attribution = quote.attribution, attribution.start >= quote.text.start,
        quote.isSourceInText || quote.isTitled
      {
        let isClosed =
          attribution.end < source.count && source[Int(attribution.end)] == UInt8(ascii: ")")
        let whole = ByteRange(
          start: quote.text.start, end: attribution.end + (isClosed ? 1 : 0))
        earlier = CardID(
          fingerprintOf: .quote, question: plain.text(in: plain.withoutLabels(whole)), answer: "")
      }
      return Prompt(
        kind: .quote, question: question, answer: answer, range: quote.range, earlier: earlier,
        fact: .quote(quote))
    }
  }

  /// True if the note itself is the source of its quotes.
  private var isOfQuotes: Bool {
    if book != nil { return true }
    guard let frontMatter else { return false }
    let words = ["review", "type"].flatMap { frontMatter[$0]?.strings ?? [] }
    return words.contains { ["quote", "quotes"].contains($0.lowercased()) }
  }

  private func questionPrompts(_ plain: PromptText) -> [Prompt] {
    questions.compactMap { question in
      let text = plain.text(in: plain.withoutLabels(question.question))
      let answer = plain.text(in: plain.withoutLabels(question.answer))
      guard !text.isEmpty, !answer.isEmpty else { return nil }
      let earlier = question.paragraph.flatMap { paragraph -> CardID? in
        if paragraph == question.answer { return nil }
        let answer = plain.text(in: plain.withoutLabels(paragraph))
        return answer.isEmpty
          ? nil : CardID(fingerprintOf: .question, question: text, answer: answer)
      }
      return Prompt(
        kind: .question, question: text, answer: answer, range: question.range, earlier: earlier,
        fact: .question(question))
    }
  }

  private func clozePrompts(_ plain: PromptText) -> [Prompt] {
    var blocks: [ByteRange: Int] = [:]
    var rows: [UInt32: Int] = [:]
    for cloze in clozes {
      blocks[cloze.block, default: 0] += 1
      if let first = cloze.row.first { rows[first.start, default: 0] += 1 }
    }
    var places = ClozePlaces(quotes: quotes, questions: questions)
    return clozes.compactMap { cloze in
      var shown = places.shown(of: cloze)
      let answer = plain.text(in: cloze.answer)
      guard !answer.isEmpty else { return nil }
      if blocks[cloze.block, default: 1] * shown.reduce(0, { $0 + $1.count }) > 1 << 20 {
        shown = [window(around: cloze.range, in: shown)]
      }
      func question(_ parts: [ByteRange], _ separator: String) -> String {
        parts.map { part in
          part.contains(cloze.range)
            ? plain.text(in: plain.withoutLabels(part), gap: cloze.range) : plain.text(in: part)
        }
        .joined(separator: separator)
      }
      var text = question(shown, "\n")
      var earlier: CardID?
      if shown == [cloze.block], let first = cloze.row.first, let last = cloze.row.last,
        first != last, rows[first.start, default: 1] * Int(last.end - first.start) <= 1 << 20
      {
        earlier = CardID(fingerprintOf: .cloze, question: text, answer: answer)
        text = question(cloze.row, " | ")
        shown = [ByteRange(start: first.start, end: last.end)]
      }
      return Prompt(
        kind: .cloze, question: text, answer: answer, hint: hint(of: cloze),
        range: cloze.range, earlier: earlier, fact: .cloze(cloze, shown: shown))
    }
  }

  /// The surroundings of a cloze, from one white space to another.
  private func window(around cloze: ByteRange, in shown: [ByteRange]) -> ByteRange {
    let whole = shown.first { $0.contains(cloze) } ?? cloze
    var start = max(Int(whole.start), Int(cloze.start) - 256)
    var end = min(Int(whole.end), Int(cloze.end) + 256)
    while start > whole.start, start < cloze.start, source[start - 1] > 0x20 { start += 1 }
    while end < whole.end, end > cloze.end, source[end] > 0x20 { end -= 1 }
    return ByteRange(start, end)
  }
}

/// The context shown around clozes, which come in order.
private struct ClozePlaces {
  private var quotes: ArraySlice<Quote>
  private var questions: ArraySlice<Question>
  private var open: [Quote] = []

  init(quotes: [Quote], questions: [Question]) {
    self.quotes = quotes[...]
    self.questions = questions[...]
  }

  mutating func shown(of cloze: Cloze) -> [ByteRange] {
    while let quote = quotes.first, quote.range.start <= cloze.range.start {
      open.append(quote)
      quotes.removeFirst()
    }
    while let quote = open.last, quote.range.end <= cloze.range.start { open.removeLast() }
    while let question = questions.first, question.range.end <= cloze.range.start {
      questions.removeFirst()
    }
    if let question = questions.first {
      // A gap further down in an answer is asked with its own block, as it always was: the text is its identity.
      if let paragraph = question.paragraph {
        if question.question.contains(cloze.range) { return [question.question] }
        if paragraph.contains(cloze.range) { return [question.question, paragraph] }
      }
    }
    guard let text = open.last?.text, text.contains(cloze.range) else { return [cloze.block] }
    return [
      ByteRange(
        start: max(text.start, cloze.block.start), end: min(text.end, cloze.block.end))
    ]
  }
}

extension Prompt {
  fileprivate func standing(in block: UInt32) -> Prompt {
    Prompt(
      kind: kind, question: question, answer: answer, hint: hint, range: range, block: block,
      id: id, earlier: earlier, fact: fact)
  }

  /// The prompt with the fingerprint that an earlier version gave it, unless it is the same.
  fileprivate func known(as earlier: CardID) -> Prompt {
    if earlier == id { return self }
    return Prompt(
      kind: kind, question: question, answer: answer, hint: hint, range: range, block: block,
      id: id, earlier: earlier, fact: fact)
  }

  /// The same prompt with the text of another.
  fileprivate func reading(_ other: Prompt) -> Prompt {
    Prompt(
      kind: kind, question: other.question, answer: other.answer, hint: hint, range: range,
      block: block, id: id, earlier: earlier, fact: fact)
  }
}
