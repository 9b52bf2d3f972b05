import Notes
import OperatingSystem
import Reviews
import TestSupport
import Testing

/// How well cards are found again after edits of real text; the article Identity shows the tables.
struct IdentityTests {
  private struct Tally {
    var lost = 0
    var right = 0
    var wrong = 0
    var asked = 0
    var askedRightly = 0
    var dropped = 0
    /// Asked because words of question and answer were replaced.
    var replaced = 0

    mutating func add(_ other: Tally) {
      lost += other.lost
      right += other.right
      wrong += other.wrong
      asked += other.asked
      askedRightly += other.askedRightly
      dropped += other.dropped
      replaced += other.replaced
    }

    func row(_ name: String) -> String {
      "| \(name) | \(lost) | \(right) | \(wrong) | \(asked) | \(askedRightly) | \(dropped) |"
    }
  }

  private static let head =
    "| edit | cards that changed | linked rightly | wrongly | asked | right one offered | no trace |\n"
    + "|---|---|---|---|---|---|---|"

  @Test(.enabled(if: MergeCases.path != nil, "needs the shared merge cases"))
  func `cards are found again in the edit histories of real notes`() throws {
    let paragraphs = MergeCases.cases(limit: 24).flatMap { MergeCases.paragraphs($0.base) }
    var tallies: [EditHistory.Edit: Tally] = [:]
    var moves = 0
    let rounds = Fuzz.factor
    for seed in 1...UInt64(max(1, rounds)) {
      var history = EditHistory(paragraphs: paragraphs, notes: 16, seed: seed)
      for step in 0..<40 {
        let before = history
        history.step(edits: 6)
        let names = Set(before.notes.keys).union(history.notes.keys).sorted().filter {
          before.text(of: $0) != history.text(of: $0)
        }
        let old = names.flatMap { name in before.keys(of: name).map { (name, $0.key, $0.prompt) } }
        let new = names.flatMap { name in history.keys(of: name).map { (name, $0.key, $0.prompt) } }
        // The written card is read, with all its markup.
        let read = names.flatMap { name in
          Note(parsing: Array(history.text(of: name).utf8)).prompts
            .map { PlacedPrompt($0, in: name) }
        }
        let ids = Set(read.map(\.prompt.id))
        let oldIDs = Set(old.map(\.2.id))
        for (_, key, prompt) in old {
          guard let (edit, _) = history.touched[key], edit.isPure else { continue }
          moves += 1
          #expect(ids.contains(prompt.id), "seed \(seed), step \(step): \(edit.rawValue)")
        }
        let lost = old.filter { !ids.contains($0.2.id) }
        let matching = CardMatching(
          lost: lost.map { LostCard(id: $0.2.id, was: $0.2, in: $0.0) },
          new: read.filter { !oldIDs.contains($0.prompt.id) },
          kept: read.filter { oldIDs.contains($0.prompt.id) })
        judge(
          matching, lost: lost.map { ($0.1, $0.2.id) }, new: new.map { ($0.1, $0.2.id) },
          history.touched, &tallies)
      }
    }
    var all = Tally()
    print(Self.head)
    for edit in EditHistory.Edit.allCases {
      guard let tally = tallies[edit], !edit.isPure else { continue }
      print(tally.row(edit.rawValue))
      all.add(tally)
    }
    print(all.row("all"))
    print("Asked because words were replaced: \(all.replaced), of those that would be linked.")
    print("Moved or written otherwise: \(moves), all found.")
    #expect(moves > 100)
    #expect(all.lost > 100)
    #expect(Double(all.right) >= 0.97 * Double(all.right + all.wrong))
    for edit in [EditHistory.Edit.typo, .word, .insert, .remove] {
      let tally = try #require(tallies[edit])
      #expect(Double(tally.right) >= 0.85 * Double(tally.lost), "\(edit.rawValue)")
    }
  }

  /// The cards that are asked about because they seem to be replaced.
  private static func replacements(_ matching: CardMatching) -> Set<CardID> {
    Set(matching.questions.filter { $0.candidates[0].isReplacement }.map(\.card.id))
  }

  private func judge(
    _ matching: CardMatching, lost: [(key: Int, id: CardID)], new: [(key: Int, id: CardID)],
    _ touched: [Int: (edit: EditHistory.Edit, heirs: Set<Int>)],
    _ tallies: inout [EditHistory.Edit: Tally]
  ) {
    var links: [CardID: CardID] = [:]
    for link in matching.links { links[link.card] = link.fingerprint }
    var questions: [CardID: Set<CardID>] = [:]
    for question in matching.questions {
      questions[question.card.id] = Set(question.candidates.map(\.prompt.prompt.id))
    }
    let replacements = Self.replacements(matching)
    for (key, id) in lost {
      guard let (edit, heirs) = touched[key] else { continue }
      let heirIDs = Set(new.filter { heirs.contains($0.key) }.map(\.id))
      var tally = Tally()
      tally.lost = 1
      if let link = links[id] {
        if heirIDs.contains(link) { tally.right = 1 } else { tally.wrong = 1 }
      } else if let candidates = questions[id] {
        tally.asked = 1
        tally.replaced = replacements.contains(id) ? 1 : 0
        tally.askedRightly = candidates.isDisjoint(with: heirIDs) ? 0 : 1
      } else {
        tally.dropped = 1
      }
      tallies[edit, default: Tally()].add(tally)
    }
  }

  /// A paragraph that people edited is known where what stands before and after it stayed.
  @Test(.enabled(if: MergeCases.path != nil, "needs the shared merge cases"))
  func `cards are found again in what people edited`() {
    var known = Tally()
    var unknown = Tally()
    for pair in MergeCases.cases(limit: 160) {
      let old = MergeCases.paragraphs(pair.base).map { $0.joined(separator: " ") }
      let new = MergeCases.paragraphs(pair.edited).map { $0.joined(separator: " ") }
      func prompt(_ text: String) -> Prompt {
        let words = text.split(separator: " ")
        let half = words.count * 2 / 3
        // Half of them quotes, half of them questions, the same for the same beginning.
        let isQuote = (words.first?.utf8.count ?? 0) % 2 == 0
        let markdown =
          isQuote
          ? "> \(text)\n> — Someone"
          : "Q: \(words[..<half].joined(separator: " "))\nA: \(words[half...].joined(separator: " "))"
        return Note(parsing: Array(markdown.utf8)).prompts.first
          ?? Prompt(kind: .quote, question: text, answer: "", range: ByteRange(0, 0))
      }
      let oldPrompts = old.map(prompt)
      let newPrompts = new.map(prompt)
      let oldIDs = Set(oldPrompts.map(\.id))
      let newIDs = Set(newPrompts.map(\.id))
      let lost = oldPrompts.indices.filter { !newIDs.contains(oldPrompts[$0].id) }
      guard !lost.isEmpty else { continue }
      let matching = CardMatching(
        lost: lost.map { LostCard(id: oldPrompts[$0].id, was: oldPrompts[$0], in: "note") },
        new: newPrompts.filter { !oldIDs.contains($0.id) }.map { PlacedPrompt($0, in: "note") },
        kept: newPrompts.filter { oldIDs.contains($0.id) }.map { PlacedPrompt($0, in: "note") })
      var links: [CardID: CardID] = [:]
      for link in matching.links { links[link.card] = link.fingerprint }
      let asked = Set(matching.questions.map(\.card.id))
      let replacements = Self.replacements(matching)
      for index in lost {
        let heir = Self.between(old, index, new).map { newPrompts[$0] }
        var tally = Tally()
        tally.lost = 1
        let id = oldPrompts[index].id
        if let link = links[id] {
          if heir.map({ $0.id == link }) ?? true { tally.right = 1 } else { tally.wrong = 1 }
        } else if asked.contains(id) {
          tally.asked = 1
          tally.replaced = replacements.contains(id) ? 1 : 0
        } else {
          tally.dropped = 1
        }
        if let heir, heir.kind == oldPrompts[index].kind {
          known.add(tally)
        } else {
          unknown.add(tally)
        }
      }
    }
    print(Self.head)
    print(known.row("by people, known"))
    print(unknown.row("by people, what is right not known"))
    let linked = known.right + unknown.right
    let replaced = known.replaced + unknown.replaced
    print("Asked because words were replaced: \(replaced) beside \(linked) links.")
    #expect(known.lost > 10)
    #expect(Double(known.right) >= 0.97 * Double(known.right + known.wrong))
    #expect(Double(known.right) >= 0.6 * Double(known.lost))
  }

  /// The only paragraph between the neighbours that a paragraph had.
  private static func between(_ old: [String], _ index: Int, _ new: [String]) -> Int? {
    guard index > 0, index + 1 < old.count, let before = new.firstIndex(of: old[index - 1]),
      before + 2 < new.count, new[before + 2] == old[index + 1],
      new.lastIndex(of: old[index - 1]) == before, !old.contains(new[before + 1])
    else { return nil }
    return before + 1
  }
}
