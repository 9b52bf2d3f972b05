import Exchange
import Files
import Imports
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox
import Vaults

@Suite struct EntryImportTests {
  private static let day = "vault/Journal/2026/2026-11-21.md"

  private static func jrnl(_ text: String) -> ImportedEntries {
    JrnlText.read(Array((text + "\n").utf8))
  }

  @discardableResult
  private static func run(
    _ entries: ImportedEntries, in world: IndexedVault, system: Zone = .utc,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    let plan = try world.vault.planImport(entries, system: system, deciding: decide)
    #expect(try world.vault.carryOut(plan).refusals.isEmpty)
    return plan
  }

  @Test func `an entry with another time of the day in the file moves, unless the file is older`()
    throws
  {
    let world = try IndexedVault()
    let old = Self.jrnl("[2026-11-21 08:00] Short.\n[2026-11-21 09:00] Other.")
    let new = Self.jrnl("[2026-11-21 09:00] Other.\n[2026-11-21 18:30] Short.")
    try Self.run(old, in: world)
    let plan = try Self.run(new, in: world)
    #expect(plan.changes.map(\.items) == [1] && plan.known == 1)
    let text = "# Saturday, 21 November 2026\n\n## 09:00 Other.\n\n## 18:30 Short.\n"
    #expect(world.folder.read(Self.day) == text)
    for entries in [new, old, new] {
      let again = try Self.run(entries, in: world)
      #expect(again.changes.isEmpty && again.known == 2)
    }
    #expect(world.folder.read(Self.day) == text)
  }

  @Test func `entries go into their days in the order of time, and a second import adds nothing`()
    throws
  {
    let world = try IndexedVault()
    let entries = Self.jrnl(
      """
      [2026-11-21 18:00] The gate *
      Two @hinges.
      [2026-11-21 08:15] First
      [2026-11-21 08:15] Second
      - one
      [2026-11-22 09:00]
      Only text.
      """)
    let plan = try Self.run(entries, in: world)
    #expect(plan.changes.map(\.items) == [3, 1])
    let text = """
      # Saturday, 21 November 2026

      ## 08:15 First

      ## 08:15 Second
      - one

      ## 18:00 The gate
      Two #hinges. #starred

      """
    #expect(world.folder.read(Self.day) == text)
    let again = try Self.run(entries, in: world)
    #expect(again.changes.isEmpty && again.known == 4 && again.differences.isEmpty)
    #expect(world.folder.read(Self.day) == text)
  }

  @Test func `a day that somebody wrote by hand keeps every byte`() throws {
    let world = try IndexedVault()
    let mine =
      "\u{FEFF}# My day\r\n\r\nNo entry.\r\n\r\n## 7:30 am 😀 Tea\r\n\r\nHot.\r\n\r\n## 20:00\r\nNight"
    world.folder.write(mine, to: Self.day)
    try Self.run(
      Self.jrnl(
        "[2026-11-21 12:00] Noon\nSoup.\n[2026-11-21 21:00] Late\n[2026-11-21 07:30] Tea\nHot."),
      in: world)
    #expect(
      world.folder.read(Self.day)
        == "\u{FEFF}# My day\r\n\r\nNo entry.\r\n\r\n## 7:30 am 😀 Tea\r\n\r\nHot.\r\n\r\n"
        + "## 12:00 Noon\r\n\r\nSoup.\r\n\r\n## 20:00\r\nNight\r\n\r\n## 21:00 Late")
  }

  @Test func `a day that is written the latest first stays so`() throws {
    let world = try IndexedVault()
    world.folder.write("## 20:00 b\n\n## 08:00 a\n", to: Self.day)
    try Self.run(
      Self.jrnl(
        "[2026-11-21 12:00] m\n[2026-11-21 12:00] n\n[2026-11-21 22:00] z\n[2026-11-21 07:00] y"),
      in: world)
    #expect(
      world.folder.read(Self.day)
        == "## 22:00 z\n\n## 20:00 b\n\n## 12:00 n\n\n## 12:00 m\n\n## 08:00 a\n\n## 07:00 y\n")
  }

  @Test(arguments: [
    // Edited under its title; without one, where most of it is the same; with another time.
    ("## 08:15 Gate\nThree hinges now.\n", "[2026-11-21 08:15] Gate\nTwo hinges.", 1),
    ("## 08:15\nTwo old rusty hinges, alas.\n", "[2026-11-21 08:15]\nTwo old rusty hinges.", 1),
    (
      "## 08:45 Gate\nTwo old rusty hinges there.\n",
      "[2026-11-21 08:15] Gate\nTwo old rusty hinges there.", 0
    ),
  ])
  func `an entry that was edited since stays as it is`(here: String, there: String, told: Int)
    throws
  {
    let world = try IndexedVault()
    world.folder.write(here, to: Self.day)
    let plan = try Self.run(Self.jrnl(there), in: world)
    #expect(plan.known == 1 && plan.differences.count == told && plan.changes.isEmpty)
    #expect(world.folder.read(Self.day) == here)
  }

  @Test func `an entry of one line that was edited since does not come again`() throws {
    let world = try IndexedVault()
    let entries = Self.jrnl("[2026-11-21 08:00] Had tea with Ana\n[2026-11-21 08:00] Rain at last")
    try Self.run(entries, in: world)
    let day = try #require(world.folder.read(Self.day))
    #expect(day.contains("## 08:00 Had tea with Ana\n"))
    let edited = day.replacing("Ana\n", with: "Anna\n")
    world.folder.write(edited, to: Self.day)
    for _ in 0..<2 {
      let plan = try Self.run(entries, in: world)
      #expect(plan.known == 2 && plan.changes.isEmpty)
      #expect(plan.differences.isEmpty)
      #expect(world.folder.read(Self.day) == edited)
    }
  }

  @Test(arguments: [
    // Something else; two that may be meant by one; one that may be meant by two.
    ("## 08:00 Rain at last\n", "[2026-11-21 08:00] Had tea with Ana", 1),
    (
      "## 08:00 Had tea with Anna\n\n## 08:00 Had tea with Anne\n",
      "[2026-11-21 08:00] Had tea with Ana", 1
    ),
    (
      "## 08:00 Had tea with Anna\n",
      "[2026-11-21 08:00] Had tea with Ana\n[2026-11-21 08:00] Had tea with Bob", 2
    ),
    ("## 08:01 Had tea with Anna\n", "[2026-11-21 08:00] Had tea with Ana", 1),
  ])
  func `another entry of one line comes, once`(here: String, there: String, new: Int) throws {
    let world = try IndexedVault()
    world.folder.write(here, to: Self.day)
    let plan = try Self.run(Self.jrnl(there), in: world)
    #expect(plan.changes.map(\.items) == [new] && plan.differences.isEmpty)
    let again = try Self.run(Self.jrnl(there), in: world)
    #expect(again.changes.isEmpty && again.known == new && again.differences.isEmpty)
  }

  @Test func `other entries of the same minute are no reason to leave one out`() throws {
    let world = try IndexedVault()
    world.folder.write("## 08:15\nSomething else.\n", to: Self.day)
    let entries = Self.jrnl(
      "[2026-11-21 08:15]\nTwo hinges.\n[2026-11-21 08:15]\nA heron.\n[2026-11-21 08:15]\nA heron.")
    let plan = try Self.run(entries, in: world)
    #expect(plan.changes.map(\.items) == [2] && plan.known == 1)
    #expect(try Self.run(entries, in: world).known == 3)
  }

  @Test(arguments: [
    "## 09:00 no entry", "text\n\n09:00 underlined\n---\n", "> ## 10:00 quoted",
    "- ## 11:00 listed",
    "```\n## 09:00 open", "~~~\nopen\n## 08:00", "<!-- ## 09:00", "<script>\n## 09:00\n",
    "`` ` ## 09:00",
    "## 09:00\n## 09:01\n# 09:02 x\n", "```\n## 09:00\n```\n## 10:00\n```", "<!-- a\n\n```\nb",
    "---\n",
    "<div>\n## 09:00\n</div>\n\n## 10:00", "| a |\n|---|\n| ## 09:00 |", "* * *\n## 9:00\r## 9:30",
  ])
  func `a text never becomes several entries, nor swallows the next`(text: String) throws {
    let world = try IndexedVault()
    var journal = ImportedEntries()
    let date = try #require(CivilDate(year: 2026, month: 11, day: 21))
    for hour in [8, 12] {
      var entry = ImportedEntry(
        source: "jrnl", time: .local(date, ClockTime(secondOfDay: hour * 3600)))
      entry.title = "at \(hour)"
      entry.parts = [.markdown(text)]
      journal.entries.append(entry)
    }
    try Self.run(journal, in: world)
    let day = JournalDay(day: date, path: try world.vault.path(ofDay: date))
    let entries = DatedEntry.entries(of: day, in: Array((world.folder.read(Self.day) ?? "").utf8))
    #expect(entries.map(\.title) == ["at 8", "at 12"], "\(world.folder.read(Self.day) ?? "")")
    let again = try Self.run(journal, in: world)
    #expect(again.known == 2 && again.changes.isEmpty && again.differences.isEmpty)
  }

  @Test(arguments: [
    ("+09:00 away", "08:15 \\+09:00 away"), ("pm at last", "08:15 am pm at last"),
    ("ends ##", "08:15 ends \\##"), ("🚌 on the bus", "08:15 🚌 on the bus"),
  ])
  func `a title is read as it was`(title: String, heading: String) throws {
    let world = try IndexedVault()
    let entries = Self.jrnl("[2026-11-21 08:15] \(title)\nx")
    try Self.run(entries, in: world)
    #expect((world.folder.read(Self.day) ?? "").contains("## \(heading)\nx\n"))
    #expect(try Self.run(entries, in: world).known == 1)
  }

  @Test func `hashtags follow a block of code that the entry does not close`() throws {
    let world = try IndexedVault()
    let entries = Self.jrnl("[2026-11-21 08:15] Code *\n```\nlet a\n")
    try Self.run(entries, in: world)
    #expect(
      (world.folder.read(Self.day) ?? "").contains("```\nlet a\n```\n\n#starred\n"))
    #expect(try Self.run(entries, in: world).known == 1)
  }

  @Test func `instants are shown on the clock of their place, with its zone away from home`() throws
  {
    let world = try IndexedVault()
    world.write("journal.zone: Europe/Berlin\n", to: ".zib/config.yml")
    var journal = ImportedEntries()
    for (id, zone) in [
      ("berlin", "Europe/Berlin"), ("sydney", "Australia/Sydney"), ("none", nil),
      ("apple", "GMT+0530"), ("unknown", "Mars/Olympus"),
    ] {
      // 2026-11-20T22:30:00Z, and half a year earlier.
      for time in [1_795_213_800_000, 1_779_575_400_000] as [Int64] {
        var entry = ImportedEntry(
          source: "dayone", id: id, time: .instant(milliseconds: time, zone: zone))
        entry.title = id
        journal.entries.append(entry)
      }
    }
    let plan = try Self.run(journal, in: world)
    #expect(plan.remarks.map(\.value) == ["Mars/Olympus"])
    #expect(
      world.folder.read("vault/Journal/2026/2026-11-21.md")
        == "# Saturday, 21 November 2026\n\n## 04:00 +05:30 apple\n\n## 09:30 +11:00 sydney\n")
    #expect(
      world.folder.read("vault/Journal/2026/2026-11-20.md")
        == "# Friday, 20 November 2026\n\n## 23:30 berlin\n\n## 23:30 none\n\n## 23:30 unknown\n")
    #expect(
      world.folder.read("vault/Journal/2026/2026-05-24.md")
        == "# Sunday, 24 May 2026\n\n## 00:30 berlin\n\n## 00:30 none\n\n## 00:30 unknown\n\n"
        + "## 04:00 +05:30 apple\n\n## 08:30 +10:00 sydney\n")
  }

  @Test func `attachments lie beside the days, and no other file is overwritten`() throws {
    let world = try IndexedVault()
    var journal = ImportedEntries()
    let date = try #require(CivilDate(year: 2026, month: 11, day: 21))
    var entry = ImportedEntry(source: "dayone", time: .local(date, .midnight))
    entry.parts = [
      .markdown("See "), .attachment(.init(name: "ab.jpeg")),
      .attachment(.init(name: "cd.pdf", label: "Plan", isPicture: false)),
    ]
    entry.details = ["Place: Home"]
    entry.prompt = "What?"
    journal.entries = [entry]
    journal.files = ["ab.jpeg", "cd.pdf"].map { name in
      ImportedFile(name: name, size: 3) { Array("abc".utf8) }
    }
    world.folder.write("other", to: "vault/Journal/attachments/cd.pdf")
    let plan = try world.vault.planImport(journal, system: .utc)
    #expect(plan.refusals.count == 1)
    #expect(try world.vault.carryOut(plan).files.map(\.text) == ["Journal/attachments/ab.jpeg"])
    #expect(world.folder.read("vault/Journal/attachments/cd.pdf") == "other")
    #expect(world.folder.read("vault/Journal/attachments/ab.jpeg") == "abc")
    #expect(
      world.folder.read(Self.day)
        == "# Saturday, 21 November 2026\n\n## 00:00\n*What?*\n\nSee ![](../attachments/ab.jpeg)"
        + "[Plan](../attachments/cd.pdf)\n\n- Place: Home\n")
    let again = try world.vault.planImport(journal, system: .utc)
    #expect(again.files.isEmpty && again.changes.isEmpty && again.known == 1)
  }

  @Test func `what keeps one day from being written keeps no other back`() throws {
    let world = try IndexedVault()
    world.folder.write("```\nopen", to: Self.day)
    world.folder.write("\u{0}", to: "vault/Journal/2026/2026-11-22.md")
    let bytes: [UInt8] = [0xFF, 0x0A]
    world.folder.write(bytes, to: world.folder("vault/Journal/2026/2026-11-22.md"))
    let plan = try Self.run(
      Self.jrnl("[2026-11-21 08:15] a\n[2026-11-22 08:15] b\n[2026-11-23 08:15] c"), in: world)
    #expect(plan.refusals.count == 2)
    #expect(plan.changes.map(\.path.text) == ["Journal/2026/2026-11-23.md"])
    #expect(world.folder.read(Self.day) == "```\nopen")
  }

  @Test func `ten thousand entries are there once, and thousands of one day`() throws {
    for (count, perDay) in [(10_000, 4), (2_000, 2_000)] {
      let world = try IndexedVault()
      var journal = ImportedEntries()
      for number in 0..<count {
        let date = CivilDate(daysSinceEpoch: 15_000 + number / perDay)
        var entry = ImportedEntry(
          source: "jrnl", time: .local(date, ClockTime(secondOfDay: number * 60 % 86_400)))
        entry.title = number % 3 == 0 ? "" : "Entry \(number)"
        entry.parts = [.markdown("Some words of number \(number).\n\n- and a list")]
        entry.tags = ["tagged"]
        journal.entries.append(entry)
      }
      let plan = try world.vault.planImport(journal, system: .utc)
      #expect(plan.changes.reduce(0) { $0 + $1.items } == count && plan.refusals.isEmpty)
      #expect(try world.vault.carryOut(plan).refusals.isEmpty)
      let again = try world.vault.planImport(journal, system: .utc)
      #expect(again.changes.isEmpty && again.known == count && again.differences.isEmpty)
    }
  }

  @Test func `whatever a text is, it stays one entry and comes once`() throws {
    var state: UInt64 = 21
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces = [
      "## 09:00", "# 8:00 pm x", "```", "~~~", "<!--", "-->", "> ", "- ", "\n", "\n\n", "    ",
      "text",
      "#tag", "---", "===", "10:30", "<div>", "</div>", "`", "*", "[a]: b", "\t", "\r",
      "| a |\n|---|",
    ]
    for round in 0..<120 {
      let world = try IndexedVault()
      var journal = ImportedEntries()
      for hour in 0..<4 {
        var entry = ImportedEntry(
          source: "jrnl",
          time: .local(CivilDate(daysSinceEpoch: 20_778), ClockTime(secondOfDay: hour * 3600)))
        entry.title = (0..<next(3)).map { _ in pieces[next(pieces.count)] }.joined(separator: " ")
        entry.parts = [.markdown((0..<next(9)).map { _ in pieces[next(pieces.count)] }.joined())]
        journal.entries.append(entry)
      }
      let plan = try world.vault.planImport(journal, system: .utc)
      #expect(
        plan.refusals.isEmpty,
        "round \(round): \(plan.refusals.map { "\($0.reason)" }) \(journal.entries)")
      _ = try world.vault.carryOut(plan)
      let read = world.folder.read(Self.day) ?? ""
      let note = Note(parsing: Array(read.utf8))
      #expect(note.journalEntries.map(\.hour) == [0, 1, 2, 3], "round \(round): \(read)")
      let again = try world.vault.planImport(journal, system: .utc)
      #expect(again.changes.isEmpty && again.known == 4, "round \(round): \(read)")
    }
  }

  /// A day in each form: headings with blank lines or without, items, line ends of Windows.
  private static let forms: [(settings: String, day: String)] = [
    ("", "# My day\n\n### 07:00 😀 Before\nTea.\n"),
    ("", "# My day\r\n\r\n## 07:00 Before\r\n\r\nTea."),
    ("journal.bullets: true\n", "- 07:00 **Before** Tea.\n"),
  ]

  @Test(arguments: forms)
  func `an entry that changed in the file only is brought forward`(
    settings: String, day: String
  ) throws {
    let world = try IndexedVault()
    world.folder.write(settings, to: "vault/.zib/config.yml")
    world.folder.write(day, to: Self.day)
    let first = "[2026-11-21 08:15] Gate\nTwo hinges.\n[2026-11-21 09:00] Rain\nMuch of it."
    let second = first.replacing("Two hinges.", with: "Three hinges.\n\n- one")
    let third = "[2026-11-21 08:15] Gate\nFour hinges.\n[2026-11-21 09:00] Rain\nMuch of it."
    try Self.run(Self.jrnl(first), in: world)
    let before = try #require(world.folder.read(Self.day))

    let plan = try Self.run(Self.jrnl(second), in: world)
    #expect(plan.differences.isEmpty && plan.known == 1 && plan.changes.map(\.items) == [1])
    let after = try #require(world.folder.read(Self.day))
    let end = day.contains("\r\n") ? "\r\n" : "\n"
    let indent = day.hasPrefix("- ") ? "  " : ""
    #expect(
      after
        == before.replacing("Two hinges.", with: "Three hinges.\(end)\(end)\(indent)- one"))
    #expect(try Self.run(Self.jrnl(second), in: world).isEmpty)

    // The older file again: told, and nothing is taken back.
    let old = try Self.run(Self.jrnl(first), in: world)
    #expect(old.differences.count == 1 && old.changes.isEmpty)

    // Edited here only: stays, and nothing is told.
    let mine = after.replacing("Three hinges.", with: "Three old hinges.")
    world.folder.write(mine, to: Self.day)
    let same = try Self.run(Self.jrnl(second), in: world)
    #expect(same.differences.isEmpty && same.isEmpty && same.known == 2)

    // Changed in both: told, or as the person decides.
    let both = try Self.run(Self.jrnl(third), in: world)
    #expect(both.differences.count == 1 && both.changes.isEmpty)
    #expect(try Self.run(Self.jrnl(third), in: world).differences == both.differences)
    #expect(world.folder.read(Self.day) == mine)
    try Self.run(Self.jrnl(third), in: world) { _ in .take }
    #expect(
      world.folder.read(Self.day) == before.replacing("Two hinges.", with: "Four hinges."))

    let other = third.replacing("Four", with: "Five")
    world.folder.write(mine, to: Self.day)
    try Self.run(Self.jrnl(other), in: world) { _ in .keep }
    let kept = try Self.run(Self.jrnl(other), in: world)
    #expect(kept.isEmpty && kept.differences.isEmpty && world.folder.read(Self.day) == mine)
  }

  @Test(arguments: [
    // All of it in other words; at another time, short and edited; with another title at another time.
    ("08:15\nTwo hinges.", "08:15\nWrote to the smith about iron."),
    ("08:15\nTwo hinges.", "09:15\nTwo hinges."),
    ("08:15\nTwo old rusty hinges.", "09:15\nTwo old rusty hinges and a nail."),
    ("08:15 Gate\nTwo hinges.", "09:15 Gate\nThe smith came at last."),
    ("08:15 Gate\nTwo hinges.", "08:15 Iron\nThe smith came at last."),
  ])
  func `an entry that a person rewrote or moved within its day does not come again`(
    there: String, here: String
  ) throws {
    let world = try IndexedVault()
    func journal(_ entry: String) -> ImportedEntries {
      let parts = entry.split(separator: "\n", maxSplits: 1)
      let head = parts[0].split(separator: " ", maxSplits: 1)
      return Self.jrnl(
        "[2026-11-21 \(head[0])] \(head.count > 1 ? head[1] : "")\n\(parts[1])\n"
          + "[2026-11-21 10:00] Rain\nMuch of it.")
    }
    try Self.run(journal(there), in: world)
    let mine = "## \(here)\n\n## 10:00 Rain\nMuch of it.\n"
    world.folder.write(mine, to: Self.day)
    for _ in 0..<2 {
      let plan = try Self.run(journal(there), in: world)
      #expect(plan.changes.isEmpty && plan.differences.isEmpty && plan.known == 2)
    }
    #expect(world.folder.read(Self.day) == mine)
    // The file changed as well.
    if here.hasPrefix("08:15") {
      let plan = try Self.run(journal("08:15\nFour screws, all new."), in: world)
      #expect(plan.changes.isEmpty && plan.differences.count == 1)
    }
    if there.hasPrefix("08:15 Gate"), here.hasPrefix("09:15") {
      let plan = try Self.run(journal("08:15 Garden gate\nThe smith came."), in: world)
      #expect(plan.changes.isEmpty && plan.differences.count == 1)
    }
    // One that a person took out comes again.
    world.folder.write("## 10:00 Rain\nMuch of it.\n", to: Self.day)
    #expect(try Self.run(journal(there), in: world).changes.map(\.items) == [1])
  }

  @Test func `another entry of a minute comes beside one that a person wrote there`() throws {
    let world = try IndexedVault()
    try Self.run(Self.jrnl("[2026-11-21 08:15] Gate\nTwo hinges."), in: world)
    let day = try #require(world.folder.read(Self.day))
    world.folder.write(day + "\n## 08:15\nMine.\n", to: Self.day)
    let plan = try Self.run(
      Self.jrnl("[2026-11-21 08:15] Gate\nTwo hinges.\n[2026-11-21 08:15] Tea\nA pot."), in: world)
    #expect(plan.changes.map(\.items) == [1] && plan.known == 1 && plan.differences.isEmpty)
  }

  @Test(arguments: forms)
  func `a title that changed in the file only is brought forward`(
    settings: String, day: String
  ) throws {
    let world = try IndexedVault()
    world.folder.write(settings, to: "vault/.zib/config.yml")
    world.folder.write(day, to: Self.day)
    let first = Self.jrnl("[2026-11-21 08:15] Gate\nTwo hinges.")
    let second = Self.jrnl("[2026-11-21 08:15] Garden gate\nTwo hinges.")
    try Self.run(first, in: world)
    let before = try #require(world.folder.read(Self.day))
    let plan = try Self.run(second, in: world)
    #expect(plan.differences.isEmpty && plan.changes.map(\.items) == [1])
    let after = before.replacing("Gate", with: "Garden gate")
    #expect(world.folder.read(Self.day) == after)
    #expect(try Self.run(second, in: world).isEmpty)
    // The older file, and a title of the person's own.
    #expect(try Self.run(first, in: world).differences.count == 1)
    let mine = after.replacing("Garden gate", with: "My gate")
    world.folder.write(mine, to: Self.day)
    let same = try Self.run(second, in: world)
    #expect(same.isEmpty && same.differences.isEmpty)
    let third = Self.jrnl("[2026-11-21 08:15] Iron gate\nTwo hinges.")
    #expect(try Self.run(third, in: world).differences.count == 1)
    #expect(world.folder.read(Self.day) == mine)
    try Self.run(third, in: world) { _ in .take }
    #expect(world.folder.read(Self.day) == before.replacing("Gate", with: "Iron gate"))
  }

  @Test func `a mood and a time that a person corrected stay when the file changes`() throws {
    let world = try IndexedVault()
    try Self.run(Self.jrnl("[2026-11-21 08:15] Gate\nTwo hinges."), in: world)
    let day = try #require(world.folder.read(Self.day))
    world.folder.write(day.replacing("08:15", with: "8:15 am"), to: Self.day)
    try Self.run(Self.jrnl("[2026-11-21 08:15] Gate\nThree hinges."), in: world)
    #expect(
      world.folder.read(Self.day)
        == day.replacing("08:15", with: "8:15 am").replacing("Two", with: "Three"))
    world.folder.write(day.replacing("08:15", with: "08:15 😀"), to: Self.day)
    let plan = try Self.run(Self.jrnl("[2026-11-21 08:15] Gate\nFour hinges."), in: world)
    #expect(plan.differences.count == 1 && plan.changes.isEmpty)
  }
}
