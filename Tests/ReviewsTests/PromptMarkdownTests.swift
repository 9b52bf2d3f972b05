import Notes
import Reviews
import Testing

struct PromptMarkdownTests {
  @Test(
    arguments: [
      (
        "Q: What **is** it?\nA: A list:\n\n- one\n- `two` $x^2$ #tag\n", "What **is** it?",
        "A list:\n\n- one\n- `two` $x^2$"
      ),
      ("> Q: One?\n> A: Two:\n>\n> > three\n", "One?", "Two:\n\n> three"),
      ("- Q: One?\n  A: Two\n  three\n", "One?", "Two\nthree"),
      (
        "- Q: in a\r\n  list?\r\n  A:\r\n  - one\r\n  - two\r\n", "in a\nlist?", "- one\n- two"
      ),
      ("Q: One?\nA: x\n\n  y\n", "One?", "x\n\ny"),
      ("Q: One?\nA: x\n\n    y\n", "One?", "x\n\n    y"),
      ("- Q: One?\n  A: x\n\n      y\n", "One?", "x\n\n    y"),
      ("> 1. Q: One?\n>    A: x\n>\n>    y\n", "One?", "x\n\ny"),
      ("The ?[organ](heart) pumps ?[](*blood*).", "The \u{FFFC} pumps *blood*.", "heart"),
      ("> [!cite] *Emma*\n> I.\n> — Jane Austen", "I.", "Jane Austen, *Emma*"),
      (
        "Q: What %%x%% is <!-- y --> it `<!-- z -->`?\nA: It%%\nz\n%% is[^1].\n\n[^1]: One <!-- y --> two.",
        "What is it `<!-- z -->`?", "It is[^1].\n\n[^1]: One two."
      ),
      ("The ?[](heart %%x%%) %%y%% pumps[^1].\n\n[^1]: Blood.", "The \u{FFFC} pumps[^1].", "heart"),
      ("> I %%x%% am.\n> — Descartes <!-- y -->", "I am.", "Descartes"),
      ("> I *am*.\n>\n> - a\n> — Descartes, *Discours*", "I *am*.\n\n- a", "Descartes, *Discours*"),
    ] as [(String, String, String)])
  func `a prompt is whole blocks, as they are typed`(text: String, question: String, answer: String)
  {
    let note = Note(parsing: Array(text.utf8))
    let markdown = note.markdown(of: note.prompts).first ?? nil
    #expect(markdown?.question == question)
    #expect(markdown?.answer == answer)
  }

  @Test(arguments: [
    ("> in a book", "A. Writer, A Book"), ("> in a book (p. 7)", "A. Writer, A Book, p. 7"),
    ("> in a book\n> — B. Else", "B. Else"),
  ])
  func `the source of a quote is its own, else the book of its note`(
    quote: String, expected: String
  ) throws {
    let text = "---\ntitle: A Book\ntype: book\nauthor: A. Writer\n---\n\(quote)\n"
    let note = Note(parsing: Array(text.utf8))
    let prompt = try #require(note.prompts.first)
    #expect(note.answer(to: prompt) == expected)
    #expect(note.markdown(of: [prompt]).first??.answer == expected)
  }
}
