import Exchange
import Indexing
import Layout
import Notes
import Steps

/// An entry of another program as an entry of a day.
package struct EntryText {
  /// The entry to be written.
  package let entry: NewJournalEntry
  /// The entry as it will be read.
  package let read: NewJournalEntry
  /// The title and the text as they will be read.
  package let key: EntryKey
  /// The changes that were needed so that it stays one entry; may be empty.
  package private(set) var changes: [String] = []

  /// - Parameters:
  ///   - heading: the entry with the facts of its heading, without a body.
  ///   - tags: names of hashtags to add after the body, except those that it has.
  ///   - level: of the section of the day into which the entry goes; nil if it goes into none.
  /// - Throws: `.textIsOpen` if the entry cannot be written at all.
  package init(
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
package struct EntryKey: Hashable {
  package let title: String
  package let body: String
  private var words: String { title + " " + body }

  package init(title: String, body: String) {
    self.title = CaseFolding.fold(title.collapsingSpaces)
    self.body = CaseFolding.fold(body.collapsingSpaces)
  }

  /// True if one may be an edit of the other: they share most of their words, or one contains the
  /// other.
  package func isSimilar(to other: EntryKey) -> Bool {
    let (own, others) = (ImportText.key(body), ImportText.key(other.body))
    if own.isEmpty || others.isEmpty { return false }
    return own.contains(others) || others.contains(own) || ImportText.areSimilar(own, others)
  }

  /// True if the two have the same title, or are similar, or share at least half of their words.
  package func isLike(_ other: EntryKey) -> Bool {
    title == other.title && !title.isEmpty || isSimilar(to: other) || sharesWords(with: other)
  }

  /// True if the two share at least half of their words, title and text together.
  package func sharesWords(with other: EntryKey) -> Bool {
    let (own, others) = (ImportText.key(words), ImportText.key(other.words))
    return !own.isEmpty && !others.isEmpty && ImportText.areSimilar(own, others)
  }
}
