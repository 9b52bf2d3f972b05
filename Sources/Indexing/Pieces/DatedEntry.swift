import Files
import Notes

/// An entry of the journal, with its day and its place in the note.
package struct DatedEntry: Sendable, Hashable {
  package let day: CivilDate
  package let path: NotePath
  /// The line of its heading, counted from 1.
  package let line: Int
  /// The heading, in bytes of the note.
  package let offset: Int
  package let time: ClockTime
  /// Minutes east of Greenwich, if the heading has a zone.
  package let zoneMinutes: Int?
  package let mood: String?
  /// Without markup.
  package let title: String
  /// ``title`` for a reader: without a comment that nothing ends.
  package let readableTitle: String
  /// The title as written.
  package let writtenTitle: String
  /// The heading and the text after it, as written.
  package let source: String
  /// The text after the heading, as written, without blank lines around it.
  package let body: String
  /// ``body`` as a piece to be read by itself: without comments that reach past it, with what follows them
  /// below headings that they hide, with the addresses of links by reference in place, and with its footnotes.
  package private(set) var readableBody: String
  /// True if its heading is in a comment.
  package let isInComment: Bool
  /// A comment without an end that begins in it or before it.
  package let unclosed: UnclosedComment?
  /// Its hashtags, each once.
  package let tags: [String]
  /// Words of title and text.
  package let words: Int
  /// The language that the day's note declares.
  package let language: String?
  /// True if the day's note has items with a time that are no entries.
  package let isBesideItems: Bool
  /// True if the day's note has text, other than headings, that is in no entry.
  package let isBesideText: Bool

  /// The instant in UTC milliseconds.
  ///
  /// - Parameter home: the zone of entries that say none.
  package func milliseconds(home: Zone) -> Int64 {
    let zone = zoneMinutes.map { minutes in Zone { _ in minutes * 60 } } ?? home
    return CivilDateTime(day, time).milliseconds(in: zone)
  }

  /// Seconds east of Greenwich.
  package func secondsEast(home: Zone) -> Int {
    zoneMinutes.map { $0 * 60 } ?? home.secondsEast(milliseconds(home: home))
  }

  /// The offsets, in seconds east, of the two moments at which the clocks at home show its time because they are put
  /// back, that for which it is taken first; nil where they show it once, or where it names a zone.
  package func doubled(home: Zone) -> (taken: Int, other: Int)? {
    guard zoneMinutes == nil, CivilDateTime(day, time).isAmbiguous(in: home) else { return nil }
    let taken = milliseconds(home: home)
    return (home.secondsEast(taken), home.secondsEast(taken + 86_400_000))
  }

  /// The entries of a day's note, in their order there.
  package static func entries(
    of day: JournalDay, in source: [UInt8], options: NoteOptions = NoteOptions()
  ) -> [DatedEntry] {
    let note = Note(parsing: source, options: options)
    if note.journalEntries.isEmpty { return [] }
    let lines = note.lines
    let language = note.language
    let readableNote = note.commentedBody
    let comments = readableNote?.comments ?? []
    let open = readableNote?.unclosed(in: note)
    let hasItems = note.hasTimedItems
    let hasText = note.hasTextBesideEntries
    var found = note.journalEntries.map { entry in
      var seen: Set<Hashtag> = []
      let tags = note.hashtags.filter { entry.range.contains($0.range) }
        .map { note.text($0.name) }.filter { seen.insert(Hashtag($0)).inserted }
      let words = entry.title.map { note.wordCount(in: $0) } ?? 0
      let body = JournalText.trimmed(note.body(of: entry))
      let readable = readableText(of: entry, in: note, without: comments) ?? body
      return DatedEntry(
        day: day.day, path: day.path, line: lines.line(at: Int(entry.heading.start)),
        offset: Int(entry.heading.start), time: entry.time, zoneMinutes: entry.zoneMinutes,
        mood: entry.mood.map { note.text($0) },
        title: entry.title.map { note.plainText(in: $0) } ?? "",
        readableTitle: entry.title.map {
          note.plainText(in: readableNote?.shownPart(of: $0) ?? $0)
        } ?? "",
        writtenTitle: entry.title.map { note.text($0) } ?? "",
        source: note.text(entry.range), body: body, readableBody: readable,
        isInComment: comments.contains { $0.contains(Int(entry.heading.start)) },
        unclosed: open.flatMap { $0.offset < entry.range.end ? $0 : nil }, tags: tags,
        words: words + note.wordCount(in: entry.body), language: language,
        isBesideItems: hasItems, isBesideText: hasText)
    }
    let shown = note.hasReferences ? note.withReferencesInPlace(options) : nil
    let shownBody = shown.map { ReadableBody(of: $0) }
    if let shown, let shownBody, shown.journalEntries.count == found.count {
      for (index, entry) in shown.journalEntries.enumerated() {
        found[index].readableBody =
          readableText(of: entry, in: shown, without: shownBody.comments)
          ?? JournalText.trimmed(shown.body(of: entry))
      }
    }
    for index in found.indices.dropFirst().reversed() where found[index].isInComment {
      let rest = found[index].readableBody
      // Text right after the comment; four spaces would be code.
      let isText = rest.prefix { $0 == " " }.count < 4
      let parts = [found[index - 1].readableBody, isText ? String(rest.drop { $0 == " " }) : rest]
      found[index - 1].readableBody = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
    if let shown, let shownBody, shown.journalEntries.count == found.count {
      for (index, entry) in shown.journalEntries.enumerated() {
        let piece = Array(found[index].readableBody.utf8)
        found[index].readableBody = String(
          decoding: shownBody.withFootnotes(piece, entry.range, of: shown), as: UTF8.self)
      }
    }
    return found
  }

  /// The text of an entry without the comments that reach past it; nil if there is none.
  private static func readableText(
    of entry: JournalEntry, in note: Note, without comments: [ByteRange]
  ) -> String? {
    let hidden = comments.crossing(entry.body)
    if hidden.isEmpty { return nil }
    return JournalText.trimmed(
      note.outdented(Array(note.bytes(in: entry.body, without: hidden)), of: entry))
  }
}

/// Small tools for the text of entries.
package enum JournalText {
  /// The text without the blank lines around it.
  package static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    var lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
    func isBlank(_ line: ArraySlice<UInt8>?) -> Bool {
      line?.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ?? false
    }
    while isBlank(lines.last) { lines.removeLast() }
    while isBlank(lines.first) { lines.removeFirst() }
    return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
  }
}
