import Indexing
import Notes
import Testing
import VaultSandbox
import Vaults

@Suite struct EntrySearchTests {
  private static func world() throws -> IndexedVault {
    let world = try IndexedVault()
    world.write(
      "---\nweather: rain\n---\n# Friday heron\n\n## 08:15 😀 Heron\nOn the shed. #garden\n\n"
        + "## 21:00 😢\nNo *bird* at all. [[Middlemarch]]\n- [ ] look again\n",
      to: "Journal/2026/2026-11-20.md")
    world.write(
      "# Saturday\n\n## 07:00 😁 Letters\nWrote about the herons and the shed. #books/letters\n",
      to: "Journal/2026/2026-11-21.md")
    world.write(
      "# Then\n\n## 10:00\nThe [bird](../../Heron.md) sang.\n", to: "Journal/2024/2024-02-29.md")
    world.write("# No day\n\n## 08:15 😀 Heron\nin a note\n", to: "Heron.md")
    world.write(
      "## 09:00\nheron of the other device\n", to: "Journal/2026/2026-11-21.conflict-0123abcd.md")
    return world
  }

  private static func found(
    _ text: String, _ filter: EntryFilter = EntryFilter(), limit: Int? = nil,
    in world: IndexedVault
  ) throws -> [String] {
    let vault = world.vault
    let search = VaultSearch(
      vault, try vault.index(), today: IndexedVault.today, zone: .utc)
    return try search.entries(search.query(text), filter, limit: limit, home: .utc).map {
      "\($0.day.day) \($0.time)"
    }
  }

  @Test(arguments: [
    ("", ["21 07:00", "20 21:00", "20 08:15", "29 10:00"]),
    ("heron", ["21 07:00", "20 08:15"]), ("\"the shed\"", ["21 07:00", "20 08:15"]),
    ("heron shed -letters", ["20 08:15"]),
    ("bird OR letters", ["21 07:00", "20 21:00", "29 10:00"]),
    // Words of another entry of the day are not in this one.
    ("heron bird", []), ("-heron date:2026", ["20 21:00"]), ("friday", []),
    ("bird NEAR/2 all", ["20 21:00"]), ("/no \\*b/i", ["20 21:00"]), ("/^## 07/", ["21 07:00"]),
    ("title:heron", ["20 08:15"]), ("#garden", ["20 08:15"]), ("tag:books", ["21 07:00"]),
    ("-tag:* date:2026", ["20 21:00"]), ("mood:😢", ["20 21:00"]), ("mood:happy", ["20 08:15"]),
    ("mood:*", ["21 07:00", "20 21:00", "20 08:15"]), ("-mood:*", ["29 10:00"]),
    ("has:task", ["20 21:00"]), ("is:todo", ["20 21:00"]), ("link:Middlemarch", ["20 21:00"]),
    ("is:ToDo", ["20 21:00"]), ("link:march", []), ("link:Heron", ["29 10:00"]),
    ("weather:rain", ["20 21:00", "20 08:15"]), ("weather:rain heron", ["20 08:15"]),
    ("date:2024-02", ["29 10:00"]), ("path:2024", ["29 10:00"]), ("words:<4", ["29 10:00"]),
  ])
  func `an entry is found by what is in it`(query: String, expected: [String]) throws {
    #expect(try Self.found(query, in: Self.world()) == expected)
  }

  @Test func `entries are left out by day, mood and hashtag`() throws {
    let world = try Self.world()
    func found(_ change: (inout EntryFilter) -> Void, limit: Int? = nil) throws -> [String] {
      var filter = EntryFilter()
      change(&filter)
      let plain = try world.vault.entries(filter, limit: limit, home: .utc)
        .map { "\($0.day.day) \($0.time)" }
      #expect(try Self.found("-nowhere", filter, limit: limit, in: world) == plain)
      return plain
    }
    let today = IndexedVault.today
    #expect(try found { $0.days = [DateRange(today)] } == ["21 07:00"])
    #expect(try found { $0.moods = ["😀", "😢"] } == ["20 21:00", "20 08:15"])
    #expect(try found { $0.tags = [Hashtag("books")] } == ["21 07:00"])
    #expect(try found({ _ in }, limit: 2) == ["21 07:00", "20 21:00"])
    #expect(try found { $0.anniversaryOf = today } == ["21 07:00"])
    let day = { CivilDate(year: $0, month: 2, day: $1) }
    #expect(try found { $0.anniversaryOf = day(2026, 28) } == ["29 10:00"])
    #expect(try found { $0.anniversaryOf = day(2028, 28) } == [])
    #expect(try found { $0.anniversaryOf = day(2028, 29) } == ["29 10:00"])
  }

  @Test func `the latest entry is that of the latest instant, and the last one is not to come`()
    throws
  {
    let world = try IndexedVault()
    world.write(
      "## 02:50 +02:00\nfirst\n\n## 02:10 +01:00\nsecond\n\n## 02:10 +01:00\nthird\n",
      to: "Journal/2026/2026-10-25.md")
    world.write("## 00:30 +14:00\nahead\n", to: "Journal/2026/2026-10-26.md")
    world.write("## 08:00\nto come\n", to: "Journal/2026/2026-10-27.md")
    let berlin = Zone { $0 < 1_792_890_000_000 ? 7200 : 3600 }
    func bodies(_ limit: Int? = nil) throws -> [String] {
      try world.vault.entries(EntryFilter(), limit: limit, home: berlin).map(\.body)
    }
    #expect(try bodies() == ["to come", "ahead", "third", "second", "first"])
    #expect(try bodies(4) == ["to come", "ahead", "third", "second"])
    func last(_ until: Int64) throws -> String? {
      try world.vault.lastEntry(until: until, home: berlin)?.body
    }
    // 2026-10-25 04:00 in Berlin: the entry of the 26th, 00:30 +14:00, is of 10:30 UTC on the 25th.
    #expect(try last(1_792_897_200_000) == "third")
    #expect(try last(1_792_953_000_000) == "ahead")
    #expect(try last(1_893_456_000_000) == "to come")
    #expect(try last(0) == "to come")
  }
}
