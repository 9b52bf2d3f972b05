import Exchange
import Testing
import zib

/// Packages that are exported one after the other, as plain SQL reads them.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built"))
struct AnkiAgainTests {
  /// A card of Anki: the guid of its note, its number there, and the note's fields and time.
  private struct Card: Hashable {
    let guid: String
    let number: Int64
    let fields: String
    let modified: Int64
  }

  private func cards(of package: String) throws -> [Card] {
    let archive = try ZipArchive(reading: Array(package.utf8))
    let entry = try #require(archive.entries.first { $0.name == "collection.anki2" })
    let database = try SQLiteDatabase(reading: archive.contents(of: entry, limit: 1 << 26))
    return try database.rows(
      "SELECT n.guid, c.ord, n.flds, n.mod FROM notes n JOIN cards c ON c.nid = n.id"
    ).map { row in
      guard case .text(let guid) = row[0], case .integer(let number) = row[1],
        case .text(let fields) = row[2], case .integer(let modified) = row[3]
      else { throw ExchangeError.format(operation: "read a card", detail: "\(row)") }
      return Card(guid: guid, number: number, fields: fields, modified: modified)
    }
  }

  /// A collection after a package was imported: a note of the same guid is replaced by a newer one.
  private func collection(_ standing: [Card], importing package: [Card]) -> [Card] {
    var notes = Dictionary(grouping: standing, by: \.guid)
    for (guid, cards) in Dictionary(grouping: package, by: \.guid)
    where notes[guid].map({ $0[0].modified < cards[0].modified }) ?? true {
      notes[guid] = cards
    }
    return notes.values.joined().sorted { ($0.guid, $0.number) < ($1.guid, $1.number) }
  }

  @Test func `a second import updates the notes of cards that were changed and moved`() throws {
    let devices = try SyncedDevices("true")
    let made = devices.run(
      """
      mkdir -p v/.zib && cd v && export ZIB_NOW=2026-11-21T09:30:00Z
      printf '# A\\n\\nQ: Which city is the capital of France?\\nA: Paris\\n\\nQ: Which wood are longbows made of?\\nA: yew\\n' > A.md
      printf '# B\\n\\nThe ?[river](Seine) flows through ?[city](Rouen).\\n' > B.md
      touch -t 202611210800 *.md
      zib review export --anki ../one.apkg && printf '\\n4\\n' | zib review --plain
      printf '# A\\n\\nQ: What is new?\\nA: This is\\n\\nQ: Which wood are longbows made of?\\nA: yew\\n\\nQ: Which city is the capital of France?\\nA: Paris, since 987\\n' > C.md
      rm A.md
      printf '# B\\n\\nIn ?[land](France) the ?[river](Seine) flows through ?[city](Rouen).\\n' > B.md
      touch -t 202611220800 *.md
      export ZIB_NOW=2026-11-22T09:30:00Z
      zib review relink; zib review export --anki ../two.apkg
      """)
    #expect(made.status == 0, "\(made.output)")
    let one = try cards(of: devices.path + "/one.apkg")
    let two = try cards(of: devices.path + "/two.apkg")
    let all = collection(one, importing: two)
    #expect(one.count == 4 && two.count == 6 && all.count == 6, "\(made.output)")
    func card(_ words: String, _ cards: [Card], number: Int64? = nil) throws -> Card {
      try #require(
        cards.first { $0.fields.contains(words) && (number == nil || $0.number == number) })
    }
    for words in ["capital of France", "longbows"] {
      #expect(try card(words, all).guid == card(words, one).guid)
    }
    #expect(try card("capital of France", all).fields.contains("since 987"))
    #expect(try card("longbows", all).fields.contains("(C.md)"))
    // The gaps keep the numbers that Anki knows their cards by.
    let (old, new) = (try card("Seine", one), try card("Seine", all))
    #expect(old.guid == new.guid)
    for (number, answer) in [(1, "Seine"), (2, "Rouen")] {
      #expect(old.fields.contains("{{c\(number)::\(answer)"))
      #expect(new.fields.contains("{{c\(number)::\(answer)"))
    }
    #expect(new.fields.contains("{{c3::France"))
  }

  @Test func `a hint comes without its comment, and an answer with its footnotes`() throws {
    let devices = try SyncedDevices("true")
    let made = devices.run(
      """
      mkdir -p v/.zib && cd v
      printf 'The ?[hint %%%%mine%%%%](answer) is[^1].\\n\\nQ: q?\\nA: a[^1]\\n\\n[^1]: the *foot*\\n' > C.md
      zib review export --anki ../c.apkg
      """)
    let found = try cards(of: devices.path + "/c.apkg").map(\.fields)
    let foot = "<div><sup>1</sup> the <em>foot</em></div>"
    #expect(found.count == 2, "\(made.output)")
    #expect(
      found.contains { $0.contains("{{c1::answer::hint}} is<sup>1</sup>.\u{1F}" + foot) },
      "\(found)")
    #expect(found.contains { $0.contains("q?\u{1F}a<sup>1</sup>" + foot) }, "\(found)")
  }
}
