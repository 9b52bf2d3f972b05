import Notes
import Rendering
import Testing
import zib

@Suite struct TypographyTests {
  private func text(_ markdown: String, _ language: String?) -> String {
    let links = SharedLinks(typography: Typography(language: language))
    let note = Note(parsing: Array(markdown.utf8))
    return SharedText.lines(of: SharedSteps.steps(of: note, links: links)).joined(separator: "\n")
  }

  @Test(arguments: [
    ("en", "\"a\" it's 'b' \"'c' d\"", "“a” it’s ‘b’ “‘c’ d”"),
    ("de", "\"a\" 'b' geht's", "„a“ ‚b‘ geht’s"),
    ("fr", "\"a\" l'eau", "«\u{A0}a\u{A0}» l’eau"),
    ("pl", "\"a\"", "„a”"), ("sv", "\"a\"", "”a”"), ("ru", "\"a\"", "«a»"),
    ("de-CH", "\"a\"", "«a»"), ("xx", "\"a\"", "“a”"),
    ("en", "a -- b --- c a - b 2 - 1 a-b ----", "a – b — c a – b 2 - 1 a-b ----"),
    ("en", "zib sync --dry-run (--json) a --b-- c --D", "zib sync --dry-run (--json) a --b– c –D"),
    ("en", "5'10\" and \"in 1999\"", "5'10\" and “in 1999”"),
    ("en", "\"*a*\" (\"b\") \"c *d\"* e", "“a” (“b”) “c d” e"),
    ("en", "the '90s, it's", "the ’90s, it’s"),
    ("en", "'Tis the dogs' 'tail', 'twasn't", "’Tis the dogs’ ‘tail’, ’twasn’t"),
    (
      "en", "in '68 the boys' rock 'n' roll of 'em all'",
      "in ’68 the boys’ rock ’n’ roll of ’em all’"
    ),
    ("en", "the word 'tis' and 'em', 'em said'", "the word ‘tis’ and ‘em’, ’em said’"),
    ("de", "so 'n Ding, 's ist 'gut'", "so ’n Ding, ’s ist ‚gut‘"),
    ("en", "[[Walden|Thoreau's \"book\"]] ?[](it's)", "Thoreau’s “book” it’s"),
    (
      "en", "`\"a\" -- b` $\"c\"$ https://d.org/--e [f](https://g.org/--h)",
      "\"a\" -- b $\"c\"$ https://d.org/--e f (https://g.org/--h)"
    ),
    ("en", "\\\"a\\\" \\-- b", "\"a\" -- b"),
    ("en", "\"a\n\n\"b\"", "“a\n\n“b”"),
    ("en", "\"He said \"hi\" to me\", she said.", "“He said “hi” to me”, she said."),
    ("de", "\"a **bold \"x\" y**.\" \"b\"", "„a bold „x“ y.“ „b“"),
    ("en", "\"a \"*b*\" c\" \"d -\" e", "“a “b” c” “d -” e"),
  ])
  func `quotation marks are those of the language, and dashes are dashes`(
    language: String, markdown: String, expected: String
  ) {
    #expect(text(markdown, language) == expected)
  }

  @Test(arguments: [ShareForm.text, .markdown, .html])
  func `headings of entries, sources and titles of books are in print`(form: ShareForm) {
    let typography = Typography(language: "en")
    let links = SharedLinks(typography: typography)
    var document = SharedDocument(form, title: "T", language: "en", typography: true)
    let entry = SharedEntry(
      when: "Friday", machineTime: "", mood: nil, title: "'Tis \"it\"",
      body: Note(parsing: []), links: links)
    #expect(document.text(of: .entry(entry)).contains("’Tis “it”"))
    let source = QuoteSource(authors: ["O'Brian"], work: "\"W\"", locator: nil)
    let quote = document.text(of: .quote(Note(parsing: Array("said".utf8)), source))
    #expect(quote.contains("O’Brian") && quote.contains("“W”"))
    let book = SharedBook(title: "Rock 'n' \"Roll\"", authors: ["O'Brian"])
    let books = document.text(of: .books(heading: nil, [book]))
    #expect(books.contains("Rock ’n’ “Roll”") && books.contains("O’Brian"))
  }

  @Test func `Markdown gets the same marks, and without the setting all stays`() {
    let note = Note(parsing: Array("\"a\" -- `\"b\"`".utf8))
    let links = SharedLinks(typography: Typography(language: "de"))
    #expect(SharedMarkdown.text(of: note, links: links) == "„a“ – `\"b\"`")
    #expect(SharedMarkdown.text(of: note) == "\"a\" -- `\"b\"`")
  }
}
