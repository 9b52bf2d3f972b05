import Files
import Indexing
import Notes
import ReviewStore
import Reviews
import Search
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// The cards of a vault as its notes, settings and logs are now.
@Suite struct VaultReviewsTests {
  private let noon = ReviewWorld.noon

  private func ids(_ cards: [ReviewCard]) -> [String] {
    cards.map { "\($0.path):\($0.line) \($0.kind)" }
  }

  @Test func `cards are the prompts of all notes, each once`() throws {
    let world = try ReviewWorld()
    world.vault.write(
      "# A\n\nIt is ?[hint](one) and ?[](two).\n\n> A quote.\n> — Someone\n", to: "a.md")
    world.vault.write("Q: Why?\nA: Because.\n\n> A quote.\n> — Someone\n", to: "b/b.md")
    let reviews = try world.reviews()
    let cards = try reviews.cards()
    #expect(
      ids(cards) == ["a.md:3 cloze", "a.md:3 cloze", "a.md:5 quote", "b/b.md:1 question"])
    #expect(cards[0].block == cards[1].block)
    #expect(Set(cards.map(\.block)).count == 3)
    #expect(cards.map(\.note) == [0, 0, 0, 1])
    #expect(try reviews.title(of: cards[0]) == "A")
    #expect(try reviews.prompt(of: cards[1])?.answer == "two")
    #expect(try reviews.cards(reviews.search.query("path:b")).count == 2)
  }

  @Test func `what people leave out is left out`() throws {
    let world = try ReviewWorld()
    world.vault.write("---\nreview: false\n---\n> one\n> — Someone\n", to: "a.md")
    world.vault.write("> two #private\n> — Someone\n", to: "b.md")
    world.vault.write("> three\n> — Someone\n\n?[](four) five\n", to: "c.md")
    world.vault.write("> six\n> — Someone\n", to: "d.conflict-0123abcd.md")
    #expect(try world.reviews().cards().map(\.path.text) == ["b.md", "c.md", "c.md"])
    world.vault.write("review:\n  exclude: \"#private\"\n  kinds: [quote]\n", to: ".zib/config.yml")
    #expect(try ids(world.reviews().cards()) == ["c.md:1 quote"])
  }

  @Test func `a folder without zib has no reviews`() throws {
    let world = try ReviewWorld()
    let vault = Vault(
      location: VaultLocation(root: world.vault.vault.root, kind: .markdown),
      configuration: Configuration(), environment: world.vault.environment)
    let search = VaultSearch(
      vault, try vault.index(), today: IndexedVault.today, zone: .utc)
    #expect(throws: ReviewError.noVault(vault.root)) { try VaultReviews(search) }
  }

  @Test func `an answer is known at once, here and to the next command`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n\n> two\n> — Someone\n", to: "a.md")
    let reviews = try world.reviews()
    let card = try reviews.cards()[0]
    let due = try reviews.due(at: world.moment())
    #expect(due.queue.cards.count == 2)
    #expect(due.cards.count == 2)
    let event = try reviews.append([.review(card.id, .easy, milliseconds: 800)], at: noon)[0]
    let state = try #require(reviews.history[card.id]?.state)
    let again = try world.reviews()
    #expect(again.history[card.id]?.state == state)
    #expect(try again.due(at: world.moment(noon + 1)).queue.cards.count == 1)
    // Taken back it is new again.
    try again.append([.retract(event.id)], at: noon + 2)
    #expect(again.history[card.id]?.state == nil)
    #expect(try world.reviews().due(at: world.moment(noon + 3)).queue.cards.count == 2)
  }

  @Test func `new cards are so many a day, on all devices together`() throws {
    let world = try ReviewWorld()
    world.vault.write("review:\n  new-per-day: 5\n", to: ".zib/config.yml")
    for number in 0..<30 {
      world.vault.write("> quote \(number)\n> — Someone\n", to: "\(number).md")
    }
    for machine in ["one", "two"] {
      let reviews = try world.reviews(machine: machine)
      let due = try reviews.due(at: world.moment())
      for card in due.queue.cards.prefix(2) {
        try reviews.append([.review(card.id, .again, milliseconds: 1)], at: noon)
        try reviews.append([.review(card.id, .easy, milliseconds: 1)], at: noon + 1)
      }
    }
    #expect(world.devices().count == 2)
    let due = try world.reviews().due(at: world.moment(noon + 5))
    #expect(due.newLeft == 1)
    #expect(due.queue.cards.filter { $0.state == nil }.count == 1)
    #expect(
      try world.reviews().due(at: world.moment(noon + 5), isNewUnlimited: true).queue.cards.count
        == 20)
    #expect(
      try world.reviews().due(at: world.moment(noon + ReviewWorld.day)).newLeft == 5)
  }

  @Test func `settings that make no sense are told and not followed`() throws {
    let world = try ReviewWorld()
    world.vault.write(
      "review:\n  retention: 1.5\n  learning-steps: [1m, soon]\n  rollover: 30\n  limit: 7\n",
      to: ".zib/config.yml")
    let configuration = world.vault.vault.configuration
    #expect(configuration.problems.count == 3)
    let settings = ReviewSettings(configuration)
    #expect(settings.scheduler == SchedulerSettings())
    #expect(settings.limit == 7)
    for (text, value) in [("0.85", 0.85), ("85%", 0.85), ("85", 0.85)] {
      world.vault.write("review:\n  retention: \(text)\n", to: ".zib/config.yml")
      let read = ReviewSettings(world.vault.vault.configuration)
      #expect(read.scheduler.desiredRetention == value)
    }
    world.vault.write("review:\n  learning-steps: []\n", to: ".zib/config.yml")
    #expect(ReviewSettings(world.vault.vault.configuration).scheduler.learningSteps == [])
  }

  @Test func `a damaged cache is made anew`() throws {
    let world = try ReviewWorld()
    for number in 0..<5 {
      world.vault.write("> quote \(number)\n> — Someone\n", to: "\(number).md")
    }
    let first = try world.reviews()
    let cards = try first.cards()
    try first.append([.review(cards[0].id, .good, milliseconds: 1)], at: noon)
    let expected = try world.reviews()
    for name in ["cards", "card-texts", "reviews"] {
      let file = "vault/.zib/cache/" + name
      guard let whole = world.vault.folder.readBytes(file) else { continue }
      for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 40)) {
        var bytes = whole
        bytes[place] ^= 0x41
        world.vault.folder.write(bytes, to: world.vault.folder(file))
        let reviews = try world.reviews()
        #expect(try reviews.cards() == cards, "\(name) at \(place)")
        #expect(reviews.history[cards[0].id] == expected.history[cards[0].id])
      }
      for length in [0, 1, whole.count / 2, whole.count - 1] {
        world.vault.folder.write(Array(whole[..<length]), to: world.vault.folder(file))
        #expect(try world.reviews().cards() == cards, "\(name) cut at \(length)")
      }
    }
  }

  @Test func `lines that say nothing are told, and the rest holds`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n", to: "a.md")
    let reviews = try world.reviews()
    let card = try reviews.cards()[0]
    try reviews.append([.review(card.id, .good, milliseconds: 1)], at: noon)
    let device = world.devices()[0]
    world.vault.write("no line\n\(world.lines()[0])\n", to: ".zib/reviews/other/2026.log")
    world.vault.folder.link("vault/.zib/reviews/\(device)/link.log", to: "/etc/passwd")
    world.vault.folder.makeFifo("vault/.zib/reviews/\(device)/fifo.log")
    let again = try world.reviews()
    #expect(again.problems.map(\.path.text) == [".zib/reviews/other/2026.log"])
    let findings = try world.vault.vault.examine().findings.filter {
      if case .reviewLine(.damaged) = $0.kind { true } else { false }
    }
    #expect(findings.map(\.path) == [Array(".zib/reviews/other/2026.log".utf8)])
    #expect(findings.first?.position?.line == 1)
    #expect(again.history[card.id]?.answers == 1)
  }

  @Test(arguments: [true, false])
  func `a folder of reviews that is a link or a file is told`(isLink: Bool) throws {
    let world = try ReviewWorld()
    if isLink {
      world.vault.folder.link("vault/.zib/reviews", to: "/tmp")
    } else {
      world.vault.write("", to: ".zib/reviews")
    }
    let reviews = try world.reviews()
    #expect(throws: WriteError.self) { try reviews.requireFolder() }
    let findings = try world.vault.vault.examine().findings
    #expect(findings.map(\.path) == [Array(".zib/reviews".utf8)])
    guard case .reviewFolder(isLink)? = findings.first?.kind else {
      Issue.record("the findings are \(findings)")
      return
    }
  }

  @Test func `a damaged line is told each time, and hidden by none that comes later`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n", to: "a.md")
    let card = try world.reviews().cards()[0]
    try world.reviews().append([.review(card.id, .good, milliseconds: 1)], at: noon)
    let path = ".zib/reviews/other/2026.log"
    var text = "no line\n\(world.lines()[0])\n"
    for count in 1...3 {
      world.vault.write(text, to: path)
      for _ in 0..<2 {
        let reviews = try world.reviews()
        guard case .lines(let lines, count)? = reviews.problems.first?.kind else {
          Issue.record("the problems are \(reviews.problems)")
          return
        }
        #expect(lines.first?.line == 1)
        #expect(reviews.history[card.id]?.answers == 1)
      }
      text += "no line either\n"
    }
    world.vault.write(text + "cut", to: path)
    for _ in 0..<2 {
      let kinds = try world.reviews().problems.map(\.kind)
      #expect(kinds.count == 2 && kinds.last == .unfinished(line: 6), "\(kinds)")
    }
  }

  @Test func `a line without an end is told, and so is an answer of a far day`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n", to: "a.md")
    let reviews = try world.reviews()
    let card = try reviews.cards()[0]
    try reviews.append([.review(card.id, .good, milliseconds: 1)], at: noon)
    let line = world.lines()[0]
    world.vault.write("\(line)\n\(line)", to: ".zib/reviews/other/2026.log")
    guard case .unfinished(line: 2)? = try world.reviews().problems.first?.kind else {
      Issue.record("nothing is told")
      return
    }
    var fields = line.split(separator: "\t").map(String.init)
    fields[1] = "4070908800000"
    world.vault.write(fields.joined(separator: "\t") + "\n", to: ".zib/reviews/other/2026.log")
    let kinds = try world.vault.vault.examine(now: noon).findings.map(\.kind)
    let ahead = kinds.compactMap { kind -> Int64? in
      if case .reviewsAhead(count: 1, let last) = kind { last.time } else { nil }
    }
    #expect(ahead == [4_070_908_800_000])
    let event = try #require(
      ReviewLog.events(in: Array("\(fields.joined(separator: "\t"))\n".utf8)).first)
    try reviews.append([.retract(event.id)], at: noon)
    #expect(
      try !world.vault.vault.examine(now: noon).findings.contains {
        if case .reviewsAhead = $0.kind { true } else { false }
      })
  }

  @Test func `what this device did last is found, and what happens elsewhere is seen`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n\nQ: a?\nA: b\n", to: "a.md")
    let reviews = try world.reviews()
    #expect(try reviews.lastDone().isEmpty)
    let cards = try reviews.cards()
    let first = try reviews.append([.review(cards[0].id, .good, milliseconds: 1)], at: noon)
    let second = try reviews.append([.review(cards[1].id, .easy, milliseconds: 1)], at: noon + 1)
    #expect(try reviews.lastDone() == second)
    #expect(try !reviews.logsChanged())
    let other = try world.reviews(machine: "other")
    try other.append([.review(cards[0].id, .again, milliseconds: 1)], at: noon + 2)
    #expect(try reviews.logsChanged())
    try reviews.append([.retract(second[0].id)], at: noon + 3)
    #expect(reviews.history[cards[1].id] == nil)
    #expect(try reviews.lastDone() == first)
    let held = try reviews.append(cards.prefix(2).map { .suspend($0.id, true) }, at: noon + 4)
    #expect(try reviews.lastDone() == held)
    let reset = try reviews.append([.reset(cards[0].id)], at: noon + 5)
    #expect(try reviews.lastDone() == reset)
    try reviews.append([.retract(reset[0].id)], at: noon + 6)
    #expect(try reviews.lastDone() == held)
  }

  @Test func `fitted weights and answers are taken back for the next start`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n", to: "a.md")
    let reviews = try world.reviews()
    let card = try reviews.cards()[0].id
    let answer = try reviews.append([.review(card, .good, milliseconds: 1)], at: noon)
    var weights = Parameters.standard.weights
    weights[0] += 0.5
    let fitted = try #require(Parameters(weights))
    let event = try reviews.append([.parameters(fitted)], at: noon + 1)
    let before = try world.reviews()
    #expect(before.history.parameters == fitted)
    #expect(try before.lastDone() == event)
    #expect(try before.hasEvent(event[0].id) && !before.hasEvent(ReviewEvent.ID(bits: 1)))
    try before.takeBack(event.map(\.id), at: noon + 2)
    let after = try world.reviews()
    #expect(after.history.parameters == .standard)
    #expect(after.history[card] != nil)
    #expect(try after.lastDone() == answer)
    try after.takeBack(answer.map(\.id), at: noon + 3)
    let last = try world.reviews()
    #expect(last.history[card] == nil)
    #expect(try last.lastDone().isEmpty)
  }

  @Test func `a line that came later is told by its place in the whole log`() throws {
    let world = try ReviewWorld()
    world.vault.write("> one\n> — Someone\n", to: "a.md")
    let reviews = try world.reviews()
    try reviews.append([.review(try reviews.cards()[0].id, .good, milliseconds: 1)], at: noon)
    let line = world.lines()[0]
    let log = Array(repeating: line + "\n", count: 189).joined()
    world.vault.write(log, to: ".zib/reviews/other/2026.log")
    #expect(try world.reviews().problems.isEmpty)
    let fields = line.split(separator: "\t")
    let newer = "\(fields[0])\t\(fields[1])\t0\t\(fields[3])\tdream\t1\t-\n"
    world.vault.write(log + newer, to: ".zib/reviews/other/2026.log")
    guard case .lines(let lines, count: 1)? = try world.reviews().problems.first?.kind else {
      Issue.record("no line is told")
      return
    }
    #expect(lines.map(\.line) == [190])
    #expect(lines.map(\.reason) == [.newer("dream")])
  }

  @Test(arguments: 0..<UInt64(2 * Fuzz.factor))
  func `the table of cards is what a reading of all notes gives, after any edits`(
    seed: UInt64
  ) throws {
    let world = try ReviewWorld()
    var random = SeededRandom(seed: seed)
    var notes: [String: String] = [:]
    let names = ["a.md", "b.md", "c/a.md", "c/d.md", "e.md", "Z.md", "c/e/f.md"]
    for round in 0..<25 {
      for _ in 0..<(1 + random.next() % 3) {
        let name = names[Int(random.next() % UInt64(names.count))]
        switch random.next() % 5 {
        case 0:
          notes[name] = nil
          world.vault.folder.unlinkFile("vault/" + name)
        case 1 where notes[name] != nil:
          let other = names[Int(random.next() % UInt64(names.count))]
          guard other != name else { continue }
          notes[other] = notes.removeValue(forKey: name)
          world.vault.folder.move("vault/" + name, to: "vault/" + other)
        default:
          var text = "# Note\n"
          for _ in 0..<(random.next() % 4) {
            let word = "w\(random.next() % 40)"
            switch random.next() % 4 {
            case 0: text += "\n> quote \(word)\n> — Someone\n"
            case 1: text += "\nThe ?[of \(word)](\(word)) is ?[](here).\n"
            case 2: text += "\nQ: what is \(word)?\nA: it is \(word)\n"
            default: text += "\nplain \(word)\n"
            }
          }
          notes[name] = text
          world.vault.write(text, to: name)
        }
      }
      let reviews = try world.reviews()
      var expected: [String] = []
      var seen = Set<CardID>()
      for (path, text) in notes.compactMap({ name, text in NotePath(name).map { ($0, text) } })
        .sorted(by: { $0.0 < $1.0 })
      {
        let note = Note(parsing: Array(text.utf8), named: "")
        let lines = LineIndex(note.source)
        for prompt in note.prompts where seen.insert(prompt.id).inserted {
          expected.append("\(path):\(lines.line(at: Int(prompt.range.start))) \(prompt.kind)")
        }
      }
      let found = ids(try reviews.cards())
      #expect(found == expected, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 0..<UInt64(2 * Fuzz.factor))
  func `the state that was kept is what a replay of all logs gives`(seed: UInt64) throws {
    let world = try ReviewWorld()
    for number in 0..<6 {
      world.vault.write("> quote \(number)\n> — Someone\n", to: "\(number).md")
    }
    let cards = try world.reviews().cards().map(\.id)
    var random = SeededRandom(seed: seed)
    var events: [ReviewEvent] = []
    var time = noon
    for round in 0..<40 {
      // Devices whose clocks differ, so that what comes is not always later.
      let machine = "machine \(random.next() % 3)"
      let reviews = try world.reviews(machine: machine)
      var actions: [ReviewEvent.Action] = []
      for _ in 0..<(1 + random.next() % 3) {
        let card = cards[Int(random.next() % UInt64(cards.count))]
        switch random.next() % 10 {
        case 0: actions.append(.bury(card))
        case 1: actions.append(.suspend(card, random.next() % 2 == 0))
        case 2: actions.append(.link(card, to: CardID(bits: random.next() % 5)))
        case 3: actions.append(.reset(card))
        case 4:
          if let event = events.randomElement(using: &random) { actions.append(.retract(event.id)) }
        default:
          let grade = Grade(rawValue: UInt8(1 + random.next() % 4)) ?? .good
          actions.append(.review(card, grade, milliseconds: 1))
        }
      }
      time += Int64(random.next() % 90_000_000) - (machine == "machine 0" ? 20_000_000 : 0)
      events += try reviews.append(actions, at: time)
      #expect(reviews.history == replayed(events), "seed \(seed), round \(round), at once")
      let again = try world.reviews()
      #expect(again.history == replayed(events), "seed \(seed), round \(round), read")
      #expect(try again.events() == events.sorted())
    }
  }

  private func replayed(_ events: [ReviewEvent]) -> ReviewHistory {
    ReviewHistory(replaying: events)
  }
}

private func == (left: ReviewHistory, right: ReviewHistory) -> Bool {
  Set(left.cards) == Set(right.cards)
    && left.cards.allSatisfy {
      left[$0] == right[$0] && left.card(of: $0) == right.card(of: $0)
    }
    && left.parameters == right.parameters && left.eventCount == right.eventCount
}
