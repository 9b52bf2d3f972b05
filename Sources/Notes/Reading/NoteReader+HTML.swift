import Layout

extension NoteReader {
  /// Reads a block of HTML: everything outside tags, comments, scripts and styles is text.
  mutating func readHTML() {
    var state = HTMLState.text
    leaf.start = cursor
    for index in leaf.events {
      let event = tape.events[index]
      guard event.kind == .htmlText else {
        isGapPending = true
        continue
      }
      if leaf.start < Int(event.start), runs.count == leaf.firstRun {
        leaf.start = Int(event.start)
      }
      readHTML(Int(event.start), Int(event.end), &state)
      cursor = Int(event.end)
    }
    openQuotesReach(cursor)
  }

  private mutating func openQuotesReach(_ end: Int) {
    for index in openQuotes.indices {
      if openQuotes[index].textStart == nil { openQuotes[index].textStart = leaf.start }
      openQuotes[index].end = end
      openQuotes[index].lastLine = nil
    }
  }

  private enum HTMLState: Equatable {
    case text, tag, comment
    /// The content of `script` or `style`.
    case raw
    /// An attribute's value, with the mark that ends it.
    case quoted(UInt8)
  }

  private mutating func readHTML(_ start: Int, _ end: Int, _ state: inout HTMLState) {
    var index = start
    var textStart = start
    while index < end {
      let byte = bytes[index]
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") {
          append(textStart, index, role: .body)
          isGapPending = isGapPending || !HTMLTag.isInline(bytes, ByteRange(index, end))
          if starts("<!--", at: index, end) {
            state = .comment
            index += 3
          } else {
            state =
              starts("<script", at: index, end) || starts("<style", at: index, end) ? .raw : .tag
          }
        } else if byte == UInt8(ascii: "&") {
          append(textStart, index, role: .body)
          index = skipEntity(index, end)
          textStart = index
          isGapPending = true
          continue
        }
      case .tag:
        if byte == UInt8(ascii: ">") {
          state = .text
          textStart = index + 1
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          state = .quoted(byte)
        }
      case .quoted(let mark):
        if byte == mark { state = .tag }
      case .comment:
        if starts("-->", at: index, end) {
          state = .text
          index += 2
          textStart = index + 1
        }
      case .raw:
        if starts("</script", at: index, end) || starts("</style", at: index, end) { state = .tag }
      }
      index += 1
    }
    if state == .text { append(textStart, end, role: .body) }
  }

  private func starts(_ text: StaticString, at index: Int, _ end: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= end else { return false }
    return bytes[index..<(index + count)].elementsEqual(
      text.description.utf8, by: { $0.asciiLowercased == $1 })
  }

  private func skipEntity(_ start: Int, _ end: Int) -> Int {
    var index = start + 1
    while index < end, index - start < 32,
      bytes[index].isASCIIWord || bytes[index] == UInt8(ascii: "#")
    {
      index += 1
    }
    return index < end && bytes[index] == UInt8(ascii: ";") ? index + 1 : start + 1
  }
}
