import Notes
import Reviews
import Testing

/// Which prompts are cards of their own once a person has answered what became of lost cards.
struct RelinkDecisionsTests {
  private static func prompt(_ name: String) -> Prompt {
    Note(parsing: Array("Q: What is \(name)?\nA: a letter\n".utf8)).prompts[0]
  }

  private func id(_ name: String) -> CardID { Self.prompt(name).id }

  /// A question about a lost card for each text, whose letters are the prompts that it may be.
  private func questions(_ candidates: String...) -> [CardQuestion] {
    candidates.enumerated().map { number, names in
      CardQuestion(
        card: LostCard(id: id("lost \(number)"), was: Self.prompt("lost \(number)"), in: "note"),
        candidates: names.map {
          .init(prompt: PlacedPrompt(Self.prompt("\($0)"), in: "note"), score: 0.5)
        })
    }
  }

  @Test func `a prompt that a card has become is no candidate of the next`() throws {
    var decisions = RelinkDecisions(questions("ab", "a", "ab"))
    let first = decisions.next()
    decisions.decide(try #require(first), id("a"))
    let next = decisions.next()
    let last = try #require(next)
    #expect(last.candidates.map(\.prompt.prompt.id) == [id("b")])
    decisions.decide(last, nil)
    let rest = decisions.next()
    #expect(rest == nil)
    #expect(decisions.own == [id("b")])
    #expect(decisions.unclear == 0)
  }

  @Test func `a refused prompt that may be an unclear card is no card of its own yet`() throws {
    var decisions = RelinkDecisions(questions("ab", "b"))
    let first = decisions.next()
    decisions.decide(try #require(first), nil)
    let second = decisions.next()
    decisions.skip(try #require(second))
    #expect(decisions.own == [id("a")])
    #expect(decisions.unclear == 2)
  }

  @Test func `what is not asked is unclear`() {
    var decisions = RelinkDecisions(questions("a", "b"))
    decisions.quit()
    let rest = decisions.next()
    #expect(rest == nil)
    #expect(decisions.own == [])
    #expect(decisions.unclear == 2)
  }
}
