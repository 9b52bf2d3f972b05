import Exchange
import Notes
import Reviews
import Testing

@Suite struct AnkiPackageTests {
  typealias Value = SQLiteDatabase.Value

  /// Writes a package and gives its files, its database and the report.
  private func written(
    _ package: AnkiPackage, image: (String) -> [UInt8]? = { _ in nil }
  ) throws -> (zip: StoredZip, report: AnkiPackage.Report) {
    let scratch = try Scratch()
    let report = try package.write(to: scratch.file("a.apkg"), image: image)
    #expect(scratch.names == ["a.apkg"])
    let bytes = try #require(scratch.bytes(of: "a.apkg"))
    return (try #require(StoredZip(bytes)), report)
  }

  private func rows(_ query: String, of zip: StoredZip) throws -> [[Value]] {
    let bytes = try #require(zip.files["collection.anki2"])
    let database = try SQLiteDatabase(reading: bytes)
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    return try database.rows(query)
  }

  private func fields(_ note: AnkiNote) throws -> [String] {
    let zip = try written(Sample.package([note])).zip
    guard case .text(let fields)? = try rows("SELECT flds FROM notes", of: zip).first?.first else {
      return []
    }
    return fields.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `a package is a database, a list of media and the images`() throws {
    let note = AnkiNote(
      .question(
        AnkiText("What is it?", images: ["Images/fig.png"]), answer: "A fig.", Sample.card(1)),
      from: Sample.origin)
    let (zip, report) = try written(Sample.package([note])) {
      $0 == "Images/fig.png" ? [1, 2] : nil
    }
    #expect(Set(zip.names) == ["collection.anki2", "media", "0"])
    #expect(zip.files["media"] == Array(#"{"0":"fig.png"}"#.utf8))
    #expect(zip.files["0"] == [1, 2])
    #expect((report.notes, report.cards, report.images) == (1, 1, 1))
    #expect(try rows("SELECT ver FROM col", of: zip) == [[.integer(11)]])
    #expect(
      try rows("SELECT flds, tags, guid FROM notes", of: zip) == [
        [
          .text(
            "What is it?<br><img src=\"fig.png\">\u{1F}A fig.\u{1F}The fig tree (Garden/Fig.md)"),
          .text(" garden trees::fruit "), .text("zib-0000000000000001"),
        ]
      ])
  }

  @Test func `the same values give the same bytes`() throws {
    let scratch = try Scratch()
    try Sample.everyPhase.write(to: scratch.file("a"))
    try Sample.everyPhase.write(to: scratch.file("b"))
    let bytes = try #require(scratch.bytes(of: "a"))
    #expect(bytes == scratch.bytes(of: "b"))
  }

  @Test func `a package of nothing can be written`() throws {
    let (zip, report) = try written(Sample.package([]))
    #expect((report.notes, report.cards, report.images, report.repeated) == (0, 0, 0, 0))
    #expect(try rows("SELECT count(*) FROM notes", of: zip) == [[.integer(0)]])
    #expect(zip.files["media"] == Array("{}".utf8))
  }

  @Test func `an image that is not there is named in its place, and reported`() throws {
    let note = AnkiNote(
      .quote(AnkiText("Look", images: ["a/<b>.png"]), source: "me", Sample.card(1)),
      from: Sample.origin)
    let (zip, report) = try written(Sample.package([note]))
    #expect(report.missingImages == ["a/<b>.png"])
    let text = try rows("SELECT flds FROM notes", of: zip).first?.first
    #expect(
      text == .text("Look<br>a/&lt;b&gt;.png\u{1F}me\u{1F}The fig tree (Garden/Fig.md)"))
  }

  @Test(arguments: [
    ("a <b> & c", "a &lt;b&gt; &amp; c"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("one\ntwo\r\nthree\rfour", "one<br>two<br>three<br>four"),
    ("nul \u{0} unit \u{1F} tab\t.", "nul \u{FFFD} unit \u{FFFD} tab ."),
    ("[sound:x.mp3] [link]", "[<!-- -->sound:x.mp3] [link]"),
    ("[LaTeX]\\input[/latex] [$]x[/$]", "[<!-- -->LaTeX]\\input[/latex] [<!-- -->$]x[/$]"),
    ("שלום 🍇 {{c1::no gap}}", "שלום 🍇 {{c1::no gap}}"),
  ])
  func `nothing of a text is markup`(text: String, html: String) throws {
    #expect(
      try fields(
        AnkiNote(
          .quote(AnkiText(text), source: AnkiText(text), Sample.card(1)), from: Sample.origin)
      )
      .prefix(2) == [html, html])
  }

  @Test(arguments: [
    (["a ", "b|h", " c"], "a {{c1::b::h}} c"),
    (["", "std::vector|", ""], "{{c1::std:<!-- -->:vector}}"),
    (
      ["{", "}}|:", "}"],
      "<!-- -->{<!-- -->{{c1::<!-- -->}<!-- -->}<!-- -->::<!-- -->:<!-- -->}}<!-- -->}<!-- -->"
    ),
    (["{{c1::x}} ", "y|", ""], "<!-- -->{<!-- -->{c1:<!-- -->:x}<!-- -->} {{c1::y}}"),
    (["<i>", "<b>|<u>", ""], "&lt;i&gt;{{c1::&lt;b&gt;::&lt;u&gt;}}"),
  ])
  func `nothing of a paragraph ends or begins a gap`(parts: [String], html: String) throws {
    let gap = parts[1].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let note = AnkiNote(
      .cloze(
        [
          .text(AnkiText(parts[0])), .gap(AnkiText(gap[0]), hint: gap[1], Sample.card(1)),
          .text(AnkiText(parts[2])),
        ], extra: AnkiText("")), from: Sample.origin)
    #expect(try fields(note).first == html)
  }

  @Test func `gaps of one card are asked for together`() throws {
    let (one, other) = (Sample.card(1), Sample.card(2))
    let note = AnkiNote(
      .cloze(
        [.gap("a", hint: "", one), .gap("b", hint: "", other), .gap("a", hint: "", one)],
        extra: AnkiText("")), from: Sample.origin)
    #expect(try fields(note).first == "{{c1::a}}{{c2::b}}{{c1::a}}")
    #expect(note.cards.map(\.id) == [one.id, other.id])
  }

  @Test func `a paragraph's prompts become one note with a gap for each`() throws {
    func cloze(_ question: String, _ answer: String, _ hint: String, _ start: Int, _ block: UInt32)
      -> Prompt
    {
      Prompt(
        kind: .cloze, question: question, answer: answer, hint: hint,
        range: .init(start, start + 1), block: block, id: CardID(bits: UInt64(start)))
    }
    let prompts = [
      cloze("\u{FFFC} wrote Emma in 1815.", "Austen", "who", 1, 0),
      Prompt(
        kind: .question, question: "Why?", answer: "Because.", hint: "", range: .init(2, 3),
        id: CardID(bits: 2)),
      cloze("Austen wrote \u{FFFC} in 1815.", "Emma", "", 3, 0),
      cloze("Austen wrote Emma in \u{FFFC}.", "1815", "year", 4, 0),
      cloze("\u{FFFC} wrote Emma in 1815.", "Austen", "who", 5, 90),
    ]
    let notes = AnkiNote.notes(of: prompts, from: Sample.origin) { prompt in
      prompt.id.bits == 3 ? nil : AnkiCard(id: prompt.id)
    }
    #expect(notes.map { $0.cards.map(\.id.bits) } == [[1, 4], [2], [5]])
    #expect(try fields(notes[0]).first == "{{c1::Austen::who}} wrote Emma in {{c2::1815::year}}.")
    #expect(try fields(notes[1]).prefix(2) == ["Why?", "Because."])
  }

  @Test func `formulas are MathJax, and tags are taken as they are`() throws {
    let note = AnkiNote(
      .cloze(
        [
          .text(
            AnkiText([
              .markup("<b>"), .text("a < b"), .markup("</b>"),
              .formula("x^{2^{n}}<y", isBlock: false), .formula("\\sum", isBlock: true),
            ])),
          .gap(AnkiText([.formula("\\frac{a}{{b}}", isBlock: false)]), hint: "", Sample.card(1)),
        ], extra: ""), from: Sample.origin)
    #expect(
      try fields(note).first
        == #"<b>a &lt; b</b>\(x^{2^{n} }&lt;y\)\[\sum\]{{c1::\(\frac{a}{ {b} } \)}}"#)
  }

  @Test func `a gap in a formula is a gap in MathJax`() throws {
    let note = AnkiNote(
      .cloze(
        [
          .text(AnkiText([.markup("\\("), .tex("\\frac{")])),
          .gap(AnkiText([.tex("x_{1}")]), hint: "m::", Sample.card(1)),
          .text(AnkiText([.tex("}{"), .tex("2}<"), .markup("\\)")])),
        ], extra: ""), from: Sample.origin)
    #expect(try fields(note).first == #"\(\frac{ {{c1::x_{1} ::m: :}} }{2}&lt;\)"#)
  }

  /// A paragraph with a gap for each card.
  private func paragraph(_ cards: [UInt64]) -> AnkiNote {
    AnkiNote(
      .cloze(
        cards.map { .gap(AnkiText("\($0)"), hint: "", AnkiCard(id: CardID(bits: $0))) }, extra: ""),
      from: Sample.origin)
  }

  @Test func `a gap keeps its note and its number, whatever is put before it`() throws {
    var log: [ReviewEvent] = []
    func exported(_ paragraphs: [[UInt64]]) throws -> [[Value]] {
      var notes = paragraphs.map(paragraph)
      var places = AnkiPlaces(log, ReviewHistory(replaying: log))
      for action in places.name(&notes) {
        let number = Int64(log.count)
        log.append(
          ReviewEvent(
            id: .init(bits: UInt64(number)), time: number, zoneMinutes: 0, action: action))
      }
      return try rows(
        "SELECT substr(guid, -1), flds FROM notes ORDER BY id",
        of: try written(Sample.package(notes)).zip
      ).map { row in
        guard case .text(let fields) = row[1] else { return row }
        return [row[0], .text(String(fields.prefix { $0 != "\u{1F}" }))]
      }
    }
    #expect(try exported([[1, 2]]) == [[.text("1"), .text("{{c1::1}}{{c2::2}}")]])
    #expect(log.count == 2)
    #expect(try exported([[3, 1, 2]]) == [[.text("1"), .text("{{c3::3}}{{c1::1}}{{c2::2}}")]])
    #expect(try exported([[2, 3, 1]]) == [[.text("1"), .text("{{c2::2}}{{c3::3}}{{c1::1}}")]])
    // The first gap is gone, and another comes: its number is not given away.
    #expect(try exported([[2, 3, 4]]) == [[.text("1"), .text("{{c2::2}}{{c3::3}}{{c4::4}}")]])
    // A paragraph that is parted leaves the name to the part that has more of it.
    let parted = try exported([[5, 2], [3, 4]])
    #expect(
      Set(parted) == [
        [.text("5"), .text("{{c1::5}}{{c2::2}}")], [.text("1"), .text("{{c3::3}}{{c4::4}}")],
      ])
    #expect(log.count == 6)
    #expect(
      try exported([[6, 5, 2], [3, 4]]).contains([.text("5"), .text("{{c3::6}}{{c1::5}}{{c2::2}}")])
    )
  }

  @Test func `decks, tags and names are such as Anki takes`() throws {
    var origin = Sample.origin
    origin.deck = ["a::b", ":", "  c\u{7}d ", ""]
    origin.tags = ["Books/2021", "two words", "books", "/x//y/", "a::b"]
    let note = AnkiNote(
      .quote(
        AnkiText("q", images: ["x/Büste.png", "y/a.png", "z/A.PNG", "-.png"]), source: "",
        Sample.card(1)),
      from: origin)
    let (zip, report) = try written(Sample.package([note])) { Array($0.utf8) }
    #expect(report.images == 4)
    #expect(
      try rows("SELECT tags FROM notes", of: zip) == [
        [.text(" Books::2021 a__b books two_words x::y ")]
      ])
    guard case .text(let decks)? = try rows("SELECT decks FROM col", of: zip).first?.first else {
      Issue.record("no decks")
      return
    }
    #expect(decks.contains(#""name":"a:b::_::c d::_""#))
    #expect(decks.contains(#""name":"a:b::_","#))
    let media = String(decoding: try #require(zip.files["media"]), as: UTF8.self)
    #expect(media.utf8.allSatisfy { $0 < 0x80 })
    #expect(media.contains(#""-.png""#) && media.contains(#""a.png""#) && media.contains("B_ste-"))
    #expect(!media.contains("\"A.PNG\""))
  }

  @Test func `a card that two notes have is exported once`() throws {
    let note = AnkiNote(.question("q", answer: "a", Sample.card(1)), from: Sample.origin)
    let (zip, report) = try written(Sample.package([note, note]))
    #expect((report.notes, report.repeated) == (1, 1))
    #expect(try rows("SELECT count(*) FROM cards", of: zip) == [[.integer(1)]])
  }

  @Test func `answers of one millisecond all have a line`() throws {
    let cards = [Sample.reviewed(1), Sample.reviewed(2), Sample.reviewed(3)]
    let notes = cards.map { AnkiNote(.question("q", answer: "a", $0), from: Sample.origin) }
    let zip = try written(Sample.package(notes)).zip
    let answers = cards.reduce(0) { $0 + $1.answers.count }
    #expect(
      try rows("SELECT count(DISTINCT id), count(DISTINCT cid) FROM revlog", of: zip) == [
        [.integer(Int64(answers)), .integer(3)]
      ])
  }

  @Test func `a card in each phase has the columns that Anki has for it`() throws {
    let zip = try written(Sample.everyPhase).zip
    let columns = try rows(
      """
      SELECT guid, type, queue, due - (type IN (1, 3)) * (queue = 1) * \(Sample.now / 1000), ivl,
      factor, reps, lapses, left FROM cards JOIN notes ON nid = notes.id ORDER BY guid
      """, of: zip)
    let expected: [[Int64]] = [
      [1, 0, 0, 1, 0, 0, 0, 0, 0],  // new
      [2, 1, 1, 600, 0, 0, 1, 0, 1],  // learning
      [3, 2, 2, 15, 5, 2500, 2, 0, 0],  // review: answered on day 10 of the collection
      [4, 3, 1, 600, 2, 2500, 3, 1, 1],  // relearning
      [5, 2, -1, 15, 5, 2500, 2, 0, 0],  // suspended
      [6, 2, -3, 15, 5, 2500, 2, 0, 0],  // buried
      [7, 0, -1, 7, 0, 0, 0, 0, 0],  // new and suspended
      [8, 1, 3, 12, 0, 0, 1, 0, 1],  // learning by days
    ]
    #expect(
      columns.map { Array($0.dropFirst()) }
        == expected.map { $0.dropFirst().map { Value.integer($0) } })
    let data = try rows("SELECT data FROM cards WHERE type = 2 LIMIT 1", of: zip)
    #expect(
      data == [
        [
          .text(
            #"{"s":5.25,"d":4.5,"dr":0.9,"decay":0.1542,"lrt":\#(Sample.now / 1000)}"#)
        ]
      ])
    let log = try rows(
      "SELECT ease, ivl, lastIvl, factor, time, type FROM revlog ORDER BY id LIMIT 2", of: zip)
    #expect(log.contains([3, -600, 0, 489, 4000, 0].map { Value.integer($0) }))
  }

  @Test func `where the file cannot be written nothing is left and what was there stays`() throws {
    let scratch = try Scratch()
    _ = Scratch.run("mkdir '\(scratch.path)/folder'; echo old > '\(scratch.path)/old'")
    #expect(throws: ExchangeError.self) {
      try Sample.everyPhase.write(to: scratch.file("folder"))
    }
    #expect(throws: ExchangeError.self) {
      try Sample.everyPhase.write(to: scratch.file("none/a.apkg"))
    }
    #expect(scratch.names == ["folder", "old"])
  }
}
