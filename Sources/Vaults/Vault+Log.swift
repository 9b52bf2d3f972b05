import Files
import History
import Indexing
import Notes
import PastNotes
import Steps
import Sync
import WorkTrees

/// The place of a written entry.
package struct LoggedEntry: Sendable {
  package let path: NotePath
  /// The line of its heading, counted from 1.
  package let line: Int
  /// The line of a comment before it that nothing ends, and that hides it from a reader.
  package let commentLine: Int?
  /// True if the day had no note before.
  package let isNewDay: Bool
  /// Unknown names in the day's template.
  package var unknown: [String] = []
  /// True if headings of the text were put lower, so that they do not end the section of the entry.
  package var lowersHeadings = false
  /// The note of the day that an entry was moved away from, if it had nothing else and is gone.
  package var removed: NotePath?
  /// The links of other notes that were rewritten because the day's note is new.
  package var links = KeptLinks()
}

/// The result of the deletion of an entry.
package struct DeletedEntry: Sendable {
  /// True if the day had nothing else, and its note is gone.
  package let isDayGone: Bool
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// An entry for a moment: its heading has the zone if that is not the one at home, or if the
  /// clocks at home show the time twice.
  ///
  /// - Parameter system: the zone at home unless the settings name one.
  package func entry(
    at moment: ZonedMoment, system: Zone, mood: String? = nil, title: String = "", body: String = ""
  ) -> NewJournalEntry {
    let zone = journalZone(system: system)
    let isPlain =
      zone.secondsEast(moment.milliseconds) == moment.secondsEast
      && !CivilDateTime(moment.date, moment.time).isAmbiguous(in: zone)
    let time = ClockTime(hour: moment.time.hour, minute: moment.time.minute) ?? moment.time
    return NewJournalEntry(
      time: time, zoneMinutes: isPlain ? nil : moment.secondsEast / 60,
      mood: mood, title: title, body: body)
  }

  /// A day with an entry put in, before it is written.
  package struct LogPlan: Sendable {
    package let path: NotePath
    /// The day as it was read, or nil if it has no note yet.
    package let old: VaultFolder.Contents?
    package let new: [UInt8]
    /// The line of the entry's heading, counted from 1.
    package let line: Int
    /// The line of a comment before it that nothing ends.
    package let commentLine: Int?
    /// Unknown names in the day's template.
    package var unknown: [String] = []
    /// As ``LoggedEntry/lowersHeadings``.
    package var lowersHeadings = false
  }

  /// Puts an entry into its day, which is made from its template if it is missing, and writes
  /// nothing.
  ///
  /// - Parameter secondsEast: the zone for a template that shows it.
  /// - Throws: `JournalEditError`, `JournalError`, `NewNoteError`, `WriteError`.
  package func planLog(
    _ entry: NewJournalEntry, on day: CivilDate, secondsEast: Int
  ) throws -> LogPlan {
    var entry = entry
    entry.body = EntryText.escapingEntries(entry.body)
    entry = entry.escapingOpenComment()
    let path = try path(ofDay: day)
    if FileStatus.at(root.appending(path), following: false) != nil {
      let old = try read(day: path)
      let editor = try journalEditor(old.bytes)
      let isLower = Self.lower(&entry, for: editor)
      let change = try Self.naming(day) { try editor.adding(entry) }
      return LogPlan(
        path: path, old: old, new: change.bytes, line: change.line,
        commentLine: change.commentLine, lowersHeadings: isLower)
    }
    let draft = try draft(ofDay: day, at: entry.time, secondsEast: secondsEast)
    if let other = siblingDifferingInCase(path) { throw NewNoteError.existsAs(other) }
    let editor = try journalEditor(draft.withRoomForEntries)
    let isLower = Self.lower(&entry, for: editor)
    let change = try Self.naming(nil) { try editor.adding(entry) }
    return LogPlan(
      path: path, old: nil, new: change.bytes, line: change.line, commentLine: change.commentLine,
      unknown: draft.unknown, lowersHeadings: isLower)
  }

  /// Puts the headings of an entry's text lower where they would end the day's section for entries.
  ///
  /// - Returns: true if the text changed.
  private static func lower(_ entry: inout NewJournalEntry, for editor: JournalEditor) -> Bool {
    let lower = EntryText.lowering(entry.body, below: editor.sectionLevel)
    defer { entry.body = lower }
    return lower != entry.body
  }

  /// Writes an entry into its day.
  ///
  /// Git is not used, and the index only where the day is new. A day that another program changes at the same moment is
  /// read again, and both changes stay.
  /// - Throws: as `planLog` does, and `VaultLock.Failure`; then nothing was written.
  package func log(
    _ entry: NewJournalEntry, on day: CivilDate, secondsEast: Int
  ) throws -> LoggedEntry {
    let lock = try writeLock()
    let logged = try persisting { () throws -> LoggedEntry in
      let plan = try planLog(entry, on: day, secondsEast: secondsEast)
      let links = try write(plan.new, to: plan.path, basedOn: plan.old)
      return LoggedEntry(
        path: plan.path, line: plan.line, commentLine: plan.commentLine, isNewDay: plan.old == nil,
        unknown: plan.unknown, lowersHeadings: plan.lowersHeadings, links: links)
    }
    _ = consume lock
    return logged
  }

  /// A day as the vault's settings read it.
  package func journalEditor(_ day: [UInt8]) throws(JournalEditError) -> JournalEditor {
    try JournalEditor(day, options: noteOptions)
  }

  /// Changes a day, or one that its template makes; an error of what is open there says which.
  ///
  /// - Parameter day: nil if the day has no note yet.
  package static func naming<Result>(_ day: CivilDate?, _ change: () throws -> Result) throws
    -> Result
  {
    do {
      return try change()
    } catch JournalEditError.dayIsOpen {
      throw day.map { JournalError.dayIsOpen($0) } ?? .templateIsOpen
    }
  }

  private func read(day path: NotePath) throws -> VaultFolder.Contents {
    let contents = try folder.read(path)
    if folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    return contents
  }

  // MARK: Changing entries

  /// Changes an entry, and moves it to another day if asked.
  ///
  /// - Parameters:
  ///   - entry: as it was read; the day is searched for it again.
  ///   - change: gives the new entry; its body is not changed.
  ///   - addition: text to append to the body.
  ///   - day: the entry's new day.
  /// - Throws: as `log` does; `JournalError.noEntry` if the day no longer has it.
  package func amend(
    _ entry: DatedEntry, to new: NewJournalEntry, adding addition: String, on day: CivilDate,
    secondsEast: Int
  ) throws -> LoggedEntry {
    let addition = EntryText.escapingEntries(addition)
    if day == entry.day {
      let lock = try writeLock()
      let amended = try persisting { () throws -> LoggedEntry in
        let old = try read(day: entry.path)
        let editor = try journalEditor(old.bytes)
        let index = try index(of: entry, in: editor)
        let lower = EntryText.lowering(addition, below: editor.sectionLevel(of: index))
        let change = try Self.naming(day) {
          try editor.changing(index, to: new, adding: lower)
        }
        if change.bytes != old.bytes {
          try recordedReplacement.replace(entry.path, basedOn: old, with: change.bytes)
        }
        return LoggedEntry(
          path: entry.path, line: change.line, commentLine: change.commentLine, isNewDay: false,
          lowersHeadings: lower != addition)
      }
      _ = consume lock
      return amended
    }
    var moved = new
    let editor = try journalEditor(try read(day: entry.path).bytes)
    moved.body = editor.entry(try index(of: entry, in: editor)).body
    if !addition.isEmpty { moved.body += (moved.body.isEmpty ? "" : "\n\n") + addition }
    // Stopped between the two, the entry is there twice, and not gone.
    var logged = try log(moved, on: day, secondsEast: secondsEast)
    let lock = try writeLock()
    try persisting {
      let old = try read(day: entry.path)
      let editor = try journalEditor(old.bytes)
      let rest = editor.removing(try index(of: entry, in: editor))
      if isAsMade(rest, day: entry.day, at: entry.time, secondsEast: secondsEast) {
        try recordedReplacement.remove(entry.path, basedOn: old)
        logged.removed = entry.path
      } else {
        try recordedReplacement.replace(entry.path, basedOn: old, with: rest)
      }
    }
    _ = consume lock
    return logged
  }

  /// True if a day's note says no more than its template.
  private func isAsMade(
    _ bytes: [UInt8], day: CivilDate, at time: ClockTime, secondsEast: Int
  ) -> Bool {
    // The note stays if the template cannot be read.
    guard let draft = try? draft(ofDay: day, at: time, secondsEast: secondsEast) else {
      return false
    }
    return JournalText.trimmed(bytes) == JournalText.trimmed(draft.text.utf8)
  }

  // MARK: Deleting entries

  /// Deletes an entry: as one commit, on top of a snapshot of uncommitted changes.
  ///
  /// A day that has nothing but the entry and what its template says goes with it.
  /// - Throws: `JournalError.noEntry`, `RemovalRefusal`, `MoveRefusal`, `WriteError`, `HistoryError`, `SyncRefusal`,
  ///   `HookRefused`, `NoIdentity`, `GitError`.
  package func delete(
    _ entry: DatedEntry, secondsEast: Int, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }
  ) throws -> DeletedEntry {
    try withHistory(waiting: waiting) { history in
      var isDayGone = false
      let change = try history.change(.delete, confirm: confirm) { files in
        try checkWritable(entry.path)
        try files.checkRemovable(entry.path)
        let old = try files.read(entry.path)
        let rest = try self.rest(of: old, without: entry)
        isDayGone = isAsMade(rest, day: entry.day, at: entry.time, secondsEast: secondsEast)
        let subject = "Remove the entry of \(entry.time) in \(entry.path.text)"
        if isDayGone {
          let gone: [TreePath: FileVersion?] = [history.treePath(entry.path): nil]
          return (gone, subject)
        }
        let rewrite = MovePlan.Rewrite(
          path: entry.path, newPath: entry.path, old: old, new: rest, links: 0)
        return (try files.versions([rewrite]), subject)
      }
      return DeletedEntry(isDayGone: isDayGone, change: change, scope: history.scope)
    }
  }

  /// A day without one of its entries, for those who look before it is deleted.
  ///
  /// - Throws: `JournalError.noEntry`, `JournalEditError`, `WriteError`.
  package func planDeletion(of entry: DatedEntry) throws -> (old: [UInt8], new: [UInt8]) {
    let old = try read(day: entry.path).bytes
    return (old, try rest(of: old, without: entry))
  }

  private func rest(of day: [UInt8], without entry: DatedEntry) throws -> [UInt8] {
    let editor = try journalEditor(day)
    return editor.removing(try index(of: entry, in: editor))
  }

  /// The position of the entry with the unchanged text, the nearest to its place when it was read.
  private func index(of entry: DatedEntry, in editor: JournalEditor) throws(JournalError) -> Int {
    let entries = editor.note.journalEntries
    // The history has line feeds where a file may have others.
    let source = entry.source.replacing("\r\n", with: "\n")
    let same = entries.indices.filter {
      editor.note.text(entries[$0].range).replacing("\r\n", with: "\n") == source
    }
    guard
      let index = same.min(by: { left, right in
        abs(Int(entries[left].heading.start) - entry.offset)
          < abs(Int(entries[right].heading.start) - entry.offset)
      })
    else { throw .noEntry }
    return index
  }
}

extension DraftNote {
  /// The text of a day without the blank lines at its end, which are room for the first entry.
  package var withRoomForEntries: [UInt8] {
    var text = Array(self.text.utf8)
    while text.suffix(2) == [0x0A, 0x0A] { text.removeLast() }
    return text
  }
}
