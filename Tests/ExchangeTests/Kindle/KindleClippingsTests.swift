import Exchange
import Testing

@Suite struct KindleClippingsTests {
  private func clipping(_ meta: String, _ text: String, title: String = "Emma (Austen, Jane)")
    -> String
  {
    "\(title)\r\n- \(meta)\r\n\r\n\(text)\r\n==========\r\n"
  }

  private func read(_ clippings: String...) -> ClippedBooks {
    KindleClippings.read(Array(("\u{FEFF}" + clippings.joined()).utf8))
  }

  private func place(_ lines: ClosedRange<Int>) -> String {
    "Your Highlight on page 3 | Location \(lines.lowerBound)-\(lines.upperBound) | Added on Saturday, 21 November 2026 08:15:30"
  }

  @Test(arguments: [
    (
      "Your Highlight on page 12 | Location 321-325 | Added on Saturday, 21 November 2026 08:15:30",
      "p. 12, loc 321-325"
    ),
    (
      "Your Highlight at location 321-325 | Added on Saturday, 21 November 2026 08:15:30",
      "loc 321-325"
    ),
    (
      "Your Highlight on page 1,024 | Location 12,305-12,310 | Added on Saturday, 21 November 2026",
      "p. 1024, loc 12305-12310"
    ),
    (
      "Votre surlignement sur la page 1\u{A0}024 | emplacement 12\u{202F}305-10 | Ajouté le samedi",
      "p. 1024, loc 12305-12310"
    ),
    ("Your Highlight on page 12-12 | Added on Saturday, November 21, 2026 8:15:30 AM", "p. 12"),
    ("Your Highlight on page xii | Added on Saturday, November 21, 2026 8:15:30 AM", "p. xii"),
    ("Highlight Loc. 321-25  | Added on Saturday, November 21, 2009, 08:15 AM", "loc 321-325"),
    (
      "Highlight on Page 12 | Loc. 321  | Added on Saturday, November 21, 2009, 08:15 AM",
      "p. 12, loc 321"
    ),
    (
      "Ihre Markierung auf Seite 12 | Position 321-325 | Hinzugefügt am Samstag, 21. November 2026 08:15:30",
      "p. 12, loc 321-325"
    ),
    (
      "Ihre Markierung bei Position 321-325 | Hinzugefügt am Samstag, 21. November 2026 08:15:30",
      "loc 321-325"
    ),
    (
      "Votre surlignement sur la page 12 | emplacement 321-325 | Ajouté le samedi 21 novembre 2026 08:15:30",
      "p. 12, loc 321-325"
    ),
    (
      "Votre surlignement à l'emplacement 321-325 | Ajouté le samedi 21 novembre 2026 08:15:30",
      "loc 321-325"
    ),
    (
      "Tu subrayado en la página 12 | posición 321-325 | Añadido el sábado, 21 de noviembre de 2026 8:15:30",
      "p. 12, loc 321-325"
    ),
    (
      "Mi subrayado Pos. 321-25  | Añadido el sábado 21 de noviembre de 2009, 08:15 AM",
      "loc 321-325"
    ),
    (
      "La tua evidenziazione a pagina 12 | posizione 321-325 | Aggiunto in data sabato 21 novembre 2026 08:15:30",
      "p. 12, loc 321-325"
    ),
    (
      "Seu destaque na página 12 | posição 321-325 | Adicionado: sábado, 21 de novembro de 2026 08:15:30",
      "p. 12, loc 321-325"
    ),
    (
      "Seu destaque ou posição 321-325 | Adicionado: sábado, 21 de novembro de 2026 08:15:30",
      "loc 321-325"
    ),
    (
      "Je markering op pagina 12 | Locatie 321-325 | Toegevoegd op zaterdag 21 november 2026 08:15:30",
      "p. 12, loc 321-325"
    ),
    ("12ページ|位置No. 321-325のハイライト |作成日: 2026年11月21日土曜日 8:15:30", "p. 12, loc 321-325"),
    ("位置No. 321-325のハイライト |作成日: 2026年11月21日土曜日 8:15:30", "loc 321-325"),
    ("您在第 12 页（位置 #321-325）的标注 | 添加于 2026年11月21日星期六 上午8:15:30", "p. 12, loc 321-325"),
    ("您在位置 #321-325的标注 | 添加于 2026年11月21日星期六 上午8:15:30", "loc 321-325"),
    (
      "Je markering op pagina 12 | Locatie 321 t/m 325 | Toegevoegd op zaterdag 21 november 2026",
      "p. 12, loc 321-325"
    ),
    (
      "Ваш выделенный отрывок на странице 12 | Место 321–325 | Добавлено: суббота, 21 ноября 2026 г.",
      "p. 12, loc 321-325"
    ),
    ("Ваш выделенный отрывок в месте 321-325 | Добавлено: суббота, 21 ноября", "loc 321-325"),
    ("Twoje podkreślenie na stronie 12 | Pozycja 321-325 | Dodano: sobota", "p. 12, loc 321-325"),
    ("Your Underline at location 321-325 | Added on x", "loc 321-325"),
  ])
  func `a highlight has its place in every language`(meta: String, locator: String) {
    let read = read(clipping(meta, "It is a truth."))
    #expect(read.books.map(\.title) == ["Emma"])
    #expect(read.books.first?.authors == ["Jane Austen"])
    #expect(read.books.first?.quotes == [.init(text: "It is a truth.", locator: locator)])
    #expect(read.remarks.map(\.subject) == ["the date of a highlight or note"])
    #expect(KindleClippings.isOne(DecodedText(Array(clipping(meta, "x").utf8))))
  }

  @Test(arguments: [
    "Your Note on page 3 | Location 12 | Added on x",
    "Ihre Notiz bei Position 12 | Hinzugefügt am x",
    "Votre note à l'emplacement 12 | Ajouté le x", "Tu nota en la posición 12 | Añadido el x",
    "La tua nota alla posizione 12 | Aggiunto in data x", "Sua nota na posição 12 | Adicionado: x",
    "Je notitie op locatie 12 | Toegevoegd op x", "位置No. 12のメモ |作成日: x", "您在位置 #12 的笔记 | 添加于 x",
  ])
  func `a note belongs to the passage that it ends`(meta: String) {
    let read = read(
      clipping(place(9...12), "First."), clipping(place(20...22), "Second."), clipping(meta, "mine")
    )
    #expect(read.books.first?.quotes.map(\.notes) == [["mine"], []])
  }

  @Test(arguments: [
    "Your Bookmark on page 3 | Location 12 | Added on x",
    "Ihr Lesezeichen bei Position 12 | Hinzugefügt am x",
    "Votre signet à l'emplacement 12 | Ajouté le x", "Tu marcador en la posición 12 | Añadido el x",
    "Il tuo segnalibro alla posizione 12 | Aggiunto in data x",
    "Seu marcador na posição 12 | Adicionado: x",
    "Je bladwijzer op locatie 12 | Toegevoegd op x", "位置No. 12のブックマーク |作成日: x",
  ])
  func `a bookmark is told and not carried`(meta: String) {
    let read = read(clipping(meta, ""))
    #expect(read.books.isEmpty)
    #expect(read.remarks.map(\.subject) == ["bookmarks"])
    #expect(read.remarks.map(\.line) == [1])
  }

  @Test func `of a passage that was marked again, the later form counts`() {
    let read = read(
      clipping(place(9...12), "so many of the pleasures"),
      clipping(place(30...31), "Elsewhere."),
      clipping(place(9...12), "So many of the  pleasures"),
      clipping(place(8...14), "There are so many of the pleasures in life."),
      clipping(place(13...13), "in life."), clipping(place(13...13), "Not the same."))
    #expect(
      read.books.first?.quotes.map(\.text) == ["in life.", "Not the same.", "Elsewhere."])
  }

  @Test func `of a note that was rewritten at its place the last form counts`() {
    let note = { (text: String, place: Int) in
      self.clipping("Your Note on page 3 | Location \(place) | Added on x", text)
    }
    let read = read(
      clipping(place(9...12), "First."), note("he lies", 12), note("see Plutarch", 12),
      note("he", 11), note("he lies there", 11), clipping(place(40...40), "foo"), note("a foo", 40),
      clipping(place(40...40), "bar"), note("some bar", 40), note("alone", 99),
      note("alone too", 99))
    let quotes = read.books.first?.quotes ?? []
    #expect(
      quotes.map(\.notes) == [
        ["see Plutarch", "he lies there"], [], ["a foo", "some bar"], ["alone too"],
      ])
    #expect(quotes.first?.earlierNotes == ["see Plutarch": ["he lies"], "he lies there": ["he"]])
    // A text that is no longer anywhere is told.
    #expect(read.remarks.filter { $0.subject.contains("earlier") }.map(\.value) == ["he lies"])
  }

  @Test func `a note that was changed is there once, and one without a passage by itself`() {
    let note = { (text: String, place: Int) in
      self.clipping("Your Note on page 3 | Location \(place) | Added on x", text)
    }
    let read = read(
      clipping(place(9...12), "First."), note("he", 12), note("he lies", 12), note("he lies", 12),
      note("alone", 99), note("alone too", 500))
    let quotes = read.books.first?.quotes ?? []
    #expect(quotes.map(\.text) == ["First.", "", ""])
    #expect(quotes.map(\.notes) == [["he lies"], ["alone"], ["alone too"]])
    #expect(quotes.map(\.locator) == ["p. 3, loc 9-12", "p. 3, loc 99", "p. 3, loc 500"])
  }

  @Test(arguments: [
    ("Emma (Austen, Jane)", "Emma", ["Jane Austen"]), ("Emma", "Emma", []),
    ("Emma (Penguin (Classics)) (Jane Austen)", "Emma (Penguin (Classics))", ["Jane Austen"]),
    ("Essays (Austen, Jane;Ash, Zoë)", "Essays", ["Jane Austen", "Zoë Ash"]),
    ("Essays (Plato)", "Essays", ["Plato"]), ("(untitled)", "(untitled)", []),
    ("a) b)", "a) b)", []),
    ("Essays (King, Martin Luther, Jr.)", "Essays", ["King, Martin Luther, Jr."]),
  ])
  func `the last parentheses hold the authors`(line: String, title: String, authors: [String]) {
    let book = read(clipping(place(1...2), "x", title: line)).books.first
    #expect(book?.title == title)
    #expect(book?.authors == authors)
  }

  @Test func `what is no clipping is told with its line`() {
    let read = read(
      clipping(place(1...2), "x"), "no clipping\n- of any kind\n==========\n",
      clipping(place(3...4), "<You have reached the clipping limit for this item>"),
      "Emma (Austen, Jane)\n- " + place(5...6) + "\n\ncut o")
    #expect(read.books.first?.quotes.map(\.text) == ["x"])
    #expect(
      read.remarks.filter { $0.subject != "the date of a highlight or note" }.map {
        [$0.subject, "\($0.line ?? 0)"]
      }
        == [
          [
            "the last clipping is cut off; it was left out", "14",
          ],
          ["a clipping in an unknown form", "6"],
          ["passages that the publisher's limit kept out of the file", "9"],
        ])
  }

  @Test func `a damaged file gives what is whole, and the same each time`() {
    let sample =
      clipping(place(9...12), "First.")
      + clipping("Your Note on page 3 | Location 12 | Added on x", "mine")
      + clipping(
        "Ihre Markierung bei Position 321-325 | Hinzugefügt am x", "Zweitens.", title: "Buch (A;B)")
    let seed: UInt64 = 5
    var mutations = Mutations(
      of: Array(sample.utf8), seed: seed,
      pieces: [
        "==========\n", "- ", "|", "(", ")", "Location 99999999999999999999-1",
        "page 9999999999999999999999", "\r", "\u{FEFF}", "9-", "999999999-",
      ])
    for round in 0..<Mutations.rounds {
      let bytes = mutations.next()
      let read = KindleClippings.read(bytes)
      let again = KindleClippings.read(bytes)
      let isSound =
        read.books == again.books && read.remarks == again.remarks
        && read.books.allSatisfy { $0.quotes.allSatisfy { !$0.text.isEmpty || !$0.notes.isEmpty } }
      #expect(isSound, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `three thousand passages of one place are all there`() {
    let all = (0..<3_000).map { clipping(place(9...12), "passage \($0) ends") }.joined()
    #expect(KindleClippings.read(Array(all.utf8)).books.first?.quotes.count == 3_000)
  }

  @Test func `the publisher's notice behind a passage is told, and no part of it`() {
    let read = read(
      clipping(
        place(1000...1400),
        "The first words <You have reached the clipping limit set by the publisher>"),
      clipping(place(1500...1520), " <You have reached the clipping limit for this item>"),
      clipping(place(1600...1610), "An <article> of <limit>"),
      clipping("Your Note on page 3 | Location 1610 | Added on x", "<the limit of all limits>"))
    #expect(
      read.books.first?.quotes.map(\.text) == ["The first words", "An <article> of <limit>"])
    #expect(read.books.first?.quotes.last?.notes == ["<the limit of all limits>"])
    let told = read.remarks.filter { !$0.subject.hasPrefix("the date") }
    #expect(told.map(\.line) == [1, 6])
    #expect(Set(told.map(\.subject)).count == 2)
  }
}
