import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// Shows or opens the note of a week, month, quarter or year for `zib day --week` and its like.
struct PeriodRun {
  private let period: Period
  private let day: CivilDate
  private let session: CommandSession

  init(_ period: Period, around day: CivilDate, _ session: CommandSession) {
    self.period = period
    self.day = day
    self.session = session
  }

  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if arguments[Day.edit], !arguments[Day.previous], !arguments[Day.next] { return try open() }
    let notes = try session.vault().notes(of: period)
    guard let found = try find(in: notes, arguments) else {
      let side =
        arguments[Day.previous]
        ? " before \(period.name(of: day))"
        : arguments[Day.next] ? " after \(period.name(of: day))" : ""
      session.messages.note(
        "no \(period.rawValue)\(side) has a note"
          + (notes.isEmpty ? "; `zib day --\(period.rawValue) --edit` makes one" : ""))
      return .nothingFound
    }
    if arguments[Day.edit] {
      try session.edit([(found.path, nil)])
    } else if arguments[Day.path] {
      try session.output.write(untrusted: session.shownPathBytes(found.path))
      try session.output.writeLine()
    } else if arguments[Day.json] || arguments[ShareForm.option] == .json {
      try printJSON(found, notes)
    } else {
      let bytes = try session.vault().folder.read(found.path).bytes
      if let form = arguments[ShareForm.option] {
        try Day.share(
          bytes, at: found.path, named: period.title(of: middle(of: found)), as: form, session)
      } else if arguments[Day.rendered]
        || (session.terminal.isOutputTerminal && !arguments[Day.raw])
      {
        session.page()
        try session.draw(bytes, at: found.path)
      } else {
        try session.output.write(untrusted: bytes)
      }
    }
    return .done
  }

  private func open() throws -> ExitCode {
    let vault = try session.vault()
    let path = try vault.path(of: period, around: day)
    let now = ZonedMoment(milliseconds: session.now, in: session.zone)
    let made = try vault.make(
      period, around: day, at: now.time, secondsEast: now.secondsEast)
    if let made {
      session.tell(made.links, besides: path)
      session.tellIgnored(path)
    }
    try session.edit([(path, made?.line)])
    try session.output.write(untrusted: session.shownPath(path))
    try session.output.writeLine()
    return .done
  }

  /// A day in the middle, by which one of weeks that begin on Sunday has the number of most of its days.
  private func middle(of note: PeriodNote) -> CivilDate {
    let start = note.days.start ?? day
    return period == .week ? start.adding(days: 3) : start
  }

  private func start(of note: PeriodNote) -> CivilDate { note.days.start ?? .earliest }

  /// The note, the one before or after it, or else the nearest, which is reported.
  private func find(in notes: [PeriodNote], _ arguments: ParsedArguments) throws -> PeriodNote? {
    let vault = try session.vault()
    let whole = vault.periods(period).range(around: day)
    let first = whole.start ?? day
    if arguments[Day.previous] { return notes.last { start(of: $0) < first } }
    if arguments[Day.next] { return notes.first { start(of: $0) > first } }
    let usual = try? vault.path(of: period, around: day)
    let same = notes.filter { $0.days == whole }
    if let found = same.first(where: { $0.path == usual }) ?? same.first { return found }
    let distance = { (note: PeriodNote) in
      abs(start(of: note).daysSinceEpoch - first.daysSinceEpoch)
    }
    guard let nearest = notes.min(by: { distance($0) < distance($1) }) else { return nil }
    session.messages.note(
      "\(period.name(of: day)) has no note; the nearest \(period.rawValue) is "
        + period.name(of: middle(of: nearest)))
    return nearest
  }

  private func printJSON(_ found: PeriodNote, _ notes: [PeriodNote]) throws {
    func name(_ note: PeriodNote?) -> String? { note.map { period.name(of: middle(of: $0)) } }
    try session.output.writeJSON {
      $0.field("period", period.rawValue)
      $0.field("name", name(found))
      $0.field("start", found.days.start?.description)
      $0.field("end", found.days.end?.adding(days: -1).description)
      $0.field("path", session.shownPath(found.path))
      $0.field("previous", name(notes.last { start(of: $0) < start(of: found) }))
      $0.field("next", name(notes.first { start(of: $0) > start(of: found) }))
    }
  }
}
