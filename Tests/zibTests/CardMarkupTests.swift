import Exchange
import Notes
import Rendering
import Testing
import zib

@Suite struct CardMarkupTests {
  private func pieces(_ text: String) -> [AnkiText.Piece] {
    let note = Note(parsing: Array(text.utf8))
    let markup = CardMarkup(of: note) { reference in
      if case .destination("fig.png") = reference { "pics/fig.png" } else { nil }
    }
    return markup.text(
      [ByteRange(0, text.utf8.count)], gaps: note.clozes.prefix(1).map(\.range)
    ).pieces
  }

  @Test(
    arguments: [
      (
        "a **b** ![alt](fig.png)",
        [
          .text("a "), .markup("<strong>"), .text("b"), .markup("</strong>"), .text(" "),
          .image("pics/fig.png"),
        ]
      ),
      ("$a_1*b*$ and $5 and $6", [.formula("a_1*b*", isBlock: false), .text(" and $5 and $6")]),
      ("$$\n\\sum\n$$", [.formula("\n\\sum\n", isBlock: true)]),
      ("`$x$` \\$y$", [.markup("<code>"), .text("$x$"), .markup("</code>"), .text(" $y$")]),
      (
        "The **?[organ](heart)** and ?[](lung) [[Note|words]]",
        [
          .text("The "), .markup("<strong>"), .gap(0), .markup("</strong>"),
          .text(" and lung words"),
        ]
      ),
      (
        "So $\\frac{?[m](1)}{?[](2)}$.",
        [
          .text("So "), .markup("\\("), .tex("\\frac{"), .gap(0), .tex("}{"), .tex("2"), .tex("}"),
          .markup("\\)"), .text("."),
        ]
      ),
      (
        "a ==b== `==c==` x==1 ?[==d](e== f)",
        [
          .text("a "), .markup("<mark>"), .text("b"), .markup("</mark>"), .text(" "),
          .markup("<code>"), .text("==c=="), .markup("</code>"), .text(" x==1 "), .gap(0),
        ]
      ),
      (
        "a<sub>2</sub> <span class=x>b</span>",
        [.text("a"), .markup("<sub>"), .text("2"), .markup("</sub>"), .text(" b")]
      ),
    ] as [(String, [AnkiText.Piece])])
  func `markup becomes tags, formulas are formulas, gaps are gaps`(
    text: String, expected: [AnkiText.Piece]
  ) {
    #expect(pieces(text) == expected)
  }

  @Test func `a footnote is raised, and its text stands apart`() {
    let text = "a[^n] b[^9]\n\nc[^2]\n\n[^n]: The *foot*[^2]\n[^2]: two[^n]\n"
    let note = Note(parsing: Array(text.utf8))
    let markup = CardMarkup(of: note) { _ in nil }
    let first = ByteRange(0, 11)
    #expect(
      markup.text([first]).pieces == [
        .text("a"), .markup("<sup>"), .text("n"), .markup("</sup>"), .text(" b[^9]"),
      ])
    #expect(
      markup.footnotes(of: [first]).pieces == [
        .markup("<div><sup>"), .text("n"), .markup("</sup> "), .text("The "), .markup("<em>"),
        .text("foot"), .markup("</em>"), .markup("<sup>"), .text("2"), .markup("</sup>"),
        .markup("</div>"),
        .markup("<div><sup>"), .text("2"), .markup("</sup> "), .text("two"), .markup("<sup>"),
        .text("n"), .markup("</sup>"), .markup("</div>"),
      ])
    #expect(markup.footnotes(of: [ByteRange(0, 1)]).pieces.isEmpty)
  }

  @Test func `the answer of a gap in a formula is TeX`() throws {
    let note = Note(parsing: Array("$x^{?[](n_{1})}$ ?[](*n*)".utf8))
    let markup = CardMarkup(of: note) { _ in nil }
    #expect(
      note.clozes.map { markup.answer($0).pieces } == [
        [.tex("n_{1}")], [.markup("<em>"), .text("n"), .markup("</em>")],
      ])
  }

  @Test func `lists and code are blocks`() {
    let tags = pieces("- one\n- two\n\n```\nx <\n```\n").map { piece in
      switch piece {
      case .markup(let tags): tags
      case .text(let text): text
      default: "?"
      }
    }.joined()
    #expect(
      tags
        == "<ul>\n<li dir=\"auto\">one</li>\n<li dir=\"auto\">two</li>\n</ul>\n<pre><code>x <</code></pre>"
    )
  }
}
