import Notes
import Testing
import WebPages

/// Pages as they become Markdown.
struct PageTests {
  static let address = WebAddress("https://example.org/a/b.html")

  /// The Markdown of what stands in the body of a page.
  static func markdown(_ body: String) throws -> String {
    try WebPage(
      parsing: Array("<html><body><main>\(body)</main></body></html>".utf8), at: address
    ).markdown().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "\n")
  }

  @Test(arguments: [
    ("<p>one</p><p>two</p>", "one\n\ntwo"),
    ("one<br>two<br><br>three", "one\\\ntwo\\\nthree"),
    ("<h2>A <a href=x>b</a></h2><h3></h3>", "## A b"),
    ("<h2>C #</h2>", "## C \\#"),
    ("<b>so </b>it <i>is</i>", "**so** it *is*"),
    ("<b>a</b><b>b</b>", "**ab**"),
    ("<b>\"bold\"</b>tail", "\"bold\"tail"),
    ("<b>  </b>x<i></i>", "x"),
    ("<p>a <code>`x`</code> b", "a `` `x` `` b"),
    ("<a href='../c d.html#e'>x</a>", "[x](https://example.org/c%20d.html#e)"),
    ("<a href='javascript:alert(1)'>x</a><a href='data:text/html,y'>y</a>", "xy"),
    ("<a href='https://e.org/(x)'>a] b</a>", "[a\\] b](https://e.org/%28x%29)"),
    ("<a href='https://e.org/x'>https://e.org/x</a>", "<https://e.org/x>"),
    ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c"),
    ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
    ("<ol><li><p>a<p>b</ol>", "1. a\n\n   b"),
    ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
    ("<pre class='language-swift'>let a = 1\n\n  b\n</pre>", "```swift\nlet a = 1\n\n  b\n```"),
    ("<div class='highlight-python3'><div><pre>x</pre></div></div>", "```python\nx\n```"),
    ("<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"),
    (
      "<table><tr><th>a|b<th>c<tr><td>1<td>2<br>3</table>",
      "| a\\|b | c |\n| --- | --- |\n| 1 | 2 3 |"
    ),
    ("<table><tr><td>1<td>2</table>", "|  |  |\n| --- | --- |\n| 1 | 2 |"),
    ("<table><tr><td><p>layout<ul><li>x</ul></table>", "layout\n\n- x"),
    ("<p>x<sup>2</sup>, H<sub>2</sub>O, 4<sup>th</sup>", "x², H₂O, 4th"),
    ("<q>so</q> <del>no</del>", "“so” ~~no~~"),
    ("<img src=a.png alt='A [b]'>", "![A \\[b\\]](https://example.org/a/a.png)"),
    (
      "<img src='data:image/png;base64,AA' data-src=/l.png alt=x>",
      "![x](https://example.org/l.png)"
    ),
    ("<dl><dt>a<dd>b</dl>", "- a\n\n  b"),
    ("Soft&shy;hyphen &amp;amp; &lt;b&gt; &nbsp;x", "Softhyphen \\&amp; \\<b> \u{A0}x"),
    (
      "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>",
      "$x^2$"
    ),
    ("<script type='math/tex; mode=display'>a<b</script>", "$$a<b$$"),
    ("<span class='math'>\\(a+b\\)</span>", "$a+b$"),
    (
      "<p>a<sup><a href='#n'>1</a></sup></p><ol><li id=n>note <a href='#r'>↩</a></ol>",
      "a[^1]\n\n[^1]: note"
    ),
    ("<details><summary>s</summary><p>t</details>", "s\n\nt"),
    ("<iframe src='https://v.org/1' title='Film'></iframe>", "[Film](https://v.org/1)"),
  ])
  func `HTML becomes the Markdown that people write`(html: String, expected: String) throws {
    #expect(try Self.markdown(html) == expected)
  }

  @Test(arguments: [
    "---\ntitle: x\n---", "- [ ] task", "[[Note]] and ![[Embed]]", "#tag and (#other)",
    "?[hint](answer)", "08:15 entry", "Q: a\nA: b", "## heading", "1. item", "> quote", "```\ncode",
    "%% comment %%", "text ^block", "<b>tag</b>", "* item", "a | b\n--|--", "=== x", "[^1]: note",
    "[a]: https://b.c", "![a](b)", "***", "__x__", "**x**", "~~x~~", "\\*x*", "&copy; &#42;",
    "| a |",
  ])
  func `text of a page stays text`(text: String) throws {
    var html = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    for spelling in [
      "<p>before</p><p>@</p>", "x<br>@", "<ul><li>@</ul>", "<p><b>@</b></p>", "<h2>@</h2>",
    ] {
      html = spelling.replacing(
        "@",
        with: text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          .replacing("\n", with: "<br>"))
      let markdown = try Self.markdown(html)
      let note = Note(parsing: Array(("# Title\n\n" + markdown + "\n").utf8))
      #expect(note.links.allSatisfy { $0.kind == .autolink }, "\(markdown)")
      #expect(note.hashtags.isEmpty, "\(markdown)")
      #expect(note.tasks.isEmpty && note.quotes.isEmpty && note.clozes.isEmpty, "\(markdown)")
      #expect(note.questions.isEmpty && note.journalEntries.isEmpty, "\(markdown)")
      #expect(note.blockIDs.isEmpty, "\(markdown)")
      #expect(note.headings.count == (spelling.contains("h2") ? 2 : 1), "\(markdown)")
      // The same text is read that stood there, but for the signs that an item or heading has of its own.
      let shown = note.runs.map { note.text($0.range) }.joined(separator: " ")
      for word in text.split(whereSeparator: { !$0.isLetter }) where word.count > 3 {
        #expect(shown.contains(word), "\(markdown)")
      }
    }
  }

  @Test func `what a page says of itself is found where pages say it`() throws {
    let page = try WebPage(
      parsing: Array(
        """
        <html lang=de-AT><head><title>Der Rand | Die Zeitung</title>
        <script type="application/ld+json">{"@graph": [{"@type": "NewsArticle", "headline": "Der Rand",
        "author": [{"name": "Eva M&uuml;ller"}, {"name": "By Jo"}], "datePublished": "2026-03-04T01:00:00+01:00",
        "publisher": {"name": "Die Zeitung"}}]}</script>
        <link rel=canonical href="/rand?utm_medium=x"></head><body><p>Text.</p></body></html>
        """.utf8), at: WebAddress("https://zeitung.example/2026/rand.html"))
    #expect(page.facts.title == "Der Rand")
    #expect(page.facts.authors == ["Eva Müller", "Jo"])
    #expect(page.facts.published == "2026-03-04")
    #expect(page.facts.site == "Die Zeitung")
    #expect(page.facts.language == "de-AT")
    #expect(page.facts.canonical?.description == "https://zeitung.example/rand")
  }

  @Test func `menus, footers and comments are left out, and no prose is`() throws {
    let prose = (1...8).map {
      "<p>Paragraph \($0) has enough words in it to be what a person came for.</p>"
    }
    .joined()
    let page = try WebPage(
      parsing: Array(
        """
        <body><header><a href=/>Site</a></header><div id=sidebar><p>Buy this.</p></div>
        <div class=wrap><div class=post><h1>Title</h1>\(prose)</div>
        <div id=comments><p>First! This is a comment that nobody needs in a note of the page.</p></div></div>
        <div class=footer>Imprint</div></body>
        """.utf8), at: Self.address)
    let markdown = page.markdown()
    #expect(page.facts.title == "Title")
    #expect((1...8).allSatisfy { markdown.contains("Paragraph \($0) ") })
    for left in ["Site", "Buy", "First!", "Imprint"] { #expect(!markdown.contains(left)) }
  }

  @Test(arguments: [
    ("text/html; charset=windows-1251", [0xCF, 0xF0, 0xE8] as [UInt8], "При"),
    ("text/html; charset=Shift_JIS", [0x93, 0xFA], "日"), ("text/html", [0xE9], "é"),
    ("text/html", [0xC3, 0xA9], "é"), ("text/html; charset=iso-8859-1", [0x93, 0x94], "“”"),
    ("text/html; charset=utf-8", [0x41, 0xFF], "A\u{FFFD}"),
    ("text/html; charset=nonsense", [0xE9], "é"), ("text/html; charset=gb2312", [0xB0, 0xA1], "啊"),
  ])
  func `a page is read in its encoding`(type: String, bytes: [UInt8], text: String) throws {
    let page = try WebPage(
      parsing: Array("<p>".utf8) + bytes, at: Self.address, contentType: type)
    #expect(page.markdown() == text + "\n")
  }

  @Test func `a passage is found whatever its quotation marks, and by its ends`() throws {
    let words = "He said: “So — it is.”\nAnd   then he left.\nThe end."
    #expect(PageSelection.find("so -- IT is", in: words) == ["So — it is"])
    #expect(
      PageSelection.find("said … left", in: words) == ["said: “So — it is.”", "And then he left"])
    #expect(PageSelection.find("never", in: words) == nil)
    #expect(PageSelection.named(by: ":~:text=pre-,a%20b,c&text=d") == ["a b … c", "d"])
  }

  @Test(arguments: [
    String(repeating: "<div>", count: 100_000), String(repeating: "<b><i>", count: 50_000) + "x",
    String(repeating: "<ul><li>", count: 20_000) + "x",
    String(repeating: "<blockquote>", count: 20_000) + "x",
    String(repeating: "<table><tr><td>", count: 20_000) + "x",
    "<a " + (0..<100_000).map { "a\($0)=1" }.joined(separator: " ") + ">x",
    String(repeating: "<", count: 200_000), String(repeating: "&", count: 200_000),
    String(repeating: "<p>x", count: 50_000), "<table><tr><td colspan=999999999>x<td>y</table>",
    String(repeating: "</b></i>", count: 100_000), "<!--" + String(repeating: "-", count: 100_000),
  ])
  func `a hostile page ends soon`(html: String) throws {
    let page = try WebPage(parsing: Array(html.utf8), at: Self.address)
    #expect(page.markdown().utf8.count < 4_000_000)
  }
}
