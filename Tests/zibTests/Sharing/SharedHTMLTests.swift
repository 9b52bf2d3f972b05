import Notes
import Testing
import zib

@Suite struct SharedHTMLTests {
  private func html(_ markdown: String, links: SharedLinks = .none, prefix: String = "") -> String {
    let note = Note(parsing: Array(markdown.utf8))
    return SharedHTML.html(of: SharedSteps.steps(of: note, links: links), prefix: prefix)
  }

  @Test(arguments: [
    (
      "a *b* **c** ~~d~~ `e<`",
      "<p dir=\"auto\">a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;</code></p>\n"
    ),
    ("a  \nb\nc", "<p dir=\"auto\">a<br>\nb\nc</p>\n"),
    (
      "# A *b*\n## A b\n## &",
      "<h1 id=\"a-b\" dir=\"auto\">A <em>b</em></h1>\n<h2 id=\"a-b.2\" dir=\"auto\">A b</h2>\n<h2 id=\"section\" dir=\"auto\">&amp;</h2>\n"
    ),
    ("- a\n  - b", "<ul>\n<li dir=\"auto\">a<ul>\n<li dir=\"auto\">b</li>\n</ul>\n</li>\n</ul>\n"),
    ("3. a\n4. b", "<ol start=\"3\">\n<li dir=\"auto\">a</li>\n<li dir=\"auto\">b</li>\n</ol>\n"),
    (
      "- [x] a",
      "<ul>\n<li class=\"task\" dir=\"auto\"><input type=\"checkbox\" disabled checked> a</li>\n</ul>\n"
    ),
    ("> a\n\n---", "<blockquote>\n<p dir=\"auto\">a</p>\n</blockquote>\n<hr>\n"),
    ("```\n\n<b>\n```", "<pre><code>\n&lt;b&gt;\n</code></pre>\n"),
    (
      "|a|b|\n|:-:|-|\n|1|2|",
      "<table>\n<thead>\n<tr><th style=\"text-align: center\" dir=\"auto\">a</th><th dir=\"auto\">b</th></tr>\n</thead>\n<tbody>\n<tr><td style=\"text-align: center\" dir=\"auto\">1</td><td dir=\"auto\">2</td></tr>\n</tbody>\n</table>\n"
    ),
    ("^block", ""),
    ("<!-- gone -->", ""),
    (
      "<script>alert(1)</script>",
      "<pre class=\"html\"><code>&lt;script&gt;alert(1)&lt;/script&gt;\n</code></pre>\n"
    ),
    ("?[](a <b>c</b> d) e", "<p dir=\"auto\">a &lt;b&gt;c&lt;/b&gt; d e</p>\n"),
    ("a <i onclick='x'>b</i>", "<p dir=\"auto\">a &lt;i onclick=&#39;x&#39;&gt;b&lt;/i&gt;</p>\n"),
  ])
  func `blocks and spans are elements, and all text is escaped`(markdown: String, expected: String)
  {
    #expect(html(markdown) == expected)
  }

  @Test(arguments: [
    (
      "[a](https://b.org/?c=\"&amp;d='e')",
      "<a href=\"https://b.org/?c=%22&amp;d=&#39;e&#39;\">a</a>"
    ),
    ("[a](mailto:a@b.org)", "<a href=\"mailto:a@b.org\">a</a>"),
    ("[a](//b.org/c)", "<a href=\"https://b.org/c\">a</a>"),
    (
      "https://b.org/c_d_e, www.b.org a@b.org",
      "<a href=\"https://b.org/c_d_e\">https://b.org/c_d_e</a>, <a href=\"https://www.b.org\">www.b.org</a> <a href=\"mailto:a@b.org\">a@b.org</a>"
    ),
    ("[a [[B]] c](https://b.org)", "<a href=\"https://b.org\">a B c</a>"),
    ("[a](javascript:alert(1))", "a (javascript:alert(1))"),
    ("[a](JaVaScRiPt:alert(1))", "a (JaVaScRiPt:alert(1))"),
    ("[a](<java\tscript:alert(1)>)", "a (javascript:alert(1))"),
    ("[a](&#1;javascript:alert(1))", "a (javascript:alert(1))"),
    ("[a](javascript&#58;alert(1))", "a (javascript:alert(1))"),
    ("[a](javascript&colon;alert(1))", "a"),
    ("[a](vbscript:x)", "a (vbscript:x)"),
    ("[a](data:text/html;base64,AAAA)", "a (data:text/html;base64,AAAA)"),
    ("[a](data:image/png;base64,AAAA)", "a"),
    ("[a](file:///etc/passwd)", "a (file:///etc/passwd)"),
    ("[a](https:b.org) [c](http:///b.org)", "a (https:b.org) c (http:///b.org)"),
    ("[a](../Other.md) [b](#here) [c](C:\\x)", "a b c"),
    (
      "![a\"b](data:image/png;base64,AAAA)",
      "<img src=\"data:image/png;base64,AAAA\" alt=\"a&quot;b\">"
    ),
    ("![a](data:image/svg+xml;base64,AAAA)", "a"),
    ("![a](data:image/png;base64,A\"onload=x)", "a"),
    (
      "![a *b* ![c](d.png)](data:image/gif;base64,AA==)",
      "<img src=\"data:image/gif;base64,AA==\" alt=\"a b c\">"
    ),
    ("![a](https://b.org/c.png)", "<a href=\"https://b.org/c.png\">a</a>"),
    ("[![a](https://b.org/c.png)](https://b.org)", "<a href=\"https://b.org\">a</a>"),
    ("![a](b.png)", "a"),
  ])
  func `only addresses on the web are links, and nothing is fetched`(
    markdown: String, expected: String
  ) {
    #expect(html(markdown) == "<p dir=\"auto\">\(expected)</p>\n")
  }

  @Test func `notes and pictures that are in the page are linked and shown`() {
    let links = SharedLinks(
      note: { $0 == .name("Walden") || $0 == .destination("W%20x.md#a") ? "note-2" : nil },
      picture: {
        $0 == .name("a.png") || $0 == .destination("b.png") ? "data:image/png;base64,AA==" : nil
      })
    #expect(
      html("[[Walden#x|pond]] [x](<W%20x.md#a>) [[Other]]", links: links)
        == "<p dir=\"auto\"><a href=\"#note-2\">pond</a> <a href=\"#note-2\">x</a> Other</p>\n")
    let image = "<img src=\"data:image/png;base64,AA==\" alt="
    #expect(
      html("![[a.png]] ![b](b.png) [![](b.png)](https://c.org)", links: links)
        == "<p dir=\"auto\">\(image)\"a.png\"> \(image)\"b\"> <a href=\"https://c.org\">\(image)\"\"></a></p>\n"
    )
  }

  @Test func `ids of headings carry the note's own`() {
    #expect(
      html("## Über uns", prefix: "note-3-")
        == "<h2 id=\"note-3-über-uns\" dir=\"auto\">Über uns</h2>\n")
  }

  @Test(arguments: [
    "a", "*", "**", "[", "](", "![", "[[", "]]", "?[h](", ")", "`", "```\n", "<script>", "<!--",
    "-->", "<b",
  ])
  func `deep nesting takes linear time`(piece: String) {
    let text = String(repeating: piece, count: 40_000)
    #expect(HTMLCheck.flaw(in: html(text)) == nil)
  }

  /// Any bytes; `ZIB_FUZZ_ROUNDS` says how many rounds.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `whatever the note, the HTML is well-formed and runs nothing`(seed: UInt64) {
    var random = SharingPieces(seed: seed)
    let links = SharedLinks(
      note: { _ in seed % 2 == 0 ? "note-1" : nil },
      picture: { _ in seed % 3 == 0 ? "data:image/png;base64,AA==" : nil })
    for round in 0..<SharingPieces.rounds {
      let bytes = random.note()
      let note = Note(parsing: bytes, named: "<script>\u{1B}")
      var document = SharedDocument(.html, title: note.title, language: note.language)
      let shared = SharedNote(note, id: "note-1", links: links)
      let source = QuoteSource(
        authors: [note.title], work: note.text(ByteRange(0, min(9, bytes.count))), locator: "<i>")
      let html =
        document.beginning + document.text(of: .note(shared))
        + document.text(of: .quote(note, source))
        + document.end
      let flaw = HTMLCheck.flaw(in: html)
      #expect(
        flaw == nil, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
      var plain = SharedDocument(.text, title: "", language: nil)
      var markdown = SharedDocument(.markdown, title: "", language: nil)
      for text in [plain.text(of: .note(shared)), markdown.text(of: .note(shared))] {
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
      }
    }
  }
}
