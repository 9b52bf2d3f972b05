import Notes
import Rendering
import Testing
import zib

@Suite struct SharedTextTests {
  private func text(_ markdown: String) -> String {
    let note = Note(parsing: Array(markdown.utf8))
    return SharedText.lines(of: SharedSteps.steps(of: note)).joined(separator: "\n")
  }

  @Test(arguments: [
    ("# Title #\ntext", "Title\n\ntext"),
    ("a *b* **c** ~~d~~ `e*`", "a b c ~~d~~ e*"),
    ("one\ntwo  \nthree\\\nfour", "one two\nthree\nfour"),
    ("one\r\ntwo\r\n\r\nthree\r\n", "one two\n\nthree"),
    ("- a\n- b\n  - c\n    - d\n- e", "• a\n• b\n  • c\n    • d\n• e"),
    ("- a\n\n- b\n\n  more", "• a\n\n• b\n\n  more"),
    ("9. nine\n10. ten\n    - x", "9. nine\n10. ten\n    • x"),
    ("- [ ] open\n- [x] done", "[ ] open\n[x] done"),
    ("-\n- b", "•\n• b"),
    ("> a\n>\n> b\n> > c", "> a\n>\n> b\n>\n> > c"),
    ("> a\n>\n> — Ann, *Work* (p. 3)", "> a\n>\n> — Ann, Work (p. 3)"),
    ("> a\n> — Ann", "> a\n> — Ann"),
    ("- > q\n- b", "• > q\n• b"),
    ("> - a\n> - b", "> • a\n> • b"),
    ("```swift\nlet a = 1\n\n  b\n```\nafter", "    let a = 1\n\n      b\n\nafter"),
    ("a\n\n---\n\nb", "a\n\n* * *\n\nb"),
    ("| a | b |\n|---|--:|\n| one | 2 |\n| 三 | 44 |", "a   │  b\n────┼───\none │  2\n三  │ 44"),
    ("&copy; &#x2014; &unknown; \\*", "© — &unknown; *"),
    ("Q: Who?\nA: I.", "Q: Who?\nA: I."),
    ("---\ntitle: T\n---\nbody", "body"),
    ("床前明月光，\n疑是地上霜。", "床前明月光，疑是地上霜。"),
    ("שלום *עולם*\nמה", "שלום עולם מה"),
    ("👩‍👩‍👧 *ok* 🇩🇪", "👩‍👩‍👧 ok 🇩🇪"),
    ("", ""),
  ])
  func `Markdown loses its markers`(markdown: String, expected: String) {
    #expect(text(markdown) == expected)
  }

  @Test(arguments: [
    ("See [here](https://a.org).", "See here (https://a.org)."),
    ("[a.org](https://a.org) <https://b.org> https://c.org", "a.org https://b.org https://c.org"),
    ("[mail](mailto:a@b.org) <a@b.org>", "mail (mailto:a@b.org) a@b.org"),
    ("[words](Other.md#Part) [](Other%20note.md)", "words Other%20note.md"),
    ("[x](<https://a.org/a b>)", "x (https://a.org/a%20b)"),
    ("[x](//a.org)", "x (https://a.org)"),
    ("[x](javascript:alert(1))", "x (javascript:alert(1))"),
    ("[x](zotero://select/1)", "x (zotero://select/1)"),
    ("[x][ref]\n\n[ref]: https://a.org/?a=1&amp;b=2", "x (https://a.org/?a=1&b=2)"),
    ("![alt *text*](a.png) ![](folder/b.png)", "alt text b.png"),
    ("![alt|100](a.png) ![|20x3](b.png) ![a|b](c.png) ![1984](d.png)", "alt b.png a|b 1984"),
    ("![alt](https://a.org/a.png)", "alt (https://a.org/a.png)"),
    ("[![alt](a.png)](https://a.org)", "alt (https://a.org)"),
    ("![alt](data:image/png;base64,AAAA)", "alt"),
  ])
  func `links show where they lead, if anybody can go there`(markdown: String, expected: String) {
    #expect(text(markdown) == expected)
  }

  @Test(arguments: [
    ("In ?[year](1854) and ?[](*Walden*)*!*", "In 1854 and Walden!"),
    (
      "[[Walden]] [[Walden|the pond]] [[Walden#Beans#Hoe]] [[Walden#^block]] [[#Here]]",
      "Walden the pond Walden > Beans > Hoe Walden Here"
    ),
    ("![[pond.png]] ![[Walden]]", "pond.png Walden"),
    ("?[h](`x` y)`z`", "x yz"),
    ("text ^block", "text"),
    ("text\n^block", "text"),
    ("- item ^a1\n- two", "• item\n• two"),
    ("a #tag b", "a #tag b"),
    ("> [!note] Title\n> text\n> more", "> Note: Title\n> text more"),
    ("> [!bug|wide]+ *T*\n> text", "> Bug: T\n> text"),
    ("> [!warning]-\n> text", "> Warning\n> text"),
    ("> [!quote]\n> text", "> text"),
    ("a <!-- hidden --> b<!-- c -->d", "a bd"),
    ("<!-- hidden\nlines -->\n\nb\n\n<!-- c -->", "b"),
    ("- a\n\n  <!-- b -->\n\n- c\n\n> d ^e", "• a\n\n• c\n\n> d"),
    ("<!-- a -->\n<div id=\"a\">\nb\n</div>\n\n<!-- c\nd -->  \n", "<div id=\"a\">\nb\n</div>"),
    ("<div align='left'>\nb\n</div>\n\n<p>c</p>", "b\n\nc"),
    ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby> <ruby>字<rt>じ</rt></ruby>", "漢(かん) 字(じ)"),
    (
      "<a href=\"https://a.org\">b</a> <a href=\"c.md\">d</a>",
      "b (https://a.org) <a href=\"c.md\">d</a>"
    ),
    ("a<br>b <b>c</b> Vec<T>", "a\nb c Vec<T>"),
    ("*a [[b* c]] d*", "a b* c d*"),
  ])
  func `what only Zibaldone reads becomes words`(markdown: String, expected: String) {
    #expect(text(markdown) == expected)
  }

  @Test(arguments: [
    ("a %%b%% c %%d\ne%% f", "a c f"),
    ("a\n\n%%\nb\n\nc\n%%\n\nd", "a\n\nd"),
    ("> a %%x\n> y\n\nz%% b", "> a\n\nb"), ("> a\n> b %%x\n\ny\n\n> z%% c\n> d", "> a b\n\n> c d"),
    ("> %%x\n> y%%\n> b", "> b"), ("a %%x\n\n> y%% b", "a\n\n> b"), ("a %%x\ny%% b", "a b"),
    ("- > a %%x\n  > y%% b", "• > a b"),
    ("%%a%% b", "b"), ("- %%a comment%% b", "• b"), ("%%\n\nlong long long %% b", "b"),
    ("`%%a%%` 100%% b", "%%a%% 100%% b"),
    ("a\n\n%%\nb\n\n# c", "a"), ("a %% b", "a"),
    ("a <!-- b\n\nc --> d", "a\n\nd"), ("a <!-- b", "a"),
    ("a \\<!-- b --> c", "a <!-- b --> c"),
    ("?[h](a <!-- b --> c)", "a  c"), ("?[h](a%%b%%)", "a"), ("[[A|b%%c%%]]", "b"),
  ])
  func `no comment of any kind is printed`(markdown: String, expected: String) {
    #expect(text(markdown) == expected)
  }

  @Test(arguments: [
    ("a[^1] b[^B] a[^1]\n\n[^b]: *B*\n[^1]: A", "a[1] b[2] a[1]\n\n[1] A\n[2] B"),
    ("a^[b *c*] [^gone] `^[d]` [^x](y)", "a[1] [^gone] ^[d] ^x\n\n[1] b c"),
    ("a[^1]\n\n[^1]: b\nc\n\n    d\n\n    - e\n\nf", "a[1]\n\nf\n\n[1] b c\n\n    d\n\n    • e"),
    ("a[^2]\n\n[^1]: unused %%b%%\n[^2]: c", "a[1]\n\n[1] c"),
    ("a[^1]\n\n[^1]: b[^2]\n[^2]: c[^1]", "a[1]\n\n[1] b[2]\n[2] c[1]"),
    ("> a[^1]\n>\n> [^1]: b\n> c\n\nd", "> a[1]\n\nd\n\n[1] b c"),
    ("```\n[^1]: a\n```", "    [^1]: a"),
  ])
  func `footnotes follow the text`(markdown: String, expected: String) {
    #expect(text(markdown) == expected)
  }

  @Test(arguments: [
    ("==a *b*== c", "a b c"), ("a==b and c==d", "a==b and c==d"), ("中==文==字", "中文字"),
    ("*a ==b* c==", "a ==b c=="), ("\\==a==", "==a=="), ("[[a==b]] ==c==", "a==b c"),
    ("$a_1 * b_2 * c$ and *x $y*z$*", "$a_1 * b_2 * c$ and x $y*z$"),
    ("$$\na\n- b_c_\n\n= d\n$$\ne", "$$\na\n- b_c_\n\n= d\n$$\n\ne"),
    ("> $$\n> a\n> $$", "> $$\n> a\n> $$"), ("costs *$5* and $6", "costs $5 and $6"),
    ("10<sup>6</sup> H<sub>2</sub>O 1<sup>er</sup>", "10⁶ H₂O 1er"),
    ("<abbr title=\"Hyper &quot;T&quot;\">HT</abbr>", "HT (Hyper \"T\")"),
    ("<kbd>a", "<kbd>a"), ("*<kbd>a*</kbd>", "<kbd>a</kbd>"), ("<span>a</span>", "<span>a</span>"),
    ("<details>\n<summary>S</summary>\n\n*a*\n\n</details>", "S\n\na"),
    ("<details>\n<summary>S</summary>\n\n*a*", "<details>\n<summary>S</summary>\n\na"),
    ("![[a.png|200]] ![[a.png|b|20x30]] ![[a|200x]]", "a.png b 200x"),
  ])
  func `what other programs add to Markdown is read as they read it`(
    markdown: String, expected: String
  ) {
    #expect(text(markdown) == expected)
  }

  @Test func `control characters become replacement characters, or spaces`() {
    #expect(text("a\u{B}b\u{C}c\u{85}d") == "a b c d")
    #expect(text("a\u{1B}[31mb\u{7}\u{9B}c\td") == "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}c\td")
  }

  @Test func `a table that is too wide has its cells wrapped`() {
    let long = Array(repeating: "word", count: 60).joined(separator: " ")
    let lines = text("| a | b |\n|---|---|\n| \(long) | x |").split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 120 })
    #expect(lines.count > 3)
  }
}
