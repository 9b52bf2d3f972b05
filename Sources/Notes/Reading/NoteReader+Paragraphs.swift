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

  /// Where the text after `Q:` or `A:` begins, if the line at `start` has that mark, in bold or
  /// not.
  func marked(_ letter: UInt8, at start: Int) -> Int? {
    var index = start
    let limit = leaf.limit
    while index < limit, bytes[index] == UInt8(ascii: "*") || bytes[index] == UInt8(ascii: "_") {
      index += 1
    }
    let isEmphasised = index > start
    guard index + 1 < limit, bytes[index] == letter else { return nil }
    index += 1
    var hasColon = false
    // `**Q**: …` and `**Q:** …`.
    while index < limit {
      if bytes[index] == UInt8(ascii: ":"), !hasColon {
        hasColon = true
      } else if !isEmphasised
        || (bytes[index] != UInt8(ascii: "*") && bytes[index] != UInt8(ascii: "_"))
      {
        break
      }
      index += 1
    }
    guard hasColon, index == limit || bytes[index].isASCIISpace else { return nil }
    while index < limit, bytes[index].isBlank { index += 1 }
    return index
  }

  /// Where the text after `tl;dr:` or `Summary:` begins, in any case.
  private func summaryText(at start: Int) -> Int? {
    var index = start
    let limit = leaf.limit
    while index < limit, bytes[index] == UInt8(ascii: "*") || bytes[index] == UInt8(ascii: "_") {
      index += 1
    }
    let isEmphasised = index > start
    let words: [StaticString] = ["tl;dr", "summary"]
    guard
      let word = words.first(where: { word in
        let count = word.utf8CodeUnitCount
        return index + count < limit
          && bytes[index..<(index + count)].elementsEqual(
            word.description.utf8, by: { $0.asciiLowercased == $1 })
      })
    else { return nil }
    index += word.utf8CodeUnitCount
    var hasColon = false
    while index < limit {
      if bytes[index] == UInt8(ascii: ":"), !hasColon {
        hasColon = true
      } else if !isEmphasised
        || (bytes[index] != UInt8(ascii: "*") && bytes[index] != UInt8(ascii: "_"))
      {
        break
      }
      index += 1
    }
    guard hasColon, index < limit, bytes[index].isASCIISpace else { return nil }
    while index < limit, bytes[index].isASCIISpace { index += 1 }
    return index
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
