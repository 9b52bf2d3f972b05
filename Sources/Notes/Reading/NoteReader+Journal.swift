import Layout

/// The section of a day below the heading that its writer has for entries
/// (``NoteOptions/logHeading``).
struct LogSection: Hashable, Sendable {
  let level: Int
  /// From the line after the heading to the next heading of its level or above.
  let content: Range<Int>
  /// The marker of its last list.
  var marker: UInt8?
}

extension JournalEntry {
  init(_ text: JournalHeading, heading: ByteRange, title: ByteRange?, isBullet: Bool = false) {
    self.init(
      hour: text.hour, minute: text.minute, second: text.second, zoneMinutes: text.zoneMinutes,
      timeRange: text.time, mood: text.mood, title: title, heading: heading, isBullet: isBullet,
      body: ByteRange(start: heading.end, end: heading.end))
  }
}

extension NoteReader {
  /// Finds the entries that are items of a list, and lets each entry's body reach to the next
  /// entry.
  mutating func finishJournal() {
    findLogSection()
    if logSection != nil || options.bulletedEntries { readBullets() }
    for index in journalEntries.indices where !journalEntries[index].isBullet {
      let entry = journalEntries[index]
      let start = endOfLine(from: Int(entry.heading.end)).next
      var end =
        index + 1 < journalEntries.count
        ? Int(journalEntries[index + 1].heading.start) : bytes.count
      if let section = logSection?.content, section.contains(Int(entry.heading.start)) {
        end = min(end, section.upperBound)
      }
      journalEntries[index].body = ByteRange(min(start, end), end)
    }
  }

  /// The first heading of that name, unless an entry stands before it: then it is in the entry's
  /// text.
  private mutating func findLogSection() {
    let name = options.logHeading
    guard !name.isEmpty else { return }
    let first = journalEntries.first.map { Int($0.heading.start) } ?? bytes.count
    guard
      let place = headings.firstIndex(where: { heading in
        heading.text.count == name.utf8.count && Int(heading.range.start) < first
          && beginsLine(Int(heading.range.start))
          && CaseFolding.fold(String(decoding: bytes[heading.text.indices], as: UTF8.self))
            == CaseFolding.fold(name)
      })
    else { return }
    let level = headings[place].level
    let next = headings[(place + 1)...].first {
      $0.level <= level && beginsLine(Int($0.range.start))
    }
    let start = endOfLine(from: Int(headings[place].range.end)).next
    let end = next.map { Int($0.range.start) } ?? bytes.count
    logSection = LogSection(level: level, content: start..<max(start, end))
  }

  private func beginsLine(_ offset: Int) -> Bool {
    offset == bodyStart || offset > 0 && bytes[offset - 1].isLineEnd
  }

  /// Reads the outermost items that begin with a time: in the log's section, or anywhere, up to the
  /// first entry that is a heading; what follows that is its text.
  private mutating func readBullets() {
    var region = options.bulletedEntries ? bodyStart..<bytes.count : 0..<0
    if let section = logSection?.content, !options.bulletedEntries { region = section }
    if let heading = journalEntries.first(where: { entry in
      region.contains(Int(entry.heading.start)) && beginsLine(Int(entry.heading.start))
    }) {
      region = region.lowerBound..<Int(heading.heading.start)
    }
    var found: [JournalEntry] = []
    var list: Int?
    for (number, item) in containers.enumerated() {
      guard item.kind == .item, item.parent >= 0, containers[item.parent].parent < 0,
        item.firstBlock < blocks.count, blocks[item.firstBlock].container == number
      else { continue }
      var start = blocks[item.firstBlock].start
      while start > bodyStart, !bytes[start - 1].isLineEnd { start -= 1 }
      if logSection?.content.contains(start) == true { logSection?.marker = bytes[start] }
      let entry = region.contains(start) ? bullet(at: start) : nil
      if entry == nil, item.parent != list { continue }
      var next = number + 1
      while next < containers.count, containers[next].parent >= number { next += 1 }
      let inside = blocks[item.firstBlock...].prefix { number..<next ~= $0.container }
      let end = endOfItem(from: max(Int(entry?.heading.end ?? 0), inside.last?.end ?? start))
      entryListEnd = end
      guard let entry else { continue }
      list = item.parent
      var new = entry
      var text = Int(entry.heading.end)
      while text < end, bytes[text].isBlank { text += 1 }
      new.body = ByteRange(text, max(text, end))
      found.append(new)
    }
    guard !found.isEmpty else { return }
    journalEntries += found
    journalEntries.sort { $0.heading.start < $1.heading.start }
  }

  /// `- 08:15 😀 **Title** text` as an entry without a body.
  private func bullet(at start: Int) -> JournalEntry? {
    guard [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(bytes[start]) else {
      return nil
    }
    let end = endOfLine(from: start).content
    var text = start + 1
    while text < end, bytes[text].isBlank { text += 1 }
    let range = ByteRange(text, max(text, end))
    guard text > start + 1,
      let line = JournalHeading(bytes, range) ?? JournalHeading(item: bytes, range)
    else { return nil }
    let title = line.title.flatMap { JournalHeading.boldStart(bytes, $0) }
    let last = title.map { Int($0.end) + 2 } ?? Int((line.mood ?? line.time).end)
    return JournalEntry(line, heading: ByteRange(start, last), title: title, isBullet: true)
  }

  /// Past the lines that are blank or indented after the line that `offset` is in.
  private func endOfItem(from offset: Int) -> Int {
    var end = endOfLine(from: offset).next
    while end < bytes.count, bytes[end].isASCIISpace { end = endOfLine(from: end).next }
    return end
  }
}

extension JournalHeading {
  /// The text of `**bold**` at the beginning of a range, where a blank or its end follows.
  static func boldStart(_ bytes: [UInt8], _ range: ByteRange) -> ByteRange? {
    let star = UInt8(ascii: "*")
    let (start, end) = (Int(range.start) + 2, Int(range.end))
    guard start + 2 < end, bytes[start - 2] == star, bytes[start - 1] == star,
      bytes[start] != star, !bytes[start].isBlank,
      let close = bytes[start..<end].firstIndex(of: star), close + 1 < end,
      bytes[close + 1] == star, !bytes[close - 1].isBlank, bytes[close - 1] != UInt8(ascii: "\\"),
      close + 2 == end || bytes[close + 2].isBlank
    else { return nil }
    return ByteRange(start, close)
  }
}

extension Note {
  /// The text of an entry below its heading, as written; an item's lines without its indentation.
  package func body(of entry: JournalEntry) -> [UInt8] {
    outdented(Array(source[entry.body.indices]), of: entry)
  }

  /// Text of an entry's body without the indentation that an item's lines have.
  package func outdented(_ text: [UInt8], of entry: JournalEntry) -> [UInt8] {
    guard entry.isBullet else { return text }
    let width = Int(entry.timeRange.start - entry.heading.start)
    var result: [UInt8] = []
    var column = width
    for byte in text {
      if byte.isLineEnd {
        column = 0
      } else if column < width, byte == .space {
        column += 1
        continue
      } else if column == 0, byte == UInt8(ascii: "\t") {
        column = width
        continue
      } else {
        column = width
      }
      result.append(byte)
    }
    return result
  }
}
