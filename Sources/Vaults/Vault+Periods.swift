import Files
import Indexing
import Notes
import Settings

extension Vault {
  /// The paths of the notes of a period.
  package func periods(_ period: Period) -> JournalPeriods {
    JournalPeriods(
      period, folder: configuration.text("journal.folder"), pattern: pattern(of: period).text)
  }

  /// The pattern of the paths of a period's notes, with the name of its setting.
  private func pattern(of period: Period) -> (text: String, setting: String) {
    switch period {
    case .week: (configuration.text("journal.week"), "journal.week")
    case .month: (configuration.text("journal.month"), "journal.month")
    case .quarter: (configuration.text("journal.quarter"), "journal.quarter")
    case .year: (configuration.text("journal.year"), "journal.year")
    }
  }

  private func template(of period: Period) -> String {
    switch period {
    case .week: configuration.text("journal.week-template")
    case .month: configuration.text("journal.month-template")
    case .quarter: configuration.text("journal.quarter-template")
    case .year: configuration.text("journal.year-template")
    }
  }

  /// The notes of a period, the earliest first.
  ///
  /// Looks at the folder and not at the index.
  /// - Throws: `SystemError` if the vault cannot be read.
  package func notes(of period: Period) throws -> [PeriodNote] {
    let periods = periods(period)
    return try walk.check().added.compactMap { note in
      if note.path.isConflictCopy { return nil }
      return periods.range(of: note.path).map { PeriodNote(days: $0, path: note.path) }
    }.sorted {
      ($0.days.start ?? .earliest, $0.path) < ($1.days.start ?? .earliest, $1.path)
    }
  }

  /// The path of the note of the period that has a day, whether or not it exists.
  ///
  /// - Throws: `JournalError.noPath`.
  package func path(of period: Period, around day: CivilDate) throws(JournalError) -> NotePath {
    guard let path = periods(period).path(around: day) else {
      let pattern = pattern(of: period)
      throw .noPath(pattern: pattern.text, setting: pattern.setting)
    }
    return path
  }

  /// Writes the note of the period that has a day from its template, unless it is there.
  ///
  /// - Returns: where it was written, the line to begin at and the links of other notes that were rewritten.
  /// - Throws: `JournalError.noPath`; as `draft(ofDay:at:secondsEast:)` and `create(_:)` do.
  package func make(
    _ period: Period, around day: CivilDate, at time: ClockTime, secondsEast: Int
  ) throws -> (line: Int, links: KeptLinks)? {
    let path = try path(of: period, around: day)
    if FileStatus.at(root.appending(path)) != nil { return nil }
    let start = periods(period).range(around: day).start ?? day
    let rendering = Template(try templateText(of: period, start)).render(
      Template.Values(
        title: String(decoding: path.stem, as: UTF8.self), now: CivilDateTime(start, time),
        secondsEast: secondsEast))
    var text = rendering.text
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    let cursor = rendering.cursor ?? max(0, text.utf8.count - 1)
    let line = 1 + text.utf8.prefix(cursor).count { $0 == 0x0A }
    let draft = DraftNote(path: path, text: text, line: line, unknown: rendering.unknown)
    do {
      return (line, try create(draft))
    } catch WriteError.exists {
      return nil
    }
  }

  /// The text of the template for a period; a heading if none was chosen and there is none.
  private func templateText(of period: Period, _ start: CivilDate) throws -> String {
    let name = template(of: period)
    if name.isEmpty { return "" }
    do {
      return try templateText(name)
    } catch NewNoteError.noTemplate
      where !configuration.isSet("journal.\(period.rawValue)-template")
    {
      return "# \(period.title(of: start))\n"
    }
  }
}
