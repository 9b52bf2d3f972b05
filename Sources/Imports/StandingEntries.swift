import Indexing
import Notes
import Vaults

/// The entries that a day has, as those that are imported are looked for among them.
struct StandingEntries {
  struct Standing {
    /// Of the day's entries.
    let index: Int
    let entry: NewJournalEntry
    let key: EntryKey
    var isTaken = false
  }

  private(set) var entries: [Standing]
  private var byMinute: [Int: [Int]] = [:]
  private var byKey: [EntryKey: [Int]] = [:]

  init(_ day: JournalEditor) {
    entries = day.note.journalEntries.indices.map { index in
      let entry = day.entry(index)
      return Standing(
        index: index, entry: entry, key: EntryKey(title: entry.title, body: entry.body))
    }
    for (index, entry) in entries.enumerated() {
      byMinute[Self.minute(entry.entry.time), default: []].append(index)
      byKey[entry.key, default: []].append(index)
    }
  }

  static func minute(_ time: ClockTime) -> Int { time.secondOfDay / 60 }

  /// Takes the entry of the same minute with the same text.
  mutating func takeSame(as text: EntryText) -> Standing? {
    let places = byMinute[Self.minute(text.entry.time)]
    let place =
      take(places) { $0 == text.key }
      ?? take(places) { $0.body == text.key.body && !$0.body.isEmpty }
    return place.map { entries[$0] }
  }

  /// Takes the entry of another minute with the same text, if it is long enough: a person corrected
  /// its time.
  mutating func takeMoved(_ text: EntryText) -> Bool {
    guard text.key.title.count + text.key.body.count >= 24 else { return false }
    return take(byKey[text.key]) { _ in true } != nil
  }

  /// Takes the entry of another minute with the same mood and text that satisfies a condition.
  mutating func takeLeft(
    _ text: EntryText, where isLeft: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    try byKey[text.key]?.first {
      try !entries[$0].isTaken && entries[$0].entry.mood == text.read.mood && isLeft(entries[$0])
    }.map { take($0) }
  }

  /// Takes the entry of the same minute that a person has edited: one with the same title, or
  /// without one and with a similar text.
  mutating func takeEdited(_ text: EntryText) -> Standing? {
    take(byMinute[Self.minute(text.entry.time)]) { key in
      key.title == text.key.title && (!key.title.isEmpty || key.isSimilar(to: text.key))
    }.map { entries[$0] }
  }

  /// Takes the one entry of the same minute that is left, if it shares half of its words: a person
  /// has edited its title, or its only line.
  mutating func takeReworded(_ text: EntryText) -> Standing? {
    let places = byMinute[Self.minute(text.entry.time)] ?? []
    guard places.count(where: { !entries[$0].isTaken }) == 1 else { return nil }
    return take(places) { $0.sharesWords(with: text.key) }.map { entries[$0] }
  }

  /// Takes an entry of the same minute, whatever it says.
  mutating func takeRewritten(
    _ text: EntryText, where isOwn: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    let places = byMinute[Self.minute(text.entry.time)] ?? []
    return try places.first { try !entries[$0].isTaken && isOwn(entries[$0]) }.map { take($0) }
  }

  /// Takes the entry of another minute with the same text, else with the same title or a similar text.
  mutating func takeElsewhere(
    _ text: EntryText, where isOwn: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    let free = entries.indices.filter { !entries[$0].isTaken }
    if let same = free.first(where: { entries[$0].key == text.key }) { return take(same) }
    return try free.first { place in
      let key = entries[place].key
      return try key.isLike(text.key) && isOwn(entries[place])
    }.map { take($0) }
  }

  /// Takes the first entry that satisfies a condition.
  mutating func takeFirst(where isIt: (Standing) throws -> Bool) rethrows -> Standing? {
    try entries.indices.first { try !entries[$0].isTaken && isIt(entries[$0]) }.map { take($0) }
  }

  /// Takes the one entry of the same minute that shares half of its words and satisfies a condition; nil if there are several.
  mutating func takeOnly(
    like text: EntryText, where isIt: (Standing) throws -> Bool
  ) rethrows -> Standing? {
    let found = try (byMinute[Self.minute(text.entry.time)] ?? []).filter {
      try !entries[$0].isTaken && entries[$0].key.sharesWords(with: text.key) && isIt(entries[$0])
    }
    return found.count == 1 ? take(found[0]) : nil
  }

  private mutating func take(_ place: Int) -> Standing {
    entries[place].isTaken = true
    return entries[place]
  }

  private mutating func take(_ places: [Int]?, _ test: (EntryKey) -> Bool) -> Int? {
    guard let found = places?.first(where: { !entries[$0].isTaken && test(entries[$0].key) })
    else { return nil }
    entries[found].isTaken = true
    return found
  }
}
