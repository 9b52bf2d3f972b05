import Layout

/// A new entry of a journal day.
package struct NewJournalEntry: Sendable, Hashable {
  /// The time on the person's clock.
  package var time: ClockTime
  /// Minutes east of Greenwich, where the heading is to say them.
  package var zoneMinutes: Int?
  /// One emoji.
  package var mood: String?
  package var title: String
  /// Markdown, with any line ends; blank lines around it are left out.
  package var body: String

  package init(
    time: ClockTime, zoneMinutes: Int? = nil, mood: String? = nil, title: String = "",
    body: String = ""
  ) {
    self.time = time
    self.zoneMinutes = zoneMinutes
    self.mood = mood
    self.title = title
    self.body = body
  }
}

/// The reason why an entry was not put into a day, or changed in it.
package enum JournalEditError: Error, Equatable, Sendable {
  /// The note is not valid UTF-8, and such a note is never rewritten.
  case notUTF8
  /// The entry's own text opens something that it does not close: a fence, a comment.
  case textIsOpen
  /// The text before would swallow the entry: a fence or comment is open at the day's end.
  case dayIsOpen
}

/// Puts entries into a day's note, and changes them.
///
/// A new entry goes after the last one that is not later, or if there is none before the first; a
/// day without entries gets it at its end, or at the end of the section that its writer has for
/// entries. Where the entries beside it are items of a list, it is one too (``NoteOptions``). In a
/// day with the latest entry first, it goes before the first one that is not later. An entry
/// belongs to the calendar day and the time of its clock, whatever its zone. Only the entry and
/// blank lines beside it are inserted: line ends, byte order mark and a missing line end at the end
/// of the file stay.
package struct JournalEditor: Sendable {
  /// The day as it was read.
  package let note: Note
  let layout: JournalLayout
  let options: NoteOptions

  /// - Parameter options: those of the vault; they say whether entries may be items of a list.
  /// - Throws: `.notUTF8`.
  package init(
    _ source: [UInt8], options: NoteOptions = NoteOptions()
  ) throws(JournalEditError) {
    guard WellFormedUTF8.holds(source) else { throw .notUTF8 }
    note = Note(parsing: source, options: options)
    layout = JournalLayout(note, options: options)
    self.options = options
  }

  /// A day after a change, and the line of the entry in it.
  package struct Change: Sendable, Equatable {
    package let bytes: [UInt8]
    /// The entry's heading, in bytes.
    package let offset: Int
    /// The line of the heading, counted from 1.
    package let line: Int
    /// The line of a comment before the entry that nothing ends, and that hides it from a reader.
    package let commentLine: Int?

    init(_ day: Note, entryAt offset: Int) {
      bytes = day.source
      self.offset = offset
      line = day.lines.line(at: offset)
      commentLine = day.openComment.flatMap {
        $0.offset < offset ? $0.position.line : nil
      }
    }
  }

  /// The level of the section into which entries go: a heading of that level in the text of an entry would end the
  /// section, and the entry. Nil where entries go into no section, or are items.
  package var sectionLevel: Int? { layout.sectionLevel }

  /// As ``sectionLevel``, for one of the entries.
  package func sectionLevel(of index: Int) -> Int? {
    let entry = note.journalEntries[index]
    guard let section = note.logSection, !entry.isBullet,
      section.content.contains(Int(entry.heading.start))
    else { return nil }
    return section.level
  }

  /// The day with one entry more.
  ///
  /// - Throws: `.textIsOpen`, `.dayIsOpen`.
  package func adding(_ entry: NewJournalEntry) throws(JournalEditError) -> Change {
    let slot = layout.slot(for: entry)
    let text = layout.text(of: entry, at: slot)
    try requireClosed(text)
    return try inserting(text, at: slot, time: entry.time)
  }

  /// The day without one of its entries.
  ///
  /// - Parameter index: of ``Note/journalEntries``.
  package func removing(_ index: Int) -> [UInt8] {
    let range = layout.block(of: index)
    return Array(note.source[..<range.lowerBound] + note.source[range.upperBound...])
  }

  /// The day with one entry changed: its heading in place; if its new time belongs elsewhere, all
  /// of it is moved.
  ///
  /// - Parameters:
  ///   - index: of ``Note/journalEntries``.
  ///   - entry: the new entry; of its body only `adding` is written.
  ///   - addition: text to append to the entry, after a blank line.
  /// - Throws: `.textIsOpen`, `.dayIsOpen`.
  package func changing(
    _ index: Int, to entry: NewJournalEntry, adding addition: String = ""
  ) throws(JournalEditError) -> Change {
    var edits = [headingEdit(index, entry)]
    if !addition.isEmpty { edits.append(layout.addition(addition, to: index)) }
    edits.removeAll { note.source[$0.range.indices].elementsEqual($0.replacement) }
    let source = edits.applied(to: note.source)
    let changed = try JournalEditor(source, options: options)
    let grown = source.count - note.source.count
    guard let found = changed.index(ofEntryAt: Int(note.journalEntries[index].heading.start)),
      changed.note.journalEntries.count == note.journalEntries.count
        || !addition.isEmpty && changed.hasEntries(after: index, of: self, movedBy: grown)
    else { throw .textIsOpen }
    if !addition.isEmpty, isClosed(layout.text(ofEntry: index)) {
      try requireClosed(changed.layout.text(ofEntry: found))
    }
    if changed.layout.isInOrder(found) {
      let offset = Int(changed.note.journalEntries[found].heading.start)
      return Change(changed.note, entryAt: offset)
    }
    let text = changed.layout.text(ofEntry: found)
    let rest = try JournalEditor(changed.removing(found), options: options)
    return try rest.inserting(text, at: rest.layout.slot(for: entry), time: entry.time)
  }

  /// An entry in the form of a new one.
  package func entry(_ index: Int) -> NewJournalEntry {
    let entry = note.journalEntries[index]
    return NewJournalEntry(
      time: entry.time, zoneMinutes: entry.zoneMinutes, mood: entry.mood.map { note.text($0) },
      title: entry.title.map { note.text($0) } ?? "", body: layout.body(of: index))
  }

  private func headingEdit(_ index: Int, _ new: NewJournalEntry) -> ByteEdit {
    let old = note.journalEntries[index]
    let end = [old.timeRange.end, old.mood?.end ?? 0, old.title?.end ?? 0].max() ?? 0
    let isSameTime = old.time == new.time && old.zoneMinutes == new.zoneMinutes
    let time = isSameTime ? note.text(old.timeRange) : nil
    let isSameTitle = old.title.map { note.text($0) } == new.title
    return ByteEdit(
      ByteRange(start: old.timeRange.start, end: old.isBullet ? old.heading.end : end),
      old.isBullet
        ? JournalLayout.bulletHeading(of: new, time: time, keepsTitle: isSameTitle)
        : JournalLayout.heading(of: new, time: time, keepsTitle: isSameTitle))
  }

  /// True if all entries after one of an earlier form of the day are there: an addition may close what the entry left
  /// open, so that there are more.
  private func hasEntries(after index: Int, of old: JournalEditor, movedBy grown: Int) -> Bool {
    let starts = Set(note.journalEntries.map { Int($0.heading.start) })
    return old.note.journalEntries.dropFirst(index + 1).allSatisfy {
      starts.contains(Int($0.heading.start) + grown)
    }
  }

  private func index(ofEntryAt offset: Int) -> Int? {
    note.journalEntries.firstIndex { Int($0.heading.start) == offset }
  }

  // MARK: Proofs

  /// Throws if a heading after the text would not be one.
  private func requireClosed(_ text: [UInt8]) throws(JournalEditError) {
    if !isClosed(text) { throw .textIsOpen }
  }

  private func isClosed(_ text: [UInt8]) -> Bool {
    Self.probed(text + layout.lineEnd + layout.lineEnd) != nil
  }

  /// The note of a text and a heading after it; nil if the heading is part of what the text leaves open: code, or a
  /// comment that a mark in a later text would end.
  static func probed(_ text: [UInt8]) -> Note? {
    let heading = text + Array("## 00:00".utf8)
    let probe = Note(parsing: heading + Array("\n\n-->\n\n%%\n".utf8))
    guard let last = probe.journalEntries.last, Int(last.heading.end) == heading.count else {
      return nil
    }
    return probe
  }

  /// Puts the text there and reads the day again: the entry has to be in it, and all that were.
  private func inserting(
    _ text: [UInt8], at slot: JournalLayout.Slot, time: ClockTime
  ) throws(JournalEditError) -> Change {
    let (inserted, lead) = layout.surrounded(text, at: slot)
    let offset = slot.offset
    let bytes = Array(note.source[..<offset] + inserted + note.source[offset...])
    let after = Note(parsing: bytes, options: options)
    let expected = note.journalEntries.map { entry in
      Int(entry.heading.start) + (Int(entry.heading.start) < offset ? 0 : inserted.count)
    }
    let range = offset..<(offset + inserted.count)
    let found = after.journalEntries.filter { range.contains(Int($0.heading.start)) }
    let others = after.journalEntries.map { Int($0.heading.start) }.filter { !range.contains($0) }
    guard let own = found.first, Int(own.heading.start) == offset + lead, own.time == time,
      others == expected
    else { throw .dayIsOpen }
    return Change(after, entryAt: offset + lead)
  }
}
