import Notes
import Testing

@Suite struct MoodTests {
  @Test func `each mood is one emoji with a name of its own`() {
    #expect(Mood.all.count >= 120)
    #expect(Set(Mood.all.map(\.name)).count == Mood.all.count)
    #expect(Set(Mood.all.map(\.emoji)).count == Mood.all.count)
    for mood in Mood.all {
      let note = Note(parsing: Array("## 08:15 \(mood.emoji) Title".utf8))
      #expect(note.journalEntries.first?.mood.map { note.text($0) } == mood.emoji)
      #expect((-2...2).contains(mood.valence))
      #expect(Mood.named(by: mood.emoji) == mood)
    }
  }

  @Test(arguments: [
    ("happy", ["😀"]), ("HAPPY", ["😀"]), ("laughing", ["😂"]), ("crying", ["😢", "😭"]),
    ("exhau", ["😫"]), ("heart", ["❤️"]), ("broken heart", ["💔"]), ("nothing of it", []),
  ])
  func `a mood is found by its names`(word: String, emoji: [String]) {
    #expect(Mood.matching(word).map(\.emoji) == emoji)
  }

  @Test func `skin and presentation do not matter`() {
    #expect(Mood.named(by: "👍🏽")?.name == "approving")
    #expect(Mood.named(by: "❤")?.name == "love")
    #expect(Mood.named(by: "🦒") == nil)
    #expect(Mood.isEmoji("🦒") && Mood.isEmoji("👩‍👩‍👧") && Mood.isEmoji("❤️"))
    #expect(!Mood.isEmoji("x") && !Mood.isEmoji("😀😀") && !Mood.isEmoji("1") && !Mood.isEmoji(""))
  }
}

@Suite struct PromptDeckTests {
  private static let day = CivilDate(daysSinceEpoch: 20_778)

  @Test func `there are prompts of our own, none twice`() {
    let keys = WritingPrompts.all.map { PromptDeck.key(of: $0) }
    #expect(keys.count >= 120)
    #expect(Set(keys).count == keys.count)
    for prompt in WritingPrompts.all {
      let day = Array("# D\n\n## 08:15\n\(PromptDeck.line(for: prompt))\n\nanswer\n".utf8)
      #expect(PromptDeck.keys(inDay: day) == [PromptDeck.key(of: prompt)])
    }
  }

  @Test func `none comes back before all the others had their turn`() throws {
    var used: [String: Int] = [:]
    let count = WritingPrompts.all.count
    var order: [String] = []
    for turn in 0..<count * 3 {
      let deck = PromptDeck(WritingPrompts.all, used: used, day: Self.day.adding(days: turn / 2))
      let prompt = try #require(deck.prompts.first)
      used[PromptDeck.key(of: prompt)] = turn
      order.append(prompt)
    }
    for start in order.indices where start + count <= order.count {
      #expect(Set(order[start..<start + count]).count == count)
    }
    #expect(order[0] != WritingPrompts.all[0] || order[1] != WritingPrompts.all[1])
  }

  @Test func `a person's own file is a list`() {
    let file =
      "# My prompts\n\nSome words.\n\n- One?\n* Two _really_?\n  + Three\n1. Four\n12) Five\n-\n"
    #expect(PromptDeck.prompts(inFile: file) == ["One?", "Two _really_?", "Three", "Four", "Five"])
    #expect(PromptDeck.line(for: "a *b* c") == "_a *b* c_")
    #expect(PromptDeck.keys(inDay: Array("_a *b*  C_\r\n* item\n**x**".utf8)) == ["a b c", "x"])
    #expect(
      PromptDeck(["a b", "A  *b*", "c", "*"], used: ["c": 1], day: Self.day).prompts == [
        "a b", "c",
      ])
  }
}
