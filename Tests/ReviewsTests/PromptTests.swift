import Layout
import Notes
import Reviews
import TestSupport
import Testing

struct PromptTests {
  private func prompts(_ text: String) -> [Prompt] { Note(parsing: Array(text.utf8)).prompts }

  private func lines(_ text: String) -> [String] {
    prompts(text).map { "\($0.kind)|\($0.question)|\($0.answer)|\($0.hint)" }
  }

  @Test func `character references are read, and a card keeps the id that it had`() throws {
    let text = "Q: Where is a caf&eacute; &amp; a &rarr;?\nA: `&eacute;` and &Uuml;, &unknown;\n"
    let prompt = try #require(prompts(text).first)
    #expect(prompt.question == "Where is a café & a →?")
    #expect(prompt.answer == "&eacute; and Ü, &unknown;")
    #expect(
      prompt.earlier
        == CardID(
          fingerprintOf: .question, question: "Where is a caf&eacute; & a &rarr;?",
          answer: "&eacute; and &Uuml;, &unknown;"))
    #expect(prompts("Q: a &amp; b?\nA: c\n").first?.earlier == nil)
    #expect(prompts("The ?[](caf&eacute;) is open.").first?.answer == "café")
  }

  @Test(arguments: [
    (
      "Q: What does `git\nstash` do?\nA: it hides `local \r\n  changes`", "gitstash",
      "local changes"
    ),
    (
      "> Q: What does `git\n> stash` do?\n> A: it hides `local\n> changes`", "gitstash",
      "localchanges"
    ),
  ])
  func `a line end in code is a space, and a card keeps the id that it had`(
    text: String, before: String, answer: String
  ) throws {
    let prompt = try #require(prompts(text).first)
    #expect(prompt.question == "What does git\nstash do?")
    #expect(prompt.answer == "it hides local\nchanges")
    #expect(
      prompt.earlier
        == CardID(
          fingerprintOf: .question, question: "What does \(before) do?",
          answer: "it hides \(answer)"))
    #expect(prompts("Q: What does `git` do?\nA: it hides `\nlocal`").first?.earlier == nil)
  }

  @Test func `a quote in a callout keeps the id that it had with its last line`() throws {
    let prompt = try #require(prompts("> [!cite] Emma\n> text\n> — Jane Austen").first)
    #expect(prompt.question == "text")
    #expect(
      prompt.earlier == CardID(fingerprintOf: .quote, question: "text\n— Jane Austen", answer: ""))
    #expect(prompts("> [!cite] Emma\n> text").first?.earlier == nil)
    #expect(prompts("> text\n> — Jane Austen").first?.earlier == nil)
  }

  @Test(arguments: [
    (
      #"Q: Is $\{1,2\}$ a set, $a*b*c$ a product?\#nA: $f(x)\,dx$ *so*"#,
      #"question|Is $\{1,2\}$ a set, $a*b*c$ a product?|$f(x)\,dx$ so|"#
    ),
    (
      "> Q: Is\n> $$\n> a \\\\ b\n> $$\n> it?\n> A: $5 and $6*",
      "question|Is\n$$\na \\\\ b\n$$\nit?|$5 and $6*|"
    ),
    (#"Here $a*?[the sign](\{b\})*c$ is."#, #"cloze|Here $a*\#u{FFFC}*c$ is.|\{b\}|the sign"#),
    ("The ?[](one $a*b*c$) of *two*.", "cloze|The \u{FFFC} of two.|one $a*b*c$|"),
    ("A $a ?[](b$ of *two*) end", "cloze|A $a \u{FFFC} end|b$ of two|"),
    (#"Of $a*?[](b)*\,$, $?[](d)_1*2*$"#, #"cloze|Of $a*\#u{FFFC}*\,$, $d_1*2*$|b|"#),
  ])
  func `a formula is read as typed, and a card keeps the id that it had`(
    text: String, expected: String
  ) throws {
    #expect(lines(text).first == expected)
    // Without the signs of formulas the text is as Markdown has it.
    let plain = try #require(prompts(text.replacing("$", with: "§")).first)
    let id = CardID(
      fingerprintOf: plain.kind, question: plain.question.replacing("§", with: "$"),
      answer: plain.answer.replacing("§", with: "$"))
    #expect(prompts(text).first?.id == id)
  }

  @Test(
    arguments: [
      ("> Plain.", []), ("> Plain (see below).", []),
      ("> Plain (Admiral Dewey, 1898)", ["quote|Plain|Admiral Dewey, 1898|"]),
      ("---\nisbn: 1\n---\n> Plain.", ["quote|Plain.||"]),
      ("---\nreview: quotes\n---\n> Plain.", ["quote|Plain.||"]),
      ("---\ntype: quote\n---\n> [!note] A\n> callout", []),
      (
        "> One\n> two.\n>\n> Three.\n> — Seneca", ["quote|One\ntwo.\n\nThree.|Seneca|"]
      ),
      (
        "> I *am*. (p. 3)\n> — René Descartes, *Discours*",
        ["quote|I am.|René Descartes, Discours (p. 3)|"]
      ),
      ("> I am. (p. 3)", ["quote|I am.|p. 3|"]),
      (
        "> I am.\n> — R. Descartes, *Discours* (p. 3)",
        ["quote|I am.|R. Descartes, Discours (p. 3)|"]
      ),
      (
        "---\nreview: quotes\n---\n> outer\n>\n> > inner\n\ntext\n\n> next",
        ["quote|outer\n\ninner||", "quote|next||"]
      ),
      ("> [!note] Callout\n> text", []),
      ("> [!quote] Seneca\n> text", ["quote|text|Seneca|"]),
      ("> [!cite] Emma\n> text\n> — Jane Austen", ["quote|text|Jane Austen, Emma|"]),
      (">\n>\n", []),
    ] as [(String, [String])])
  func `a quote is asked as a whole, and its source is the answer`(
    text: String, expected: [String]
  ) {
    #expect(lines(text) == expected)
  }

  @Test(
    arguments: [
      (
        "The ?[organ](heart) pumps ?[](*blood*).",
        ["cloze|The \u{FFFC} pumps blood.|heart|organ", "cloze|The heart pumps \u{FFFC}.|blood|"]
      ),
      ("- a ?[](b)\n- c ?[](d)\n", ["cloze|a \u{FFFC}|b|", "cloze|c \u{FFFC}|d|"]),
      (
        "?[first](A)b and **c?[](d)e**",
        ["cloze|\u{FFFC}b and cde|A|first", "cloze|Ab and c\u{FFFC}e|d|"]
      ),
      ("Nothing ?[hint]() here, ?[]( ) nor here.", []),
      (
        "| Country | Capital |\n|---|---|\n| France | ?[city](Paris) |\n| ?[](Peru) | |\n",
        ["cloze|France | \u{FFFC}|Paris|city", "cloze|\u{FFFC}|Peru|"]
      ),
      (
        "> I think, ?[](therefore)\n> I am.\n> — Descartes",
        [
          "quote|I think, therefore\nI am.|Descartes|", "cloze|I think, \u{FFFC}\nI am.|therefore|",
        ]
      ),
      (
        "Q: Which organ?\nA: The ?[](heart), says ![](a.png) Galen",
        [
          "question|Which organ?|The heart, says ![](a.png) Galen|",
          "cloze|Which organ?\nThe \u{FFFC}, says ![](a.png) Galen|heart|",
        ]
      ),
      (
        "Q: What does the ?[](heart) do?\nA: It pumps.",
        [
          "question|What does the heart do?|It pumps.|",
          "cloze|What does the \u{FFFC} do?|heart|",
        ]
      ),
      ("# On the ?[](heart) #biology\n", ["cloze|On the \u{FFFC}|heart|"]),
    ] as [(String, [String])])
  func `each cloze is asked with the others filled in`(text: String, expected: [String]) {
    #expect(lines(text) == expected)
  }

  @Test(
    arguments: [
      ("Q: One?\nA: Two.\nQ: Three?\nA: Four.", ["question|One?|Two.|", "question|Three?|Four.|"]),
      ("Q:\nA: Two.\n\nQ: One?\nA:\n", []),
      (
        "Q: [Link](https://x.y/z) and [[Note|alias]]?\nA: `code`",
        ["question|Link and alias?|code|"]
      ),
      ("**Q:** AT&amp;T &lt; *a*&#33;\nA: 5&nbsp;km", ["question|AT&T < a!|5\u{A0}km|"]),
      (
        "Q: Which bird? ![a bird](pics/one%20two.jpg)\nA: ![[wren.png|200]]",
        [
          "question|Which bird? ![a bird](one two.jpg)|![](wren.png)|"
        ]
      ),
      (
        "Q: #zoology Which #bird is it? #birds/small #x\nA: Wren #x",
        [
          "question|Which #bird is it?|Wren|"
        ]
      ),
      ("Q: #x\nA: #y", ["question|#x|#y|"]),
      (
        "> Q: One\n> more?\n> A: Two.",
        ["question|One\nmore?|Two.|"]
      ),
    ] as [(String, [String])])
  func `a question is asked with its answer`(text: String, expected: [String]) {
    #expect(lines(text) == expected)
  }

  @Test func `prompts come in order of place, with the facts that they are of`() {
    let text = "Q: ?[](a)?\nA: b\n\n> quote ?[h](g)\n> — S\n\nlast ?[](d)"
    let note = Note(parsing: Array(text.utf8))
    #expect(note.prompts.map(\.kind) == [.question, .cloze, .quote, .cloze, .cloze])
    #expect(note.prompts.map { note.text($0.range) }.last == "?[](d)")
    #expect(note.prompts.map(\.block) == [0, 0, 17, 17, 42])
    guard case .cloze(let cloze, let shown) = note.prompts[3].fact else {
      Issue.record("no cloze")
      return
    }
    #expect(note.text(cloze.answer) == "g" && shown.map(note.text) == ["quote ?[h](g)"])
  }

  @Test(
    arguments: [
      (
        "> A café,\n> “so” — *big*…\n> — Another",
        "> A CAFE\u{301}, \"so\" - _big_...\n> — Someone, *Work* (p. 3)"
      ),
      ("Q: Who?\nA: I.", "-   Q: **who?** #tag\n    A: I. #tag ^id"),
      ("Q: [x](https://a.b)\ny?\nA: z", "> **Q:** [x](https://c.d) y?\n> A: `z`"),
      ("The ?[one](heart) pumps ?[](blood).", "The ?[another](heart) pumps blood."),
      (
        "한글 ?[](각)",
        "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} ?[](\u{1100}\u{1161}\u{11A8})"
      ),
      ("?[](Straße ΣΑΣ) q\u{323}\u{307}", "?[](STRASSE σας) q\u{307}\u{323}"),
      ("Q: ![](a/b.jpg)\nA: x", "Q: ![[c/b.jpg]]\nA: x"),
    ])
  func `what is no part of the text is no part of the fingerprint`(one: String, other: String) {
    let kind = prompts(one)[0].kind
    #expect(prompts(one)[0].id == prompts(other).first { $0.kind == kind }?.id)
  }

  @Test(
    arguments: [
      ("Q: año?\nA: x", "Q: ano?\nA: x"), ("Q: a\nA: b c", "Q: a b\nA: c"),
      ("Q: a\nA: b", "Q: b\nA: a"), ("?[](a) b", "a ?[](b)"), ("?[](a) a", "a ?[](a)"),
      ("Q: a < b\nA: c", "Q: a > b\nA: c"), ("Q: ![](a.jpg)\nA: x", "Q: ![](b.jpg)\nA: x"),
      ("> a\n> — B", "Q: a\nA: a"),
    ])
  func `what is part of the text is part of the fingerprint`(one: String, other: String) {
    #expect(prompts(one)[0].id != prompts(other)[0].id)
  }

  /// These are in people's logs: they never change.
  @Test func `fingerprints are what they were`() {
    func id(_ kind: Prompt.Kind, _ question: String, _ answer: String) -> String {
      CardID(fingerprintOf: kind, question: question, answer: answer).description
    }
    #expect(id(.quote, "", "") == "8a4127811b21e730")
    #expect(id(.quote, "I think, therefore I am.", "Descartes") == "93242e3de4ead677")
    #expect(id(.cloze, "The \u{FFFC} pumps blood.", "heart") == "9b293f66e2002640")
    #expect(
      id(.question, "Which organ pumps the blood of a mammal?", "The heart") == "b7f311f38668dca4")
    #expect(id(.question, "Où est l’ÉTÉ ?\n한글", "Straße") == "6daacce6ebf6c153")
  }

  @Test func `many clozes of a long block take linear time`() {
    let text = String(repeating: "some words ?[](here) ", count: 3_000)
    let prompts = prompts(text)
    #expect(prompts.count == 3_000)
    #expect(prompts.allSatisfy { $0.question.utf8.count < 600 })
    #expect(prompts[999].question.contains("words \u{FFFC} some"))
  }

  @Test(arguments: [1, 2, 3])
  func `any text gives prompts that stand in it`(seed: UInt64) {
    let pieces = [
      "> ", "Q: ", "A: ", "?[", "](", ")", "?[h](a)", "\n", "\n\n", "- ", "#tag", "![", "[[x.png]]",
      "![](y)", "&amp;", "é", "\u{301}", "**", "`", "(p. 3)", "— A, *W*", "word ", "\u{FFFC}", "\t",
    ]
    var random = SeededRandom(seed: seed)
    for round in 0..<2_000 {
      let count = Int.random(in: 0..<30, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let note = Note(parsing: Array(text.utf8))
      let prompts = note.prompts
      for prompt in prompts {
        let context = "seed \(seed), round \(round): \(text.debugDescription)"
        #expect(Int(prompt.range.end) <= note.source.count, "\(context)")
        #expect(!prompt.question.isEmpty, "\(context)")
        let gaps = prompt.question.unicodeScalars.count { $0 == "\u{FFFC}" }
        #expect(gaps == (prompt.kind == .cloze ? 1 : 0), "\(context)")
      }
      #expect(prompts.map(\.range.start) == prompts.map(\.range.start).sorted())
    }
  }
}

struct ImageEndingTests {
  @Test
  func `all images of cards are images, and their list stays, because fingerprints hang on it`() {
    #expect(Prompt.imageEndings.allSatisfy { FileKind(ending: $0) == .image })
    #expect(
      Prompt.imageEndings.sorted().joined(separator: " ")
        == "avif bmp gif heic jpeg jpg png svg tif tiff webp")
  }
}

struct TextFoldingTests {
  @Test func `every letter and its other cases have one fingerprint`() {
    var count = 0
    // The dotless i is a letter of its own, and its capital is that of i.
    for value in UInt32(0)...0x1FFFF where value != 0x131 {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14
      else { continue }
      let properties = scalar.properties
      let forms = [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
      ]
      // Letters that were given another case later.
      let isFrozen = forms.joined().unicodeScalars.allSatisfy {
        $0.properties.age.map { $0.major <= 14 } ?? false
      }
      guard isFrozen, forms.contains(where: { $0 != String(scalar) }) else { continue }
      count += 1
      let id = CardID(fingerprintOf: .quote, question: String(scalar), answer: "")
      for form in forms {
        let other = CardID(fingerprintOf: .quote, question: form, answer: "")
        #expect(id == other, "U+\(String(value, radix: 16))")
      }
    }
    #expect(count > 2_500)
  }
}
