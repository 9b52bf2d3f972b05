import Layout

/// The layout of a day's note: the places of its entries, and their form.
struct JournalLayout {
  /// A place between two lines.
  struct Slot: Equatable {
    let offset: Int
    /// The index of the entry that would follow; nil at the end.
    let next: Int?
  }

  private let note: Note
  private let options: NoteOptions
  private var source: [UInt8] { note.source }
  /// Those of the note's entries that begin a line: one in a quote or list is part of that.
  private let entries: [Int]
  /// The log's section, unless the day has entries and none of them there.
  private let section: LogSection?
  /// The range in which entries are put: the section, else the whole day.
  private let region: Range<Int>
  /// Those of `entries` that are in the region.
  private let placed: [Int]
  /// True where new entries are items of a list.
  let isBulleted: Bool
  /// The line end used here.
  let lineEnd: [UInt8]

  init(_ note: Note, options: NoteOptions) {
    self.note = note
    self.options = options
    let source = note.source
    entries = note.journalEntries.indices.filter { index in
      var start = Int(note.journalEntries[index].heading.start)
      while start > 0, source[start - 1] == .space { start -= 1 }
      return start == 0 || source[start - 1].isLineEnd || start == Self.textStart(source)
    }
    let (all, entries) = (Self.textStart(source)..<source.count, entries)
    func inside(_ range: Range<Int>) -> [Int] {
      entries.filter { range.contains(Int(note.journalEntries[$0].heading.start)) }
    }
    section = note.logSection.flatMap { section in
      entries.isEmpty || !inside(section.content).isEmpty ? section : nil
    }
    region = section?.content ?? all
    placed = inside(region)
    isBulleted =
      placed.last.map { note.journalEntries[$0].isBullet }
      ?? (section?.marker != nil || options.bulletedEntries)
    if let first = source.firstIndex(where: \.isLineEnd) {
      let isPair =
        source[first] == .carriageReturn && source.dropFirst(first + 1).first == .lineFeed
      lineEnd = isPair ? [.carriageReturn, .lineFeed] : [source[first]]
    } else {
      lineEnd = [.lineFeed]
    }
  }

  /// Past the byte order mark.
  private static func textStart(_ source: [UInt8]) -> Int {
    source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The level of the section for entries; nil if there is none, or if entries are items, whose headings end nothing.
  var sectionLevel: Int? { isBulleted ? nil : section?.level }

  // MARK: Places

  /// The time of an entry among the others of its day.
  private struct Time {
    let clock: ClockTime
    let zoneMinutes: Int?

    /// Compares the instants where both say their zone, as in an hour that clocks show twice; else what the clocks
    /// show.
    static func <= (left: Time, right: Time) -> Bool {
      guard let own = left.zoneMinutes, let other = right.zoneMinutes else {
        return left.clock <= right.clock
      }
      return left.clock.secondOfDay - own * 60 <= right.clock.secondOfDay - other * 60
    }
  }

  private func time(of index: Int) -> Time {
    let entry = note.journalEntries[index]
    return Time(clock: entry.time, zoneMinutes: entry.zoneMinutes)
  }

  /// True if the latest entry of the day comes first.
  var isReversed: Bool {
    let times = placed.map(time(of:))
    guard let first = times.first, let last = times.last, !(first <= last) else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $1 <= $0 }
  }

  /// The slot for an entry, by its time.
  func slot(for entry: NewJournalEntry) -> Slot {
    let time = Time(clock: entry.time, zoneMinutes: entry.zoneMinutes)
    if isReversed {
      let next = placed.first { self.time(of: $0) <= time }
      return next.map(slot(before:)) ?? end
    }
    guard let last = placed.lastIndex(where: { self.time(of: $0) <= time }) else {
      return placed.first.map(slot(before:)) ?? end
    }
    return last + 1 < placed.count ? slot(before: placed[last + 1]) : end
  }

  /// True if an entry is where its time belongs.
  func isInOrder(_ index: Int) -> Bool {
    guard let place = placed.firstIndex(of: index) else { return true }
    let before = place > 0 ? time(of: placed[place - 1]) : nil
    let after = place + 1 < placed.count ? time(of: placed[place + 1]) : nil
    let own = time(of: index)
    if isReversed { return before.map { own <= $0 } ?? true && after.map { $0 <= own } ?? true }
    return before.map { $0 <= own } ?? true && after.map { own <= $0 } ?? true
  }

  private func slot(before index: Int) -> Slot {
    Slot(offset: lineStart(note.journalEntries[index].heading.start), next: index)
  }

  /// Behind the last line that is not blank, and one blank line if there is one.
  private var end: Slot {
    // Text below a list of entries stays below them; its items without a time were written in their order.
    if isBulleted, let last = placed.last {
      let block = block(of: last)
      let isLast = last == note.journalEntries.lastIndex { $0.isBullet }
      let end = max(block.upperBound, isLast ? note.entryListEnd ?? 0 : 0)
      return Slot(offset: contentEnd(of: block.lowerBound..<end), next: nil)
    }
    let content = contentEnd(of: region)
    let blank = nextLine(content)
    let isBlank =
      blank > content && source[blank - 1].isLineEnd
      && source[content..<blank].allSatisfy(\.isASCIISpace)
    // No blank lines are needed between the beginning and the first entry, nor before an item.
    let isParted =
      isBlank && content > Self.textStart(source)
      && !(isBulleted && content > region.lowerBound)
    return Slot(offset: isParted ? blank : content, next: nil)
  }

  private func lineStart(_ offset: UInt32) -> Int {
    var start = Int(offset)
    while start > 0, source[start - 1] == .space { start -= 1 }
    return start
  }

  /// Past the line that begins at `offset`, with its end.
  private func nextLine(_ offset: Int) -> Int {
    guard let end = source[offset...].firstIndex(where: \.isLineEnd) else { return source.count }
    let isPair = source[end] == .carriageReturn && source.dropFirst(end + 1).first == .lineFeed
    return end + (isPair ? 2 : 1)
  }

  /// Past the last line of `range` that is not blank, with its end.
  private func contentEnd(of range: Range<Int>) -> Int {
    guard let last = source[range].lastIndex(where: { !$0.isASCIISpace }) else {
      return range.lowerBound
    }
    return min(nextLine(last), range.upperBound)
  }

  /// The lines of an entry, up to the next one that begins a line, or the end.
  func block(of index: Int) -> Range<Int> {
    let entry = note.journalEntries[index]
    let start = lineStart(entry.heading.start)
    if entry.isBullet { return start..<contentEnd(of: start..<Int(entry.body.end)) }
    let log = note.logSection?.content ?? 0..<0
    let end = log.contains(start) ? log.upperBound : source.count
    guard let place = entries.firstIndex(of: index), place + 1 < entries.count else {
      return start..<end
    }
    return start..<min(lineStart(note.journalEntries[entries[place + 1]].heading.start), end)
  }

  // MARK: Text

  /// The marker of items.
  var marker: UInt8 {
    placed.last.map { source[Int(note.journalEntries[$0].heading.start)] } ?? section?.marker
      ?? UInt8(ascii: "-")
  }

  /// An entry as lines with their ends, in the form that the entries beside it have.
  func text(of entry: NewJournalEntry, at slot: Slot) -> [UInt8] {
    if isBulleted { return joined(bullet(entry)) }
    let model =
      placed.last { Int(note.journalEntries[$0].heading.start) < slot.offset } ?? slot.next
    let level = model.map(level(of:)) ?? section.map { min($0.level + 1, 6) } ?? 2
    var lines = [String(repeating: "#", count: level) + " " + Self.heading(of: entry)]
    let body = Self.lines(of: entry.body)
    if !body.isEmpty, let model, hasBlankBelow(model) { lines.append("") }
    lines += body
    return joined(lines)
  }

  /// The edit that gives an entry another mood, title and text, in its own form.
  func replacement(of index: Int, with new: NewJournalEntry) -> ByteEdit {
    let entry = note.journalEntries[index]
    let start = block(of: index).lowerBound
    let end = contentEnd(of: block(of: index))
    var lines = [String(repeating: "#", count: level(of: index))]
    lines[0] += " " + Self.heading(of: new, time: note.text(entry.timeRange))
    let body = Self.lines(of: new.body)
    if !body.isEmpty, hasBlankBelow(index) { lines.append("") }
    var text = joined(entry.isBullet ? bullet(new) : lines + body)
    if !source[end - 1].isLineEnd { text.removeLast(lineEnd.count) }
    return ByteEdit(ByteRange(start, end), text)
  }

  private func joined(_ lines: [String]) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      text += Array(line.utf8)
      text += lineEnd
    }
    return text
  }

  /// The lines of an entry with their ends, without the blank ones after it.
  func text(ofEntry index: Int) -> [UInt8] {
    let range = block(of: index)
    let text = Array(source[range.lowerBound..<contentEnd(of: range)])
    return text.last?.isLineEnd == true ? text : text + lineEnd
  }

  /// The text of an entry below its heading, without blank lines around it.
  func body(of index: Int) -> String {
    let entry = note.journalEntries[index]
    let end = max(Int(entry.body.start), block(of: index).upperBound)
    let text = note.outdented(Array(source[Int(entry.body.start)..<end]), of: entry)
    return Self.lines(of: String(decoding: text, as: UTF8.self)).joined(separator: "\n")
  }

  /// The edit that appends text to an entry.
  func addition(_ text: String, to index: Int) -> ByteEdit {
    let range = block(of: index)
    let end = contentEnd(of: range)
    let entry = note.journalEntries[index]
    let isHeadingAlone =
      end <= Int(entry.body.start)
      || entry.isBullet && source[entry.body.indices].allSatisfy(\.isASCIISpace)
    let hasEnd = end > 0 && source[end - 1].isLineEnd
    var added = hasEnd ? [] : lineEnd
    if !isHeadingAlone { added += lineEnd }
    let lines = Self.lines(of: text)
    added += joined(entry.isBullet ? Self.indented(lines) : lines)
    if !hasEnd { added.removeLast(lineEnd.count) }
    return ByteEdit(ByteRange(end, end), added)
  }

  /// The lines between two entries.
  var partition: [UInt8] { isBulleted ? [] : lineEnd }

  /// The text with the blank lines that separate it from its neighbours, and the number of bytes of
  /// those before it.
  func surrounded(_ text: [UInt8], at slot: Slot) -> (bytes: [UInt8], lead: Int) {
    var before: [UInt8] = []
    if slot.offset > Self.textStart(source) {
      if !source[slot.offset - 1].isLineEnd { before += lineEnd }
      if !isBulleted, !isBlankLine(endingAt: slot.offset) { before += lineEnd }
    }
    var text = text
    if slot.next != nil {
      text += partition
    } else if slot.offset < source.count, !source[slot.offset].isLineEnd,
      nextLine(slot.offset) > slot.offset,
      !source[slot.offset..<nextLine(slot.offset)].allSatisfy(\.isASCIISpace)
    {
      // The section ends here.
      text += lineEnd
    } else if slot.offset == source.count, slot.offset > Self.textStart(source),
      !source[slot.offset - 1].isLineEnd
    {
      text.removeLast(lineEnd.count)
    }
    return (before + text, before.count)
  }

  private func isBlankLine(endingAt offset: Int) -> Bool {
    var index = offset
    guard index > 0, source[index - 1].isLineEnd else { return false }
    index -=
      index > 1 && source[index - 1] == .lineFeed && source[index - 2] == .carriageReturn ? 2 : 1
    while index > 0, source[index - 1].isBlank { index -= 1 }
    return index == 0 || source[index - 1].isLineEnd || index == Self.textStart(source)
  }

  private func level(of index: Int) -> Int {
    let start = note.journalEntries[index].heading.start
    return note.headings.first { $0.range.start == start }?.level ?? 2
  }

  private func hasBlankBelow(_ index: Int) -> Bool {
    let body = note.journalEntries[index].body
    guard source[body.indices].contains(where: { !$0.isASCIISpace }) else { return false }
    return source[body.indices].prefix { !$0.isLineEnd }.allSatisfy(\.isBlank)
  }

  /// Lines without their ends, blank ones at both ends left out.
  static func lines(of text: String) -> [String] {
    let normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    var lines = normal.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func isBlank(_ line: String?) -> Bool { line?.utf8.allSatisfy(\.isASCIISpace) ?? false }
    while isBlank(lines.last) { lines.removeLast() }
    while isBlank(lines.first) { lines.removeFirst() }
    return lines
  }

  /// `08:15 +09:00 😀 Title`
  ///
  /// - Parameters:
  ///   - time: the time and the zone as they are to be written.
  ///   - keepsTitle: the title is written as it is, having been read from a heading.
  static func heading(
    of entry: NewJournalEntry, time: String? = nil, keepsTitle: Bool = false
  ) -> String {
    var words: [String] = []
    var title = keepsTitle ? entry.title : titleText(entry.title)
    if entry.zoneMinutes == nil, entry.mood ?? "" == "", beginsWithZone(title) {
      title = "\\" + title
    }
    if let time {
      words.append(time)
    } else {
      words.append(clock(entry.time, before: entry.mood == nil ? title : ""))
      if let minutes = entry.zoneMinutes { words.append(zone(minutes)) }
    }
    if let mood = entry.mood, !mood.isEmpty { words.append(mood) }
    if !title.isEmpty { words.append(title) }
    return words.joined(separator: " ")
  }

  /// `+09:00`
  static func zone(_ minutes: Int) -> String {
    let size = abs(minutes)
    return (minutes < 0 ? "-" : "+") + padded(size / 60, 2) + ":" + padded(size % 60, 2)
  }

  /// The time; with its half of the day where the title begins with a word that would be read as one.
  private static func clock(_ time: ClockTime, before title: String) -> String {
    let word = title.prefix { $0 != " " }.lowercased()
    guard word == "am" || word == "pm", (1...12).contains(time.hour) else {
      return time.description
    }
    return time.description + (time.hour == 12 ? " pm" : " am")
  }

  /// True if a heading would read the title's first word as a zone: `+09:00 to go`.
  private static func beginsWithZone(_ title: String) -> Bool {
    guard title.first == "+" || title.first == "-" else { return false }
    let source = Array("## 00:00 \(title)\n".utf8)
    return Note(parsing: source).journalEntries.first?.zoneMinutes != nil
  }

  /// A title on one line, with no number signs that would end the heading.
  private static func titleText(_ title: String) -> String {
    let words = title.split { $0.isWhitespace || $0.isNewline }
    var text = words.joined(separator: " ")
    guard let last = words.last, last.allSatisfy({ $0 == "#" }) else { return text }
    text.removeLast(last.count)
    return text + "\\" + last
  }
}
