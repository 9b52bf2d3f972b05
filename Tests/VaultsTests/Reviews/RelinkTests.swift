import Notes
import ReviewStore
import Reviews
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// Cards whose prompts were edited, moved, deleted, here and elsewhere.
@Suite(.enabled(if: Shell.hasGit, "there is no git program")) struct RelinkTests {
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
    #expect(try again.lostCards == [card])
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
    // A card that was not found is searched again only when told to.
    let again = try world.reviews()
    #expect(try again.relink(at: noon + 2).gone.isEmpty)
    #expect(try again.relink(at: noon + 2, isThorough: true).gone == [card])
    world.vault.write(text, to: "back.md")
    let back = try world.reviews()
    #expect(try back.lostCards.isEmpty)
    #expect(try back.cards().contains { $0.id == card })
  }

  @Test func `a card that is edited in a session goes on as it was`() throws {
    let (world, id) = try world()
    let reviews = try world.reviews()
    let cards = try reviews.cards()
    let card = cards[0]
    _ = try reviews.prompt(of: card)
    world.vault.write("A line.\n\n" + questions, to: "rivers.md")
    guard case .card(let moved, nil) = try reviews.reread(card, at: noon + 1) else {
      Issue.record("the card has moved")
      return
    }
    #expect(moved.card.line == 3 && moved.prompt.question.hasPrefix("Which"))
    #expect(world.lines().count == 1)
    edit(world, "if any?", "if there is one?", in: "rivers.md")
    guard case .card(let edited, .some) = try reviews.reread(moved.card, at: noon + 2) else {
      Issue.record("the card was edited")
      return
    }
    #expect(edited.card.id == id)
    #expect(edited.prompt.id != id)
    #expect(try reviews.prompt(of: edited.card)?.question.hasSuffix("if there is one?") == true)
    #expect(try world.reviews().cards().first?.id == id)
    world.vault.write("Gone.\n", to: "rivers.md")
    guard case .gone = try reviews.reread(edited.card, at: noon + 3) else {
      Issue.record("the card is gone")
      return
    }
  }

  @Test func `a note that changes under a session gives each card as it is now`() throws {
    let (world, _) = try world()
    let reviews = try world.reviews()
    let cards = try reviews.cards()
    guard case .card(let first, nil) = try reviews.reread(cards[0], at: noon + 1) else {
      Issue.record("nothing has changed")
      return
    }
    #expect(first.prompt.answer.hasPrefix("None"))
    // Another program edits both prompts, and puts words above them.
    edit(world, "Which river", "Words.\n\nQ: Which river", in: "rivers.md")
    edit(world, "Q: Words.", "Words.", in: "rivers.md")
    edit(world, "if any?", "if there is one?", in: "rivers.md")
    edit(world, "Giacomo Leopardi.", "Count Giacomo Leopardi.", in: "rivers.md")
    for (card, words) in zip(cards, ["if there is one?", "commonplace book"]) {
      guard case .card(let now, .some) = try reviews.reread(card, at: noon + 2) else {
        Issue.record("the card was edited: \(words)")
        continue
      }
      #expect(now.card.id == card.id && now.prompt.question.contains(words))
      #expect(now.note.text(now.prompt.range).contains(words))
      #expect(now.card.line == card.line + 2)
    }
  }

  @Test
  func `a card whose note was edited before it was asked is known by its remembered text`()
    throws
  {
    let (world, id) = try world()
    let reviews = try world.reviews()
    let card = try #require(try reviews.cards().first { $0.id == id })
    edit(world, "if any?", "if there is one?", in: "rivers.md")
    guard case .card(let now, .some) = try reviews.reread(card, at: noon + 1) else {
      Issue.record("the card was edited")
      return
    }
    #expect(now.card.id == id && now.prompt.question.hasSuffix("if there is one?"))
    world.vault.folder.unlinkFile("vault/rivers.md")
    guard case .unreadable = try reviews.reread(now.card, at: noon + 2) else {
      Issue.record("the note is gone")
      return
    }
  }

  @Test func `what a person said about an edited prompt is what this device did last`() throws {
    let world = try ReviewWorld()
    world.vault.write("Q: What is the derivative of sin?\nA: cos\n", to: "a.md")
    var reviews = try world.reviews()
    let card = try #require(try reviews.cards().first)
    let answer = try reviews.append([.review(card.id, .good, milliseconds: 5)], at: noon)
    world.vault.write("Q: What is the derivative of cos?\nA: −sin\n", to: "a.md")
    reviews = try world.reviews()
    let question = try #require(try reviews.relink(at: noon + 1).questions.first)
    let prompt = question.candidates[0].prompt.prompt.id
    let link = try reviews.decide(card.id, isNow: prompt, at: noon + 2)
    #expect(try reviews.lastDone() == link)
    try reviews.append(link.map { .retract($0.id) }, at: noon + 3)
    #expect(try reviews.lastDone() == answer)
    #expect(try reviews.relink(at: noon + 4, isThorough: true).questions.count == 1)
    let refusal = try reviews.refuseLinks(of: [prompt], at: noon + 5)
    reviews = try world.reviews()
    #expect(try reviews.lastDone() == refusal)
    #expect(try reviews.relink(at: noon + 6, isThorough: true).questions.isEmpty)
  }

  @Test(arguments: [true, false])
  func `it is asked what a card became until a person says, also after answers`(
    isKnown: Bool
  ) throws {
    let world = try ReviewWorld()
    world.vault.write("Q: What is the derivative of sin?\nA: cos\n", to: "a.md")
    var reviews = try world.reviews()
    let old = try #require(try reviews.cards().first?.id)
    try reviews.append([.review(old, .good, milliseconds: 5)], at: noon)
    world.vault.write("Q: What is the derivative of cos?\nA: −sin\n", to: "a.md")
    reviews = try world.reviews()
    let question = try #require(try reviews.relink(at: noon + 1).questions.first)
    let new = question.candidates[0].prompt.prompt.id
    try reviews.append(
      [
        .export(new, note: new, number: 1), .bury(new), .review(new, .hard, milliseconds: 5),
      ], at: noon + 2)
    reviews = try world.reviews()
    var report = try reviews.relink(at: noon + 3, isThorough: true)
    #expect(report.questions == [question] && report.linked.isEmpty)
    if isKnown {
      try reviews.decide(old, isNow: new, at: noon + 4)
      #expect(reviews.history[old]?.answers == 2)
    } else {
      try reviews.refuseLinks(of: [new], at: noon + 4)
      #expect(reviews.history[new]?.answers == 1)
    }
    reviews = try world.reviews()
    report = try reviews.relink(at: noon + 5, isThorough: true)
    #expect(report.questions.isEmpty && report.gone == (isKnown ? [] : [old]))
  }

  @Test
  func `a link that was found is nothing that was done, and a supposed one is told once`()
    throws
  {
    let (world, _) = try world()
    edit(world, "if any?", "if there is one?", in: "rivers.md")
    for told in [1, 0] {
      let reviews = try world.reviews()
      try reviews.link(at: noon + 1, .supposed)
      #expect(reviews.linksToTell().count == told)
    }
    let reviews = try world.reviews()
    try reviews.link(at: noon + 1, .kept)
    #expect(reviews.linksToTell().count == 1)
    guard case .review = try reviews.lastDone().first?.action else {
      Issue.record("the answer was last")
      return
    }
  }

  // MARK: The original text is the original card

  private let tcp = "Q: Is TCP a protocol with connections, or without?\nA: With connections.\n"
  private let udp = "Q: Is UDP a protocol with connections, or without?\nA: With connections.\n"

  /// A card that was answered, then edited and linked by hand; answered once more after that.
  private func editedCard() throws -> (world: ReviewWorld, old: CardID, new: CardID) {
    let world = try ReviewWorld()
    world.vault.write(tcp, to: "net.md")
    var reviews = try world.reviews()
    let old = try #require(try reviews.cards().first)
    _ = try reviews.prompt(of: old)
    try reviews.append([.review(old.id, .good, milliseconds: 5)], at: noon)
    world.vault.write(udp, to: "net.md")
    reviews = try world.reviews()
    let new = try #require(try reviews.cards().first)
    try reviews.append([.link(old.id, to: new.fingerprint)], at: noon + 1)
    try reviews.append([.review(new.fingerprint, .easy, milliseconds: 5)], at: noon + 2)
    #expect(reviews.history[old.id]?.answers == 2)
    return (world, old.id, new.fingerprint)
  }

  @Test func `a text that comes back is the card again, and the edited text a card of its own`()
    throws
  {
    let (world, old, new) = try editedCard()
    world.vault.write(udp + "\n" + tcp, to: "net.md")
    // Commands that only show cards write nothing, and say the same.
    let lines = world.lines().count
    let shown = try world.reviews()
    #expect(try shown.relink(at: noon + 3, .supposed).separated == [new])
    #expect(try shown.cards().map(\.id) == [new, old])
    #expect(world.lines().count == lines)
    let reviews = try world.reviews()
    #expect(try reviews.relink(at: noon + 3).separated == [new])
    #expect(try reviews.cards().map(\.id) == [new, old])
    // Questions since the edit were of the edited text.
    #expect(reviews.history[old]?.answers == 1)
    #expect(reviews.history[new]?.answers == 1)
    let again = try world.reviews()
    #expect(try again.relink(at: noon + 4).separated.isEmpty)
    #expect(again.history[new]?.answers == 1)
    // Without the old text the new one is still its own, and is not linked again.
    world.vault.write(udp, to: "net.md")
    let alone = try world.reviews()
    #expect(try alone.relink(at: noon + 5, isThorough: true).linked.isEmpty)
    #expect(try alone.cards().map(\.id) == [new])
    #expect(try alone.lostCards == [old])
  }

  @Test func `a link from a device whose clock is ahead is taken back all the same`() throws {
    let (world, old, new) = try editedCard()
    let ahead = try world.writer(machine: "ahead")
    _ = try ahead.append([.link(old, to: new)], at: noon + 40 * ReviewWorld.day, zoneMinutes: 0)
    world.vault.write(udp + "\n" + tcp, to: "net.md")
    let reviews = try world.reviews()
    #expect(try reviews.relink(at: noon + 3).separated == [new])
    #expect(try reviews.cards().map(\.id) == [new, old])
    #expect(try world.reviews().relink(at: noon + 4).separated.isEmpty)
  }

  @Test func `where two edits of one text are there, the first is the card`() throws {
    let (world, old, new) = try editedCard()
    let dccp = "Q: Is DCCP a protocol with connections, or without?\nA: With connections.\n"
    world.vault.write(dccp, to: "net.md")
    let second = try #require(try world.reviews().cards().first?.fingerprint)
    try world.reviews().append([.link(old, to: second)], at: noon + 3)
    world.vault.write(dccp + "\n" + udp, to: "net.md")
    let reviews = try world.reviews()
    #expect(try reviews.relink(at: noon + 4).separated == [second])
    #expect(try reviews.cards().map(\.id) == [second, old])
    #expect(reviews.history.card(of: new) == old)
  }

  @Test(arguments: [2, 3], [false, true])
  func `of prompts in a ring of links each is a card, and the first keeps the card`(
    count: Int, isFirstGone: Bool
  ) throws {
    let world = try ReviewWorld()
    let texts = ["TCP", "UDP", "DCCP", "SCTP"].prefix(isFirstGone ? count + 1 : count).map {
      "Q: Is \($0) a protocol with connections, or without?\nA: With connections.\n"
    }
    world.vault.write(texts.joined(separator: "\n"), to: "net.md")
    var reviews = try world.reviews()
    let prompts = try reviews.cards().map(\.fingerprint)
    try #require(prompts.count == texts.count)
    try reviews.append(
      prompts.map { .review($0, .good, milliseconds: 5) }
        + prompts.indices.map { .link(prompts[($0 + 1) % prompts.count], to: prompts[$0]) },
      at: noon)
    let card = try #require(prompts.min())
    let present = prompts.filter { !isFirstGone || $0 != card }
    world.vault.write(
      texts.indices.filter { present.contains(prompts[$0]) }.map { texts[$0] }
        .joined(separator: "\n"), to: "net.md")
    let kept = isFirstGone ? present[0] : card
    // Commands that only show cards say the same as the review, and write nothing.
    let shown = try world.reviews()
    let separated = try shown.relink(at: noon + 60, .supposed).separated
    #expect(separated == present.filter { $0 != kept }.sorted())
    #expect(try Set(shown.cards().map(\.fingerprint)) == Set(present))
    reviews = try world.reviews()
    #expect(try reviews.relink(at: noon + 60).separated == separated)
    #expect(try Set(reviews.cards().map(\.fingerprint)) == Set(present))
    #expect(reviews.history.card(of: kept) == card)
    #expect(separated.allSatisfy { reviews.history[$0]?.answers == 1 })
    let lines = world.lines().count
    let again = try world.reviews()
    #expect(try again.relink(at: noon + 120).separated.isEmpty)
    #expect(world.lines().count == lines)
  }

  @Test func `a link that was refused is not made again`() throws {
    let (world, card) = try world()
    edit(world, "if any?", "if there is one at all?", in: "rivers.md")
    let reviews = try world.reviews()
    let linked = try #require(try reviews.relink(at: noon + 1).linked.first)
    #expect(linked.was?.question.hasSuffix("if any?") == true)
    try reviews.refuseLinks(of: [linked.card.fingerprint], at: noon + 2)
    let again = try world.reviews()
    #expect(try again.relink(at: noon + 3, isThorough: true).linked.isEmpty)
    #expect(try again.lostCards == [card])
    #expect(again.history[linked.card.fingerprint] == nil)
  }

  // MARK: One linking for all

  @Test func `what only shows cards links as a review does, and writes nothing`() throws {
    let (world, card) = try world()
    edit(world, "if any?", "if there is one at all?", in: "rivers.md")
    let reviews = try world.reviews()
    #expect(try reviews.relink(at: noon + 1, .supposed).linked.map(\.card.id) == [card])
    #expect(try reviews.cards().first?.id == card)
    #expect(try reviews.due(at: world.moment(noon + 2)).queue.ready.new == 1)
    #expect(
      try reviews.events().contains { if case .link = $0.action { true } else { false } })
    #expect(world.lines().count == 1)
    #expect(try world.reviews().relink(at: noon + 2).linked.map(\.card.id) == [card])
  }

  @Test func `a note that only the first commit added is known in a fresh clone`() throws {
    let world = try ReviewWorld()
    world.vault.write("/.zib/cache/\n", to: ".gitignore")
    world.vault.write(questions, to: "rivers.md")
    let reviews = try world.reviews()
    let card = try #require(try reviews.cards().first)
    try reviews.append([.review(card.id, .good, milliseconds: 5)], at: noon)
    git(world)("git init -q -b main && git add -A && git commit -qm one && git clone -q . ../other")
    let text = world.vault.folder.read("other/rivers.md") ?? ""
    world.vault.folder.write(
      text.replacing("if any?", with: "if there is one at all?"), to: "other/rivers.md")
    let other = try world.reviews(at: "other", machine: "other")
    #expect(try other.relink(at: noon + 1).linked.map(\.card.id) == [card.id])
  }

  @Test func `lost cards are looked for again when another commit is checked out`() throws {
    let (world, card) = try world()
    // An edit in two steps, of which a device sees the end alone, without the history between.
    let middle = "Does any river flow through Ravenna, if so which?"
    let end = "Is there a stream that runs by Ravenna?"
    git(world)("git add -A && git commit -qm reviewed && git checkout -q -b edits")
    let start = "Which river flows through the city of Ravenna, if any?"
    edit(world, start, middle, in: "rivers.md")
    git(world)("git add -A && git commit -qm middle")
    edit(world, middle, "Does any stream run by Ravenna, if so which?", in: "rivers.md")
    git(world)("git add -A && git commit -qm later")
    edit(world, "Does any stream run by Ravenna, if so which?", end, in: "rivers.md")
    git(world)("git add -A && git commit -qm end && git checkout -q main")
    world.vault.write(
      questions.replacing(start, with: end).replacing("None; the", with: "The"), to: "rivers.md")
    world.vault.folder.remove("vault/.zib/cache")
    let before = try world.reviews()
    #expect(try before.relink(at: noon + 1).linked.isEmpty)
    git(world)("git symbolic-ref HEAD refs/heads/edits")
    let after = try world.reviews()
    #expect(try after.relink(at: noon + 2).linked.map(\.card.id) == [card])
  }

  @Test func `an edit that makes another card of it is asked in a session`() throws {
    let world = try ReviewWorld()
    world.vault.write("Q: What is the derivative of sin?\nA: cos\n", to: "a.md")
    let reviews = try world.reviews()
    let card = try #require(try reviews.cards().first)
    _ = try reviews.prompt(of: card)
    try reviews.append([.review(card.id, .good, milliseconds: 5)], at: noon)
    world.vault.write("Q: What is the derivative of cos?\nA: −sin\n", to: "a.md")
    guard case .unclear(let now, let was) = try reviews.reread(card, at: noon + 1) else {
      Issue.record("it is to be asked")
      return
    }
    #expect(world.lines().count == 1)
    #expect(was.answer == "cos")
    try reviews.go(on: card.id, with: now, at: noon + 2)
    #expect(reviews.history.card(of: now.prompt.id) == card.id)
  }
}

extension VaultReviews {
  /// The cards with a history of which no prompt is there.
  fileprivate var lostCards: Set<CardID> {
    get throws { try Set(history.cards).subtracting(cards().map(\.id)) }
  }
}
