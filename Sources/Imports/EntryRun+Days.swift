import Exchange
import Files
import Indexing
import Notes
import Steps
import Vaults

/// The entries of one day, looked for in its note.
extension EntryRun {
  /// Looks for the entries of a day, in the order of time; those that were on another day at the last import are left
  /// for later.
  mutating func match(
    _ entries: [(entry: ImportedEntry, moment: ZonedMoment)], in day: inout EntryDay
  ) throws {
    var seen: Set<EntryIdentity> = []
    var open: [OpenEntry] = []
    for (entry, moment) in entries {
      let item = entry.title.isEmpty ? "\(moment.date) \(moment.time)" : entry.title
      let text: EntryText
      do throws(JournalEditError) {
        text = try self.text(of: entry, at: moment, in: day.path, below: day.editor.sectionLevel)
      } catch {
        plan.refusals.append(.init(item: item, path: day.path, reason: error))
        continue
      }
      let known = KnownEntry(entry.id, in: try record(of: entry.source))
      let isOlder = known.isNewer(than: entry.modified)
      let isElsewhere = known.place.map { $0.day != day.date.description } ?? false
      let found = OpenEntry(
        item: item, text: text, known: known, modified: entry.modified, isOlder: isOlder)
      if !isOlder, !isElsewhere { try remember(found, in: &day) }
      try day.memory.see(text.read)
      // The same entry may be in two files.
      let identity = EntryIdentity(minute: StandingEntries.minute(text.entry.time), key: text.key)
      if !seen.insert(identity).inserted {
        plan.known += 1
      } else if let same = day.standing.takeSame(as: text) {
        try keep(text, as: same, isOlder: isOlder, in: &day)
        if isElsewhere, !isOlder {
          arrivals.append(EntryArrival(entry: found, date: day.date, isThere: true))
        }
      } else if isElsewhere {
        arrivals.append(EntryArrival(entry: found, date: day.date, isThere: false))
      } else {
        open.append(found)
      }
    }
    try settle(open, in: &day)
  }

  /// Remembers the entry as it is now on this day, for a journal that has an id for it.
  ///
  /// - Parameter origin: the day that it leaves.
  func remember(_ entry: OpenEntry, in day: inout EntryDay, leaving origin: NotePath? = nil) throws
  {
    let line = try entry.known.line(
      for: entry.text.read, on: day.date, modified: entry.modified)
    if let line { day.lines.append((line, origin.map { [$0] } ?? [])) }
  }

  /// Takes an entry of the note with the same text for that of the file.
  private mutating func keep(
    _ text: EntryText, as same: StandingEntries.Standing, isOlder: Bool, in day: inout EntryDay
  ) throws {
    let isSame = same.key == text.key && [same.entry.mood, nil].contains(text.read.mood)
    if isSame || day.memory.isFirst(text.read) {
      plan.known += 1
      if !isOlder { try day.memory.settle(text.read) }
    } else if isOlder {
      if takesOlder(text, over: same, in: day.path) {
        day.changed[same.index] = text.entry
        try day.memory.settle(text.read, replacing: same.entry)
      }
    } else {
      day.changed[same.index] = try change(of: same, to: text, in: &day)
    }
  }

  /// Finds entries that the note does not have as they are, edited or at another time; the others are unknown.
  mutating func settle(_ open: [OpenEntry], in day: inout EntryDay) throws {
    let date = day.date
    var left: [OpenEntry] = []
    func move(_ old: StandingEntries.Standing, to text: EntryText) throws {
      day.retimed.append(old.index)
      day.new.append(text.entry)
      try day.memory.forget(old.entry)
      try day.memory.settle(text.read)
    }
    for entry in open {
      let (text, known) = (entry.text, entry.known)
      let memory = day.memory
      if entry.isOlder {
        let here =
          try day.standing.takeFirst { try known.isAsItCame($0.entry, on: date) }
          ?? day.standing.takeFirst { known.isAtPlace($0.entry, on: date) }
        guard takesOlder(text, over: here, in: day.path) else { continue }
        guard let here else {
          day.new.append(text.entry)
          try day.memory.settle(text.read)
          continue
        }
        try move(here, to: text)
      } else if let old = try day.standing.takeLeft(text, where: { try memory.hasLeft($0.entry) }) {
        // A time that an import before had is that of an older file.
        if try memory.everCame(text.read) {
          plan.known += 1
        } else if !isOlderFile || takesOlder(text, over: old, in: day.path) {
          try move(old, to: text)
        }
      } else if day.standing.takeMoved(text) {
        plan.known += 1
        try day.memory.settle(text.read)
      } else if let old = try day.standing.takeFirst(where: {
        try known.isAsItCame($0.entry, on: date) && memory.hasLeft($0.entry)
      }) {
        try move(old, to: text)
      } else if let edited = day.standing.takeEdited(text) {
        day.changed[edited.index] = try change(of: edited, to: text, in: &day)
      } else {
        left.append(entry)
      }
    }
    try settleLeft(left, in: &day)
  }

  private mutating func settleLeft(_ open: [OpenEntry], in day: inout EntryDay) throws {
    // One of several of a minute changed in the file.
    var left: [OpenEntry] = []
    for entry in open {
      let (text, memory) = (entry.text, day.memory)
      if try !memory.everCame(text.read),
        let old = try day.standing.takeOnly(
          like: text, where: { try memory.hasLeft($0.entry) })
      {
        day.changed[old.index] = try change(of: old, to: text, in: &day)
      } else {
        left.append(entry)
      }
    }
    // If several are left, the edited one is unknown.
    var perMinute: [Int: Int] = [:]
    for entry in left {
      perMinute[StandingEntries.minute(entry.text.entry.time), default: 0] += 1
    }
    for entry in left {
      let text = entry.text
      let isAlone = perMinute[StandingEntries.minute(text.entry.time)] == 1
      if isAlone, let edited = day.standing.takeReworded(text) {
        day.changed[edited.index] = try change(of: edited, to: text, in: &day)
      } else if let edited = try rewritten(
        text, among: &day.standing, day.memory, isAlone: isAlone)
      {
        day.changed[edited.index] = try change(of: edited, to: text, in: &day)
      } else {
        day.unknown.append(entry)
      }
    }
  }

  /// Puts an entry into a day that does not have it.
  mutating func add(_ entry: OpenEntry, to day: inout EntryDay) throws {
    day.new.append(entry.text.entry)
    try day.memory.settle(entry.text.read)
    plan.remarks += entry.text.changes.map { Remark(.changed, $0, of: entry.item) }
  }
}

/// The facts that make two entries of a day the same.
private struct EntryIdentity: Hashable {
  let minute: Int
  let key: EntryKey
}
