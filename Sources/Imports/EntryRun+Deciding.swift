import Exchange
import Files
import Indexing
import Notes
import Steps
import Vaults

/// The decision on an entry that the note and the file have in two forms.
extension EntryRun {
  /// The entry that a person made of one that came before, in other words or at another time of the day.
  func rewritten(
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
  mutating func change(
    of standing: StandingEntries.Standing, to text: EntryText, in day: inout EntryDay
  ) throws -> NewJournalEntry? {
    let old = standing.entry
    var new = text.entry
    if new.mood == nil { new.mood = old.mood }
    if try day.memory.wasLast(text.read) {
      // Only the person changed it.
      plan.known += 1
      return nil
    }
    if try !isOlderFile && day.memory.everCame(old) && !day.memory.everCame(text.read) {
      try day.memory.settle(text.read, replacing: old)
      return new
    }
    let difference = difference(of: standing, from: text, in: day.path)
    switch decision(on: difference) {
    case .take:
      try day.memory.settle(text.read, replacing: old)
      return new
    case .keep: try day.memory.settle(text.read)
    case .open: plan.differences.append(difference)
    }
    plan.known += 1
    return nil
  }

  /// True if an entry of an older file takes the place of the one here, as the person decides; otherwise it is told.
  ///
  /// - Parameter standing: the entry as the note has it; nil where the day no longer has it.
  mutating func takesOlder(
    _ text: EntryText, over standing: StandingEntries.Standing?, in path: NotePath
  ) -> Bool {
    let told =
      standing.map { difference(of: $0, from: text, in: path) }
      ?? ImportPlan.Difference(
        path: path, key: "entry of \(text.entry.time)", here: "", there: text.entry.body)
    switch decision(on: told) {
    case .take: return true
    case .keep: break
    case .open: plan.differences.append(told)
    }
    plan.known += 1
    return false
  }

  func difference(
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
  static func excerpts(_ left: String, _ right: String) -> (String, String) {
    let (left, right) = (left.collapsingSpaces, right.collapsingSpaces)
    let shared = zip(left, right).prefix { $0 == $1 }.count
    guard shared > 24 else { return (left, right) }
    func tail(_ text: String) -> String { "…" + text.dropFirst(shared - 12) }
    return (tail(left), tail(right))
  }
}
