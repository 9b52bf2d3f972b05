import Notes
import Testing

@Suite struct AuthorNameTests {
  @Test(
    arguments: [
      ("Ursula K. Le Guin", "Le Guin, Ursula K."), ("Virginia Woolf", "Woolf, Virginia"),
      ("Simone de Beauvoir", "Beauvoir, Simone de"), ("Daphne du Maurier", "du Maurier, Daphne"),
      ("Walter de la Mare", "la Mare, Walter de"), ("Jean de La Fontaine", "La Fontaine, Jean de"),
      ("Thomas De Quincey", "De Quincey, Thomas"), ("W. E. B. Du Bois", "Du Bois, W. E. B."),
      ("Johann Wolfgang von Goethe", "Goethe, Johann Wolfgang von"),
      ("Annette von Droste-Hülshoff", "Droste-Hülshoff, Annette von"),
      ("Ludwig Mies van der Rohe", "Rohe, Ludwig Mies van der"),
      ("Bernal Díaz del Castillo", "Castillo, Bernal Díaz del"),
      ("Van Morrison", "Morrison, Van"), ("Emily St. John Mandel", "Mandel, Emily St. John"),
      ("Antoine de Saint-Exupéry", "Saint-Exupéry, Antoine de"), ("Voltaire", "Voltaire"),
      ("Hildegard of Bingen", "Hildegard of Bingen"), ("Thomas à Kempis", "Thomas à Kempis"),
      ("Dionysius the Areopagite", "Dionysius the Areopagite"),
      ("Martin Luther King Jr.", "King, Martin Luther, Jr."),
      ("Kurt Vonnegut, Jr.", "Vonnegut, Kurt, Jr."), ("Le Guin, Ursula K.", "Le Guin, Ursula K."),
      ("J. R. R. Tolkien", "Tolkien, J. R. R."), ("  Jane   Austen ", "Austen, Jane"),
      ("紫式部", "紫式部"), ("Лев Толстой", "Толстой, Лев"), ("", ""), ("de", "de"),
    ])
  func `the family's name goes first`(name: String, sorted: String) {
    #expect(AuthorName.sorted(name) == sorted)
  }

  @Test(arguments: [
    ("Jane Austen & Bill Smith", ["Austen, Jane", "Smith, Bill"]),
    ("Austen, Jane & Smith, Bill", ["Austen, Jane", "Smith, Bill"]),
    ("Ann Bee, Carl Dee & Eva Eff", ["Bee, Ann", "Dee, Carl", "Eff, Eva"]),
    ("[[Jane Austen]] & [[People/Bill Smith|Bill Smith]]", ["Austen, Jane", "Smith, Bill"]),
    ("Ann Bee & Carl Dee; Eva Eff", ["Bee, Ann", "Dee, Carl", "Eff, Eva"]),
    ("Simon & Schuster", ["Schuster, Simon &"]), ("Nicci & Sean French", ["French, Nicci & Sean"]),
    ("Ministry of Health & Social Care", ["Ministry of Health & Social Care"]),
    ("Jane Austen and Bill Smith", ["Smith, Jane Austen and Bill"]), ("AT&T", ["AT&T"]),
  ])
  func `an ampersand is between two names of two words`(author: String, sorted: [String]) throws {
    let text = "---\ntype: book\nauthor: \"\(author)\"\n---\n"
    let book = try #require(Note(parsing: Array(text.utf8)).book)
    #expect(book.sortedAuthors == sorted)
  }

  @Test func `names are ordered without regard to accents and case`() {
    let names = [
      "Zola, Émile", "étienne", "Eliot, George", "Le Guin, Ursula K.", "Le, Thuy", "Åsbrink, E.",
      "Østergaard, A.", "Austen, Jane", "Ostrom, E.", "e\u{301}tat",
    ]
    let expected = [
      "Åsbrink, E.", "Austen, Jane", "Eliot, George", "e\u{301}tat", "étienne", "Le, Thuy",
      "Le Guin, Ursula K.", "Østergaard, A.", "Ostrom, E.", "Zola, Émile",
    ]
    #expect(names.sorted { CollationKey($0) < CollationKey($1) } == expected)
  }

  @Test func `the front matter's own order of a name goes before`() throws {
    let note = Note(
      parsing: Array("---\nauthor: Murasaki Shikibu\nauthor-sort: Murasaki\npages: 3\n---\n".utf8))
    #expect(try #require(note.book).sortedAuthors == ["Murasaki"])
  }
}
