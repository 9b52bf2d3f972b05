import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Synchronization

extension Vault {
  /// The entries of a day; none if it cannot be read.
  package func entries(of day: JournalDay) -> [DatedEntry] {
    // Removed since the folder was checked: it has no entries.
    guard let source = try? folder.read(day.path).bytes else { return [] }
    return DatedEntry.entries(of: day, in: source, options: noteOptions)
  }

  /// Entries of the journal: the latest day first, and in it the latest instant.
  ///
  /// - Parameters:
  ///   - filter: chooses the entries.
  ///   - limit: the greatest number of entries; days after the last one are not read.
  ///   - home: the zone of entries that name none.
  package func entries(
    _ filter: EntryFilter, limit: Int? = nil, home: Zone
  ) throws -> [DatedEntry] {
    let days = try journalDays().filter { filter.accepts($0.day) }
    guard let limit else {
      return latestFirst(allEntries(of: days), home: home).filter { filter.accepts($0) }
    }
    var found: [DatedEntry] = []
    var rest = days[...]
    while found.count < limit, let last = rest.last {
      // A day may have several notes, where a pattern has them.
      let same = rest.reversed().prefix { $0.day == last.day }
      found += latestFirst(same.flatMap { entries(of: $0) }, home: home)
        .filter { filter.accepts($0) }
      rest.removeLast(same.count)
    }
    return Array(found.prefix(limit))
  }

  /// The entries of many days, read on two threads.
  func allEntries(of days: [JournalDay]) -> [DatedEntry] {
    let found = Mutex<[Int: [DatedEntry]]>([:])
    let next = Atomic(0)
    concurrently(days.count < 16 ? 1 : 2) { _ in
      var own: [Int: [DatedEntry]] = [:]
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < days.count else { break }
        own[number] = entries(of: days[number])
      }
      found.withLock { $0.merge(own) { first, _ in first } }
    }
    return found.withLock { found in days.indices.flatMap { found[$0] ?? [] } }
  }

  /// The last entry that is not in the future; if all are, the last of them.
  ///
  /// - Parameters:
  ///   - now: UTC milliseconds.
  ///   - home: the zone of entries that say none.
  package func lastEntry(until now: Int64, home: Zone) throws -> DatedEntry? {
    var past: (entry: DatedEntry, time: Int64)?
    var future: DatedEntry?
    // Clocks are at most 26 hours apart, so that an entry of the day before may be the later one.
    var oldest: CivilDate?
    for day in try journalDays().reversed() {
      if let oldest, day.day < oldest { break }
      for entry in latestFirst(entries(of: day), home: home) {
        let time = entry.milliseconds(home: home)
        if time > now {
          future = future ?? entry
        } else if past.map({ time > $0.time }) ?? true {
          past = (entry, time)
          oldest = oldest ?? day.day.adding(days: -2)
        }
      }
    }
    return past?.entry ?? future
  }

  /// By day, and within a day by the instant; entries of one instant in the reverse order of the
  /// note.
  func latestFirst(_ entries: [DatedEntry], home: Zone) -> [DatedEntry] {
    entries.map { (entry: $0, time: $0.milliseconds(home: home)) }.enumerated()
      .sorted { left, right in
        let (one, other) = (left.element, right.element)
        if one.entry.day != other.entry.day { return one.entry.day > other.entry.day }
        if one.time != other.time { return one.time > other.time }
        return left.offset > right.offset
      }.map(\.element.entry)
  }
}

extension VaultSearch {
  /// The entries of the journal that satisfy the query, in the order of `Vault.entries`.
  ///
  /// An entry is searched as if it were a note of its own: words, phrases, hashtags, moods, tasks
  /// and links have to be in it. Conditions on notes alone (`path:`, `modified:`, any property)
  /// apply to its day.
  package func entries(
    _ query: Query, _ filter: EntryFilter, limit: Int? = nil, home: Zone
  ) throws -> [DatedEntry] {
    if query.root == .all { return try vault.entries(filter, limit: limit, home: home) }
    let days = try days(query, filter)
    let entries = vault.latestFirst(vault.allEntries(of: days), home: home)
      .filter { filter.accepts($0) }
    let found = try self.entries(entries, satisfying: query.root)
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// The days in which there may be such an entry.
  private func days(_ query: Query, _ filter: EntryFilter) throws(IndexError) -> [JournalDay] {
    let journal = vault.journal
    var days: [JournalDay] = []
    for (number, set) in try documents(of: query.root.askedOfDays).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.notes.key(of: DocumentID(segment: number, document: document))
        guard let path = NotePath(bytes: key), let day = journal.day(of: path),
          !path.isConflictCopy, filter.accepts(day)
        else { return }
        days.append(JournalDay(day: day, path: path))
      }
    }
    return days.sorted()
  }
}

extension QueryNode {
  /// A condition that every day satisfies which has an entry that satisfies this query.
  fileprivate var askedOfDays: QueryNode {
    switch self {
    // Another entry of the day may have the excluded text; a pattern may match its ends.
    case .not, .regex: .all
    case .predicate(let predicate): predicate.key == "words" ? .all : self
    case .and(let parts): .all(of: parts.map(\.askedOfDays))
    case .or(let parts): .any(of: parts.map(\.askedOfDays))
    case .within(_, let part): part.askedOfDays
    default: self
    }
  }
}
