import Notes
import Testing

@Suite struct LinkTests {
  /// One line a link: kind, target, `#anchor`, `|text`, and marks for embeds and addresses.
  private func summary(_ note: Note) -> [String] {
    note.links.map { link in
      var line = link.isEmbed ? "!" : ""
      line += "\(link.kind) \(note.target(of: link))"
      if let anchor = note.anchor(of: link) { line += "#\(anchor)" }
      if let text = note.text(link.text) { line += "|\(text)" }
      if link.isExternal { line += " ext" }
      return line
    }
  }

  @Test(arguments: [
    ("[[Note]]", ["wiki Note"]),
    ("$[[a]]$ $x [t](b)$ [[c]] $$\n[[d]]\n$$", ["wiki c"]),
    ("It costs $5 [[a]] or $6, and `$[[x]]$`", ["wiki a"]),
    ("[[ Note ]]", ["wiki Note"]),
    ("[[Note|text]]", ["wiki Note|text"]),
    ("[[Note#Heading]]", ["wiki Note#Heading"]),
    ("[[Note#H1#H2|t]]", ["wiki Note#H1#H2|t"]),
    ("[[Note#^block]]", ["wiki Note#^block"]),
    ("[[#Own]]", ["wiki #Own"]),
    ("![[pic.png|640x480]]", ["!wiki pic.png|640x480"]),
    ("![[x.pdf#page=3]]", ["!wiki x.pdf#page=3"]),
    ("[[a]b]]", ["wiki a]b"]),
    ("[[https://x]]", ["wiki https://x"]),
    ("[[[a]]]", ["wiki a"]),
    ("[[a [[b]]", ["wiki b"]),
    ("`[[a]]` \\[[b]] [[]] [[\n]] [[ ]]", []),
    ("[[*a*_b_]]", ["wiki *a*_b_"]),
    ("[[a]](b)", ["wiki a"]),
    ("[[a`b]] `c", []),
    ("[[F#tag|`tag`]] [[F#`x`]] x", ["wiki F#tag|`tag`", "wiki F#`x`"]),
    ("[[a|`b]]` c]]", []),
    ("\\[[T]] \\\\[[U]] \\\\\\[[V]]", ["wiki U"]),
    ("a \\[[T]] and \\[\\[T]]", []),
    ("|x|\n|---|\n|[[a\\|b]]|", ["wiki a|b"]),
    ("|x|\n|---|\n|[[a|b]]|", []),
    ("[text](path.md)", ["markdown path.md|text"]),
    ("[t](a%20b.md#An-chor)", ["markdown a b.md#An-chor|t"]),
    ("[t](<a b.md>)", ["markdown a b.md|t"]),
    ("[t](a\\(b\\).md)", ["markdown a(b).md|t"]),
    ("[t](a(b).md \"title (x)\")", ["markdown a(b).md|t"]),
    ("[t](#here)", ["markdown #here|t"]),
    ("[t]()", ["markdown |t"]),
    ("[](x.md)", ["markdown x.md|"]),
    ("[a](b)[c](d)", ["markdown b|a", "markdown d|c"]),
    ("[**a** `b` c](d)", ["markdown d|**a** `b` c"]),
    ("**[a](b)**", ["markdown b|a"]),
    ("[t](https://x.y/z#f)", ["markdown https://x.y/z#f|t ext"]),
    ("[t](//x.y)", ["markdown //x.y|t ext"]),
    ("[t](mailto:a@b.c)", ["markdown mailto:a@b.c|t ext"]),
    ("[t](C:x)", ["markdown C:x|t"]),
    ("![a](b.png)", ["!markdown b.png|a"]),
    ("![](b.png)", ["!markdown b.png|"]),
    ("[![a](b.png)](c.md)", ["!markdown b.png|a", "markdown c.md|![a](b.png)"]),
    ("[t][r]\n\n[r]: dest.md 'x'", ["reference dest.md|t"]),
    ("[r][]\n\n[r]: dest.md#a", ["reference dest.md#a|r"]),
    ("[r] (x)\n\n[r]: <de st.md>", ["reference de st.md|r"]),
    ("![i][r]\n\n[r]: a.png", ["!reference a.png|i"]),
    ("[r]\n\n[r]: a\\_b.md", ["reference a_b.md|r"]),
    ("[r]: a.md\n\n> - [r]", ["reference a.md|r"]),
    ("<https://x.y/z>", ["autolink https://x.y/z ext"]),
    ("<me@x.org>", ["autolink me@x.org ext"]),
    ("see https://x.y/a_b(c), ok", ["autolink https://x.y/a_b(c) ext"]),
    ("(https://x.y/z)", ["autolink https://x.y/z ext"]),
    ("**https://x.y**", ["autolink https://x.y ext"]),
    ("http://a.b?c=d&e", ["autolink http://a.b?c=d&e ext"]),
    ("www.x.org/a. and me@x.org.", ["autolink www.x.org/a ext", "autolink me@x.org ext"]),
    ("[https://x.y](z.md)", ["markdown z.md|https://x.y"]),
    ("`https://x.y` xhttps://x.y", []),
    ("[not a link]", []),
    ("- [ ] [[task]]", ["wiki task"]),
    ("> [a\n> b](c.md)", ["markdown c.md|a\n> b"]),
    ("> [a](\n> c.md) [d](e)", ["markdown c.md|a", "markdown e|d"]),
    ("line\n[a](b)\n![](c)\nend", ["markdown b|a", "!markdown c|"]),
    ("*[[a]]*", ["wiki a"]),
    ("\\![[a]]", ["!wiki a"]),
    ("# [[a]] [b](c)", ["wiki a", "markdown c|b"]),
    ("<div>\n\n[[a]]", ["wiki a"]),
  ])
  func `links of every kind are found`(markdown: String, links: [String]) {
    #expect(summary(Note(markdown)) == links)
  }

  @Test(arguments: [
    "[[Note#H|t]]", "![[Note]]", "[t](a.md#b \"c\")", "![a](b)", "[r][x]", "<https://x.y>",
    "https://x.y/z", "[a **b** `]` c](d)", "[](e)",
  ])
  func `a link's range is exactly its source`(link: String) {
    for (before, after) in [
      ("", ""), ("a ", " b"), ("- *x* ", ", y"), ("> ", "\n> z"), ("é—", " "),
    ] {
      let note = Note(before + link + after + "\n\n[x]: y")
      #expect(note.links.map { note.text($0.range) } == [link], "\(before)…\(after)")
    }
  }

  @Test func `links in front matter count, in every kind of quotation`() {
    let note = Note(
      """
      ---
      a: "[[One#H|x]]"
      b: ['[[Bob''s]]', "see [[Two]] and [[Three]]"]
      c: https://x.y
      d: plain [[Four]]
      e: [[Five]]
      ---
      [[Six]]
      """)
    #expect(
      note.links.map { note.target(of: $0) }
        == ["One", "Bob's", "Two", "Three", "https://x.y", "Four", "Six"])
    #expect(note.links.map(\.isInFrontMatter) == [true, true, true, true, true, true, false])
    #expect(note.text(note.links[0].range) == "[[One#H|x]]")
  }

  @Test func `a key of the front matter is no link`() {
    let note = Note("---\n\"[[K]]\": \"[[V]]\"\n? [\"[[L]]\"]\n: {\"[[M]]\": [\"[[W]]\"]}\n---\n")
    #expect(note.links.map { note.target(of: $0) } == ["V", "W"])
  }

  @Test(arguments: [
    ("[[Note]]", ["wiki Note"]),
    ("[[the text|a.note#head]]", ["wiki a.note#head|the text"]),
    ("[[C# code|a.note]]", ["wiki a.note|C# code"]),
    ("[[text|dendron://vault/a.note#h]]", ["wiki a.note#h|text"]),
    ("[[Text | dendron://v/a.note]]", ["wiki a.note|Text"]),
    ("![[dendron://vault/a.note]]", ["!wiki a.note"]),
    ("|x|\n|---|\n|[[text\\|a.note]]|", ["wiki a.note|text"]),
  ])
  func `Dendron's links have their text first`(markdown: String, links: [String]) {
    var options = NoteOptions()
    options.links.isTextFirst = true
    #expect(summary(Note(markdown, options: options)) == links)
  }
}
