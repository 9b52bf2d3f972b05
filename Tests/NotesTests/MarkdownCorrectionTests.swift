import Notes
import Testing

/// Places where md4c 0.4.8 alone reads something else than CommonMark and GFM say.
@Suite struct MarkdownCorrectionTests {
  @Test(arguments: [
    "para\n    ```json\n    x #no\n    ```\n\n## Head\n#tag [[Link]]",
    "para\n    ~~~\n    x\n\n## Head\n#tag [[Link]]",
    "- item\n      ```\n      x\n      ```\n\n## Head\n#tag [[Link]]",
    "> para\n>     ```\n>     x\n\n## Head\n#tag [[Link]]",
    "**bold** para\r\n\t```\r\n\tx\r\n\r\n## Head\r\n#tag [[Link]]",
    "one\n    ```\n    x\n    ```\n\ntwo\n    ```\n    y\n    ```\n\n## Head\n#tag [[Link]]",
  ])
  func `a fence that is indented under a paragraph hides nothing below it`(markdown: String) {
    let note = Note(markdown)
    #expect(note.headings.map { note.text($0.text) } == ["Head"])
    #expect(note.hashtagNames == ["tag"])
    #expect(note.links.map { note.text($0.target) } == ["Link"])
  }

  @Test func `a fence in a list item is a fence`() {
    let note = Note("- a\n    - b\n      ```\n      #no\n      ```\n      #yes\n")
    #expect(note.hashtagNames == ["yes"])
  }

  @Test func `a heading right under a table is a heading`() {
    let note = Note("| a | b |\n|---|---|\n| c | d |\n## Head\n\ntext\n\n| a |\n|---|\n| # no |\n")
    #expect(note.headings.map { note.text($0.text) } == ["Head"])
    #expect(note.runText == "|a|b|c|d|Head|text|a|# no")
  }

  @Test func `a fence right under a table is a fence`() {
    let note = Note("| a |\n|---|\n| c |\n```\n#no\n```\n#yes")
    #expect(note.hashtagNames == ["yes"])
  }

  @Test(arguments: [
    ("text\n| a | b |\n|---|---|\n| c | d |\n", "|text|a|b|c|d"),
    ("text\nmore\na | b\n-|-\nc | d\n", "|text\nmore|a|b|c|d"),
    // Another number of cells, or an escaped bar, is no head.
    ("text\n| a |\n|---|---|\n", "|text\n| a |\n|---|---|"),
    ("text\na \\| b\n-|-\n", "|text\na | b\n-|-"),
  ])
  func `a table may interrupt a paragraph`(markdown: String, runs: String) {
    #expect(Note(markdown).runText == runs)
  }
}

@Suite struct FootnoteTests {
  @Test func `a footnote's text is text and its links are links`() {
    let note = Note("Said.[^1] More.[^b]\n\n[^1]: Ibid.\n[^b]: [[T]], see #tag\n")
    #expect(note.links.map { note.text($0.target) } == ["T"])
    #expect(note.hashtagNames == ["tag"])
    #expect(note.links.allSatisfy { $0.kind == .wiki })
    #expect(note.runText == "|Said. More.| Ibid.· T, see #tag")
  }

  @Test func `what nothing defines is text`() {
    #expect(Note("Said.[^1]").runText == "|Said.[^1]")
  }

  @Test func `a definition in code is code`() {
    let note = Note("```\n[^1]: [[no]]\n```\n")
    #expect(note.links.isEmpty)
    #expect(note.runText == "|[^1]: [[no]]")
  }
}

@Suite struct CommentTests {
  @Test(arguments: [
    ("a %%b #no [[no]]%% c #yes", "|a c #yes"),
    ("%%\n# No\n\n- [ ] no\n\n[[no]]\n%%\n\nb #yes", "|b #yes"),
    ("a %% b #yes", "|a %% b #yes"),
    ("`%%` #yes `%%`", "|%% #yes %%"),
    ("```\n%% a %%\n```\n#yes", "|%% a %%|#yes"),
    ("| a |\n|-|\n| %%no%% b #yes |", "|a|b #yes"),
  ])
  func `what stands between percent signs is hidden`(markdown: String, runs: String) {
    let note = Note(markdown)
    #expect(note.runText.filter { $0 != " " } == runs.filter { $0 != " " })
    #expect(note.hashtagNames == (markdown.contains("#yes") ? ["yes"] : []))
    #expect(note.links.isEmpty && note.headings.isEmpty && note.tasks.isEmpty)
  }

  @Test(arguments: [
    "$$\na %% b\n$$\n\n#yes %%no%%\n", "$$\n%% b\n$$\n\n#yes %%no%%\n",
    "In $a %% b$ #yes %%no%%", "> $$\n> a %% b\n>\n> c\n> $$\n\n#yes %%no%%\n",
    "$$\na %% b\nc %% d\n$$\n\n#yes %%no%%\n", "<!-- %% -->\n\n#yes %%no%%\n",
    "a <!-- %% --> b #yes %%no%%",
    "<b title=\"a > %% b\">c</b> #yes %%no%%", "<div title='50%%'>\n\n#yes %%no%%\n",
    "<!-- a --> b <!-- c\n\nd %% --> #yes %%no%%", "a <!-- b\n\n%% --> #yes %%no%%",
    "a <!-- b\n\n%% --> #yes", "%%no <!-- a%% #yes <!-- b\n\n%% --> %%no%%",
  ])
  func `percent signs in a formula, a tag and a comment of HTML begin no comment`(markdown: String)
  {
    let note = Note(markdown)
    #expect(note.hashtagNames == ["yes"])
    #expect(!note.runText.contains("no"))
    #expect(ReadableBody(of: note).openComment == nil)
  }

  @Test(arguments: [
    "%% $a %% #yes $b %%no%%", "Paid $$ once. %%no%%\n\n#yes %%no%% $$ twice.",
    "%% <!-- a %% #yes %%no%% -->", "<div>\n%%no%%\n</div>\n\n#yes %%no%%\n",
    "%% a $$ %%\n\n#yes %%no%%\n\n$$\nx\n$$\n", "$5 and %%no 6%% #yes $7 %%no%%",
  ])
  func `a sign of a formula or of HTML in a comment changes nothing`(markdown: String) {
    let note = Note(markdown)
    #expect(note.hashtagNames == ["yes"])
    #expect(!note.runText.contains("no"))
  }

  @Test(arguments: [
    ("a %% b\n\nc", "%% b"), ("a **%% b** c", "%% b"), ("a%%\nb", "%%\nb"), ("a %%%% b %%c", "%%c"),
    ("%%\n\n# a", "%%\n"), ("50%% a, 5 %% b", ""), ("100%% a", ""), ("a \\%% b", ""),
    ("$a %% b$", ""), ("`%%` a", ""), ("a <!-- b\n\nc %% --> d", ""),
    ("a <!-- b\n\nc", "<!-- b"), ("a **<!-- b** c", "<!-- b"), ("<!-- a --> <!-- b\n\nc", "<!-- b"),
    ("> <!-- a\n\nb", "<!-- a"), ("<!-- a\n\nb", "<!-- a"), ("a %% b <!-- c", "%% b"),
    ("a 5<!-- b", "<!-- b"), ("a \\<!-- b", ""), ("`<!--` a", ""), ("$a <!-- b$", ""),
    ("a <!--> b", ""), ("a <!-- b --> c", ""), ("%%<!-- a%% b", ""), ("```\n<!-- a\n```\nb", ""),
    ("a \\<!-- b\n\nc --> d", ""),
  ])
  func `the rest after a mark that nothing ends is hidden from a reader`(
    markdown: String, hidden: String
  ) {
    let body = ReadableBody(of: Note(markdown))
    let rest = body.openComment.map { Array(markdown.utf8)[$0...] } ?? []
    #expect(
      String(decoding: rest, as: UTF8.self).hasPrefix(hidden) && rest.isEmpty == hidden.isEmpty)
    #expect(
      body.openComment.map { body.comments.last == ByteRange($0, markdown.utf8.count) } ?? true)
  }

  @Test(arguments: ["%%", "<!--"])
  func `a part with a mark that nothing ends has no text after it`(mark: String) {
    let note = Note("# A \(mark) b\n\n## C\n\nd\n")
    let body = ReadableBody(of: note)
    for heading in note.headings {
      let range = ByteRange(start: heading.range.start, end: UInt32(note.source.count))
      let piece = String(decoding: body.piece(range, of: note), as: UTF8.self)
      #expect(piece == (heading.level == 1 ? "# A \(mark)" : mark))
    }
    #expect(note.readableTitle == "A" && note.title == "A \(mark) b")
  }
}
