import Exchange
import Files
import Indexing
import Notes
import Settings
import Steps
import Vaults

/// Makes ready the import of a journal, day by day.
struct EntryRun {
  let vault: Vault
  private let home: Zone
  private let system: Zone
  /// The folder for files that belong to entries.
  private let attachments: NotePath
  private var zones: [String: Zone?] = [:]
  private var files: [String: ImportedFile] = [:]
  private var planned: Set<String> = []
  private var records: ImportRecords
  private let decide: (ImportPlan.Difference) -> ImportPlan.Decision
  /// True if the file is older than what was imported before; of entries that say when they were changed each is
  /// looked at.
  private(set) var isOlderFile = false
  /// The days of the file and those that entries leave, as far as they can be read.
  var days: [CivilDate: EntryDay] = [:]
  /// Entries that the last import had on another day.
  var arrivals: [EntryArrival] = []
  var plan = ImportPlan()

  init(_ vault: Vault, _ options: ImportOptions, files: [ImportedFile]) throws {
    self.vault = vault
    records = ImportRecords(in: vault)
    system = options.zone
    decide = options.decide
    home = vault.journalZone(system: system)
    var parts = vault.configuration.text("journal.folder").split(separator: "/")
    parts.append("attachments")
    let name = parts.joined(separator: "/")
    guard let folder = NotePath(name), !parts.contains(where: { $0.hasPrefix(".") }) else {
      throw ImportError.badFolder(name)
    }
    attachments = folder
    for file in files { self.files[file.name] = file }
  }

  /// - Parameter progress: told how many of how many days were looked at.
  /// - Throws: `JournalError.noPath`.
  mutating func run(_ entries: [ImportedEntry], progress: (Int, Int) -> Void) throws {
    isOlderFile = try entries.allSatisfy { $0.modified == nil } && older(entries) != nil
    var byDay: [CivilDate: [(entry: ImportedEntry, moment: ZonedMoment)]] = [:]
    for entry in entries {
      let moment = moment(of: entry)
      byDay[moment.date, default: []].append((entry, moment))
    }
    var isFirst = true
    if let source = entries.first?.source { isFirst = try record(of: source).isEmpty }
    for (number, day) in byDay.keys.sorted().enumerated() {
      progress(number, byDay.count)
      let entries = (byDay[day] ?? []).enumerated().sorted { left, right in
        let (own, other) = (left.element.moment.time, right.element.moment.time)
        return own == other ? left.offset < right.offset : own < other
      }
      try read(entries.map(\.element), on: day)
      // Nothing has moved since, and no day has to wait for the others.
      if isFirst { finish() }
    }
    if !isFirst { try move(entries) }
    finish()
    progress(byDay.count, byDay.count)
  }

  /// The record of earlier imports of a journal.
  mutating func record(of source: String) throws -> ImportRecord { try records.of(source) }

  /// The person's word on a difference.
  func decision(on difference: ImportPlan.Difference) -> ImportPlan.Decision {
    decide(difference)
  }

  /// The newest moments of a journal that does not say when its entries were changed, and of those that came before;
  /// nil if it is not older, or if most of its entries did not come before.
  ///
  /// - Throws: `WriteError` if a file of the record cannot be read.
  mutating func older(_ entries: [ImportedEntry]) throws -> OlderFile? {
    guard let source = entries.first?.source else { return nil }
    let record = try records.of(source)
    guard let last = record.newestMinute else { return nil }
    var newest = ""
    var known = 0
    for entry in entries {
      let moment = moment(of: entry)
      let minute = EntryMemory.minute(moment.time)
      if record.values(of: minute, for: moment.date.description) != nil { known += 1 }
      newest = max(newest, "\(moment.date) \(minute)")
    }
    return known * 2 < entries.count ? nil : OlderFile(newest: newest, last: last)
  }

  // MARK: Moments

  /// The day and time on the clock of the place where it was written.
  mutating func moment(of entry: ImportedEntry) -> ZonedMoment {
    switch entry.time {
    case .local(let date, let time):
      let instant = CivilDateTime(date, time).milliseconds(in: home)
      return ZonedMoment(date, time, secondsEast: home.secondsEast(instant))
    case .instant(let milliseconds, let name):
      return ZonedMoment(milliseconds: milliseconds, in: name.flatMap { zone($0) } ?? home)
    }
  }

  private mutating func zone(_ name: String) -> Zone? {
    if let known = zones[name] { return known }
    // Apple's names for a zone without a place: `GMT+0200`.
    var words = name
    if words.hasPrefix("GMT"), words.utf8.count > 3 {
      let digits = words.dropFirst(4).filter(\.isNumber)
      let four = digits.count == 4 ? digits : digits.count == 2 ? digits + "00" : "0\(digits)00"
      words = "\(words.dropFirst(3).prefix(1))\(four.prefix(2)):\(four.suffix(2))"
    }
    let found = Zone(named: words == "GMT" ? "UTC" : words)
    if found == nil {
      plan.remarks.append(
        Remark(.changed, "times in a zone that is not known, now those at home", value: name))
    }
    zones[name] = .some(found)
    return found
  }

  // MARK: Text

  mutating func text(
    of entry: ImportedEntry, at moment: ZonedMoment, in path: NotePath, below level: Int?
  ) throws(JournalEditError) -> EntryText {
    let folder = link(from: path)
    var body = JournalText.trimmed(entry.text { folder + $0.name }.utf8)
    for file in entry.attachments { add(file) }
    if let prompt = entry.prompt {
      let line = PromptDeck.line(for: prompt)
      body = body.isEmpty ? line : line + "\n\n" + body
    }
    if !entry.details.isEmpty {
      let list = entry.details.map { "- " + $0 }.joined(separator: "\n")
      body += (body.isEmpty ? "" : "\n\n") + list
    }
    var heading = vault.entry(
      at: moment, system: system, mood: entry.mood, title: entry.title)
    // The other program does not record which of two moments is meant while clocks are put back.
    if case .local = entry.time { heading.zoneMinutes = nil }
    return try EntryText(heading, body: body, tags: entry.tags, below: level)
  }

  /// The relative path from a day's note to the folder of attachments: `../attachments/`.
  private func link(from path: NotePath) -> String {
    let (from, to) = (path.components.dropLast(), attachments.components)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let parts =
      Array(repeating: "..", count: from.count - shared)
      + to.dropFirst(shared).map { String(decoding: $0, as: UTF8.self) }
    return parts.joined(separator: "/").replacing(" ", with: "%20") + "/"
  }

  /// Plans the file of an attachment, unless it is there.
  private mutating func add(_ attachment: ImportedEntry.Attachment) {
    guard planned.insert(attachment.name).inserted, let file = files[attachment.name],
      let path = attachments.appending(attachment.name.utf8)
    else { return }
    if let status = FileStatus.at(vault.root.appending(path), following: false) {
      // The name identifies the content.
      if status.kind != .file || status.size != Int64(file.size) {
        plan.refusals.append(.init(item: file.name, path: path, reason: WriteError.exists(path)))
      }
      return
    }
    plan.files.append(.init(path: path, size: file.size, contents: file.contents))
  }

  // MARK: Days

  /// Reads the entries of a day, in the order of time, and looks for each in its note.
  private mutating func read(
    _ entries: [(entry: ImportedEntry, moment: ZonedMoment)], on date: CivilDate
  ) throws {
    let path = try vault.path(ofDay: date)
    do {
      let memory = EntryMemory(try record(of: entries[0].entry.source), of: date)
      var day = try day(date, at: path, memory, from: entries[0].entry.source, entries[0].moment)
      try match(entries, in: &day)
      days[date] = day
    } catch {
      plan.refusals.append(.init(item: date.description, path: path, reason: error))
    }
  }

  /// The day as it is, or as its template makes it.
  private func day(
    _ date: CivilDate, at path: NotePath, _ memory: EntryMemory, from source: String,
    _ moment: ZonedMoment
  ) throws -> EntryDay {
    if let day = try standingDay(date, at: path, memory, from: source) { return day }
    if let other = vault.siblingDifferingInCase(path) { throw NewNoteError.existsAs(other) }
    let draft = try vault.draft(
      ofDay: date, at: ClockTime(secondOfDay: moment.time.secondOfDay / 60 * 60),
      secondsEast: moment.secondsEast)
    return EntryDay(
      date, at: path, try vault.journalEditor(draft.withRoomForEntries), nil, memory, from: source)
  }

  /// The day as it is; nil if it has no note.
  func standingDay(
    _ date: CivilDate, at path: NotePath, _ memory: EntryMemory, from source: String
  ) throws -> EntryDay? {
    guard FileStatus.at(vault.root.appending(path), following: false) != nil else { return nil }
    let old = try vault.folder.read(path)
    if vault.folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    return EntryDay(
      date, at: path, try vault.journalEditor(old.bytes), old, memory, from: source)
  }

  /// Plans the notes of the days.
  private mutating func finish() {
    let sorted = days.keys.sorted()
    var unwritten: Set<NotePath> = []
    for date in sorted {
      guard var day = days[date] else { continue }
      do {
        for entry in day.unknown { try add(entry, to: &day) }
        if day.isChanged { day.written = try day.note(in: vault) }
        days[date] = day
      } catch {
        unwritten.insert(day.path)
        plan.refusals.append(.init(item: date.description, path: day.path, reason: error))
      }
    }
    for date in sorted {
      guard var day = days[date], !unwritten.contains(day.path) else { continue }
      plan.remembered += day.remembered
      // An entry that cannot come to another day stays.
      if !day.leaving.values.allSatisfy({ !unwritten.contains($0) }) {
        day.leaving = day.leaving.filter { !unwritten.contains($0.value) }
        do {
          day.written = try day.isChanged ? day.note(in: vault) : nil
        } catch {
          plan.refusals.append(.init(item: date.description, path: day.path, reason: error))
          continue
        }
      }
      if let bytes = day.written {
        plan.changes.append(
          .init(
            path: day.path, old: day.old, new: bytes, items: day.new.count + day.changed.count,
            needs: Set(day.leaving.values)))
      }
    }
    days = [:]
  }
}
