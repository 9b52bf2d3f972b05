import Layout

/// The meanings of a paragraph's lines: marks of questions, a summary, a block id.
extension NoteReader {
  mutating func beginParagraph() {
    noteMark(after: nil)
    if summary == nil, let text = summaryText(at: leaf.start) {
      summary = ByteRange(text, leaf.limit)
    }
  }

  mutating func finishParagraph() {
    if let text = summary, Int(text.end) == leaf.limit, text.start >= leaf.start {
      summary = ByteRange(min(Int(text.start), cursor), cursor)
    }
    readBlockID()
  }

  /// The start of the text after `Q:` or `A:`, in bold or not, or nil if the line at `start` has no such mark.
  func marked(_ letter: UInt8, at start: Int) -> Int? {
    let word = afterEmphasis(at: start)
    guard word + 1 < leaf.limit, bytes[word] == letter,
      let index = afterColon(at: word + 1, isEmphasised: word > start),
      index == leaf.limit || bytes[index].isASCIISpace
    else { return nil }
    return bytes[index..<leaf.limit].firstIndex { !$0.isBlank } ?? leaf.limit
  }

  /// True for `Q:text` and for `Q：text`, whose colon is a full-width one.
  func isMisspelledQuestion(at start: Int) -> Bool {
    let word = afterEmphasis(at: start)
    guard word + 1 < leaf.limit, bytes[word] == UInt8(ascii: "Q") else { return false }
    if bytes[(word + 1)..<leaf.limit].starts(with: "：".utf8) { return true }
    guard let index = afterColon(at: word + 1, isEmphasised: word > start), index < leaf.limit
    else { return false }
    return bytes[index].isASCIIWord || bytes[index] >= 0x80
  }

  /// The start of the text after `tl;dr:` or `Summary:`, in any case, or nil.
  private func summaryText(at start: Int) -> Int? {
    let begin = afterEmphasis(at: start)
    let words: [StaticString] = ["tl;dr", "summary"]
    guard
      let word = words.first(where: { word in
        let end = begin + word.utf8CodeUnitCount
        return end < leaf.limit
          && bytes[begin..<end].elementsEqual(
            word.description.utf8, by: { $0.asciiLowercased == $1 })
      }),
      let index = afterColon(
        at: begin + word.utf8CodeUnitCount, isEmphasised: begin > start),
      index < leaf.limit, bytes[index].isASCIISpace
    else { return nil }
    return bytes[index..<leaf.limit].firstIndex { !$0.isASCIISpace } ?? leaf.limit
  }

  /// The first byte at or after `start` that opens no emphasis.
  func afterEmphasis(at start: Int) -> Int {
    // A paragraph of which nothing is shown may begin after its end.
    guard start < leaf.limit else { return start }
    return bytes[start..<leaf.limit].firstIndex { !Self.isEmphasis($0) } ?? leaf.limit
  }

  /// The byte after one colon and, where the word is emphasised, after the marks that close it: `**Q**: …` and
  /// `**Q:** …`; nil if no colon comes.
  private func afterColon(at start: Int, isEmphasised: Bool) -> Int? {
    var index = start
    var hasColon = false
    while index < leaf.limit {
      if bytes[index] == UInt8(ascii: ":"), !hasColon {
        hasColon = true
      } else if !isEmphasised || !Self.isEmphasis(bytes[index]) {
        break
      }
      index += 1
    }
    return hasColon ? index : nil
  }

  private static func isEmphasis(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
  }

  /// A block id at the paragraph's end: `^id` after white space, or alone.
  private mutating func readBlockID() {
    var end = cursor
    while end > leaf.start, bytes[end - 1].isASCIISpace { end -= 1 }
    var start = end
    while start > leaf.start, bytes[start - 1].isASCIIWord || bytes[start - 1] == UInt8(ascii: "-")
    {
      start -= 1
    }
    guard start < end, start > leaf.start, bytes[start - 1] == UInt8(ascii: "^") else { return }
    let mark = start - 1
    let isAlone = mark == leaf.start
    guard isAlone || bytes[mark - 1].isASCIISpace, mark >= skipUntil,
      !leaf.hasCode(in: mark, end)
    else { return }
    let block = isAlone ? lastBlock : ByteRange(leaf.start, mark)
    dropRunTail(from: mark)
    blockIDs.append(
      BlockID(
        range: ByteRange(mark, end), id: ByteRange(start, end), block: block ?? ByteRange(mark, end)
      ))
  }
}
