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
      ("The ?[organ](heart) pumps ?[](*blood*).", "The \u{FFFC} pumps *blood*.", "heart"),
      ("> I *am*.\n>\n> - a\n> — Descartes, *Discours*", "I *am*.\n\n- a", "Descartes, *Discours*"),
    ] as [(String, String, String)])
  func `a prompt is whole blocks, as they are typed`(text: String, question: String, answer: String)
  {
    let note = Note(parsing: Array(text.utf8))
    let markdown = note.prompts.first.flatMap { note.markdown(of: $0) }
    #expect(markdown?.question == question)
    #expect(markdown?.answer == answer)
  }
}
