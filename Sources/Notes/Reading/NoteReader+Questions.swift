import Layout

/// Questions and their answers: blocks of text that begin with `Q:` and `A:`.
///
/// The lines with these marks are collected while the note is read, and so are all blocks of text.
/// When both are known, each `Q:` that is followed by its `A:` is a question. The text after a mark
/// includes:
///
/// - its own paragraph, and what follows without an empty line between: a list, code, a table;
/// - after an empty line what is indented, in a list item all of it, and fenced code, a table or `$$…$$`;
/// - a list after an empty line where the text before it ends in a colon, and any first block after a mark that
///   stands alone.
///
/// It ends before the next `Q:`, a heading of the same or a higher level, a rule, or a paragraph that is not indented.
extension NoteReader {
  /// Gathers a block of text.
  mutating func noteBlock(_ range: ByteRange) {
    blocks.append(
      TextBlock(
        kind: leaf.kind, level: leaf.level, start: min(Int(range.start), bytes.count),
        end: min(Int(range.end), bytes.count),
        container: container))
  }

  /// Gathers a line that may begin a question or an answer.
  ///
  /// - Parameter previous: the end of the line before it in the same paragraph.
  mutating func noteMark(after previous: Int?) {
    guard cursor < leaf.limit else { return }
    let letter: UInt8
    let text: Int
    if let found = marked(UInt8(ascii: "Q"), at: cursor) {
      (letter, text) = (UInt8(ascii: "Q"), found)
    } else if let found = marked(UInt8(ascii: "A"), at: cursor) {
      (letter, text) = (UInt8(ascii: "A"), found)
    } else {
      if isMisspelledQuestion(at: cursor) { flaws.append((.misspelledQuestion, cursor)) }
      noteWord(at: cursor)
      return
    }
    marks.append(
      QuestionMark(
        isQuestion: letter == UInt8(ascii: "Q"), start: cursor, text: text, block: blocks.count,
        previous: previous))
  }

  /// Tells of `Question:` where `Answer:` follows, and of `q:` and `a:`, which are no marks.
  private mutating func noteWord(at start: Int) {
    let index = afterEmphasis(at: start)
    guard index < leaf.limit else { return }
    func begins(_ word: StaticString) -> Bool {
      index + word.utf8CodeUnitCount <= leaf.limit
        && bytes[index..<(index + word.utf8CodeUnitCount)].elementsEqual(word.description.utf8)
    }
    switch bytes[index] {
    case UInt8(ascii: "Q") where begins("Question:"), UInt8(ascii: "q") where begins("q: "):
      wordedQuestion = start
    case UInt8(ascii: "A") where begins("Answer:"), UInt8(ascii: "a") where begins("a: "):
      if let wordedQuestion { flaws.append((.misspelledQuestion, wordedQuestion)) }
      wordedQuestion = nil
    default: break
    }
  }

  mutating func enterContainer(_ kind: BlockContainer.Kind) {
    containers.append(BlockContainer(kind: kind, parent: container, firstBlock: blocks.count))
    container = containers.count - 1
  }

  mutating func leaveInnermostContainer() {
    if container >= 0 { container = containers[container].parent }
  }

  /// A thematic break, which ends a question or an answer.
  mutating func noteRule() {
    blocks.append(
      TextBlock(kind: .rule, level: 0, start: cursor, end: cursor, container: container))
  }

  /// Makes questions of the lines and blocks that were gathered.
  mutating func readQuestions() {
    var index = 0
    while index < marks.count {
      let mark = marks[index]
      index += 1
      guard mark.isQuestion else {
        if let heading = headingQuestion(before: mark) {
          flaws.append((.misspelledQuestion, heading))
        }
        continue
      }
      guard index < marks.count, !marks[index].isQuestion,
        let base = answerContainer(marks[index], to: mark),
        let questionEnd = end(of: mark, before: marks[index])
      else {
        flaws.append((.questionWithoutAnswer, mark.start))
        continue
      }
      let answer = marks[index]
      let nextQuestion = marks[(index + 1)...].first(where: \.isQuestion)
      let (start, end, stop) = extent(of: answer, in: base, until: nextQuestion)
      if end <= start {
        flaws.append((.questionWithoutAnswer, mark.start))
        continue
      }
      questions.append(
        Question(
          range: ByteRange(mark.start, end),
          question: ByteRange(mark.text, max(mark.text, questionEnd)),
          answer: ByteRange(start, end), paragraph: paragraph(of: answer, to: mark, nextQuestion)))
      if let stop, isCutOff(at: stop, after: end, in: base, until: nextQuestion) {
        flaws.append((.cutAnswer, textStart(onLineOf: outerStart(of: stop))))
      }
      while index < marks.count, marks[index].start < end { index += 1 }
    }
    marks = []
    blocks = []
    containers = []
  }

  /// The start of a heading `# Q: …` above an answer.
  private func headingQuestion(before answer: QuestionMark) -> Int? {
    guard answer.block > 0, blocks[answer.block - 1].kind == .heading else { return nil }
    let block = blocks[answer.block - 1]
    let text = bytes[block.start..<block.end].drop { $0 == UInt8(ascii: "#") || $0.isBlank }
    return text.starts(with: "Q: ".utf8) ? text.startIndex : nil
  }

  // MARK: Which answer belongs to which question

  /// The container whose blocks an answer may have; nil if it answers another question, or none.
  private func answerContainer(_ answer: QuestionMark, to question: QuestionMark) -> Int? {
    let own = blocks[question.block].container
    let other = blocks[answer.block].container
    if own == other { return own }
    // A line that CommonMark takes for the end of a list's last paragraph, though it is not indented.
    if answer.previous != nil, isInside(other, own), column(answer.start) <= column(question.start)
    {
      return own
    }
    // `- Q:` and `- A:`, one after the other or the second inside of the first.
    guard other >= 0, containers[other].kind == .item, containers[other].firstBlock == answer.block,
      answer.previous == nil, own >= 0, containers[own].kind == .item
    else { return nil }
    let list = containers[other].parent
    guard list == containers[own].parent || containers[list].parent == own else { return nil }
    return other
  }

  /// The end of a question before its answer; nil if something comes between the two.
  private func end(of question: QuestionMark, before answer: QuestionMark) -> Int? {
    if question.block == answer.block { return answer.previous }
    var end = blocks[question.block].end
    var isBare = end <= question.text
    let base = blocks[question.block].container
    var last = question.block
    for place in (question.block + 1)..<(answer.block + 1) {
      if place == answer.block, answer.previous == nil { break }
      guard goesOn(at: place, after: last, end, in: base, isBare: isBare, isBetween: true, question)
      else { return nil }
      end = place == answer.block ? answer.previous ?? end : outerEnd(of: place)
      isBare = false
      last = place
    }
    return end
  }

  /// The beginning and the end of an answer, and the first block that does not belong to it and is no question.
  private func extent(
    of answer: QuestionMark, in base: Int, until next: QuestionMark?
  ) -> (start: Int, end: Int, stop: Int?) {
    if let next, next.block == answer.block {
      return (answer.text, next.previous ?? answer.text, nil)
    }
    var stop: Int?
    var end = blocks[answer.block].end
    var isBare = end <= answer.text
    var start = answer.text
    var last = answer.block
    for place in (answer.block + 1)..<max(blocks.count, answer.block + 1) {
      if let next, next.block < place || (next.block == place && next.previous == nil) { break }
      guard goesOn(at: place, after: last, end, in: base, isBare: isBare, isBetween: false, answer)
      else {
        stop = place
        break
      }
      if isBare { start = lineStart(before: outerStart(of: place)) }
      end = next?.block == place ? next?.previous ?? end : outerEnd(of: place)
      isBare = false
      last = place
      if next?.block == place { break }
    }
    return (start, isBare ? start : end, stop)
  }

  /// True of a picture or a formula by itself which an empty line alone parts from an answer, of a formula also below a
  /// list that ends with the answer, and of a list, none of tasks, after which nothing but the next question comes, or the
  /// end of the section or of the note.
  private func isCutOff(
    at place: Int, after end: Int, in base: Int, until next: QuestionMark?
  ) -> Bool {
    let block = blocks[place]
    guard hasEmptyLine(from: end, to: outerStart(of: place)) else { return false }
    var around = base
    while around != block.container, around >= 0,
      [.item, .list].contains(containers[around].kind)
    {
      around = containers[around].parent
    }
    guard isInside(block.container, base) || around == block.container else { return false }
    let isBelow = !isInside(block.container, base)
    let unit = isBelow ? -1 : child(block.container, of: base)
    if unit >= 0 {
      guard containers[unit].kind == .list, containers[unit].firstBlock == place,
        !isTaskOrLink(at: place)
      else { return false }
      let after = (place + 1..<blocks.count).first {
        !isInside(blocks[$0].container, base) || child(blocks[$0].container, of: base) != unit
      }
      if let next, next.block < after ?? blocks.count { return false }
      guard let after, isInside(blocks[after].container, base) else { return true }
      if next?.block == after {
        return blocks[after].container == base && next?.previous == nil
      }
      return blocks[after].kind == .heading || blocks[after].kind == .rule
    }
    let start = textStart(onLineOf: block.start)
    let text = bytes[start..<max(start, block.end)]
    switch block.kind {
    case .paragraph:
      let last = text.last { !$0.isASCIISpace }
      if isBelow && text.first == UInt8(ascii: "!") { return false }
      if text.contains(where: \.isLineEnd) && text.starts(with: "![".utf8) { return false }
      return text.starts(with: "![".utf8)
        && (last == UInt8(ascii: ")") || last == UInt8(ascii: "]"))
        || text.starts(with: "\\[".utf8) || text.starts(with: "\\begin{".utf8)
        || text.count > 2 && text.first == UInt8(ascii: "$") && last == UInt8(ascii: "$")
    case .heading, .cell, .code, .html, .rule: return false
    }
  }

  /// True if the item of a block has a box, or begins with a link.
  private func isTaskOrLink(at place: Int) -> Bool {
    let text = bytes[textStart(onLineOf: blocks[place].start)..<blocks[place].start]
    return text.contains(UInt8(ascii: "[")) || bytes[blocks[place].start...].starts(with: "[".utf8)
  }

  /// The answer's own paragraph, where question and answer are paragraphs that follow each other.
  private func paragraph(
    of answer: QuestionMark, to question: QuestionMark, _ next: QuestionMark?
  ) -> ByteRange? {
    if answer.block != question.block {
      guard answer.previous == nil, answer.block == question.block + 1,
        blocks[answer.block].container == blocks[question.block].container
      else { return nil }
    }
    let end =
      next?.block == answer.block ? next?.previous ?? answer.text : blocks[answer.block].end
    return end > answer.text ? ByteRange(answer.text, end) : nil
  }

  // MARK: Continuations

  /// True if a block belongs to the text of a mark, all between them doing so.
  private func goesOn(
    at place: Int, after last: Int, _ end: Int, in base: Int, isBare: Bool, isBetween: Bool,
    _ mark: QuestionMark
  ) -> Bool {
    let block = blocks[place]
    guard block.kind != .rule, isInside(block.container, base) else { return false }
    let outer = outerStart(of: place)
    if block.kind == .html, bytes[outer...].starts(with: "</".utf8) { return false }
    // The rest of a list or table that was begun.
    let unit = child(block.container, of: base)
    if unit >= 0, unit == child(blocks[last].container, of: base) { return true }
    let isApart = hasEmptyLine(from: end, to: outer)
    if block.kind == .heading {
      let section = blocks[..<mark.block].last { $0.kind == .heading }?.level ?? 0
      return !isApart && section > 0 && block.level > section
    }
    if !isApart || isBare { return true }
    if base >= 0, containers[base].kind == .item { return true }
    if indent(of: outer) >= 2 { return true }
    switch block.kind {
    case .code, .cell: return true
    case .paragraph:
      if block.container == base { return bytes[block.start...].starts(with: "$$".utf8) }
      return isBetween || endsInColon(end)
    case .heading, .html, .rule: return false
    }
  }

  private func endsInColon(_ end: Int) -> Bool {
    var index = end
    while index > bodyStart,
      bytes[index - 1].isASCIISpace || bytes[index - 1] == UInt8(ascii: "*")
        || bytes[index - 1] == UInt8(ascii: "_")
    {
      index -= 1
    }
    // A full-width colon as well.
    return index > bodyStart
      && (bytes[index - 1] == UInt8(ascii: ":")
        || bytes[..<index].suffix(3).elementsEqual([0xEF, 0xBC, 0x9A]))
  }

  /// True if a container is another, or inside of it; -1 is the note.
  private func isInside(_ inner: Int, _ outer: Int) -> Bool {
    var inner = inner
    while inner > outer { inner = containers[inner].parent }
    return inner == outer
  }

  /// The container right inside of another that a container is in, or -1 where it is that one itself.
  private func child(_ inner: Int, of outer: Int) -> Int {
    var inner = inner
    guard inner != outer else { return -1 }
    while inner >= 0, containers[inner].parent != outer { inner = containers[inner].parent }
    return inner
  }

  // MARK: Lines

  private func physicalStart(_ offset: Int) -> Int {
    var start = offset
    while start > bodyStart, !bytes[start - 1].isLineEnd { start -= 1 }
    return start
  }

  private func lineStart(before offset: Int) -> Int { physicalStart(offset) }

  /// The first place on a line after blanks and the markers of quotes.
  private func textStart(onLineOf offset: Int) -> Int {
    var index = physicalStart(offset)
    while index < offset, bytes[index].isBlank || bytes[index] == UInt8(ascii: ">") { index += 1 }
    return index
  }

  /// The columns before a place on its line.
  private func column(_ offset: Int) -> Int { offset - physicalStart(offset) }

  /// The blanks at the beginning of a line, after the markers of quotes.
  private func indent(of offset: Int) -> Int {
    var index = physicalStart(offset)
    var blanks = 0
    while index < offset {
      switch bytes[index] {
      case UInt8(ascii: ">"): blanks = -1
      case UInt8(ascii: "\t"): blanks += 4
      case UInt8(ascii: " "): blanks += 1
      default: return blanks
      }
      index += 1
    }
    return blanks
  }

  private func hasEmptyLine(from end: Int, to start: Int) -> Bool {
    var index = min(max(end, bodyStart), start)
    var lines = 0
    var isEmpty = false
    while index < start {
      let byte = bytes[index]
      if byte.isLineEnd {
        if lines > 0, isEmpty { return true }
        if byte == .carriageReturn, index + 1 < start, bytes[index + 1] == .lineFeed { index += 1 }
        lines += 1
        isEmpty = true
      } else if !byte.isBlank, byte != UInt8(ascii: ">") {
        isEmpty = false
      }
      index += 1
    }
    return false
  }

  /// The beginning of a block with its own marks: code with its fence.
  private func outerStart(of place: Int) -> Int {
    let block = blocks[place]
    guard block.kind == .code else { return block.start }
    let line = physicalStart(block.start)
    guard line > bodyStart else { return block.start }
    var before = line - 1
    if before > bodyStart, bytes[before] == .lineFeed, bytes[before - 1] == .carriageReturn {
      before -= 1
    }
    return fence(inLineOf: before).map { $0.start } ?? block.start
  }

  private func outerEnd(of place: Int) -> Int {
    let block = blocks[place]
    switch block.kind {
    case .cell: return endOfLine(from: block.end).content
    case .code:
      guard outerStart(of: place) < block.start else { return block.end }
      let next = endOfLine(from: block.end).next
      return fence(inLineOf: next).map { $0.end } ?? block.end
    default: return block.end
    }
  }

  /// The fence on the line of an offset.
  private func fence(inLineOf offset: Int) -> (start: Int, end: Int)? {
    guard offset < bytes.count else { return nil }
    var index = physicalStart(offset)
    while index < bytes.count,
      bytes[index].isBlank
        || [UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "*")]
          .contains(bytes[index])
    {
      index += 1
    }
    let rest = bytes[index...]
    guard rest.starts(with: "```".utf8) || rest.starts(with: "~~~".utf8) else { return nil }
    return (index, endOfLine(from: index).content)
  }
}
