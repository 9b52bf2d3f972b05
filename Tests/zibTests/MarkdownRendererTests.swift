import Rendering
import Testing
import zib

@Suite struct MarkdownRendererTests {
  private func lines(
    _ markdown: String, width: Int = 40, colors: ColorDepth = .none,
    marks: [MarkdownRenderer.Mark] = []
  ) -> [String] {
    var renderer = MarkdownRenderer(width: width, colors: colors, marks: marks)
    return renderer.render(MarkdownStep.steps(of: Array(markdown.utf8))).map(\.plainText)
  }

  @Test(arguments: [
    ("# Title\ntext", ["# Title", "", "text"]),
    ("a *b* **c** ~~d~~ `e`", ["a *b* **c** ~~d~~ `e`"]),
    ("- one\n- two\n  - three\n- four", ["• one", "• two", "  ◦ three", "• four"]),
    ("- one\n\n- two\n\n  more", ["• one", "", "• two", "", "  more"]),
    ("9. nine\n10. ten", ["9. nine", "10. ten"]),
    ("- [ ] open\n- [x] done", ["[ ] open", "[x] done"]),
    ("> quoted\n>\n> more", ["│ quoted", "│", "│ more"]),
    ("> a\n\nb", ["│ a", "", "b"]),
    ("> [!note] Title\n> text\n> more", ["│ [!note] Title", "│ text more"]),
    ("- a\n  > q\n- b", ["• a", "  │ q", "• b"]),
    ("-\n- b", ["•", "• b"]),
    ("```swift\nlet a = 1\n\n\tb\n```", ["    let a = 1", "", "        b"]),
    ("a  \nb\nc", ["a", "b c"]),
    ("&copy; &#x2014; &unknown;", ["© — &unknown;"]),
    ("1. a\n   - b\n     c\n2. d", ["1. a", "   • b c", "2. d"]),
    ("para\n- item\n\nafter", ["para", "", "• item", "", "after"]),
  ])
  func `blocks take the lines a reader expects`(markdown: String, expected: [String]) {
    #expect(lines(markdown) == expected)
  }

  @Test func `text is wrapped inside quotes and lists`() {
    let text = "one two three four five six seven eight nine ten eleven twelve"
    #expect(
      lines("> \(text)") == [
        "│ one two three four five six seven", "│ eight nine ten eleven twelve",
      ])
    #expect(
      lines("- \(text)") == [
        "• one two three four five six seven", "  eight nine ten eleven twelve",
      ])
  }

  @Test func `a link is numbered where it cannot be clicked`() {
    #expect(
      lines("See [here](https://a.org) and [there](b.md), [here](https://a.org), https://c.org.")
        == [
          "See here[1] and there[2], here[1],", "https://c.org.", "", "[1] https://a.org",
          "[2] b.md",
        ])
  }

  @Test func `a link is a hyperlink where it can be clicked`() {
    var renderer = MarkdownRenderer(width: 40, colors: .sixteen, hyperlinks: true)
    let text = renderer.render(MarkdownStep.steps(of: Array("[here](https://a.org)".utf8)))
    #expect(text == [StyledText("here", .link, link: "https://a.org")])
  }

  @Test func `a table's columns are aligned by what they take on the screen`() {
    #expect(
      lines("| Name | Pages |\n|:--|--:|\n| 漢字 | 7 |\n| Middlemarch | 904 |") == [
        "Name        │ Pages", "────────────┼──────", "漢字        │     7", "Middlemarch │   904",
      ])
  }

  @Test func `a table that is too wide is wrapped, and written as a list where even that fails`() {
    let wide = "| a | b |\n|---|---|\n| \(String(repeating: "word ", count: 12)) | x |"
    let wrapped = lines(wide)
    #expect(wrapped.allSatisfy { $0.displayWidth <= 40 })
    #expect(wrapped.count == 4)
    let header = (1...12).map { "column\($0)" }.joined(separator: "|")
    let rule = Array(repeating: "---", count: 12).joined(separator: "|")
    let values = (1...12).map { "value\($0)" }.joined(separator: "|")
    let records = lines("|\(header)|\n|\(rule)|\n|\(values)|")
    #expect(records.count == 12)
    #expect(records[2] == "column3: value3")
  }

  @Test func `own syntax is shown as what it means`() {
    let markdown = "A #tag and [[Note_a_b|x]] in ?[who](Eliot) ^id"
    func mark(_ text: String, _ kind: MarkdownRenderer.Mark.Kind) -> MarkdownRenderer.Mark {
      let utf8 = Array(markdown.utf8)
      let wanted = Array(text.utf8)
      let start = utf8.indices.first { utf8[$0...].starts(with: wanted) } ?? 0
      return .init(start..<(start + wanted.count), kind)
    }
    let marks = [
      mark("#tag", .hashtag("#tag")), mark("[[Note_a_b|x]]", .wikilink(shown: "x", address: nil)),
      mark("?[who](Eliot)", .cloze(hint: "who", answer: "Eliot")), mark("^id", .blockID("^id")),
    ]
    #expect(lines(markdown, width: 80, marks: marks) == ["A #tag and [[x]] in ?[who](Eliot) ^id"])
    #expect(
      lines(markdown, width: 80, colors: .sixteen, marks: marks) == ["A #tag and x in Eliot ^id"])
  }

  @Test func `no line of prose is wider than the screen`() {
    let markdown = """
      # A heading that is rather long for a screen of forty columns

      > - A *quoted list* with a very long word: \(String(repeating: "long", count: 20))
      >   1. 日本語の文章はどこででも改行できるので、行の長さは正確に数えなければならない。

      | a | b | c |
      |---|---|---|
      | one two three four five | six seven eight nine ten | eleven twelve thirteen |
      """
    for width in 20...60 {
      for line in lines(markdown, width: width) { #expect(line.displayWidth <= width) }
    }
  }

  @Test func `hostile input is shown in linear time`() {
    let deep = String(repeating: "> ", count: 5_000) + "x"
    #expect(lines(deep).last?.hasSuffix("x") == true)
    let brackets = String(repeating: "[", count: 10_000)
    #expect(lines(brackets).joined() == brackets)
  }
}
