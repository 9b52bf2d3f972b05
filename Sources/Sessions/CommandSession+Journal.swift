import Arguments
import Files
import Indexing
import Notes
import Rendering
import Terminals
import Vaults
import Wording

/// Helpers of the commands of the journal: the names of moods, moments and entries.
extension CommandSession {
  /// The zone of entries that say none.
  package func journalZone() throws -> Zone { try vault().journalZone(system: zone) }

  /// The moment that words name.
  ///
  /// - Parameter isNew: true to tell which of two moments is meant where clocks are put back.
  package func moment(_ words: String, isNew: Bool = true) throws -> ZonedMoment {
    let (words, zone) = placed(words)
    guard let moment = ZonedMoment(words, now: now, in: zone) else {
      throw unreadable(moment: words, zone)
    }
    if let skipped = ZonedMoment.leftOut(words, now: now, in: zone) {
      messages.note(
        "no clock shows \(skipped), because clocks are put forward then; \(moment.time) is meant")
    }
    if isNew, let other = ZonedMoment.alternative(words, now: now, in: zone) {
      func offset(_ moment: ZonedMoment) -> String { EntryLine.zone(moment.secondsEast / 60) }
      messages.note(
        "clocks show \(moment.time) twice, because they are put back then; that of \(offset(moment)) is meant, and "
          + "`\(moment.date) \(moment.time) \(offset(other))` is the other")
    }
    return moment
  }

  /// Words without the name of a place at their end, and its zone, or that of the person: `18:30 Asia/Tokyo`.
  private func placed(_ words: String) -> (words: String, zone: Zone) {
    guard let space = words.lastIndex(of: " "), words[space...].contains("/"),
      let named = Zone(named: String(words[words.index(after: space)...]))
    else { return (words, zone) }
    return (String(words[..<space]), named)
  }

  /// Tells for which moment each entry is taken whose time clocks show twice.
  package func tellDoubled(_ entries: [DatedEntry]) throws {
    let home = try journalZone()
    for entry in entries {
      guard let (taken, other) = entry.doubled(home: home) else { continue }
      messages.note(
        "\(shown(entry.path)):\(entry.line): \(EntryLine.doubled(entry.time, taken: taken, other: other))"
      )
    }
  }

  /// The error of words that name no moment, with a form that does.
  private func unreadable(moment words: String, _ zone: Zone) -> UsageError {
    if let name = ZonedMoment.ambiguousZone(in: words) {
      return UsageError(
        message: "`\(name)` is the time of several countries",
        hint: "name the offset or a place: `18:30 +05:30`, `18:30 Asia/Kolkata`")
    }
    let here = CivilDateTime(milliseconds: now, in: zone)
    let examples =
      "such as `18:30`, `yesterday 18:30`, `half past nine`, `2 hours ago`, "
      + "`2026-11-20 08:15 +09:00`, `18:30 Asia/Tokyo`"
    return UsageError(
      message: "cannot read `\(words)` as a day and time",
      hint: CivilDateTime.readable(insteadOf: words, now: here).map { "if it is a time: `\($0)`" }
        ?? examples)
  }

  /// The days that words name.
  package func days(_ words: String) throws -> DateRange {
    guard let range = DateRange(words, today: today) else {
      throw UsageError(
        message: "cannot read `\(words)` as a date or a range of dates",
        hint: "such as `2026-11`, `last week`, `november`, `2026-11-01..2026-11-15`")
    }
    return range
  }

  /// The mood that a word means: an emoji, or a name; a person at a terminal chooses where the name is
  /// not one mood's alone.
  package func mood(_ word: String) throws -> String {
    let word = word.trimmingSpaces()
    if Mood.isEmoji(word) { return word }
    let found = Mood.matching(word)
    if let only = found.first, found.count == 1 { return only.emoji }
    if mayAsk, let chosen = try pickMood(beginningWith: word) { return chosen }
    if found.isEmpty {
      throw UsageError(
        message: "no mood is called `\(word)`",
        hint: "any emoji is a mood; `zib log --pick-mood` shows those with names")
    }
    let list = found.prefix(12).map { "\n  \($0.emoji) \($0.names.joined(separator: ", "))" }
    throw UsageError(
      message: "\(found.count) moods are called `\(word)`:\(list.joined())",
      hint: "write more of the name, or the emoji")
  }

  /// The moods that a word may mean, for those who look for entries.
  package func moods(_ word: String) throws -> [String] {
    if Mood.isEmoji(word) { return [word] }
    let found = Mood.matching(word)
    if found.isEmpty {
      throw UsageError(message: "no mood is called `\(word)`", hint: "any emoji is a mood")
    }
    return found.map(\.emoji)
  }

  /// The entry that words name: `last`, a moment, a day that has one only, or its place as commands print it.
  package func entry(_ words: String) throws -> DatedEntry {
    let vault = try vault()
    if ["last", "latest"].contains(words.lowercased()) {
      guard let last = try vault.lastEntry(until: now, home: journalZone()) else {
        throw JournalError.noEntry
      }
      return last
    }
    if let entry = try entry(at: words) { return entry }
    let moment = try moment(words, isNew: false)
    let here = CivilDateTime(milliseconds: now, in: zone)
    let home = try journalZone()
    let said = ZonedMoment.withoutOffset(placed(words).words)
    let hasTime = CivilDateTime(said, now: here).map { $0.time != nil } ?? true
    // On the clocks of another zone the day may be another.
    var filter = EntryFilter()
    filter.days = [
      DateRange(start: moment.date.adding(days: -1), end: moment.date.adding(days: 2))
    ]
    let near = try vault.entries(filter, home: home)
    var found = near.filter { entry in
      entry.day == moment.date
        && (!hasTime
          || (entry.time.hour, entry.time.minute) == (moment.time.hour, moment.time.minute))
    }
    if hasTime, said != words {
      let same = near.filter { moment.isSameMinute(as: $0.milliseconds(home: home)) }
      if same.isEmpty, let other = found.first {
        let time = "\(moment.date) \(moment.time)"
        throw Failure(
          "no entry is of \(time) \(EntryLine.zone(moment.secondsEast / 60))",
          hint:
            "the entry of \(time) \(EntryLine.zone(other.secondsEast(home: home) / 60)) is `--amend \(shellQuoted(place(of: other)))`",
          code: .nothingFound)
      }
      found = same
    }
    guard let only = found.first else { throw JournalError.noEntry }
    if found.count == 1 {
      try tellDoubled(found)
      return only
    }
    let list = found.reversed().map {
      "\n  " + EntryLine.heading(of: $0).plainText + "  " + place(of: $0)
    }
    let isOneMinute = Set(found.map { $0.time.secondOfDay / 60 }).count == 1
    let byPlace = "name its place: `--amend \(place(of: only))`"
    throw Failure(
      "\(found.count) entries are of then:\(list.joined())",
      hint: hasTime || isOneMinute ? byPlace : "name its time as well, or \(byPlace)",
      code: .nothingFound)
  }

  /// The entry at `Journal/2026/2026-11-21.md:5`, any of its lines; nil if that is no place in a
  /// day.
  ///
  /// - Throws: `Failure` where the day has no entry at that line.
  private func entry(at place: String) throws -> DatedEntry? {
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let line = Int(parts[1]) else { return nil }
    let vault = try vault()
    let day = try vault.journalDays().first { shownPath($0.path) == parts[0] }
    guard let day else { return nil }
    let entries = vault.entries(of: day)
    let bytes = try vault.folder.read(day.path).bytes
    let lines = LineIndex(bytes).line(at: max(0, bytes.count - 1))
    if line <= lines, let entry = entries.last(where: { $0.line <= line }) { return entry }
    let hint =
      line > lines
      ? "the note has \(Amount.count(lines, "line"))"
      : entries.first.map { "the first entry is at \(self.place(of: $0))" }
        ?? "the note has no entries; `zib log` writes one"
    throw Failure("no entry is at \(place)", hint: hint, code: .nothingFound)
  }

  /// `Journal/2026/2026-11-21.md:5`, as `zib edit` takes it.
  package func place(of entry: DatedEntry) -> String { "\(shownPath(entry.path)):\(entry.line)" }
}
