import Notes
import Rendering
import Testing
import zib

@Suite struct SharedDocumentTests {
  private func note(_ text: String, named name: String = "Name") -> SharedNote {
    SharedNote(Note(parsing: Array(text.utf8), named: name))
  }

  private func text(_ items: [SharedItem], _ form: ShareForm) -> String {
    var document = SharedDocument(form, title: "T", language: nil)
    var text = document.beginning
    for item in items { text += document.text(of: item) }
    return text + document.end
  }

  @Test func `a note without a heading of its own gets its title`() {
    #expect(text([.note(note("body"))], .text) == "Name\n\nbody\n")
    #expect(text([.note(note("# Own\n\nbody"))], .text) == "Own\n\nbody\n")
    #expect(
      text([.note(note("---\ntitle: \"*F*\"\n---\nbody"))], .markdown) == "# \\*F\\*\n\nbody\n")
    #expect(text([.note(note("## 08:15\nbody"))], .markdown) == "# Name\n\n## 08:15\nbody\n")
    #expect(
      text([.note(note("", named: "A <b>"))], .html).contains("<h1 dir=\"auto\">A &lt;b&gt;</h1>"))
  }

  @Test func `notes are parted by rules`() {
    let notes = [SharedItem.note(note("a")), .note(note("b"))]
    #expect(text(notes, .markdown) == "# Name\n\na\n\n---\n\n# Name\n\nb\n")
    #expect(
      text(notes, .text) == "Name\n\na\n\n\(String(repeating: "-", count: 40))\n\nName\n\nb\n")
  }

  @Test func `an entry says when it was, and how`() {
    let entry = SharedItem.entry(
      SharedEntry(
        when: "Saturday, 21 November 2026, 08:15 +09:00", machineTime: "2026-11-21T08:15+09:00",
        mood: "😀", title: "A <title>", body: Note(parsing: Array("*What?*\n\ntext #tag".utf8))))
    #expect(
      text([entry, entry], .text)
        == Array(
          repeating:
            "Saturday, 21 November 2026, 08:15 +09:00  😀 A <title>\n\nWhat?\n\ntext #tag\n",
          count: 2
        ).joined(separator: "\n"))
    #expect(
      text([entry], .markdown)
        == "## Saturday, 21 November 2026, 08:15 +09:00 😀 A \\<title>\n\n*What?*\n\ntext #tag\n")
    let html = text([entry], .html)
    #expect(html.contains("<time datetime=\"2026-11-21T08:15+09:00\">"))
    #expect(html.contains("😀 A &lt;title&gt;</h2>"))
    #expect(HTMLCheck.flaw(in: html) == nil)
  }

  @Test func `a quote has its source below it`() {
    let quote = SharedItem.quote(
      Note(parsing: Array("said *so*\n\nand so".utf8)),
      QuoteSource(authors: ["A", "B"], work: "W", locator: "p. 1"))
    #expect(text([quote], .text) == "said so\n\nand so\n— A & B, W (p. 1)\n")
    #expect(
      text([quote], .html).contains(
        "<figcaption dir=\"auto\">— A &amp; B, <cite>W</cite> (p. 1)</figcaption>"))
  }

  @Test(arguments: [ShareForm.text, .markdown, .html])
  func `a source whose line says more is that line`(form: ShareForm) {
    let source = QuoteSource(authors: ["A"], work: "W", locator: nil, line: "A, W, 1990")
    let quote = SharedItem.quote(Note(piece: Array("---\na: b\n---\nsaid".utf8)), source)
    #expect(text([quote], form).contains("— A, W, 1990"))
    #expect(text([quote], form).contains("a: b"))
  }

  @Test func `books are a list under their heading`() {
    let book = SharedBook(
      title: "T*", authors: ["A"], published: "1854", stars: "★★★★", reading: "read 2021-06")
    let list = SharedItem.books(heading: "2021", [book, SharedBook(title: "U", authors: [])])
    #expect(text([list], .text) == "2021\n\n• T*, A (1854), ★★★★, read 2021-06\n• U\n")
    #expect(
      text([list, .books(heading: nil, [book])], .markdown)
        == "## 2021\n\n- *T\\**, A (1854), ★★★★, read 2021-06\n- *U*\n\n- *T\\**, A (1854), ★★★★, read 2021-06\n"
    )
    #expect(HTMLCheck.flaw(in: text([list], .html)) == nil)
  }

  @Test(arguments: [
    ("de", " lang=\"de\""), ("en-GB", " lang=\"en-GB\""), ("\"><script>", " lang=\"\""),
  ])
  func `the page says its language where it is one`(language: String, expected: String) {
    let document = SharedDocument(.html, title: "<T>", language: language)
    #expect(document.beginning.contains("<html\(expected)>"))
    #expect(document.beginning.contains("<title>&lt;T&gt;</title>"))
    #expect(HTMLCheck.flaw(in: document.beginning + document.end) == nil)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 is that of RFC 4648`(text: String, expected: String) {
    #expect(Base64.encoded(Array(text.utf8)) == expected)
  }
}
