import Notes
import Testing

@Suite struct HashtagEditorTests {
  @Test(arguments: [
    ("#old and #Old/child, #older", "#new and #new/child, #older"),
    ("`#old` [[#old]] https://x/#old", "`#old` [[#old]] https://x/#old"),
    ("---\ntags: [old, x]\n---\n(#old)", "---\ntags: [new, x]\n---\n(#new)"),
    (
      "---\ntags:\n  - old/a # c\n  - '#old'\n---\n", "---\ntags:\n  - new/a # c\n  - '#new'\n---\n"
    ),
    ("---\ntags: old, x old/y\n---\n", "---\ntags: new, x new/y\n---\n"),
    ("---\ntags: [old, new]\n---\n", "---\ntags: [new]\n---\n"),
    ("---\ntags: [new, x, old]\n---\n", "---\ntags: [new, x]\n---\n"),
    ("---\ntags:\n  - a\n  - new\n  - OLD\n---\n", "---\ntags:\n  - a\n  - new\n---\n"),
    ("---\ntags: new, old\n---\n", "---\ntags: new\n---\n"),
    ("---\r\ntags:\r\n- new\r\n- old\r\n- b\r\n---\r\n", "---\r\ntags:\r\n- new\r\n- b\r\n---\r\n"),
    (
      "---\ntags: [old, x] # old\ntitle: old\n---\nold",
      "---\ntags: [new, x] # old\ntitle: old\n---\nold"
    ),
    ("---\ntags:\n- old\n- new # why\n---\n", "---\ntags:\n- new # why\n---\n"),
    ("---\ntags:\n- new\n# line\n- 'old'  # why\n---\n", "---\ntags:\n- new  # why\n# line\n---\n"),
    (
      "---\ntags:\n  - old # a\n  - new # b\n  - c\n---\n",
      "---\ntags:\n  - new # a\n  # b\n  - c\n---\n"
    ),
    ("---\ntags: [old, # a\n  new]\n---\n", "---\ntags: [new, # a\n  ]\n---\n"),
    ("---\ntags: [x, old, # a\n  new, y]\n---\n", "---\ntags: [x, new, # a\n   y]\n---\n"),
    ("nothing", "nothing"),
    ("#new", "#new"),
  ])
  func `a hashtag is renamed with its children, in text and front matter`(
    before: String, after: String
  ) throws {
    let editor = try #require(HashtagEditor(renaming: Hashtag("old"), to: Hashtag("new")))
    let note = Note(before)
    let edits = editor.edits(for: note)
    #expect(edits.applied(to: note.source).string == after)
    #expect(edits.isEmpty == (before == after))
  }

  @Test func `a child is renamed without its siblings`() throws {
    let editor = try #require(HashtagEditor(renaming: Hashtag("a/b"), to: Hashtag("c")))
    let note = Note("#a #a/b #A/B/d #a/bc")
    #expect(editor.edits(for: note).applied(to: note.source).string == "#a #c #c/d #a/bc")
  }

  @Test(arguments: [
    ("#old and #Old/child, #[[old]]", "#[[two words]] and #[[two words/child]], #[[two words]]"),
    ("(#old) **#old**", "(#[[two words]]) **#[[two words]]**"),
    (
      "---\ntags: [old, x]\n---\n## A #old\n",
      "---\ntags: [two words, x]\n---\n## A #[[two words]]\n"
    ),
  ])
  func `a name of several words gets the form that such a hashtag has in Logseq`(
    before: String, after: String
  ) throws {
    var options = NoteOptions()
    options.bracketedHashtags = true
    let (old, new) = (Hashtag("old"), Hashtag(typed: "#[[two words]]"))
    let editor = try #require(HashtagEditor(renaming: old, to: new, options: options))
    let note = Note(parsing: Array(before.utf8), options: options)
    let text = editor.edits(for: note).applied(to: note.source)
    #expect(text.string == after)
    let names = Note(parsing: text, options: options).hashtagNames
    #expect(names == note.hashtagNames.map { editor.renamed(Hashtag($0)).name })
    for name in ["a#b", "a]]b", " two", "two ", ""] {
      #expect(HashtagEditor(renaming: old, to: Hashtag(name), options: options) == nil)
    }
  }

  @Test func `a name of several words gets Bear's mark where hashtags have that`() throws {
    var options = NoteOptions()
    options.closedHashtags = true
    let editor = try #require(
      HashtagEditor(renaming: Hashtag("old"), to: Hashtag("two words"), options: options))
    let note = Note(parsing: Array("#old, #old words#".utf8), options: options)
    #expect(editor.edits(for: note).applied(to: note.source).string == "#two words#, #old words#")
  }

  @Test func `a change of case is a change`() throws {
    let editor = try #require(HashtagEditor(renaming: Hashtag("old"), to: Hashtag("Old")))
    let note = Note("#old #Old")
    #expect(editor.edits(for: note).map(\.range) == [ByteRange(1, 4)])
  }

  @Test(arguments: ["two words", "", "2021", "a#b", "a.b", "/"])
  func `what is no hashtag is refused`(name: String) {
    #expect(HashtagEditor(renaming: Hashtag("old"), to: Hashtag(name)) == nil)
  }

  @Test func `a name that means something else in YAML is quoted`() throws {
    let editor = try #require(HashtagEditor(renaming: Hashtag("old"), to: Hashtag("null")))
    let note = Note("---\ntags: [old, x]\n---\n#old")
    let after = editor.edits(for: note).applied(to: note.source)
    #expect(after.string == "---\ntags: [\"null\", x]\n---\n#null")
    #expect(Note(parsing: after).hashtagNames == ["null", "x", "null"])
  }

  @Test func `edits apply in order, and insertions at one place keep theirs`() {
    let edits = [
      ByteEdit(ByteRange(3, 4), "D"), ByteEdit(ByteRange(1, 1), "x"),
      ByteEdit(ByteRange(1, 1), "y"),
      ByteEdit(ByteRange(0, 1), ""),
    ]
    #expect(edits.applied(to: Array("abcd".utf8)).string == "xybcD")
  }
}
