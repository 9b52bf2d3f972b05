import Notes
import OperatingSystem
import TestSupport
import Testing

/// Days as no person would write them, and entries put into them.
@Suite struct JournalFuzzTests {
  @Test func `adding changes no other byte, and every entry is read back`() throws {
    let rounds = Fuzz.rounds(400)
    for seed in 0..<UInt64(rounds) {
      var random = SeededRandom(seed: seed)
      try Self.play(&random, seed: seed)
    }
  }

  private static let pieces = [
    "# Saturday", "## 08:15 😀 Walk", "## 9:30 pm", "### 23:59:59 +09:00", "## Tasks", "- [ ] x",
    "- item", "    code", "> quote", "> ## 10:00", "- ## 11:00", "text", "12:00 under", "---",
    "===",
    "```", "~~~", "<!-- c", "-->", "", "", "", "  ", "| a |", "|---|", "## 07:05", "## 24:00", "\\",
    "*italic*", "## 12:30 Am #", "<div>", "[a]: b", "é 😀",
  ]
  private static let ends = ["\n", "\n", "\n", "\r\n", "\r"]

  private static func play(_ random: inout SeededRandom, seed: UInt64) throws {
    var day = Int.random(in: 0..<20, using: &random) == 0 ? "\u{FEFF}" : ""
    if Int.random(in: 0..<4, using: &random) == 0 { day += "---\nweather: rain\n---\n" }
    let end = ends[Int.random(in: 0..<ends.count, using: &random)]
    for _ in 0..<Int.random(in: 0..<14, using: &random) {
      day += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      day +=
        Int.random(in: 0..<20, using: &random) == 0
        ? ends[Int.random(in: 0..<ends.count, using: &random)] : end
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      day += pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
    var bytes = Array(day.utf8)
    for _ in 0..<4 {
      let body = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let entry = NewJournalEntry(
        time: ClockTime(secondOfDay: Int.random(in: 0..<1440, using: &random) * 60),
        zoneMinutes: Int.random(in: 0..<4, using: &random) == 0
          ? Int.random(in: 0..<1500, using: &random) - 700 : nil,
        mood: Int.random(in: 0..<2, using: &random) == 0 ? "🙂" : nil,
        title: Int.random(in: 0..<2, using: &random) == 0 ? "T \(seed)" : "",
        body: body.joined(separator: "\n"))
      let before = Note(parsing: bytes)
      let change: JournalEditor.Change
      do throws(JournalEditError) {
        change = try JournalEditor(bytes).adding(entry)
      } catch {
        continue
      }
      let after = Note(parsing: change.bytes)
      let inserted = change.bytes.count - bytes.count
      // The old bytes are the new ones without one stretch, which holds the heading.
      let shared = zip(bytes, change.bytes).prefix { $0 == $1 }.count
      #expect(inserted > 0, "seed \(seed)")
      #expect(
        bytes[shared...].elementsEqual(change.bytes[(shared + inserted)...])
          || isInsertion(change.bytes, into: bytes), "seed \(seed)")
      let found = after.journalEntries.filter { Int($0.heading.start) == change.offset }
      let own = try #require(found.first, "seed \(seed)")
      #expect(own.time == entry.time, "seed \(seed)")
      #expect(own.zoneMinutes == entry.zoneMinutes, "seed \(seed)")
      #expect(own.mood.map { after.text($0) } == entry.mood, "seed \(seed)")
      #expect((own.title.map { after.text($0) } ?? "") == entry.title, "seed \(seed)")
      let titles = before.journalEntries.map { before.text($0.heading) }
      let kept = after.journalEntries.map { after.text($0.heading) }
      #expect(isSubsequence(titles, of: kept), "seed \(seed)")
      bytes = change.bytes
    }
  }

  /// True where some stretch taken out of `new` leaves `old`; where its ends repeat there are several.
  private static func isInsertion(_ new: [UInt8], into old: [UInt8]) -> Bool {
    let count = new.count - old.count
    return (0...old.count).contains { place in
      new[..<place].elementsEqual(old[..<place])
        && new[(place + count)...].elementsEqual(old[place...])
    }
  }

  private static func isSubsequence(_ some: [String], of all: [String]) -> Bool {
    var rest = all[...]
    return some.allSatisfy { text in
      guard let place = rest.firstIndex(of: text) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }
}
