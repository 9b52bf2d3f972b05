import Exchange
import Files
import Indexing
import Notes

/// Makes ready the import of a journal, day by day.
struct EntryRun {
  private let vault: Vault
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
  private var isOlderFile = false
  private(set) var plan = ImportPlan()

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
    var days: [CivilDate: [(entry: ImportedEntry, moment: ZonedMoment)]] = [:]
    for entry in entries {
      let moment = moment(of: entry)
      days[moment.date, default: []].append((entry, moment))
    }
    for (number, day) in days.keys.sorted().enumerated() {
      progress(number, days.count)
      let entries = (days[day] ?? []).enumerated().sorted { left, right in
        let (own, other) = (left.element.moment.time, right.element.moment.time)
        return own == other ? left.offset < right.offset : own < other
      }
      try add(entries.map(\.element), on: day)
    }
    progress(days.count, days.count)
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

  // MARK: Days

  /// Plans the entries of a day, in the order of time.
  mutating func add(_ entries: [(entry: ImportedEntry, moment: ZonedMoment)], on day: CivilDate)
    throws
  {
    let path = try vault.path(ofDay: day)
    do {
      let (editor, old) = try note(of: day, at: path, for: entries[0].moment)
      try add(entries, to: editor, old, at: path)
    } catch {
      plan.refusals.append(.init(item: day.description, path: path, reason: error))
    }
  }

  /// The day as it is, or as its template makes it.
  private func note(
    of day: CivilDate, at path: NotePath, for moment: ZonedMoment
  ) throws -> (JournalEditor, VaultFolder.Contents?) {
    if FileStatus.at(vault.root.appending(path), following: false) != nil {
      let old = try vault.folder.read(path)
      if vault.folder.isThroughLink(path) { throw WriteError.throughLink(path) }
      return (try vault.journalEditor(old.bytes), old)
    }
    if let other = vault.siblingDifferingInCase(path) { throw NewNoteError.existsAs(other) }
    let draft = try vault.draft(
      ofDay: day, at: ClockTime(secondOfDay: moment.time.secondOfDay / 60 * 60),
      secondsEast: moment.secondsEast)
    return (try vault.journalEditor(draft.withRoomForEntries), nil)
  }

  private mutating func add(
    _ entries: [(entry: ImportedEntry, moment: ZonedMoment)], to day: JournalEditor,
    _ old: VaultFolder.Contents?, at path: NotePath
  ) throws {
    var standing = StandingEntries(day)
    let (source, date) = (entries[0].entry.source, entries[0].moment.date)
    var memory = EntryMemory(try records.of(source), of: date)
    var changed: [Int: NewJournalEntry] = [:]
    // Entries as an import left them, which have another time in the file.
    var moved: [Int] = []
    var new: [NewJournalEntry] = []
    var seen: Set<EntryIdentity> = []
    var open: [(item: String, text: EntryText, known: KnownEntry, isOlder: Bool)] = []
    for (entry, moment) in entries {
      let item = entry.title.isEmpty ? "\(moment.date) \(moment.time)" : entry.title
      let text: EntryText
      do throws(JournalEditError) {
        text = try self.text(of: entry, at: moment, in: path, below: day.sectionLevel)
      } catch {
        plan.refusals.append(.init(item: item, path: path, reason: error))
        continue
      }
      let known = KnownEntry(entry.id, in: try records.of(source))
      let isOlder = known.isNewer(than: entry.modified)
      if !isOlder, let line = try known.line(for: text.read, on: date, modified: entry.modified) {
        plan.remembered.append(.init(path: path, source: source, line: line))
      }
      try memory.see(text.read)
      // The same entry may be in two files.
      let identity = EntryIdentity(minute: StandingEntries.minute(text.entry.time), key: text.key)
      if !seen.insert(identity).inserted {
        plan.known += 1
      } else if let same = standing.takeSame(as: text) {
        let isSame = same.key == text.key && [same.entry.mood, nil].contains(text.read.mood)
        if isSame || memory.isFirst(text.read) {
          plan.known += 1
          if !isOlder { try memory.settle(text.read) }
        } else if isOlder {
          if takesOlder(text, over: same, in: path) {
            changed[same.index] = text.entry
            try memory.settle(text.read, replacing: same.entry)
          }
        } else {
          changed[same.index] = try change(of: same, to: text, &memory, in: path)
        }
      } else {
        open.append((item, text, known, isOlder))
      }
    }
    var left: [(item: String, text: EntryText)] = []
    func move(_ old: StandingEntries.Standing, to text: EntryText) throws {
      moved.append(old.index)
      new.append(text.entry)
      try memory.forget(old.entry)
      try memory.settle(text.read)
    }
    for (item, text, known, isOlder) in open {
      if isOlder {
        let here =
          try standing.takeFirst { try known.isAsItCame($0.entry, on: date) }
          ?? standing.takeFirst { known.isAtPlace($0.entry, on: date) }
        guard takesOlder(text, over: here, in: path) else { continue }
        guard let here else {
          new.append(text.entry)
          try memory.settle(text.read)
          continue
        }
        try move(here, to: text)
      } else if let old = try standing.takeLeft(text, where: { try memory.hasLeft($0.entry) }) {
        // A time that an import before had is that of an older file.
        if try memory.everCame(text.read) {
          plan.known += 1
        } else if !isOlderFile || takesOlder(text, over: old, in: path) {
          try move(old, to: text)
        }
      } else if standing.takeMoved(text) {
        plan.known += 1
        try memory.settle(text.read)
      } else if let old = try standing.takeFirst(where: {
        try known.isAsItCame($0.entry, on: date) && memory.hasLeft($0.entry)
      }) {
        try move(old, to: text)
      } else if let edited = standing.takeEdited(text) {
        changed[edited.index] = try change(of: edited, to: text, &memory, in: path)
      } else {
        left.append((item, text))
      }
    }
    // One of several of a minute changed in the file.
    let ofMinute = left
    left = []
    for (item, text) in ofMinute {
      let isNew = try !memory.everCame(text.read)
      if isNew, let old = try standing.takeOnly(like: text, where: { try memory.hasLeft($0.entry) })
      {
        changed[old.index] = try change(of: old, to: text, &memory, in: path)
      } else {
        left.append((item, text))
      }
    }
    // If several are left, the edited one is unknown.
    var perMinute: [Int: Int] = [:]
    for (_, text) in left { perMinute[StandingEntries.minute(text.entry.time), default: 0] += 1 }
    for (item, text) in left {
      let minute = StandingEntries.minute(text.entry.time)
      if perMinute[minute] == 1,
        let edited = standing.takeReworded(text)
      {
        changed[edited.index] = try change(of: edited, to: text, &memory, in: path)
      } else if let edited = try rewritten(
        text, among: &standing, memory, isAlone: perMinute[minute] == 1)
      {
        changed[edited.index] = try change(of: edited, to: text, &memory, in: path)
      } else {
        new.append(text.entry)
        try memory.settle(text.read)
        plan.remarks += text.changes.map { Remark(.changed, $0, of: item) }
      }
    }
    if !new.isEmpty || !changed.isEmpty {
      let bytes = try Vault.naming(old == nil ? nil : date) {
        var day = changed.isEmpty ? day : try vault.journalEditor(day.replacing(changed))
        for index in moved.sorted().reversed() {
          day = try vault.journalEditor(day.removing(index))
        }
        return new.isEmpty ? day.note.source : try day.adding(new)
      }
      plan.changes.append(
        .init(path: path, old: old, new: bytes, items: new.count + changed.count))
    }
    if let line = try records.of(source).line(for: date.description, memory.values) {
      plan.remembered.append(.init(path: path, source: source, line: line))
    }
  }

  /// The entry that a person made of one that came before, in other words or at another time of the day.
  private func rewritten(
    _ text: EntryText, among standing: inout StandingEntries, _ memory: EntryMemory, isAlone: Bool
  ) throws -> StandingEntries.Standing? {
    let isOwn = { (standing: StandingEntries.Standing) in try !memory.everCame(standing.entry) }
    // The file may have another text in the place of the one that came.
    guard try memory.wasLast(text.read) || isAlone && memory.hasLost(at: text.read) else {
      return nil
    }
    return try standing.takeRewritten(text, where: isOwn)
      ?? standing.takeElsewhere(text, where: isOwn)
  }

  /// The entry as the file has it now, if it takes the place of the one in the note.
  ///
  /// It does where the note's is as an import left it, unless the file may be an old one, and where the person says so.
  private mutating func change(
    of standing: StandingEntries.Standing, to text: EntryText, _ memory: inout EntryMemory,
    in path: NotePath
  ) throws -> NewJournalEntry? {
    let old = standing.entry
    var new = text.entry
    if new.mood == nil { new.mood = old.mood }
    if try memory.wasLast(text.read) {
      // Only the person changed it.
      plan.known += 1
      return nil
    }
    if try !isOlderFile && memory.everCame(old) && !memory.everCame(text.read) {
      try memory.settle(text.read, replacing: old)
      return new
    }
    let difference = difference(of: standing, from: text, in: path)
    switch decide(difference) {
    case .take:
      try memory.settle(text.read, replacing: old)
      return new
    case .keep: try memory.settle(text.read)
    case .open: plan.differences.append(difference)
    }
    plan.known += 1
    return nil
  }

  /// True if an entry of an older file takes the place of the one here, as the person decides; otherwise it is told.
  ///
  /// - Parameter standing: the entry as the note has it; nil where the day no longer has it.
  private mutating func takesOlder(
    _ text: EntryText, over standing: StandingEntries.Standing?, in path: NotePath
  ) -> Bool {
    let told =
      standing.map { difference(of: $0, from: text, in: path) }
      ?? ImportPlan.Difference(
        path: path, key: "entry of \(text.entry.time)", here: "", there: text.entry.body)
    switch decide(told) {
    case .take: return true
    case .keep: break
    case .open: plan.differences.append(told)
    }
    plan.known += 1
    return false
  }

  private func difference(
    of standing: StandingEntries.Standing, from text: EntryText, in path: NotePath
  ) -> ImportPlan.Difference {
    let hasOtherMood = text.entry.mood.map { $0 != standing.entry.mood } ?? false
    let hasOtherTime =
      StandingEntries.minute(text.entry.time) != StandingEntries.minute(standing.entry.time)
    func words(_ entry: NewJournalEntry) -> String {
      [
        hasOtherTime ? entry.time.description : "", hasOtherMood ? entry.mood ?? "" : "",
        standing.key.title == text.key.title ? "" : entry.title, entry.body,
      ].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let (here, there) = Self.excerpts(words(standing.entry), words(text.entry))
    return .init(path: path, key: "entry of \(text.entry.time)", here: here, there: there)
  }

  /// The two texts from shortly before their first difference, as shown to people.
  private static func excerpts(_ left: String, _ right: String) -> (String, String) {
    let (left, right) = (left.collapsingSpaces, right.collapsingSpaces)
    let shared = zip(left, right).prefix { $0 == $1 }.count
    guard shared > 24 else { return (left, right) }
    func tail(_ text: String) -> String { "…" + text.dropFirst(shared - 12) }
    return (tail(left), tail(right))
  }

  // MARK: Text

  private mutating func text(
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
}

/// The facts that make two entries of a day the same.
private struct EntryIdentity: Hashable {
  let minute: Int
  let key: EntryKey
}
