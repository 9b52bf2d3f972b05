import Exchange
import Indexing
import Layout
import Notes

/// An entry of another program as an entry of a day.
struct EntryText {
  /// The entry to be written.
  let entry: NewJournalEntry
  /// The entry as it will be read.
  let read: NewJournalEntry
  /// The title and the text as they will be read.
  let key: EntryKey
  /// The changes that were needed so that it stays one entry; may be empty.
  private(set) var changes: [String] = []

  /// - Parameters:
  ///   - heading: the entry with the facts of its heading, without a body.
  ///   - tags: names of hashtags to add after the body, except those that it has.
  ///   - level: of the section of the day into which the entry goes; nil if it goes into none.
  /// - Throws: `.textIsOpen` if the entry cannot be written at all.
  init(
    _ heading: NewJournalEntry, body: String, tags: [String] = [], below level: Int? = nil
  ) throws(JournalEditError) {
    var entry = heading
    entry.body = body
    // Closed before hashtags follow it, which a block of code would swallow.
    if entry.readAlone() == nil { changes.append(Self.contain(&entry)) }
    let lowered = Self.lowering(entry.body, below: level)
    if lowered != entry.body {
      changes.append("headings that would have ended the section of the entry, now lower")
      entry.body = lowered
    }
    entry.body = JournalText.tagged(entry.body, with: tags)
    var read = entry.readAlone()
    // A title may begin with text that has a meaning in a heading: an emoji.
    if let found = read, !Self.isSame(found, entry) {
      entry.body = entry.title + (entry.body.isEmpty ? "" : "\n\n" + entry.body)
      entry.title = ""
      changes.append("titles that a heading would read otherwise, now in the text")
      read = entry.readAlone()
    }
    guard let read else { throw .textIsOpen }
    self.entry = entry
    self.read = read
    key = EntryKey(title: read.title, body: read.body)
  }

  private static func isSame(_ read: NewJournalEntry, _ entry: NewJournalEntry) -> Bool {
    read.time == entry.time && read.zoneMinutes == entry.zoneMinutes
      && (read.mood ?? "") == (entry.mood ?? "")
  }

  /// Changes the text so that it begins no entry of its own and leaves nothing open.
  ///
  /// - Returns: a description of the change.
  private static func contain(_ entry: inout NewJournalEntry) -> String {
    entry = entry.escapingOpenComment()
    if entry.readAlone() != nil { return "comments that were not closed" }
    let body = entry.body
    entry.body = escapingEntries(body)
    if entry.readAlone() != nil { return "headings that would have been entries" }
    for mark in ["```", "~~~", "-->", "````", "~~~~", "?>", "]]>", "</script>", "</pre>"] {
      entry.body = escapingEntries(body + "\n" + mark)
      if entry.readAlone() != nil { return "blocks of code or comments that were not closed" }
    }
    entry.body = MarkdownText.paragraphs(body)
    return "text that could not stay Markdown"
  }

  private static let head = Array("## 00:00\n".utf8)

  /// The text with a backslash before each heading that would open an entry.
  static func escapingEntries(_ body: String) -> String {
    let note = Note(parsing: head + body.utf8)
    return escaping(note.journalEntries.dropFirst().map(\.heading), in: note)
  }

  /// The text with its headings at lower levels, so that none ends a section of a day and with it the entry there; the
  /// same text if none would.
  ///
  /// All go down alike, the highest to below the entry's own heading. One that cannot gets a backslash.
  /// - Parameter level: of the section; nil if there is none.
  static func lowering(_ body: String, below level: Int?) -> String {
    guard let level else { return body }
    let note = Note(parsing: head + body.utf8)
    let highest = note.endings(above: level).map(\.level).min()
    guard let highest else { return body }
    let edits = note.edits(ofLevels: 1..<note.headings.count, by: level + 2 - highest)
    let lower = Note(parsing: edits.applied(to: note.source))
    return escaping(lower.endings(above: level).map(\.range), in: lower)
  }

  /// The text below the first line, with a backslash before some headings.
  private static func escaping(_ headings: [ByteRange], in note: Note) -> String {
    var bytes: [UInt8] = []
    var start = head.count
    for heading in headings.map(\.indices) {
      var place = heading.lowerBound
      if note.source[place] != UInt8(ascii: "#") {
        // An underlined heading: the line below makes it one.
        let line = note.source[heading].lastIndex { $0 == 0x0A || $0 == 0x0D } ?? place
        place = note.source[(line + 1)...].firstIndex { $0 != 0x20 } ?? heading.upperBound
      }
      bytes += note.source[start..<place] + [UInt8(ascii: "\\")]
      start = place
    }
    bytes += note.source[start...]
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Note {
  /// The headings after the first that begin their lines, and are not below a level.
  fileprivate func endings(above level: Int) -> [Heading] {
    headings.dropFirst().filter { $0.level <= level && begins($0) }
  }
}

/// The title and the text of an entry, as two entries are compared: case and white space do not count.
struct EntryKey: Hashable {
  let title: String
  let body: String
  private var words: String { title + " " + body }

  init(title: String, body: String) {
    self.title = CaseFolding.fold(title.collapsingSpaces)
    self.body = CaseFolding.fold(body.collapsingSpaces)
  }

  /// True if one may be an edit of the other: they share most of their words, or one contains the
  /// other.
  func isSimilar(to other: EntryKey) -> Bool {
    let (own, others) = (ImportText.key(body), ImportText.key(other.body))
    if own.isEmpty || others.isEmpty { return false }
    return own.contains(others) || others.contains(own) || ImportText.areSimilar(own, others)
  }

  /// True if the two have the same title, or are similar, or share at least half of their words.
  func isLike(_ other: EntryKey) -> Bool {
    title == other.title && !title.isEmpty || isSimilar(to: other) || sharesWords(with: other)
  }

  /// True if the two share at least half of their words, title and text together.
  func sharesWords(with other: EntryKey) -> Bool {
    let (own, others) = (ImportText.key(words), ImportText.key(other.words))
    return !own.isEmpty && !others.isEmpty && ImportText.areSimilar(own, others)
  }
}

/// The entries that a day has, as those that are imported are looked for among them.
struct StandingEntries {
  struct Standing {
    /// Of the day's entries.
    let index: Int
    let entry: NewJournalEntry
    let key: EntryKey
    var isTaken = false
  }

  private(set) var entries: [Standing]
  private var byMinute: [Int: [Int]] = [:]
  private var byKey: [EntryKey: [Int]] = [:]

  init(_ day: JournalEditor) {
    entries = day.note.journalEntries.indices.map { index in
      let entry = day.entry(index)
      return Standing(
        index: index, entry: entry, key: EntryKey(title: entry.title, body: entry.body))
    }
    for (index, entry) in entries.enumerated() {
      byMinute[Self.minute(entry.entry.time), default: []].append(index)
      byKey[entry.key, default: []].append(index)
    }
  }

  static func minute(_ time: ClockTime) -> Int { time.secondOfDay / 60 }

  /// Takes the entry of the same minute with the same text.
  mutating func takeSame(as text: EntryText) -> Standing? {
    let places = byMinute[Self.minute(text.entry.time)]
    let place =
      take(places) { $0 == text.key }
      ?? take(places) { $0.body == text.key.body && !$0.body.isEmpty }
    return place.map { entries[$0] }
  }

  /// Takes the entry of another minute with the same text, if it is long enough: a person corrected
  /// its time.
  mutating func takeMoved(_ text: EntryText) -> Bool {
    guard text.key.title.count + text.key.body.count >= 24 else { return false }
    return take(byKey[text.key]) { _ in true } != nil
  }

  /// Takes the entry of another minute with the same mood and text that satisfies a condition.
  mutating func takeLeft(
    _ text: EntryText, where isLeft: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    try byKey[text.key]?.first {
      try !entries[$0].isTaken && entries[$0].entry.mood == text.read.mood && isLeft(entries[$0])
    }.map { take($0) }
  }

  /// Takes the entry of the same minute that a person has edited: one with the same title, or
  /// without one and with a similar text.
  mutating func takeEdited(_ text: EntryText) -> Standing? {
    take(byMinute[Self.minute(text.entry.time)]) { key in
      key.title == text.key.title && (!key.title.isEmpty || key.isSimilar(to: text.key))
    }.map { entries[$0] }
  }

  /// Takes the one entry of the same minute that is left, if it shares half of its words: a person
  /// has edited its title, or its only line.
  mutating func takeReworded(_ text: EntryText) -> Standing? {
    let places = byMinute[Self.minute(text.entry.time)] ?? []
    guard places.count(where: { !entries[$0].isTaken }) == 1 else { return nil }
    return take(places) { $0.sharesWords(with: text.key) }.map { entries[$0] }
  }

  /// Takes an entry of the same minute, whatever it says.
  mutating func takeRewritten(
    _ text: EntryText, where isOwn: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    let places = byMinute[Self.minute(text.entry.time)] ?? []
    return try places.first { try !entries[$0].isTaken && isOwn(entries[$0]) }.map { take($0) }
  }

  /// Takes the entry of another minute with the same text, else with the same title or a similar text.
  mutating func takeElsewhere(
    _ text: EntryText, where isOwn: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    let free = entries.indices.filter { !entries[$0].isTaken }
    if let same = free.first(where: { entries[$0].key == text.key }) { return take(same) }
    return try free.first { place in
      let key = entries[place].key
      return try key.isLike(text.key) && isOwn(entries[place])
    }.map { take($0) }
  }

  /// Takes the first entry that satisfies a condition.
  mutating func takeFirst(where isIt: (Standing) throws -> Bool) rethrows -> Standing? {
    try entries.indices.first { try !entries[$0].isTaken && isIt(entries[$0]) }.map { take($0) }
  }

  /// Takes the one entry of the same minute that shares half of its words and satisfies a condition; nil if there are several.
  mutating func takeOnly(
    like text: EntryText, where isIt: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    let found = try (byMinute[Self.minute(text.entry.time)] ?? []).filter {
      try !entries[$0].isTaken && entries[$0].key.sharesWords(with: text.key) && isIt(entries[$0])
    }
    return found.count == 1 ? take(found[0]) : nil
  }

  private mutating func take(_ place: Int) -> Standing {
    entries[place].isTaken = true
    return entries[place]
  }

  private mutating func take(_ places: [Int]?, _ test: (EntryKey) -> Bool) -> Int? {
    guard let found = places?.first(where: { !entries[$0].isTaken && test(entries[$0].key) })
    else { return nil }
    entries[found].isTaken = true
    return found
  }
}
