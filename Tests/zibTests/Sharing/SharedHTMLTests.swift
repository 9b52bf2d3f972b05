import Notes
import Rendering
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
    ("?[](a <b>c</b> d) e", "<p dir=\"auto\">a <b>c</b> d e</p>\n"),
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
    (
      "![a *b*|20](data:image/png;base64,AAAA) ![|20x3](data:image/png;base64,AAAA) ![c](data:image/png;base64,AAAA)",
      "<img width=\"20\" src=\"data:image/png;base64,AAAA\" alt=\"a b\"> <img width=\"20\" height=\"3\" src=\"data:image/png;base64,AAAA\" alt=\"\"> <img src=\"data:image/png;base64,AAAA\" alt=\"c\">"
    ),
    (
      "![a *b* c\\|20](data:image/png;base64,AAAA)",
      "<img width=\"20\" src=\"data:image/png;base64,AAAA\" alt=\"a b c\">"
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

  @Test(arguments: [
    (
      "a[^1] b[^1]\n\n[^1]: c",
      "<p dir=\"auto\">a<sup><a id=\"n-ref:1:1\" href=\"#n-fn:1\">1</a></sup> b<sup><a id=\"n-ref:1:2\" href=\"#n-fn:1\">1</a></sup></p>\n<section class=\"footnotes\">\n<ol>\n<li id=\"n-fn:1\" dir=\"auto\"><p dir=\"auto\">c <a href=\"#n-ref:1:1\">↩</a> <a href=\"#n-ref:1:2\">↩</a></p>\n</li>\n</ol>\n</section>\n"
    ),
    (
      "[a[^1]](https://b.org)\n\n[^1]: c",
      "<p dir=\"auto\"><a href=\"https://b.org\">a[1]</a></p>\n<section class=\"footnotes\">\n<ol>\n<li id=\"n-fn:1\" dir=\"auto\"><p dir=\"auto\">c</p>\n</li>\n</ol>\n</section>\n"
    ),
    (
      "# H[^1]\n\n[^1]:",
      "<h1 id=\"n-h\" dir=\"auto\">H<sup><a id=\"n-ref:1:1\" href=\"#n-fn:1\">1</a></sup></h1>\n<section class=\"footnotes\">\n<ol>\n<li id=\"n-fn:1\" dir=\"auto\"> <a href=\"#n-ref:1:1\">↩</a></li>\n</ol>\n</section>\n"
    ),
    ("==a *b*==", "<p dir=\"auto\"><mark>a <em>b</em></mark></p>\n"),
    (
      "$a<b_1$ x\n$$c$$",
      "<p dir=\"auto\"><span class=\"math\">$a&lt;b_1$</span> x</p>\n<div class=\"math\">$$c$$</div>\n"
    ),
    (
      "$x ?[h](y_1) z_1$, ?[]($a*b*c$) and\n$$\na ?[](b*c) ?[](d)\n$$\n",
      "<p dir=\"auto\"><span class=\"math\">$x y_1 z_1$</span>, <span class=\"math\">$a*b*c$</span> and</p>\n<div class=\"math\">$$\na b*c d\n$$</div>\n"
    ),
    (
      "> [!note]- T\n> x",
      "<blockquote class=\"callout callout-note\">\n<p dir=\"auto\"><strong>Note:</strong> T<br>\nx</p>\n</blockquote>\n"
    ),
    (
      "<kbd>a</kbd> <B>b</B> <u>c <br/>",
      "<p dir=\"auto\"><kbd>a</kbd> <b>b</b> &lt;u&gt;c <br>\n</p>\n"
    ),
    (
      "<a href=\"https://a.org/?b=1&amp;c\" target='_blank'>*d*</a> <a href=\"javascript:a\">e</a>",
      "<p dir=\"auto\"><a href=\"https://a.org/?b=1&amp;c\"><em>d</em></a> &lt;a href=&quot;javascript:a&quot;&gt;e&lt;/a&gt;</p>\n"
    ),
    (
      "[a <a href=\"https://b.org\">c</a>](https://d.org)",
      "<p dir=\"auto\"><a href=\"https://d.org\">a c</a></p>\n"
    ),
    (
      "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>",
      "<p dir=\"auto\"><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>\n"
    ),
    (
      "<div align=\"center\">\n<p>a <a href='https://b.org'>b</a></p>\n</div>\n\n<div>\n\n*c*\n\n</div>",
      "<p dir=\"auto\">a <a href=\"https://b.org\">b</a></p>\n<p dir=\"auto\"><em>c</em></p>\n"
    ),
    (
      "<p onclick=\"a\">b</p>",
      "<pre class=\"html\"><code>&lt;p onclick=&quot;a&quot;&gt;b&lt;/p&gt;\n</code></pre>\n"
    ),
    (
      "A gap ?[x](ten\\*) and ?[f](f\\(x\\)) of ?[](\\_two $a\\,b$).",
      "<p dir=\"auto\">A gap ten* and f(x) of _two <span class=\"math\">$a\\,b$</span>.</p>\n"
    ),
    (
      "<details>\n<summary>a &amp; <b>b</b></summary>\n\nc\n\n</details>",
      "<details>\n<summary dir=\"auto\">a &amp; <b>b</b></summary>\n<p dir=\"auto\">c</p>\n</details>\n"
    ),
    (
      "<details>\n<summary>a <b>b <i>c</summary>\n\nd\n\n</details>",
      "<details>\n<summary dir=\"auto\">a <b>b <i>c</i></b></summary>\n<p dir=\"auto\">d</p>\n</details>\n"
    ),
    (
      "<details><summary>a</b> <b><i>b</b></i></summary><kbd>c</details>",
      "<details>\n<summary dir=\"auto\">a <b><i>b</i></b></summary>\n<p dir=\"auto\"><kbd>c</kbd></p>\n</details>\n"
    ),
    (
      "<?php echo \"a\"; ?>\n\n<![CDATA[ <b>c</b> ]]>\n\n<abbr title=\"d <!-- e -->\">f</abbr>",
      "<pre class=\"html\"><code>&lt;?php echo &quot;a&quot;; ?&gt;\n</code></pre>\n<pre class=\"html\"><code>&lt;![CDATA[ &lt;b&gt;c&lt;/b&gt; ]]&gt;\n</code></pre>\n<p dir=\"auto\"><abbr title=\"d\">f</abbr></p>\n"
    ),
    (
      "> <details>\n\n</details>",
      "<blockquote>\n<pre class=\"html\"><code>&lt;details&gt;\n</code></pre>\n</blockquote>\n<pre class=\"html\"><code>&lt;/details&gt;\n</code></pre>\n"
    ),
  ])
  func `what other programs add to Markdown becomes elements`(markdown: String, expected: String) {
    let html = html(markdown, prefix: "n-")
    #expect(html == expected)
    #expect(HTMLCheck.flaw(in: html) == nil)
  }

  /// After OWASP's list of filter evasions.
  @Test(arguments: [
    "<script>alert(1)</script>", "<SCRIPT SRC=//x.org/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>", "<kbd onclick=alert(1)>a</kbd>", "<kbd\nonclick=alert(1)>a</kbd>",
    "<kbd/onclick=alert(1)>a</kbd>", "<abbr title=\"a\" onmouseover=\"b\">c</abbr>",
    "<abbr title=\"a\"onmouseover=b>c</abbr>", "<abbr title='\"><script>a</script>'>c</abbr>",
    "<abbr title=\"&quot;&gt;&lt;script&gt;\">c</abbr>", "<abbr title=javascript:a>c</abbr>",
    "<mark style=\"background:url(javascript:a)\">b</mark>", "<b style=x:expression(a)>b</b>",
    "<details ontoggle=alert(1) open>\na\n</details>", "<details\nopen\nontoggle=a>\nb\n</details>",
    "<summary onfocus=a tabindex=1>b</summary>", "<a href=\"javascript:a\">b</a>",
    "[a](javascript:b)", "[a](JAVA&#115;CRIPT:b)", "[a](java&Tab;script:b)",
    "[a](\\x01javascript:b)",
    "[a]( &#14; javascript:b)", "![a](javascript:b)", "<javascript:a>", "[a](data:text/html,b)",
    "[a]: javascript:b\n\n[a]", "<iframe srcdoc=\"<script>a</script>\">", "<base href=//x.org>",
    "<form action=javascript:a><button>b", "<style>@import 'x'</style>", "<link rel=x href=y>",
    "<meta http-equiv=refresh content=0;javascript:a>", "<object data=a>", "<embed src=a>",
    "==<script>a</script>==", "[^1]\n\n[^1]: <script>a</script>", "^[<img src=x onerror=y>]",
    "> [!x\" onclick=\"y] t", "> [!note] <script>a</script>", "$<script>a</script>$",
    "$$\n<script>a</script>\n$$", "![[x\" onerror=\"y.png|20\" onload=\"z]]", "</main><script>",
    "<b><i></b></i>", "<sub><p></sub></p>", "<u></article>", "<!--><script>a</script>-->",
    "<!-- --!><script>a</script> -->", "%%<script>%%a</script>", "<ins cite=javascript:a>b</ins>",
    "<q cite=\"javascript:a\">b</q>", "<br onload=a>", "<br/onload=a>", "<abbr title>a</abbr>",
    "<\u{0}script>a</script>", "<scr\u{0}ipt>a</scr\u{0}ipt>", "<kbd \u{0}>a</kbd>",
  ])
  func `nothing that a note says runs`(markdown: String) {
    let picture = SharedLinks(picture: { _ in "data:image/png;base64,AA==" })
    for links in [SharedLinks.none, picture] {
      let html = html(markdown, links: links)
      #expect(HTMLCheck.flaw(in: html) == nil, "\(html)")
      #expect(!html.contains(" on") || !html.contains("<kbd on"))
    }
  }

  @Test func `embedded notes stand in place`() {
    let links = SharedLinks(
      picture: { $0 == .name("a.png") ? "data:image/png;base64,AA==" : nil },
      embedded: { name, anchor, isInline in
        switch (name, anchor) {
        case ("N", nil):
          isInline ? nil : .some(.init(Note(piece: Array("# T\n\nx[^1]\n\n[^1]: y".utf8))))
        case ("N", "^l"): .init(Note(piece: Array("line ?[](c) ^l".utf8)))
        default: nil
        }
      })
    #expect(
      html("a ![[N#^l]] b ![[a.png|20x3]]", links: links)
        == "<p dir=\"auto\">a line c b <img width=\"20\" height=\"3\" src=\"data:image/png;base64,AA==\" alt=\"a.png\"></p>\n"
    )
    let whole = html("a *![[N]]*\n![[N]]\nb", links: links)
    #expect(
      whole.hasPrefix(
        "<p dir=\"auto\">a <em>N</em></p>\n<div class=\"embed\">\n<h1 id=\"t\" dir=\"auto\">T</h1>\n<p dir=\"auto\">x<sup>"
      ))
    #expect(whole.contains("</div>\n<p dir=\"auto\">b</p>\n<section class=\"footnotes\">"))
    #expect(HTMLCheck.flaw(in: whole) == nil)
    let cell = html("| a |\n|---|\n| ![[N]] c |\n| d |", links: links)
    #expect(
      cell.contains(
        "<tr><td dir=\"auto\"><div class=\"embed\">\n<h1 id=\"t\" dir=\"auto\">T</h1>\n<p dir=\"auto\">x<sup>"
      ))
    #expect(cell.contains("</p>\n</div>\n c</td></tr>\n<tr><td dir=\"auto\">d</td></tr>\n</tbody>"))
    #expect(HTMLCheck.flaw(in: cell) == nil)
  }

  @Test func `notes and pictures that are in the page are linked and shown`() {
    let links = SharedLinks(
      note: {
        $0 == .name("Walden") || $0 == .destination("W%20x.md#a%20b")
          ? "note-2" + ($1.map { "-" + $0 } ?? "") : nil
      },
      picture: {
        $0 == .name("a.png") || $0 == .destination("b.png") ? "data:image/png;base64,AA==" : nil
      })
    #expect(
      html("[[Walden#x|pond]] [x](<W%20x.md#a%20b>) [[Walden]] [[Other]]", links: links)
        == "<p dir=\"auto\"><a href=\"#note-2-x\">pond</a> <a href=\"#note-2-a b\">x</a> "
        + "<a href=\"#note-2\">Walden</a> Other</p>\n")
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
    "-->", "<b", "%%", "$a ", "$$", "==a ", "==", "^[", "[^1]", "\n[^1]: ", "<u>", "</u>",
    "<kbd>a ",
    "\n\n<details>\n\n", "![[N]]", "![[N]]\n\n", "\"a ", "'a ",
  ])
  func `deep nesting takes linear time`(piece: String) {
    let text = String(repeating: piece, count: 40_000)
    let links = SharedLinks(typography: Typography(language: "de"))
    #expect(HTMLCheck.flaw(in: html(text, links: links)) == nil)
    #expect(SharedMarkdown.text(of: Note(parsing: Array(text.utf8)), links: links).count < 1 << 22)
  }

  /// Any bytes; `ZIB_FUZZ_ROUNDS` says how many rounds.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `whatever the note, the HTML is well-formed and runs nothing`(seed: UInt64) {
    var random = SharingPieces(seed: seed)
    let embedded = random.note()
    let links = SharedLinks(
      note: { _, _ in seed % 2 == 0 ? "note-1" : nil },
      picture: { _ in seed % 3 == 0 ? "data:image/png;base64,AA==" : nil },
      embedded: { _, _, _ in seed % 2 == 0 ? .init(Note(piece: embedded)) : nil },
      typography: seed % 5 == 0 ? Typography(language: "fr") : nil)
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
