import Files
import Indexing
import Notes

/// The reason why a day has no place in the journal.
package enum JournalError: Error, Equatable, Sendable {
  /// The pattern of the settings names several days at once, leads out of the vault or is hidden.
  case noPath(pattern: String, setting: String)
  /// The journal has no such entry.
  case noEntry
  /// Something open in the day's note, such as a fence at its end, would swallow an entry.
  case dayIsOpen(CivilDate)
  /// Something open in the template of days would swallow an entry.
  case templateIsOpen
}

extension Vault {
  /// The days that have a note, the earliest first.
  ///
  /// Looks at the folder and not at the index.
  /// - Throws: `SystemError` if the vault cannot be read.
  package func journalDays() throws -> [JournalDay] {
    let journal = journal
    return try walk.check().added.compactMap { note in
      // The second version of a day that two devices changed is no day of its own.
      guard !note.path.isConflictCopy else { return nil }
      return journal.day(of: note.path).map { JournalDay(day: $0, path: note.path) }
    }.sorted()
  }

  /// The path of a day's note, whether or not it exists.
  ///
  /// - Throws: `JournalError.noPath`.
  package func path(ofDay day: CivilDate) throws(JournalError) -> NotePath {
    guard let path = journal.path(of: day) else {
      throw .noPath(pattern: configuration.text("journal.pattern"), setting: "journal.pattern")
    }
    return path
  }

  /// A day's note as its template has it, without writing it.
  ///
  /// - Parameter time: the time of day that the template may show.
  /// - Throws: `JournalError.noPath`; `NewNoteError.noTemplate` if the settings name a template that
  ///   is not there; `WriteError` if it cannot be read.
  package func draft(
    ofDay day: CivilDate, at time: ClockTime, secondsEast: Int
  ) throws -> DraftNote {
    let path = try path(ofDay: day)
    let rendering = try Template(dayTemplate()).render(
      Template.Values(
        title: String(decoding: path.stem, as: UTF8.self), now: CivilDateTime(day, time),
        secondsEast: secondsEast))
    var text = rendering.text
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    let cursor = rendering.cursor ?? max(0, text.utf8.count - 1)
    let line = 1 + text.utf8.prefix(cursor).count { $0 == 0x0A }
    return DraftNote(path: path, text: text, line: line, unknown: rendering.unknown)
  }

  /// Writes a day's note from its template, unless it is there.
  ///
  /// - Returns: where it was written, the line to begin at and the links of other notes that were rewritten.
  /// - Throws: as `draft(ofDay:at:secondsEast:)` and `create(_:)` do.
  package func makeDay(
    _ day: CivilDate, at time: ClockTime, secondsEast: Int
  ) throws -> (line: Int, links: KeptLinks)? {
    let draft = try draft(ofDay: day, at: time, secondsEast: secondsEast)
    if FileStatus.at(root.appending(draft.path)) != nil { return nil }
    do {
      return (draft.line, try create(draft))
    } catch WriteError.exists {
      return nil
    }
  }

  /// The text of the template for days; a heading if none was chosen and there is none.
  private func dayTemplate() throws -> String {
    let name = configuration.text("journal.template")
    // Obsidian's days without a template are empty. Dendron does not know a note without its front matter.
    if name.isEmpty { return location.tool == .dendron ? DendronNote.day : "" }
    do {
      return try templateText(name)
    } catch NewNoteError.noTemplate where !configuration.isSet("journal.template") {
      return "# {{date:dddd, D MMMM YYYY}}\n"
    }
  }
}
