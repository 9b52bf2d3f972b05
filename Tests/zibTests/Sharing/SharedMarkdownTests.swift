import Notes
import Rendering
import Testing
import zib

@Suite struct SharedMarkdownTests {
  private func markdown(_ text: String) -> String {
    SharedMarkdown.text(of: Note(parsing: Array(text.utf8)))
  }

  @Test(arguments: [
    ("---\ntitle: T\n---\n\n# A\n\ntext\n\n", "# A\n\ntext"),
    ("a\r\nb\rc\r\n", "a\nb\nc"),
    ("In ?[year](1854) by ?[](H*D)", "In 1854 by H\\*D"),
    ("?[h](# x) y", "\\# x y"),
    ("- ?[h](# x)", "- # x"),
    ("[[Walden]] [[W|*pond*]] [[W#A]] ![[a.png]]", "Walden \\*pond\\* W > A a.png"),
    (
      "[a](Other.md) [b *c*](<O t.md#x> \"t\") [d](https://e.org \"t\")",
      "a b *c* [d](https://e.org \"t\")"
    ),
    (
      "[a](https://e.org \"t <!-- x --> u\") ![b](https://e.org 't %%x%% <!-- y') [c](d.md (t <!-- z -->))",
      "[a](https://e.org \"t u\") ![b](https://e.org 't') c"
    ),
    ("![a](b.png) ![](f/c.png) ![d](https://e.org/f.png)", "a c.png ![d](https://e.org/f.png)"),
    (
      "![a|100](b.png) ![|20](c.png) ![a|b](b.png)\n\n| t |\n|---|\n| ![a c\\|100](b.png) |",
      "a c.png a|b\n\n| t |\n|---|\n| a c |"
    ),
    ("?[]($a*b*c$) ?[](*x* $a*b$ *y*)", "$a*b*c$ *x* $a*b$ *y*"),
    ("$x ?[h](y_1) z$ and $$a ?[](b*c)$$", "$x y_1 z$ and $$a b*c$$"),
    ("[x](javascript:alert(1)) [y](zotero://a)", "x (javascript:alert(1)) y (zotero://a)"),
    (
      "<javascript:alert(1)> <data:text/html,x> <a@e.org> <https://e.org>",
      "javascript:alert(1) data:text/html,x <a@e.org> <https://e.org>"
    ),
    (
      "[a](obsidian://open?vault=x#y) ![p](file:///etc/passwd) [bb://c](bb://c) `<bb://c>`",
      "a (obsidian://open?vault=x#y) p bb://c `<bb://c>`"
    ),
    (
      "[a][r] [b][l]\n\n[r]: https://c.org\n[l]: Other.md",
      "[a][r] b\n\n[r]: https://c.org\n[l]: Other.md"
    ),
    ("[![a](b.png)](https://c.org) [![a](b.png)](d.md)", "[a](https://c.org) a"),
    (
      "<![CDATA[ a <b>c</b> ]]>\n\n<?php echo \"d\"; ?>\n\ne <?f?> <![CDATA[g]]>",
      "<![CDATA[ a <b>c</b> ]]>\n\n<?php echo \"d\"; ?>\n\ne <?f?> <![CDATA[g]]>"
    ),
    ("text ^id\n\n- item ^a", "text\n\n- item"),
    ("text\n^id\n\nmore", "text\n\n\nmore"),
    ("a <!-- b --> c\n\n<!--\nd\n\ne\n-->\nf", "a c\n\n\nf"),
    ("`<!-- ?[a](b) [[c]] -->`", "`<!-- ?[a](b) [[c]] -->`"),
    ("- a\n<!-- b -->\n- c\n\n<!-- d -->\n", "- a\n<!-- -->\n- c"),
    ("- a\n\n<!-- b\nc -->\n\nd", "- a\n\n\n\nd"),
    ("> [!note] Title\n> text", "> **Note:** Title\\\n> text"),
    ("Q: a\r\nA: *b*", "Q: a\\\nA: *b*"),
    ("> a *b*\n> — Ann, *W*", "> a *b*\\\n> — Ann, *W*"),
    ("- Q: a\n  A: b  \n  c", "- Q: a\\\n  A: b  \n  c"),
    ("> [!tip]\n> text", "> **Tip**\\\n> text"),
    ("a\u{1B}b\u{9B}", "a\u{FFFD}b\u{FFFD}"),
    ("| a | b |\n|--|--|\n| [[x\\|y]] | ?[](z) |", "| a | b |\n|--|--|\n| y | z |"),
    ("", ""), ("^x", ""), ("\n\n", ""),
  ])
  func `only what Zibaldone alone understands is replaced`(text: String, expected: String) {
    #expect(markdown(text) == expected)
  }

  @Test(arguments: [
    ("a %%b%% c", "a c"), ("a %%b\n\nc%% d", "a\n\nd"), ("a %%b%%\nc", "a\nc"),
    ("%%\na\n%%\n\nb", "b"), ("a\n\n%%\nb", "a"), ("`%%a%%`", "`%%a%%`"),
    ("a <!-- b\n\nc --> d", "a\n\nd"), ("?[h](a %%b%% c) [x](y%%z%%)", "a  c x"),
    (
      "a[^1] ^[b ?[](c)]\n\n[^1]: d <!-- e --> [[F]]\n\n    g %%h%%\n\n[^unused]: i",
      "a[^1] ^[b c]\n\n[^1]: d F\n\n    g"
    ),
    ("==a== $x_1$ $$\n[[b]]\n$$", "==a== $x_1$ $$\n[[b]]\n$$"),
    ("![[a.png|200]] <kbd>b</kbd>", "a.png <kbd>b</kbd>"),
    ("> a %%x\n> y\n\nz%% b", "> a\n\nb"), ("> b %%x\n\ny\n\n> z%% c\n> d", "> b\n\n> c\n> d"),
    ("> %%x\n> y%%\n> b", ">\n> b"), ("a %%x\n\n> y%% b", "a\n\n> b"), ("a %%x\ny%% b", "a\nb"),
    ("%%x\n\n> y%% b", "> b"),
    ("[l %%c%%](http://a.b) next, **b <!-- c -->** more", "[l](http://a.b) next, **b** more"),
    ("**_b %%c%%_**, a %%c%%**b** and [[N|l %%c%%]]. d", "**_b_**, a **b** and l. d"),
  ])
  func `comments go, and what most programs know stays`(text: String, expected: String) {
    #expect(markdown(text) == expected)
  }

  @Test(arguments: [
    ("![[N]]", "# T\n\ntext"), ("a\n\n![[N]]\n\nb", "a\n\n\n# T\n\ntext\n\n\nb"),
    ("- ![[N]]\n- b", "- # T\n\n  text\n\n- b"), ("> ![[N]]", "> \n> # T\n>\n> text\n>"),
    ("a ![[L]] b", "a line *l* b"), ("|a|\n|-|\n|![[N]]|", "|a|\n|-|\n|T<br>text|"),
    ("![[gone]]", "gone"), ("|a|\n|-|\n|![[B#^b]]|", "|a|\n|-|\n|*b* \\| c|"),
    ("|a|\n|-|\n|![[N#^b]]|", "|a|\n|-|\n|T<br>text|"),
    ("![[F]]\n\nb", "```\nls\n```\n\n\nb"),
    (
      "|a|\n|-|\n|x ![[R#^b]] y|\n\nend",
      "|a|\n|-|\n|x *r* `c\\|d` [l](https://e.org)[^2-1] w y|\n\nend\n\n[^2-1]: foot"
    ),
    ("a ![[R]] b", "a *r* `c|d` [l](https://e.org)[^2-1] w b\n\n[^2-1]: foot"),
    (
      "|a|\n|-|\n|![[S#H]]|",
      "|a|\n|-|\n|H<br>one two<br>three<br>• *i*<br>• 1. [ ] t<br>`` a `b` ``<br>`c \\|\\| d`<br>h \\| k<br>v<br>![](https://e.org/p.png)|"
    ),
    ("> a ![[P]] b\n\nc", "> a one\n> two b\n\nc"),
    ("![[L#a:#*]]\n![[N#b:#*]]", "line *l*\n\n# T\n\ntext"),
    ("# a ![[N]]\n\n*![[N#^b]]* ![[L]]", "# a N\n\n*T text* line *l*"),
  ])
  func `embedded notes stand in place`(text: String, expected: String) {
    let links = SharedLinks(embedded: { name, anchor, isInline in
      if isInline, anchor == nil { return nil }
      switch name {
      case "N": return .init(Note(piece: Array("# T\n\ntext %%x%%".utf8)))
      case "L": return .init(Note(piece: Array("line *l*".utf8)))
      case "B": return .init(Note(piece: Array("*b* | c".utf8)))
      case "F": return .init(Note(piece: Array("```\nls".utf8)))
      case "P": return .init(Note(piece: Array("one\ntwo ^p".utf8)))
      case "R":
        let text = "*r* `c|d` [l](https://e.org)[^1] [[x|w]]\n\n[^1]: foot"
        return .init(Note(piece: Array(text.utf8)))
      case "S":
        let text =
          "## H\n\none\ntwo\\\nthree\n\n- *i*\n- 1. [ ] t\n\n```sh\na `b`\nc || d\n```\n\n| h | k |\n|---|---|\n| v |\n\n![](https://e.org/p.png)\n"
        return .init(Note(piece: Array(text.utf8)))
      default: return nil
      }
    })
    #expect(SharedMarkdown.text(of: Note(parsing: Array(text.utf8)), links: links) == expected)
  }

  @Test func `footnotes of several notes keep apart`() {
    let labels = SharedLabels()
    let note = Note(parsing: Array("a[^1]\n\n[^1]: b".utf8))
    #expect(SharedMarkdown.text(of: note, labels: labels) == "a[^1]\n\n[^1]: b")
    #expect(SharedMarkdown.text(of: note, labels: labels) == "a[^2-1]\n\n[^2-1]: b")
  }

  @Test func `a quote is a block quote with its source`() {
    var document = SharedDocument(.markdown, title: "", language: nil)
    let source = QuoteSource(authors: ["Ann *B*"], work: "Work", locator: "p. 3")
    let quote = SharedItem.quote(Note(parsing: Array("a\n\nb ?[](c)".utf8)), source)
    #expect(
      document.text(of: quote) == "> a\n>\n> b c\n>\n> — Ann \\*B\\*, *Work* (p. 3)\n")
    #expect(document.text(of: quote).hasPrefix("\n> a"))
  }
}
