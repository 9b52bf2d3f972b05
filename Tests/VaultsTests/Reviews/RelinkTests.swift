import Reviews
import Testing
import Vaults

/// Cards whose prompts were edited, moved, deleted, here and elsewhere.
@Suite(.enabled(if: Shell.hasGit)) struct RelinkTests {
  private let noon = ReviewWorld.noon

  private let questions = """
    Q: Which river flows through the city of Ravenna, if any?
    A: None; the Ronco and the Montone join south of it.

    Q: Who wrote the commonplace book called Zibaldone di pensieri?
    A: Giacomo Leopardi.

    """

  /// A vault with two questions, of which the first was answered.
  private func world(_ shell: (Shell) -> Void = { _ in }) throws -> (ReviewWorld, CardID) {
    let world = try ReviewWorld()
    let git = self.git(world)
    git("git init -q -b main")
    world.vault.write("/.zib/cache/\n", to: ".gitignore")
    world.vault.write(questions, to: "rivers.md")
    git("git add -A && git commit -qm one")
    let reviews = try world.reviews()
    let card = try #require(try reviews.cards().first)
    _ = try reviews.prompt(of: card)
    try reviews.append([.review(card.id, .good, milliseconds: 5)], at: noon)
    return (world, card.id)
  }

  private func git(_ world: ReviewWorld) -> Shell { Shell(folder: world.vault.path("")) }

  private func edit(_ world: ReviewWorld, _ old: String, _ new: String, in name: String) {
    let text = world.vault.folder.read("vault/" + name) ?? ""
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(old) {
        result += new
        rest = rest.dropFirst(old.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    world.vault.write(result, to: name)
  }

  @Test func `an edited question keeps its history`() throws {
    let (world, card) = try world()
    edit(world, "if any?", "if there is one at all?", in: "rivers.md")
    let reviews = try world.reviews()
    let report = try reviews.relink(at: noon + 1)
    #expect(report.linked.map(\.card.id) == [card])
    #expect(report.linked.first?.card.line == 1)
    #expect(try reviews.cards().first?.id == card)
    #expect(reviews.history[card]?.answers == 1)
    // Known to the next command, which has nothing to link.
    let again = try world.reviews()
    #expect(try again.cards().first?.id == card)
    #expect(try again.relink(at: noon + 2).linked.isEmpty)
    // Taken back, the prompt is a card of its own, and the card is lost.
    let event = try #require(report.linked.first?.event)
    try again.append([.retract(event.id)], at: noon + 3)
    #expect(try again.cards().first?.id != card)
    #expect(again.lostCards == [card])
  }

  @Test func `a prompt that moves or whose note is renamed needs no link`() throws {
    let (world, card) = try world()
    git(world)("mkdir x && git mv rivers.md x/water.md && git commit -qm moved")
    let reviews = try world.reviews()
    #expect(try reviews.cards().first?.id == card)
    #expect(try reviews.relink(at: noon + 1).linked.isEmpty)
    #expect(world.lines().count == 1)
  }

  @Test func `without the cache an edit is followed commit by commit`() throws {
    let (world, card) = try world()
    let steps = [
      (
        "Which river flows through the city of Ravenna, if any?",
        "Which river flows through Ravenna, if any?"
      ),
      (
        "Which river flows through Ravenna, if any?",
        "Does any river flow through Ravenna, if so which?"
      ),
      (
        "Does any river flow through Ravenna, if so which?",
        "Does any stream run by Ravenna, if so which?"
      ),
      (
        "None; the Ronco and the Montone join south of it.",
        "The Ronco and Montone join south of it."
      ),
      ("Does any stream run by Ravenna, if so which?", "Is there a stream that runs by Ravenna?"),
    ]
    for (number, step) in steps.enumerated() {
      edit(world, step.0, step.1, in: "rivers.md")
      if number < 4 { git(world)("git add -A && git commit -qm step") }
    }
    world.vault.folder.remove("vault/.zib/cache")
    let reviews = try world.reviews()
    let report = try reviews.relink(at: noon + 1)
    #expect(report.linked.map(\.card.id) == [card], "\(report)")
    #expect(try reviews.cards().first?.id == card)
  }

  @Test func `another device gets the link by sync and makes none of its own`() throws {
    let (world, card) = try world()
    git(world)("git add -A && git commit -qm reviewed && git clone -q . ../other")
    edit(world, "if any?", "if there is one at all?", in: "rivers.md")
    #expect(try world.reviews().relink(at: noon + 1).linked.count == 1)
    git(world)("git add -A && git commit -qm edited")
    Shell(folder: world.vault.folder("other"))("git pull -q")
    let other = try world.reviews(at: "other", machine: "other")
    #expect(try other.cards().first?.id == card)
    #expect(try other.relink(at: noon + 2).linked.isEmpty)
    #expect(world.devices(at: "other").count == 1)
  }

  @Test func `a fresh clone in which the edit was never seen links it itself`() throws {
    let (world, card) = try world()
    git(world)("git add -A && git commit -qm reviewed")
    edit(world, "if any?", "if there is one at all?", in: "rivers.md")
    git(world)("git add -A && git commit -qm edited && git clone -q . ../other")
    let other = try world.reviews(at: "other", machine: "other")
    #expect(try other.relink(at: noon + 1).linked.map(\.card.id) == [card])
    // Both devices find the same, independently.
    let here = try world.reviews()
    #expect(try here.relink(at: noon + 1).linked.map(\.card.id) == [card])
  }

  @Test func `a deleted prompt keeps its history for when it comes back`() throws {
    let (world, card) = try world()
    let text = try #require(world.vault.folder.read("vault/rivers.md"))
    world.vault.write("Nothing.\n\nQ: Is it?\nA: Yes.\n", to: "rivers.md")
    let reviews = try world.reviews()
    let report = try reviews.relink(at: noon + 1)
    #expect(report.linked.isEmpty)
    #expect(report.gone == [card])
    // What was not found is not searched again; told to, it is.
    let again = try world.reviews()
    #expect(try again.relink(at: noon + 2).gone.isEmpty)
    #expect(try again.relink(at: noon + 2, isThorough: true).gone == [card])
    world.vault.write(text, to: "back.md")
    let back = try world.reviews()
    #expect(back.lostCards.isEmpty)
    #expect(try back.cards().contains { $0.id == card })
  }

  @Test func `a card that is edited in a session goes on as it was`() throws {
    let (world, id) = try world()
    let reviews = try world.reviews()
    let cards = try reviews.cards()
    let card = cards[0]
    _ = try reviews.prompt(of: card)
    world.vault.write("A line.\n\n" + questions, to: "rivers.md")
    let moved = try #require(try reviews.reread(card, at: noon + 1))
    #expect(moved.line == 3)
    #expect(world.lines().count == 1)
    edit(world, "if any?", "if there is one?", in: "rivers.md")
    let edited = try #require(try reviews.reread(moved, at: noon + 2))
    #expect(edited.id == id)
    #expect(edited.fingerprint != id)
    #expect(try reviews.prompt(of: edited)?.question.hasSuffix("if there is one?") == true)
    #expect(try world.reviews().cards().first?.id == id)
    world.vault.write("Gone.\n", to: "rivers.md")
    #expect(try reviews.reread(edited, at: noon + 3) == nil)
  }
}
