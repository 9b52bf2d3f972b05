import Notes
import Reviews
import TestSupport
import Testing

struct CardMatchingTests {
  /// Prompts as a note's name and text give them.
  private func placed(_ text: String, in note: String = "note") -> [PlacedPrompt] {
    Note(parsing: Array(text.utf8)).prompts.map { PlacedPrompt($0, in: note) }
  }

  /// The prompts of one text and their heirs in another: pairs of the parts asked for.
  private func matching(
    _ before: String, _ after: String, in note: String = "note", then other: String = "note"
  ) -> (matching: CardMatching, names: [CardID: String]) {
    let before = placed(before, in: note)
    let after = placed(after, in: other)
    let old = Set(before.map(\.prompt.id))
    let now = Set(after.map(\.prompt.id))
    var names: [CardID: String] = [:]
    for placed in before + after { names[placed.prompt.id] = name(of: placed.prompt) }
    let matching = CardMatching(
      lost: before.filter { !now.contains($0.prompt.id) }
        .map { LostCard(id: $0.prompt.id, was: $0.prompt, in: $0.note) },
      new: after.filter { !old.contains($0.prompt.id) },
      kept: after.filter { old.contains($0.prompt.id) })
    return (matching, names)
  }

  private func name(of prompt: Prompt) -> String {
    prompt.kind == .cloze ? prompt.answer : prompt.question
  }

  private func links(
    _ before: String, _ after: String, in note: String = "note", then other: String = "note"
  ) -> Set<String> {
    let (matching, names) = matching(before, after, in: note, then: other)
    return Set(
      matching.links.map {
        "\(names[$0.card] ?? "") > \(names[$0.fingerprint] ?? "") \($0.reason)"
      })
  }

  @Test(
    arguments: [
      ("Q: Is it so?\nA: Yes!", "Q: Is it, so?\nA: Yes.", ["Is it so? > Is it, so? sameWords"]),
      (
        "Q: Which organ pumps blood?\nA: The liver.",
        "Q: Which organ pumps blood?\nA: The heart, by contracting.",
        ["Which organ pumps blood? > Which organ pumps blood? sameQuestionInNote"]
      ),
      (
        "Q: Which organ pumps the blood?\nA: The heart.",
        "Q: Which organ pumps the blood around?\nA: The heart, of course.",
        ["Which organ pumps the blood? > Which organ pumps the blood around? similar"]
      ),
      (
        "> The unexamined life is not worth living.\n> — Plato",
        "> An unexamined life isn't worth living for a human.\n> — Plato, *Apology*",
        [
          "The unexamined life is not worth living. > "
            + "An unexamined life isn't worth living for a human. closest"
        ]
      ),
    ] as [(String, String, Set<String>)])
  func `an edited prompt is the card that it was`(
    before: String, after: String, expected: Set<String>
  ) {
    #expect(links(before, after) == expected)
  }

  @Test func `the same question in another note is the card`() {
    let found = links(
      "Q: Which organ pumps blood?\nA: The liver.", "Q: Which organ pumps blood?\nA: The heart.",
      in: "one", then: "two")
    #expect(found == ["Which organ pumps blood? > Which organ pumps blood? sameQuestion"])
  }

  @Test func `the clozes of an edited sentence each stay what they were`() {
    let found = links(
      "In ?[](1969) ?[](Armstrong) walked on the ?[](Moon) with Aldrin.",
      "It was in ?[](1969) that ?[](Neil Armstrong) walked upon the ?[](Moon) with Buzz Aldrin.")
    #expect(
      found == [
        "1969 > 1969 similar", "Armstrong > Neil Armstrong similar", "Moon > Moon similar",
      ])
  }

  @Test func `the clozes of a turned sentence are told by their text and not by their order`() {
    let found = links(
      "The ?[](mitochondria) make energy, the ?[](ribosomes) make protein in a cell.",
      "The ?[](ribosomes) make protein, the ?[](mitochondria) make energy in a cell.")
    #expect(
      found.allSatisfy {
        $0.hasPrefix("mitochondria > mitochondria") || $0.hasPrefix("ribosomes > ribosomes")
      })
  }

  @Test func `a cloze whose answer was mended is the card, and one of another word is not`() {
    #expect(
      links("The ?[](haert) pumps blood through us.", "The ?[](heart) pumps blood through us.")
        == ["haert > heart sameQuestionInNote"])
    #expect(
      links("The ?[](heart) pumps blood through us.", "The heart pumps ?[](blood) through us.")
        .isEmpty)
    let (matching, _) = matching(
      "The ?[](heart) pumps red blood through us.", "Our heart pumps ?[](blood) through us all.")
    #expect(matching.links.isEmpty && matching.questions.isEmpty && matching.gone.count == 1)
  }

  @Test func `answers that many cards have carry no link`() {
    for answer in ["True", "7", "Paris"] {
      let found = links(
        "Q: Does the sun rise in the east?\nA: \(answer)",
        "Q: Is a whale a kind of mammal?\nA: \(answer)")
      #expect(found.isEmpty)
    }
  }

  @Test func `cards made after a template are not taken for one another`() {
    func card(_ city: String, _ country: String) -> String {
      "Q: What is the capital city of \(country), in Europe?\nA: \(city)\n\n"
    }
    let kept = card("Rome", "Italy") + card("Madrid", "Spain")
    let (matching, _) = matching(
      kept + card("Paris", "France"), kept + card("Lisbon", "Portugal"))
    #expect(matching.links.isEmpty)
    let numbers = links(
      "Q: Is 91 a prime number or is it not?\nA: No", "Q: Is 97 a prime number or is it not?\nA: No"
    )
    #expect(!numbers.contains { $0.hasSuffix("similar") })
  }

  @Test func `a question that was turned round is another card`() {
    #expect(
      links(
        "Q: What is the powerhouse of the cell?\nA: The mitochondrion of it",
        "Q: The mitochondrion of it\nA: What is the powerhouse of the cell?"
      ).isEmpty)
  }

  @Test func `of a split question the half that is most like it is the card, or a person is asked`()
  {
    let whole =
      "Q: What do the heart and the lungs do?\nA: One pumps blood, the others take in air."
    let halves =
      "Q: What does the heart do?\nA: It pumps blood.\n\nQ: What do the lungs do?\nA: Take in air."
    let (split, _) = matching(whole, halves)
    #expect(split.links.count + split.questions.count == 1)
    let (merged, _) = matching(halves, whole)
    #expect(merged.links.count <= 1)
    #expect(merged.links.count + merged.questions.count + merged.gone.count == 2)
  }

  @Test func `what is not clear is asked, the likeliest first`() throws {
    let (matching, names) = matching(
      "Q: Which of the rivers of France is the longest one?\nA: The Loire",
      """
      Q: Which of the rivers in France is longest?
      A: Loire, 1006 km

      Q: Which of the rivers in France is largest?
      A: Loire, by volume
      """)
    #expect(matching.links.isEmpty)
    let question = try #require(matching.questions.first)
    #expect(question.candidates.count == 2)
    #expect(question.candidates[0].score >= question.candidates[1].score)
    #expect(names[question.candidates[0].prompt.prompt.id]?.contains("longest") == true)
  }

  @Test(arguments: 0..<20)
  func `the order of what is given changes nothing`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let words = ["heart", "lung", "blood", "air", "cell", "the", "of", "what", "does", "river"]
    func prompts(_ note: String) -> [PlacedPrompt] {
      let text = (0..<12).map { _ in
        let words = (0..<6).map { _ in words.randomElement(using: &random) ?? "" }
        return "Q: \(words.joined(separator: " "))\nA: \(words[2]) \(words[3])\n\n"
      }
      return placed(text.joined(), in: note)
    }
    let lost = (prompts("a") + prompts("b")).map {
      LostCard(id: $0.prompt.id, was: $0.prompt, in: $0.note)
    }
    let new = prompts("a") + prompts("c")
    let kept = prompts("a")
    func result(_ matching: CardMatching) -> String {
      "\(matching.links) \(matching.gone) "
        + matching.questions.map { "\($0.card.id) \($0.candidates.map(\.prompt.prompt.id))" }
        .joined(separator: " ")
    }
    func distinct(_ prompts: [PlacedPrompt]) -> [PlacedPrompt] {
      var seen: Set<CardID> = []
      return prompts.filter { seen.insert($0.prompt.id).inserted }
    }
    let first = CardMatching(lost: lost, new: distinct(new), kept: kept)
    let again = CardMatching(
      lost: lost.shuffled(using: &random), new: distinct(new).shuffled(using: &random),
      kept: kept.shuffled(using: &random))
    #expect(result(first) == result(again), "seed \(seed)")
    #expect(Set(first.links.map(\.card)).count == first.links.count, "seed \(seed)")
    #expect(Set(first.links.map(\.fingerprint)).count == first.links.count, "seed \(seed)")
    #expect(
      first.links.count + first.questions.count + first.gone.count == Set(lost.map(\.id)).count)
  }
}

struct CardTrailTests {
  private func prompts(_ text: String) -> [Prompt] { Note(parsing: Array(text.utf8)).prompts }

  private func follow(_ versions: [[String: String]]) -> CardTrail {
    var cards: [CardID: CardID] = [:]
    for text in versions[0].values {
      for prompt in prompts(text) { cards[prompt.id] = prompt.id }
    }
    var trail = CardTrail(following: cards)
    for (old, new) in zip(versions, versions.dropFirst()) {
      let notes = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }
      trail.step(
        notes.map {
          CardTrail.Change(
            note: $0, before: prompts(old[$0] ?? ""), after: prompts(new[$0] ?? ""))
        })
    }
    return trail
  }

  @Test func `a card is followed through edits that together leave nothing of it`() {
    let trail = follow([
      ["a": "Q: Which organ pumps the blood of a mammal?\nA: The heart does that"],
      ["a": "Q: Which organ moves the blood of a mammal?\nA: The heart does that"],
      ["a": "Q: Which organ moves the blood of a mammal?\nA: A hollow muscle does"],
      ["a": "Q: What organ moves blood of a vertebrate?\nA: A hollow muscle does"],
      ["b": "Q: What moves all blood in a vertebrate?\nA: A hollow muscle does"],
    ])
    let end = prompts("Q: What moves all blood in a vertebrate?\nA: A hollow muscle does")[0].id
    #expect(trail.links.map(\.fingerprint) == [end])
    #expect(trail.lost.isEmpty)
  }

  @Test func `a card is itself wherever it goes, also where it was away for a while`() {
    let card = "Q: Which organ pumps the blood?\nA: The heart"
    let trail = follow([
      ["a": "Text.\n\n\(card)", "b": "Text."], ["a": "Text.", "b": "Text.\n\n\(card)"],
      ["b": "Text.\n\n\(card)"], ["b": "Text."], ["c": card],
    ])
    #expect(trail.links.isEmpty && trail.lost.isEmpty)
  }

  @Test func `where a card was deleted its last text is kept for the one who asks`() {
    let trail = follow([
      ["a": "Q: Which organ pumps blood?\nA: The liver"],
      ["a": "Q: Which organ pumps blood?\nA: The heart"], ["a": "No more."],
    ])
    #expect(trail.links.isEmpty)
    #expect(trail.lost.map(\.answer) == ["The heart"])
    #expect(trail.lost.map(\.id) == prompts("Q: Which organ pumps blood?\nA: The liver").map(\.id))
  }

  @Test func `a prompt with a history of its own becomes no other card`() {
    let old = prompts("Q: Which organ pumps the blood?\nA: The heart")
    let new = prompts("Q: Which organ pumps the blood?\nA: A heart")
    for taken in [[], [new[0].id]] {
      var trail = CardTrail(following: [old[0].id: old[0].id], taken: Set(taken))
      trail.step([CardTrail.Change(note: "a", before: old, after: new)])
      #expect(trail.links.count == 1 - taken.count && trail.lost.count == taken.count)
    }
  }
}
