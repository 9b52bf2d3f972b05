import Exchange
import Files
import Indexing
import Notes
import Steps
import Vaults

/// Entries that are on another day in the file than at the last import.
///
/// A journal that has an id for each entry and says when it was changed says so itself. In any other an entry is the
/// same if its text is, with its time or if it is long enough, and the file has it no longer on the day where it was.
extension EntryRun {
  /// Brings entries to the days that the file has them on, with what a person wrote in them.
  mutating func move(_ entries: [ImportedEntry]) throws {
    for arrival in arrivals {
      do {
        try settle(arrival)
      } catch {
        let path = arrival.entry.known.place.flatMap { PartialDate($0.day)?.firstDay }
          .flatMap { try? vault.path(ofDay: $0) }
        plan.refusals.append(.init(item: arrival.entry.item, path: path, reason: error))
      }
    }
    arrivals = []
    let lost = try LostEntries(entries, in: &self)
    for date in days.keys.sorted() {
      let unknown = days[date]?.unknown ?? []
      days[date]?.unknown = []
      for entry in unknown { try settle(entry, on: date, among: lost) }
    }
  }

  // MARK: By their ids

  private mutating func settle(_ arrival: EntryArrival) throws {
    let (entry, date) = (arrival.entry, arrival.date)
    guard var day = days[date], let place = entry.known.place,
      let origin = PartialDate(place.day)?.firstDay
    else { return }
    var old = try self.day(origin, from: day.source)
    let found = try old?.take(place, like: entry.text)
    if arrival.isThere {
      // A person or an earlier version of zib has it there already.
      let isCopy = found.map { $0.isAsItCame } ?? false
      if isCopy, let found { old?.leave(found.standing, place, to: day) }
      try remember(entry, in: &day, leaving: isCopy ? old?.path : nil)
    } else if entry.isOlder {
      let path = try old?.path ?? vault.path(ofDay: origin)
      if takes(entry, over: found?.standing, of: origin, at: path, in: &day) {
        if let found { old?.leave(found.standing, place, to: day) }
        try add(entry, to: &day)
        try remember(entry, in: &day, leaving: found == nil ? nil : old?.path)
      }
    } else if let found, var left = old {
      try bring(entry, found, place, from: &left, to: &day)
      old = left
    } else {
      // It is on its new day, where a person may have put it, or it comes again.
      try remember(entry, in: &day)
      try settle([entry], in: &day)
    }
    days[date] = day
    if let old { days[origin] = old }
  }

  /// Brings an entry from one day to another.
  private mutating func bring(
    _ entry: OpenEntry, _ found: EntryDay.Found, _ place: KnownEntry.Place,
    from origin: inout EntryDay, to day: inout EntryDay
  ) throws {
    let isMovedOnly = try EntryMemory.digest(entry.text.read) == place.digest
    // Links from one folder may lead elsewhere from another.
    let goesAlong = isMovedOnly && origin.path.folder == day.path.folder
    if found.isAsItCame || goesAlong {
      var new = found.isAsItCame ? entry.text.entry : found.standing.entry
      (new.time, new.zoneMinutes) = (entry.text.entry.time, entry.text.entry.zoneMinutes)
      day.new.append(new)
      try day.memory.settle(entry.text.read)
    } else {
      let isKept = try entry.known.isKept(against: entry.text.read, on: day.date)
      guard !isKept,
        takes(entry, over: found.standing, of: origin.date, at: origin.path, in: &day)
      else {
        if isKept { plan.known += 1 }
        return
      }
      try add(entry, to: &day)
    }
    origin.leave(found.standing, place, to: day)
    try remember(entry, in: &day, leaving: origin.path)
    plan.remarks.append(
      Remark(
        .changed, "entries that the file has on another day, moved there", of: entry.item,
        value: "\(origin.date) to \(day.date)"))
  }

  /// True if the entry of the file takes the place of the one on another day, as the person decides.
  private mutating func takes(
    _ entry: OpenEntry, over standing: StandingEntries.Standing?, of origin: CivilDate,
    at path: NotePath, in day: inout EntryDay
  ) -> Bool {
    let date = day.date
    func words(_ date: CivilDate, _ entry: NewJournalEntry) -> String {
      ["\(date) \(entry.time) \(entry.title)", entry.body].filter { !$0.isEmpty }
        .joined(separator: "\n")
    }
    let time = standing?.entry.time ?? entry.text.entry.time
    let difference = ImportPlan.Difference(
      path: path, key: "entry of \(time), which the file has on \(date)",
      here: standing.map { words(origin, $0.entry) } ?? "", there: words(date, entry.text.entry))
    switch decision(on: difference) {
    case .take: return true
    case .keep:
      let line = try? entry.known.line(keptAgainst: entry.text.read, on: date)
      if let line { day.lines.append((line, [])) }
    case .open: plan.differences.append(difference)
    }
    plan.known += 1
    return false
  }

  // MARK: By their texts

  private mutating func settle(
    _ entry: OpenEntry, on date: CivilDate, among lost: LostEntries
  ) throws {
    guard var day = days[date] else { return }
    defer { days[date] = day }
    let text = entry.text
    // A day that an import had, and that it has no longer, is that of an older file.
    let hadLeft = try day.memory.everCame(text.read) && !day.memory.wasLast(text.read)
    let place = try entry.isAnonymous ? lost.place(of: text, on: date, isOlder: hadLeft) : nil
    // A day that cannot be read keeps its entries.
    guard let place, let origin = PartialDate(place.day)?.firstDay,
      var old = try? self.day(origin, from: day.source), let found = try old.take(place, like: text)
    else {
      if entry.isAnonymous, let other = try lost.placeOutside(of: text, on: date) {
        plan.remarks.append(
          Remark(
            .changed,
            "entries that are on a day too of which the file does not tell, and stay there",
            of: entry.item, value: "\(date) and \(other.day)"))
      }
      return try add(entry, to: &day)
    }
    if isOlderFile || hadLeft,
      !takes(entry, over: found.standing, of: origin, at: old.path, in: &day)
    {
      return
    }
    try bring(entry, found, place, from: &old, to: &day)
    days[origin] = old
  }

  /// A day with the entries that the journal had on it; nil if it has no note.
  private mutating func day(_ date: CivilDate, from source: String) throws -> EntryDay? {
    if let day = days[date] { return day }
    let memory = EntryMemory(try record(of: source), of: date)
    return try standingDay(date, at: vault.path(ofDay: date), memory, from: source)
  }
}

/// The entries that the last import had, and that the file no longer has on their days.
private struct LostEntries {
  /// The least number of letters by which an entry is known on another day at another time.
  private static let leastLength = 24

  private var places: [String: [KnownEntry.Place]] = [:]
  /// The days that the file is about.
  private var covered: Set<String> = []

  /// The file is about a day after its first one if it is the same journal: if most of its entries came before, but for
  /// those that are later than all that did. It is about a day up to its last one also if it has other entries of the day that came before.
  init(_ entries: [ImportedEntry], in run: inout EntryRun) throws {
    guard let source = entries.first?.source,
      run.days.values.contains(where: { $0.unknown.contains { $0.isAnonymous } })
    else { return }
    let record = try run.record(of: source)
    var (dates, known, unknown): (Set<CivilDate>, Int, Int) = ([], 0, 0)
    let newest = record.newestMinute ?? ""
    for entry in entries {
      let moment = run.moment(of: entry)
      dates.insert(moment.date)
      let minute = EntryMemory.minute(moment.time)
      if record.values(of: minute, for: moment.date.description) != nil {
        known += 1
      } else if "\(moment.date) \(minute)" <= newest {
        unknown += 1
      }
    }
    let isSame = known >= unknown
    for (date, minutes) in record.days {
      let memory = run.days[date]?.memory ?? EntryMemory(record, of: date)
      // A file that ends before the day is an older one, of which that is told.
      if let first = dates.min(), let last = dates.max(), first <= date,
        isSame || date <= last && memory.isContinued
      {
        covered.insert(date.description)
      }
      for minute in minutes.keys {
        for digest in memory.lost(at: minute) {
          places[digest, default: []].append(
            .init(day: date.description, minute: minute, digest: digest))
        }
      }
    }
  }

  /// The one place on another day where an entry of this text was, at its time or, if it is long enough, at any.
  ///
  /// - Parameter isOlder: true if an import brought the entry to that place from this one.
  func place(of text: EntryText, on date: CivilDate, isOlder: Bool) throws -> KnownEntry.Place? {
    let places = try places(of: text) {
      $0.day != date.description && (isOlder || covered.contains($0.day))
    }
    let sameTime = places.filter { $0.minute == EntryMemory.minute(text.read) }
    if sameTime.count == 1 { return sameTime[0] }
    return isLong(text) && places.count == 1 ? places[0] : nil
  }

  /// The one place of a long text on a day that the file is not about, so that nobody knows if the entry left it.
  func placeOutside(of text: EntryText, on date: CivilDate) throws -> KnownEntry.Place? {
    guard isLong(text) else { return nil }
    let places = try places(of: text) {
      $0.day != date.description && !covered.contains($0.day)
    }
    return places.count == 1 ? places[0] : nil
  }

  private func isLong(_ text: EntryText) -> Bool {
    text.key.title.count + text.key.body.count >= Self.leastLength
  }

  private func places(
    of text: EntryText, where isPossible: (KnownEntry.Place) -> Bool
  ) throws -> [KnownEntry.Place] {
    (places[try EntryMemory.digest(text.read)] ?? []).filter(isPossible)
  }
}

extension OpenEntry {
  /// True if nothing but its text tells what it was at the last import.
  fileprivate var isAnonymous: Bool { modified == nil }
}

extension EntryDay {
  /// An entry of the note that an import brought.
  fileprivate struct Found {
    let standing: StandingEntries.Standing
    /// True if nobody has changed it since.
    let isAsItCame: Bool
  }

  /// Takes the entry that was at a place at the last import: as it came, else as a person has edited it.
  fileprivate mutating func take(
    _ place: KnownEntry.Place, like text: EntryText
  ) throws -> Found? {
    let memory = memory
    func isHere(_ entry: StandingEntries.Standing) -> Bool {
      EntryMemory.minute(entry.entry) == place.minute
    }
    let isLost = memory.lost(at: place.minute).contains(place.digest)
    if isLost,
      let same = try standing.takeFirst(where: {
        try isHere($0) && EntryMemory.digest($0.entry) == place.digest
      })
    {
      return Found(standing: same, isAsItCame: true)
    }
    // Another one of the person's own at that minute stays where it is.
    func isEdited(_ entry: StandingEntries.Standing) throws -> Bool {
      try !memory.everCame(entry.entry) && entry.key.isLike(text.key)
    }
    let edited =
      try standing.takeFirst { try isHere($0) && isEdited($0) }
      ?? standing.takeFirst(where: isEdited)
    return edited.map { Found(standing: $0, isAsItCame: false) }
  }

  /// Gives an entry to another day.
  fileprivate mutating func leave(
    _ standing: StandingEntries.Standing, _ place: KnownEntry.Place, to day: EntryDay
  ) {
    leaving[standing.index] = day.path
    memory.forget(place.digest, at: place.minute)
  }
}
