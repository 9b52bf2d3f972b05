import Notes
import Testing

@Suite struct PromptTests {
  // MARK: Quotes

  struct QuoteCase: Sendable {
    var markdown: String
    var text: String
    var author: String?
    var work: String?
    var locator: String?
  }

  @Test(arguments: [
    QuoteCase(markdown: "> one line", text: "one line"),
    QuoteCase(markdown: "> two\n> lines", text: "two\nlines"),
    QuoteCase(markdown: "> lazy\nline", text: "lazy\nline"),
    QuoteCase(markdown: "> para\n>\n> para", text: "para\n\npara"),
    QuoteCase(markdown: "> text (p. 12)", text: "text", locator: "p. 12"),
    QuoteCase(markdown: "> text (161)", text: "text", locator: "161"),
    QuoteCase(markdown: "> text (VIII.32)", text: "text", locator: "VIII.32"),
    QuoteCase(markdown: "> text (loc 321-322)", text: "text", locator: "loc 321-322"),
    QuoteCase(markdown: "> text (really)", text: "text (really)"),
    QuoteCase(markdown: "> text (p. 3).", text: "text", locator: "p. 3"),
    QuoteCase(markdown: "> text (Preface)", text: "text", locator: "Preface"),
    QuoteCase(markdown: "> text (1 Cor 13:4)", text: "text", locator: "1 Cor 13:4"),
    QuoteCase(markdown: "> text (Psalm 23:1-3)", text: "text", locator: "Psalm 23:1-3"),
    QuoteCase(markdown: "> text (第3章)", text: "text", locator: "第3章"),
    QuoteCase(markdown: "> text (12ページ)", text: "text", locator: "12ページ"),
    QuoteCase(markdown: "> text (제3장)", text: "text", locator: "제3장"),
    QuoteCase(
      markdown: "> Fire. (Admiral George Dewey, May 1, 1898)", text: "Fire.",
      author: "Admiral George Dewey"),
    QuoteCase(
      markdown: "> \"Add things every day.\" - Lao Tzu", text: "\"Add things every day.\"",
      author: "Lao Tzu"),
    QuoteCase(
      markdown: "> “We are\n> overwhelmed.” — Vannevar Bush, *Memex*, p. 4",
      text: "“We are\noverwhelmed.”", author: "Vannevar Bush", work: "Memex", locator: "p. 4"),
    QuoteCase(markdown: "> \"Go!\" — he said", text: "\"Go!\" — he said"),
    QuoteCase(markdown: "> not a \"quote\" - Lao Tzu", text: "not a \"quote\" - Lao Tzu"),
    QuoteCase(
      markdown: "> text\n> — Lao Tzu, *Tao Te Ching*, p. 4", text: "text", author: "Lao Tzu",
      work: "Tao Te Ching", locator: "p. 4"),
    QuoteCase(
      markdown: "> text\n> — Lao Tzu, Tao Te Ching, ch. 12", text: "text", author: "Lao Tzu",
      work: "Tao Te Ching", locator: "ch. 12"),
    QuoteCase(markdown: "> Fire. (May 1, 1898)", text: "Fire. (May 1, 1898)"),
    QuoteCase(
      markdown: "> text\n> — Mark Twain (The Atlantic, May 1, 1898)", text: "text",
      author: "Mark Twain", work: "The Atlantic"),
    QuoteCase(
      markdown: "> text\n> — Mark Twain, The Atlantic, May 1898 (p. 4)", text: "text",
      author: "Mark Twain", work: "The Atlantic", locator: "p. 4"),
    QuoteCase(
      markdown: "> text\n> — Mark Twain (1 May 1898)", text: "text", author: "Mark Twain"),
    QuoteCase(
      markdown: "> text\n> — Mark Twain, 1898-05-01", text: "text", author: "Mark Twain"),
    QuoteCase(
      markdown: "> text\n> — Mark Twain, Letters, 1898", text: "text", author: "Mark Twain",
      work: "Letters"),
    QuoteCase(
      markdown: "> text\n> — Orwell, 1984", text: "text", author: "Orwell", work: "1984"),
    QuoteCase(
      markdown: "> text\n> — Flaubert, November", text: "text", author: "Flaubert",
      work: "November"),
    QuoteCase(
      markdown: "> text\n> — Aurelius (tr. Hays), Meditations", text: "text",
      author: "Aurelius (tr. Hays)", work: "Meditations"),
    QuoteCase(markdown: "> — Hello\n> — Bye.", text: "— Hello\n— Bye."),
    QuoteCase(markdown: "> — Hello\n>\n> — Bye.", text: "— Hello\n\n— Bye."),
    QuoteCase(markdown: "> text (in 1984, they)", text: "text (in 1984, they)"),
    QuoteCase(
      markdown: "> text\n> — Seneca, *Letters*", text: "text", author: "Seneca", work: "Letters"),
    QuoteCase(
      markdown: "> text\n>\n> -- Seneca", text: "text", author: "Seneca"),
    QuoteCase(
      markdown: "> text\n— Seneca, Letters (p. 3)", text: "text", author: "Seneca",
      work: "Letters", locator: "p. 3"),
    QuoteCase(
      markdown: "> text (p. 5)\n> — King, Jr., _Why_", text: "text", author: "King, Jr.",
      work: "Why", locator: "p. 5"),
    QuoteCase(
      markdown: "> text\n> ― *Beowulf*", text: "text", author: nil, work: "Beowulf"),
    QuoteCase(markdown: "> text\n> – “A Song”", text: "text", work: "A Song"),
    QuoteCase(markdown: "> — only", text: "— only"),
    QuoteCase(markdown: "> [!quote] Seneca\n> text", text: "text", author: "Seneca"),
    QuoteCase(
      markdown: "> [!cite] Emma\n> text\n> — Jane Austen", text: "text", author: "Jane Austen",
      work: "Emma"),
    QuoteCase(
      markdown: "> [!cite] A line\n> text\n> — Jane Austen, *Emma*", text: "text",
      author: "Jane Austen", work: "Emma"),
    QuoteCase(
      markdown: "> [!quote] Emma\n> text\n> — Jane Austen", text: "text",
      author: "Jane Austen", work: "Emma"),
    QuoteCase(
      markdown: "> [!quote|right wide] Emma (p. 3)\n> text\n> — Jane Austen", text: "text",
      author: "Jane Austen", work: "Emma", locator: "p. 3"),
    QuoteCase(
      markdown: "> [!quote] Jane Austen, *Emma*\n> text\n> — Jane Austen", text: "text",
      author: "Jane Austen", work: "Emma"),
    QuoteCase(
      markdown: "> [!quote] Quote\n> text\n> — Jane Austen", text: "text", author: "Jane Austen"),
    QuoteCase(markdown: "> [!quote] — Seneca\n> text", text: "text", author: "Seneca"),
    QuoteCase(markdown: "> [!QUOTE|left]\n> text\n> — Seneca", text: "text", author: "Seneca"),
    QuoteCase(markdown: "> [!cite] Emma\n> — text", text: "— text", author: "Emma"),
    QuoteCase(markdown: "> text\n> - item", text: "text\n\nitem"),
  ])
  func `a block quote is one quote with its source`(_ test: QuoteCase) throws {
    let note = Note(test.markdown)
    #expect(note.quotes.count == 1)
    let quote = try #require(note.quotes.first)
    #expect(note.plainText(in: quote.text) == test.text)
    #expect(note.text(quote.author) == test.author)
    #expect(note.text(quote.work) == test.work)
    #expect(note.text(quote.locator) == test.locator)
  }

  @Test func `callouts are no quotes, and nested quotes are quotes of their own`() {
    #expect(Note("> [!note] Title\n> text").quotes.isEmpty)
    let note = Note("> a\n> > b\n>\n> c")
    #expect(note.quotes.map { note.plainText(in: $0.text) } == ["a\n\nb\n\nc", "b"])
    #expect(note.quotes.map(\.depth) == [0, 1])
    #expect(note.text(note.quotes[1].range) == "> b")
  }

  @Test func `a quote's range has its markers`() {
    let note = Note("x\n\n> a\n> b\n\n- > c\n  > d\n\n> ```\n> e\n> ```\n>\n\n>\r\n> f\r\n\r\ny")
    #expect(
      note.quotes.map { note.text($0.range) }
        == ["> a\n> b", "> c\n  > d", "> ```\n> e\n> ```\n>", ">\r\n> f"])
  }

  @Test(arguments: [
    ("> a\n> b", "a\nb"), ("> lazy\nline", "lazy\nline"), ("> a\r\n>\r\n> b\r\n", "a\n\nb"),
    ("> ```\n> code\n> ```", "```\ncode\n```"), ("> 1. a\n> 2. b (p. 3)", "1. a\n2. b"),
    ("> - a\n> - b\n>\n> — A, *B*", "- a\n- b"), ("> > deep", "> deep"), ("> # H", "# H"),
    ("> | a |\n> |---|\n> | 1 |", "| a |\n|---|\n| 1 |"),
    (">     in\n>\tby tab", "    in\n  by tab"),
    ("> a\\\n> — A, *B* (p. 3)", "a"), ("> a (p. 3)\n> — A", "a"), ("> a\n> (p. 3)\n>\n", "a"),
    ("> **a (p. 3)**", "**a (p. 3)**"), ("> [!quote] A, *B* (p. 3)\n> a", "a"),
    ("> [!quote]\n> ```\n> a\n> ```\n> — A", "```\na\n```"), ("- x\n\n  > a\n  > b", "a\nb"),
    ("- > a\n  >\n  > - b", "a\n\n- b"), ("> ---\n> k: v\n> ---\n> a", "---\nk: v\n---\na"),
  ])
  func `a quote is taken out in whole lines`(markdown: String, expected: String) throws {
    let note = Note(markdown)
    #expect(note.markdown(of: try #require(note.quotes.first)).string == expected)
  }

  @Test(arguments: [
    ("— **A**, *B* (p. 3)", "A, B (p. 3)"), ("— **A**", "A"), ("— A, **B**", "A, B"),
    ("— &Eacute;mile Zola, *L&apos;&OElig;uvre*", "Émile Zola, L'Œuvre"),
    ("— A, *B* (p. 3)", "A, B (p. 3)"), ("— *Walden*", "Thoreau, Walden"), ("— A, “B”", "A, B"),
    ("— A, *B*, translated by C, 1990 (p. 3)", "A, B, translated by C, 1990 (p. 3)"),
    ("— A, *B*. Cambridge, 1999.", "A, B. Cambridge, 1999."), ("— A, *B* #tag", "A, B"),
    ("— [A](https://a.b), [*B*](https://c.d)", "A, B"), ("— A, *B* (p. *12*)", "A, B (p. 12)"),
    ("— *Walden*, ed. by C", "Thoreau, Walden, ed. by C"), ("(p. 5)\n> — A, *B*", "A, B (p. 5)"),
    ("(p. 5)\n> — A, *B*, 1990", "A, B, 1990 (p. 5)"), ("(ch. 2)", "Thoreau, Walden (ch. 2)"),
  ])
  func `a source says all that its line says`(line: String, expected: String) throws {
    let note = Note("---\ntitle: Walden\nauthor: Thoreau\nisbn: 1\n---\n> said\n> \(line)\n")
    let source = note.source(of: try #require(note.quotes.first))
    #expect(source.description == expected)
    #expect(!source.authors.contains { $0.hasSuffix(",") })
  }

  @Test(arguments: [
    ("— A (p. 3)", "A, B & C (p. 3)"), ("— A, 1 May 1999", "A, 1 May 1999, B & C"),
    ("— A, *D*", "A, D"),
  ])
  func `a source has the work that its callout names`(line: String, expected: String) throws {
    let note = Note("> [!cite] *B* & C\n> said\n> \(line)\n")
    #expect(note.source(of: try #require(note.quotes.first)).description == expected)
  }

  // MARK: Clozes

  @Test(arguments: [
    ("?[hint](answer)", ["hint=answer"]),
    ("a ?[](b) c ?[h](two words).", ["=b", "h=two words"]),
    ("?[h](a (b) c)", ["h=a (b) c"]),
    ("?[h](f(x)(y))", ["h=f(x)(y)"]),
    ("?[h](a *b* c)", ["h=a *b* c"]),
    ("?[h](`)` x)", ["h=`)` x"]),
    ("`?[a](b)` \\?[a](b) ?[a] (b) ?[a](b", []),
    ("?[h]()", ["h="]),
    ("?[two words](x)", ["two words=x"]),
    ("?[a?[b](c)", ["b=c"]),
    ("> quote with ?[](gap)", ["=gap"]),
    ("|a|\n|---|\n|?[h](x y)|", ["h=x y"]),
    ("# ?[](heading)", ["=heading"]),
    ("?[a](b ?[c](d))", ["a=b ?[c](d)"]),
    ("?[h](over\nlines)", ["h=over\nlines"]),
    ("```\n?[a](b)\n```", []),
    ("?[a](b)?[c](d)", ["a=b", "c=d"]),
    ("x ?[a](b c) y ?[d](e f)?[g](h i).", ["a=b c", "d=e f", "g=h i"]),
    ("?[a](b *c* d) ?[e](f g) ?[h](i)", ["a=b *c* d", "e=f g", "h=i"]),
    ("?[a](b ?[c](d e) f) ?[g](h i)", ["a=b ?[c](d e) f", "g=h i"]),
  ])
  func `clozes have a hint and an answer`(markdown: String, clozes: [String]) {
    let note = Note(markdown)
    #expect(note.clozes.map { "\(note.text($0.hint))=\(note.text($0.answer))" } == clozes)
    for cloze in note.clozes {
      #expect(note.text(cloze.range).hasPrefix("?["))
      #expect(note.text(cloze.range).hasSuffix(")"))
    }
  }

  @Test(arguments: [
    "Really?[1](http://x.y)", "Really?[1](www.x.y)", "Really?[1](mailto:a@x.y)",
    "Our community?[ ](https://example.org/a_b?c=d) asks.",
    "Is it?[here](<https://x.y> \"Title\")",
  ])
  func `a link to the web after a question mark is no cloze`(text: String) {
    let note = Note(text)
    #expect(note.clozes.isEmpty)
    #expect(note.links.count == 1)
  }

  @Test(arguments: [
    (
      "Start\n\n<!-- one --> visible <!-- private\nprivate two --> after\n",
      ["Start", "visible", "after"]
    ),
    ("<!-- one --> vis <!-- two\nQ: leak?\nA: leak --> shown\n", ["vis", "shown"]),
    ("<div>a <!-- b\n\nhidden --> c\n", ["a", "c"]),
    ("<!-- a --> b <!-- c --> d\n\n`-->`\n", ["b", "d", "-->"]),
    ("<!-- a --> b <!-- c\n\n`-->` d\n\ne --> f\n", ["b", "f"]),
  ])
  func `a comment that goes on past a block of HTML is hidden to its end`(
    text: String, words: [String]
  ) {
    let note = Note(text)
    #expect(note.questions.isEmpty && note.quotes.isEmpty)
    #expect(
      note.runs.map {
        note.text(ByteRange(start: $0.start, end: $0.end)).split(separator: " ")
          .joined(separator: " ")
      }
      .filter { !$0.isEmpty } == words)
  }

  @Test func `a cloze is no link`() {
    let note = Note("?[hint](answer) [a](b)")
    #expect(note.links.map { note.target(of: $0) } == ["b"])
  }

  // MARK: Questions

  @Test(arguments: [
    ("Q: a?\nA: b", ["a? → b"]),
    ("Q: a\nb?\nA: c\nd", ["a\nb? → c\nd"]),
    ("Q: a\nA: b\nQ: c\nA: d", ["a → b", "c → d"]),
    ("text\nQ: a\nA: b", ["a → b"]),
    ("- Q: a\n  A: b", ["a → b"]),
    ("> Q: a\n> A: b", ["a → b"]),
    ("Q: a\n\nA: b", ["a → b"]),
    ("Q: a\n\nx\n\nA: b", []),
    ("**Q:** a\n**A:** b", ["a → b"]),
    ("**Q**: a\n**A**: b", ["a → b"]),
    ("Q:a\nA:b", []),
    ("A: b\nQ: a", []),
    ("Q: a\nQ: b\nA: c", ["b → c"]),
    ("FAQ: a\nA: b", []),
    ("```\nQ: a\nA: b\n```", []),
    ("Q: *a*?\nA: `b`", ["a? → b"]),
    ("Q: a\nA: b\nA: c", ["a → b\nA: c"]),
  ])
  func `questions have an answer`(markdown: String, questions: [String]) {
    let note = Note(markdown)
    #expect(
      note.questions.map {
        "\(note.plainText(in: $0.question)) → \(note.plainText(in: $0.answer))"
      } == questions)
  }

  @Test(arguments: [
    // Text that follows without an empty line.
    ("Q: a\nA: b\n- c\n- d\n", ["a → b\n- c\n- d"]),
    ("Q: a\nA: b\n```sh\nc\n```\n", ["a → b\n```sh\nc\n```"]),
    (
      "Q: a\nA: b\n\n| c | d |\n|---|---|\n| e | f |\n",
      ["a → b\n\n| c | d |\n|---|---|\n| e | f |"]
    ),
    // A mark alone.
    ("Q: a\nA:\n- b\n- c\n", ["a → - b\n- c"]),
    ("Q: a\nA:\n\n- b\n- c\n\nafter", ["a → - b\n- c"]),
    ("Q: a\nA:\n```\nb\n```\nafter", ["a → ```\nb\n```\nafter"]),
    ("Q: a\nA:\n\n```\nb\n```\n\nafter", ["a → ```\nb\n```"]),
    ("Q: a\n\nA:\n\nb\n\nafter", ["a → b"]),
    // After an empty line: what is indented, code, a list after a colon.
    ("Q: a\nA: b\n\n   c\n\nd\n", ["a → b\n\n   c"]),
    ("Q: a\nA: b\n\nc\n", ["a → b"]),
    ("Q: a\nA: b\n\n- c\n", ["a → b"]),
    ("Q: a\nA: b:\n\n- c\n- d\n\ne\n", ["a → b:\n\n- c\n- d"]),
    ("Q: a\nA: b\n\n```\nc\n\nd\n```\n\ne\n", ["a → b\n\n```\nc\n\nd\n```"]),
    ("Q: a\nA: b\n\n$$\nc\n$$\n\ne\n", ["a → b\n\n$$\nc\n$$"]),
    // The ends of an answer.
    ("Q: a\nA: b\n- c\n\nQ: d\nA: e", ["a → b\n- c", "d → e"]),
    ("Q: a\nA: b\n- c\nQ: d\nA: e", ["a → b\n- c", "d → e"]),
    ("# x\n\nQ: a\nA: b\n# y\nc", ["a → b"]),
    ("# x\n\nQ: a\nA: b\n## y\nc", ["a → b\n## y\nc"]),
    ("Q: a\nA: b\n\n---\n\n   c", ["a → b"]),
    // Questions are blocks too.
    ("Q: a\n```\nb\n```\nA: c", ["a\n```\nb\n``` → c"]),
    ("Q: a\n\n```\nb\n```\n\nA: c", ["a\n\n```\nb\n``` → c"]),
    ("Q: a\n- b\n- c\nA: b", ["a\n- b\n- c → b"]),
    ("Q: a\n\n- b\n- c\n\nA: b", ["a\n\n- b\n- c → b"]),
    // In lists.
    ("- Q: a\n- A: b\n- Q: c\n- A: d", ["a → b", "c → d"]),
    ("- Q: a\n  - A: b\n- c", ["a → b"]),
    ("- Q: a\n  A: b\n\n  c\n- d", ["a → b\n\n  c"]),
    ("1. Q: a\n   A: b\n   - c\n2. Q: d\n   A: e", ["a → b\n   - c", "d → e"]),
    ("> Q: a\n> A: b\n> - c\n\nd", ["a → b\n> - c"]),
    ("- Q: a\n\nA: b", []),
    ("Q: a\n\n- A: b\n- B: c\n", []),
  ])
  func `questions and answers are blocks`(markdown: String, questions: [String]) {
    let note = Note(markdown)
    #expect(
      note.questions.map { "\(note.text($0.question)) → \(note.text($0.answer))" } == questions)
  }

  @Test(arguments: [
    ("Q:no space\nA: b", [1]), ("Q： a\nA： b", [1]), ("x\n**Q:**a", [2]), ("Q：", [1]),
    ("`Q:x`", []), ("    Q:x", []), ("Q::x", []), ("QA: x", []), ("Q:/x", []), ("Q: a\nA: b", []),
    ("### Q: a\nA: b", [1]), ("# x\n\n## Q: a\n\nA: b", [3]), ("## Q: a\n\nx\n\nA: b", []),
    ("**Question:** a\n**Answer:** b", [1]), ("- q: a\n- a: b", [1]), ("a: b\nq: c", []),
  ])
  func `a question whose mark is misspelled is named`(markdown: String, lines: [Int]) {
    let found = Note(markdown).diagnostics.filter { $0.kind == .misspelledQuestion }
    #expect(found.map(\.position.line) == lines)
  }

  @Test(arguments: [
    ("> To be or not to be. — Shakespeare", [TextPosition(line: 1, column: 23)]),
    ("> To be.\n> Or not! – William Shakespeare, *Hamlet*", [TextPosition(line: 2, column: 11)]),
    ("> One. Two? - Ludwig van Beethoven", [TextPosition(line: 1, column: 13)]),
    ("> Third.\n> - Jane Austen", [TextPosition(line: 2, column: 3)]),
    ("> “Third.”\n>\n> * Jane Austen", [TextPosition(line: 3, column: 3)]),
    ("> To be. (p. 3)\n> - Austen", [TextPosition(line: 2, column: 3)]),
    ("> To be\n> ~ Jane Austen", [TextPosition(line: 2, column: 3)]),
    ("> To be.\n> > — Jane Austen", [TextPosition(line: 2, column: 5)]),
    ("> To be.\n> - Jane Austen\n>\n> More.", [TextPosition(line: 2, column: 3)]),
    ("> To be.\n- Jane Austen\n\nMore.", [TextPosition(line: 2, column: 1)]),
    ("> To be.\n\n- Vannevar Bush, 1945\n\nMore.", [TextPosition(line: 3, column: 1)]),
    // Read as a source.
    ("> To be.\n> — Shakespeare", []), ("> “To be.” — Shakespeare", []),
    ("> [!quote] A\n> To be. — B", []),
    // No source.
    ("> He came. — Nobody spoke.", []), ("> He came — Nobody", []), ("> Long. - said he", []),
    ("> Buy:\n> - Milk", []), ("> Buy.\n> - Milk\n> - Eggs", []), ("> - One.\n> - Two", []),
    ("> a\n> ~ 5 minutes", []), ("> > — Jane Austen", []), ("> a\n> > b\n> > — Jane Austen", []),
    ("> Buy.\n> - Jane Austen\n>\n> — Me", []), ("> Buy\n- Milk\n", []),
    ("> Go.\n> — Me\n- Jane Austen", []), ("> Go.\n- Jane Austen\n- Emma", []),
    ("> Buy.\n> - 12 eggs", []), ("> Go. — the small dog", []), ("> Go.\n\n- Jane Austen", []),
    ("> [!note] A\n> To be. — B", []),
    ("> — Who?\n> Me. — Anna", [TextPosition(line: 2, column: 7)]),
  ])
  func `a source that is part of the text is named`(markdown: String, places: [TextPosition]) {
    let found = Note(markdown).diagnostics.filter { $0.kind == .unreadSource }
    #expect(found.map(\.position) == places, "\(markdown)")
  }

  @Test(arguments: [
    ("Q: a\nA: b\n\n![x](y.png)\n", [4]), ("Q: a\nA: b\n\n![[y.png]]\n\nmore\n", [4]),
    ("Q: a\n\nA: b\n\n$x^2$\n", [5]), ("Q: a\nA: b\n\n\\[\nx\n\\]\n", [4]),
    ("> Q: a\n> A: b\n>\n> ![x](y.png)\n", [4]),
    ("Q: a\nA: b\n\n- c\n- d\n\nQ: e\nA: f\n", [4]),
    ("Q: a\nA: b\n\n- c\n\n  d\n\nQ: e\nA: f\n", [4]),
    ("Q: a\nA: b\n\n- c\n", [4]), ("Q: a\nA: b\n\n1. c\n2. d\n", [4]),
    ("Q: a\nA: b\n\n- c\n\n## More\n\nQ: e\nA: f\n", [4]),
    ("Q: a\nA: b\n\n- c\n\n---\n\nmore\n", [4]),
    ("> Q: a\n> A: b\n>\n> - c\n\nmore\n", [4]),
    ("- Q: a\n- A: b\n\n$$\nx\n$$\n\nmore\n", [4]), ("- Q: a\n  A: b\n\n\\[x\\]\n", [4]),
    // Parts of the answer.
    ("Q: a\nA: b\n\n$$x$$\n", []), ("Q: a\nA: b:\n\n- c\n\nQ: e\nA: f\n", []),
    ("Q: a\nA: b\n\n  ![x](y.png)\n", []), ("- Q: a\n  A: b\n\n  ![x](y.png)\n", []),
    ("Q: a\nA: b\n![x](y.png)\n", []),
    // None, as far as anybody knows.
    ("Q: a\nA: b\n\n- [ ] c\n", []), ("Q: a\nA: b\n\n- [[c]]\n", []),
    ("Q: a\nA: b\n\n- [/] c\n", []),
    ("Q: a\nA: b\n\n- c\n\nmore\n\nQ: e\nA: f\n", []), ("Q: a\nA: b\n\nmore\n", []),
    ("Q: a\nA: b\n\n- Q: c\n- A: d\n", []), ("Q: a\nA: b\n\n- c\n\n| d |\n|---|\n", []),
    ("Q: a\nA: b\n\n![x](y.png) shows it.\n", []), ("Q: a\nA: b\n\n## More\n\n![x](y.png)\n", []),
    ("Q: a\nA: b\n\n---\n\n![x](y.png)\n", []), ("![x](y.png)\n\nQ: a\nA: b\n", []),
    ("- Q: a\n  A: b\n\n![x](y.png)\n", []),
  ])
  func `what an empty line parts from an answer is named where it can hardly be anything else`(
    markdown: String, lines: [Int]
  ) {
    let found = Note(markdown).diagnostics.filter { $0.kind == .cutAnswer }
    #expect(found.map(\.position.line) == lines, "\(markdown)")
  }

  @Test(arguments: [
    ("text[^1] and[^9].\n\n[^1]: one\n", ["9"]), ("a [^2]", ["2"]),
    ("a[^Note] b[^b]\n\n[^note]: x", ["b"]),
    ("# H[^3]\n\n> a[^4]\n", ["3", "4"]), ("a[^1]: b\n\n[^1]: c[^5]\n", ["5"]),
    ("word[^smith] and this.[^my-note2] *End*[^é]\n", ["smith", "my-note2", "é"]),
    ("a[^my-note]\n\n[^1]: b\n", ["my-note"]),
    ("a[^abc]+ b[^abc]* ([^x]) ^[^x]$ /[^x]/ a[^a-z] the [^abc] set `a[^word]`\n", []),
    // No footnotes, or none that anybody can tell.
    ("[^a-z] [^0-9] [^abc] [^]", []), ("`[^1]` \\[^1] $x[^1]$ [^1](a.md)", []),
    ("a[^a-z]\n\n[^1]: b[^\"]\n", []),
    ("```\n[^1]\n```\n\n%% [^1] %%\n\n<!-- [^1] -->", []),
  ])
  func `a footnote that nothing defines is named`(markdown: String, labels: [String]) {
    let found = Note(markdown).diagnostics.compactMap { diagnostic -> String? in
      if case .undefinedFootnote(let label) = diagnostic.kind { label } else { nil }
    }
    #expect(found == labels, "\(markdown)")
  }

  @Test func `a question without an answer is named`() {
    let note = Note("Q: a\n\nx\n\nA: b\n\nQ: c\nA: d\n")
    #expect(note.diagnostics.map(\.kind) == [.questionWithoutAnswer])
    #expect(note.diagnostics.first?.position.line == 1)
  }

  @Test(
    arguments: [
      ("> said (Admiral George Dewey, May 1, 1898)", "said", "Admiral George Dewey"),
      ("> said (see below)", "said (see below)", nil),
      ("> list = Item (\",\" Item)", "list = Item (\",\" Item)", nil),
      ("> a ::= B\n>   | C (\"+\" C)", "a ::= B\n>   | C (\"+\" C)", nil),
      ("> a = B | C (Digit | Letter)", "a = B | C (Digit | Letter)", nil),
      ("> a rule:\n> -- a = b | c", "a rule:\n> -- a = b | c", nil),
      ("> E = mc² (Albert Einstein, 1905)", "E = mc²", "Albert Einstein"),
      ("> Or | and (Ludwig van Beethoven)", "Or | and", "Ludwig van Beethoven"),
      ("> said (Somebody)", "said (Somebody)", nil),
      ("> said (p. 3)", "said", nil),
      ("> said (Italy in the spring)", "said (Italy in the spring)", nil),
      ("> said (Because of the rain)", "said (Because of the rain)", nil),
      ("> said (Emphasis mine)", "said (Emphasis mine)", nil),
      ("> said (In Italian)", "said (In Italian)", nil),
      ("> said (See Chapter 3)", "said (See Chapter 3)", nil),
      ("> said (However, they did not)", "said (However, they did not)", nil),
      ("> said (My translation, from the Latin)", "said (My translation, from the Latin)", nil),
      (
        "> said (Übersetzung vom Herausgeber selbst)", "said (Übersetzung vom Herausgeber selbst)",
        nil
      ),
      ("> said (Seneca the Younger)", "said", "Seneca the Younger"),
      ("> said (Ludwig van Beethoven)", "said", "Ludwig van Beethoven"),
      ("> said (Jean le Rond d'Alembert)", "said", "Jean le Rond d'Alembert"),
      ("> said (Abū Ḥāmid al-Ghazālī)", "said", "Abū Ḥāmid al-Ghazālī"),
      ("> said (Steve Jobs at Stanford)", "said", "Steve Jobs at Stanford"),
      ("> said (Marx, letter to Engels)", "said", "Marx"),
      ("> said (Cicero, letters)", "said", "Cicero"),
      ("> said (Chinese proverb)", "said", "Chinese proverb"),
      ("> said (Proverbe chinois)", "said", "Proverbe chinois"),
      ("> said (Craig Mod newsletter)", "said", "Craig Mod newsletter"),
      (
        "> said (Thanks to Nick for this suggestion.)",
        "said (Thanks to Nick for this suggestion.)", nil
      ),
      ("> said (Martin Luther King Jr.)", "said", "Martin Luther King Jr."),
      ("> said (鲁迅 《狂人日记》)", "said", "鲁迅 《狂人日记》"),
      ("> said (Thoreau *Walden*)", "said", "Thoreau"),
    ] as [(String, String, String?)])
  func `a last parenthesis of several words is a source, and a remark is none`(
    markdown: String, text: String, author: String?
  ) throws {
    let note = Note(markdown)
    let quote = try #require(note.quotes.first)
    #expect(note.text(quote.text) == text)
    #expect(quote.author.map { note.text($0) } == author)
  }

  // MARK: The rest

  @Test(arguments: [
    ("tl;dr: short", "short"), ("Summary: two\nlines", "two\nlines"),
    ("**TL;DR:** *bold*", "bold"), ("x\n\nSUMMARY: later\n\nmore", "later"),
    ("A summary: no", nil), ("Summary", nil),
  ])
  func `a summary begins a paragraph`(markdown: String, summary: String?) {
    #expect(Note(markdown).summary == summary)
  }

  @Test func `front matter's summary comes first`() {
    #expect(Note("---\nsummary: s\n---\ntl;dr: t").summary == "s")
  }

  @Test func `tasks have a state and a text`() {
    let note = Note("- [ ] open **x**\n- [x] done\n  more\n- [X] sub\n  - [ ] inner\n- plain\n")
    #expect(
      note.tasks.map { note.text($0.text) } == ["open **x**", "done\n  more", "sub", "inner"])
    #expect(note.tasks.map(\.isDone) == [false, true, true, false])
    #expect(note.text(note.tasks[1].mark) == "x")
  }

  @Test(arguments: [
    ("text ^id", ["id: text "]), ("- item ^a-1", ["a-1: item "]), ("a^b", []),
    ("x ^a_b", []), ("`^code`", []), ("para\n^own-line", ["own-line: para\n"]),
    ("> quote\n\n^q", ["q: > quote"]), ("|a|\n|---|\n|b|\n\n^t", ["t: |a|\n|---|\n|b|"]),
  ])
  func `block ids name a block`(markdown: String, ids: [String]) {
    let note = Note(markdown)
    #expect(note.blockIDs.map { "\(note.text($0.id)): \(note.text($0.block))" } == ids)
  }
}
