import Notes

/// Invariants of the facts of any note, whatever its bytes.
struct Invariants {
  private let note: Note
  private let isValidUTF8: Bool
  private(set) var violations: [String] = []

  init(_ note: Note) {
    self.note = note
    isValidUTF8 = String(validating: note.source, as: UTF8.self) != nil
    checkRuns()
    checkFacts()
    exerciseAccessors()
  }

  private mutating func check(_ range: ByteRange, _ name: String, in outer: ByteRange? = nil) {
    let count = note.source.count
    if range.start > range.end || Int(range.end) > count {
      violations.append("\(name) \(range) is outside 0..<\(count)")
      return
    }
    if let outer, !outer.contains(range) {
      violations.append("\(name) \(range) is outside \(outer)")
    }
    guard isValidUTF8 else { return }
    for offset in [Int(range.start), Int(range.end)] where offset < count {
      if note.source[offset] & 0xC0 == 0x80 {
        violations.append("\(name) \(range) splits a character")
      }
    }
  }

  private mutating func checkRuns() {
    var end: UInt32 = 0
    for run in note.runs {
      check(run.range, "run")
      if run.range.isEmpty { violations.append("run \(run.range) is empty") }
      if run.start < end { violations.append("run \(run.range) overlaps one before it") }
      if run.startsBlock, run.joinsPrevious {
        violations.append("run \(run.range) joins and begins")
      }
      end = run.end
    }
    if let first = note.runs.first, Int(first.start) < note.bodyStart {
      violations.append("run \(first.range) lies in the front matter")
    }
  }

  private mutating func checkFacts() {
    for heading in note.headings { check(heading.text, "heading", in: heading.range) }
    for link in note.links {
      check(link.range, "link")
      guard !link.isDecoded else { continue }
      let outer = link.kind == .reference ? nil : link.range
      check(link.target, "target", in: outer)
      if let anchor = link.anchor { check(anchor, "anchor", in: outer) }
      if let text = link.text { check(text, "link text", in: link.range) }
    }
    for hashtag in note.hashtags {
      check(hashtag.range, "hashtag")
      check(hashtag.name, "hashtag name", in: hashtag.range)
      if hashtag.name.isEmpty { violations.append("hashtag \(hashtag.range) has no name") }
    }
    for id in note.blockIDs {
      check(id.id, "block id", in: id.range)
      check(id.block, "block")
    }
    for quote in note.quotes {
      check(quote.text, "quote's text", in: quote.range)
      for part in [quote.attribution, quote.author, quote.work, quote.locator] {
        if let part { check(part, "quote's source", in: quote.range) }
      }
    }
    for cloze in note.clozes {
      check(cloze.hint, "hint", in: cloze.range)
      check(cloze.answer, "answer", in: cloze.range)
      check(cloze.range, "cloze", in: cloze.block)
    }
    for question in note.questions {
      check(question.question, "question", in: question.range)
      check(question.answer, "answer", in: question.range)
    }
    for task in note.tasks {
      check(task.mark, "mark")
      check(task.text, "task")
    }
    for entry in note.journalEntries {
      check(entry.heading, "entry")
      check(entry.body, "entry's body")
      if let mood = entry.mood { check(mood, "mood", in: entry.heading) }
      if let title = entry.title { check(title, "entry's title", in: entry.heading) }
    }
    if let summary = note.summaryRange { check(summary, "summary") }
    for entry in note.frontMatter?.entries ?? [] {
      check(entry.key.range, "key", in: note.frontMatter?.range)
      check(entry.value.range, "value", in: note.frontMatter?.range)
    }
    for diagnostic in note.diagnostics where diagnostic.offset > note.source.count {
      violations.append("diagnostic at \(diagnostic.offset)")
    }
  }

  /// Everything that is made when asked for must not trap.
  private func exerciseAccessors() {
    _ = (note.title, note.aliases, note.language, note.summary, note.book, note.wordCount)
    _ = note.plainText(in: ByteRange(0, note.source.count))
    _ = (note.gitHubAnchors, note.heading(anchored: "a#b"), note.block(anchored: "^x"))
    for link in note.links { _ = (note.target(of: link), note.anchor(of: link)) }
    for hashtag in note.hashtags { _ = note.hashtag(of: hashtag) }
    for entry in note.frontMatter?.entries ?? [] { _ = entry.value.value }
  }
}
