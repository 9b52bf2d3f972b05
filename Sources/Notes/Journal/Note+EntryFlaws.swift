import Layout

extension Note {
  /// Headings that look like those of entries and are not read so, and zones that do not exist, in
  /// the order of the text. Of a note that is a journal day.
  package var entryFlaws: [Diagnostic] {
    var flaws: [(kind: Diagnostic.Kind, offset: Int)] = []
    for entry in journalEntries {
      guard let title = entry.title, let zone = Self.zone(source[title.indices]) else { continue }
      flaws.append((.entryZone(zone), Int(entry.heading.start)))
    }
    let starts = Set(journalEntries.map(\.heading.start))
    for heading in headings where !starts.contains(heading.range.start) {
      guard let time = Self.time(source[heading.text.indices]) else { continue }
      flaws.append((.entryTime(time), Int(heading.range.start)))
    }
    guard !flaws.isEmpty else { return [] }
    let lines = lines
    return flaws.sorted { $0.offset < $1.offset }.map {
      Diagnostic(kind: $0.kind, offset: $0.offset, position: lines.position(at: $0.offset))
    }
  }

  /// True if an item of a list begins with a time and is no entry, nor in one: `- 07:30 Tea.`
  package var hasTimedItems: Bool {
    var start = bodyStart
    var entries = journalEntries[...]
    while start < source.count {
      let end = source[start...].firstIndex(where: \.isLineEnd) ?? source.count
      while let entry = entries.first, Int(entry.range.end) <= start { entries.removeFirst() }
      let isIn = entries.first.map { Int($0.range.start) <= start } ?? false
      if !isIn, end > start + 2, [0x2A, 0x2B, 0x2D].contains(source[start]),
        source[start + 1] == 0x20, JournalHeading(source, ByteRange(start + 2, end)) != nil
      {
        return true
      }
      start = end + 1
    }
    return false
  }

  /// True if words stand in no entry and in no heading. Of a note that has entries.
  package var hasTextBesideEntries: Bool {
    var start = UInt32(bodyStart)
    let parts = journalEntries.map(\.range) + headings.map(\.range)
    for part in parts.sorted(by: { $0.start < $1.start }) {
      if part.start > start, wordCount(in: ByteRange(start: start, end: part.start)) > 0 {
        return true
      }
      start = max(start, part.end)
    }
    let end = UInt32(source.count)
    return start < end && wordCount(in: ByteRange(start: start, end: end)) > 0
  }

  /// `25:61`, `8:5`, `10.30`, `10:30:`, `11h00` or `11 am`: the beginning of a heading, where it was meant as a time.
  private static func time(_ text: ArraySlice<UInt8>) -> String? {
    var word = text.prefix { !$0.isASCIISpace }
    let figures = word.prefix { $0.isASCIIDigit || $0 == 0x3A }
    let unit = text[figures.endIndex...].drop(while: \.isASCIISpace)
      .prefix { !$0.isASCIISpace && $0 != 0x2E }
    let hour = figures.prefix { $0.isASCIIDigit }
    if (1...2).contains(hour.count), figures.count < 6,
      ["am", "pm"].contains(String(decoding: unit, as: Unicode.UTF8.self).lowercased())
    {
      return String(decoding: text[..<unit.endIndex], as: Unicode.UTF8.self)
    }
    let rest = word[figures.endIndex...]
    if figures == hour, (1...2).contains(hour.count), [0x68, 0x48].contains(rest.first),
      rest.count < 4, rest.dropFirst().allSatisfy(\.isASCIIDigit)
    {
      return String(decoding: word, as: Unicode.UTF8.self)
    }
    if word.last == 0x3A { word = word.dropLast() }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == 0x3A || $0 == 0x2E }
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }),
      parts.joined().allSatisfy(\.isASCIIDigit)
    else { return nil }
    word = text.prefix { !$0.isASCIISpace }
    // `1.10` and `2.3.1` number sections.
    if word.contains(0x2E) {
      let figures = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
      guard !word.dropLast().contains(0x3A), parts.count == 2, parts.allSatisfy({ $0.count == 2 }),
        figures[0] < 24, figures[1] < 60
      else { return nil }
    }
    return String(decoding: word, as: Unicode.UTF8.self)
  }

  /// `+99:00`: the first word of an entry's title, where it was meant as a zone.
  private static func zone(_ title: ArraySlice<UInt8>) -> String? {
    let word = title.prefix { !$0.isASCIISpace }
    let digits = word.dropFirst().filter { $0 != 0x3A }
    guard let sign = word.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      digits.allSatisfy(\.isASCIIDigit), digits.count == 4, word.count - digits.count <= 2
    else { return nil }
    return String(decoding: word, as: Unicode.UTF8.self)
  }
}
