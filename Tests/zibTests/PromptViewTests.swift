import Notes
import Rendering
import Reviews
import Testing
import zib

@Suite struct PromptViewTests {
  private func views(
    _ text: String, width: Int = 40, colors: ColorDepth = .none, hyperlinks: Bool = false
  ) -> [PromptView] {
    let note = Note(parsing: Array(text.utf8), named: "A note")
    return note.prompts.map { prompt in
      PromptView(
        prompt, of: note,
        on: PromptView.Screen(width: width, colors: colors, hyperlinks: hyperlinks),
        destination: { hyperlinks ? "file:///vault/\($0)" : $0 })
    }
  }

  private func shown(_ text: String, _ number: Int = 0) -> (question: [String], answer: [String]) {
    let view = views(text)[number]
    return (view.question.map(\.plainText), view.answer.map(\.plainText))
  }

  @Test func `a comment in a hint is for the writer`() {
    let text = "The ?[organ %%mine%%](heart), ?[<!-- mine -->](b), ?[100%%](c)."
    #expect(Note(parsing: Array(text.utf8)).prompts.map(\.hint) == ["organ", "", "100%%"])
    #expect(shown(text).question == ["The [organ], b, c."])
  }

  @Test func `the footnotes of a card come with its answer`() {
    let notes = "\n\n[^q]: A %%x%% *hint*.\n[^a]: The reason[^b].\n[^b]: More."
    #expect(shown("Q: What[^q]?\nA: That[^a]." + notes).question == ["What[^q]?"])
    #expect(
      shown("Q: What[^q]?\nA: That[^a]." + notes).answer
        == ["That[^a].", "", "[^q]: A *hint*.", "", "[^a]: The reason[^b].", "", "[^b]: More."])
    #expect(shown("A ?[](gap)[^b]." + notes).answer == ["gap", "", "[^b]: More."])
    #expect(shown("> Said[^b].\n> — Ann" + notes).answer == ["— Ann", "", "[^b]: More."])
    #expect(shown("Q: a[^none]\nA: b").answer == ["b"])
  }

  @Test func `a cloze is asked with its hint, or a blank, and the others filled in`() {
    let text = "In ?[year](1854) *Walden* came out, by ?[](Thoreau).\n\nAnother paragraph."
    #expect(shown(text).question == ["In [year] *Walden* came out, by Thoreau."])
    #expect(shown(text).answer == ["1854"])
    #expect(shown(text, 1).question == ["In 1854 *Walden* came out, by […]."])
  }

  @Test(arguments: [
    ("The ship was ?[which](the *Beagle* and `c`).", "The ship was [which]."),
    ("A ?[](one <b>two</b> three) end", "A […] end"),
    ("A ?[](one `two` &amp; [three](b) *four*) `end`", "A […] `end`"),
    ("A ?[](b)\n`c` end", "A […] `c` end"), ("A ?[](b)`c` end", "A […]`c` end"),
    ("A ?[](b `c`\n<i>d</i>\ne) end", "A […] end"),
  ])
  func `nothing of the answer stands beside its gap`(text: String, expected: String) {
    #expect(shown(text).question == [expected])
  }

  @Test func `a cloze in a list stands in its list`() {
    let text = "- one\n- the ?[](second) of\n  two lines\n- three\n"
    #expect(shown(text).question == ["• the […] of two lines"])
  }

  @Test func `a question is asked without its label, and so is its answer shown`() {
    let text = "Before.\nQ: What is\n`sin(0)`?\nA: It is\n**zero**.\n\nAfter."
    #expect(shown(text).question == ["What is `sin(0)`?"])
    #expect(shown(text).answer == ["It is **zero**."])
  }

  @Test func `labels in code, and those of no question of the note, are text`() {
    let text =
      "Q: What is\n`a\nQ: b`?\nA: This:\n\n```yaml\nQ: 1\nA: 2\nB: 3\n```\n\nQ: two?\nA: one\nA: two\n"
    #expect(shown(text).question == ["What is `a Q: b`?"])
    #expect(
      shown(text).answer.map { $0.filter { $0 != " " } }.filter { !$0.isEmpty } == [
        "This:", "Q:1", "A:2", "B:3",
      ])
    #expect(shown(text, 1).answer == ["one A: two"])
    let gap = "Q: Is ?[](x) there?\nA: It is.\n"
    #expect(shown(gap, 1).question.joined().contains("A:") == false)
  }

  @Test func `a formula is shown as typed, with its gaps`() {
    let text = "Q: Is $\\{1,2\\}$ a set, $a*b*c$ a product?\nA: $f(x)\\,dx$\n"
    #expect(
      shown(text).question.joined(separator: " ") == "Is $\\{1,2\\}$ a set, $a*b*c$ a product?")
    #expect(shown(text).answer == ["$f(x)\\,dx$"])
    let gap = "> Here $a*?[sign](\\{b\\})*c$ is *it*.\n"
    #expect(shown(gap).question == ["│ Here $a*[sign]*c$ is *it*."])
    #expect(shown(gap).answer == ["\\{b\\}"])
  }

  @Test func `a quote asks for its source`() {
    let text = "> I went to the *woods*\n> alone.\n> — Henry Thoreau, *Walden* (p. 72)\n"
    let quote = shown(text)
    #expect(quote.question == ["│ I went to the *woods* alone.", "", "Who wrote this, and where?"])
    #expect(quote.answer.joined(separator: " ").hasPrefix("— Henry Thoreau, Walden"))
    #expect(quote.answer.joined().contains("p. 72"))
  }

  @Test func `a quote without a source is from its note`() {
    #expect(shown("---\nreview: quotes\n---\n> Simplify.\n").answer == ["— A note"])
    let book = "---\ntitle: Walden\nauthor: Henry Thoreau\nisbn: 1\n---\n> Simplify.\n"
    #expect(shown(book).answer == ["— Henry Thoreau, Walden"])
  }

  @Test func `an image is named by its description and its file`() {
    let text = "Q: Which city?\n![A map](rome.png)\nA: Rome\n"
    #expect(shown(text).question == ["Which city? image: A map[1]", "", "[1] rome.png"])
    let clicked = views(text, colors: .sixteen, hyperlinks: true)[0].question
    #expect(clicked[0].runs.contains { $0.link == "file:///vault/rome.png" })
  }

  @Test func `an image without a description is named by its file`() {
    #expect(shown("Q: Which city is it? ![](rome.png)\nA: Rome\n").question[0].contains("rome.png"))
  }

  @Test(arguments: [20, 40, 80]) func `no line is wider than the screen`(width: Int) {
    let long = String(repeating: "the house 池のほとり cost twenty-eight dollars ", count: 9)
    let text = "Q: \(long)\nA: \(long)\n\n> \(long)\n\n- \(long) ?[a hint](an answer)\n"
    for view in views(text, width: width) {
      #expect((view.question + view.answer).allSatisfy { $0.displayWidth <= width })
    }
  }

  @Test func `control characters are shown and not obeyed`() {
    let view = views("Q: \u{1B}[2Jred\nA: \u{7}\u{9B}31m\n")[0]
    let text = (view.question + view.answer).map { $0.rendered(colors: .palette) }.joined()
    #expect(!text.contains("\u{1B}[2J"))
    #expect(!text.contains("\u{7}"))
    #expect(!text.unicodeScalars.contains("\u{9B}"))
  }

  @Test func `an excerpt has the blocks around its text and no others`() {
    let text = "# Title\n\n1. a *b c* d\n2. e\n\n> f\n"
    let steps = MarkdownStep.steps(of: Array(text.utf8))
    for start in 0..<text.utf8.count {
      for end in start...text.utf8.count {
        let part = MarkdownStep.excerpt(of: steps, [start..<end])
        var depth = 0
        var shown = ""
        for step in part {
          switch step {
          case .enter, .open: depth += 1
          case .leave, .close: depth -= 1
          case .text(let text, _, let range):
            #expect(depth > 0)
            if let range { #expect(range.lowerBound >= start && range.upperBound <= end) }
            shown += text
          }
        }
        #expect(depth == 0)
        let letters = Array(text.utf8)[start..<end].filter { (0x61...0x66).contains($0) }
        #expect(shown.utf8.filter { (0x61...0x66).contains($0) } == letters || start < 7)
      }
    }
    #expect(MarkdownStep.excerpt(of: steps, [0..<text.utf8.count]) == steps)
  }
}
