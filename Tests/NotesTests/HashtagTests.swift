import Notes
import Testing

@Suite struct HashtagTests {
  @Test(arguments: [
    ("#books", ["books"]),
    ("#books/2021 and #a_b-c.", ["books/2021", "a_b-c"]),
    ("(#x) \"#y\" '#z' „#w“ [#v]", ["x", "y", "z", "w", "v"]),
    ("a#x /#y ,#z :#w", []),
    ("#2021 #1/2 #20a #2021-11 #y1984", ["20a", "2021-11", "y1984"]),
    ("# #- #/ #_ ##x #", []),
    ("#über #日本語 #😀 #👩‍👩‍👧 #résumé", ["über", "日本語", "😀", "👩‍👩‍👧", "résumé"]),
    ("`#code` \\#escaped https://x.y/#frag", []),
    ("[#x](y) [z](#anchor) [[#Head]]", []),
    ("```\n#code\n```", []),
    ("$$\n\\#a #b\n$$ #c", ["c"]), ("$5 #b and 6$", ["b"]), ("so $$ #a\n\n#b $$", ["a", "b"]),
    ("*#em* **#strong** ~~#del~~", ["em", "strong", "del"]),
    ("#a, #b; #c!", ["a", "b", "c"]),
    ("#a/ #b//", ["a", "b"]),
    ("#a#b", ["a"]),
    ("- #item\n- x #y", ["item", "y"]),
    ("# Title #tag", ["tag"]),
    ("#Title", ["Title"]),
    ("> #quoted", ["quoted"]),
    ("|a|\n|---|\n|#cell|", ["cell"]),
    ("|a|\n|---|\n| \\#esc #two |", ["two"]),
    ("|a|b|\n|---|---|\n| \\#esc | x \\#one #two |", ["two"]),
    ("line\n#next", ["next"]),
    ("<b>#x</b>", []),
    ("#a&amp;", ["a"]),
    ("#_private_ #a_b_", ["_private_", "a_b_"]),
  ])
  func `hashtags are found where a reader sees them`(markdown: String, names: [String]) {
    #expect(Note(markdown).hashtagNames == names)
  }

  @Test(arguments: [
    ("tags: [a, b/c]", ["a", "b/c"]),
    ("tags:\n  - a\n  - '#b'", ["a", "b"]),
    ("tags: a, b c", ["a", "b", "c"]),
    ("tag: x", ["x"]),
    ("keywords: two words, x", ["two words", "x"]),
    ("Tags: [a]", ["a"]),
    ("tags: \"#q\"", ["q"]),
    ("tags: 2021", ["2021"]),
    ("tags:", []),
    ("tags: []", []),
    ("tags: {a: b}", []),
  ])
  func `front matter's tags count`(yaml: String, names: [String]) {
    let note = Note("---\n\(yaml)\n---\n")
    #expect(note.hashtagNames == names)
    #expect(!note.hashtags.contains { !$0.isInFrontMatter })
  }

  @Test func `other tools' spellings are options`() {
    let text = "#[[two words]] :a:b: #more words# #x"
    #expect(Note(text).hashtagNames == ["more", "x"])
    var options = NoteOptions()
    options.bracketedHashtags = true
    #expect(Note(text, options: options).hashtagNames == ["two words", "more", "x"])
    options = NoteOptions()
    options.colonHashtags = true
    #expect(Note(text, options: options).hashtagNames == ["a", "b", "more", "x"])
    options = NoteOptions()
    options.closedHashtags = true
    #expect(Note(text, options: options).hashtagNames == ["more words", "x"])
  }

  @Test func `names compare without case and Unicode form, and a parent holds its children`() {
    #expect(Hashtag("Books") == Hashtag("#books"))
    #expect(Hashtag("caf\u{E9}") == Hashtag("CAFE\u{301}"))
    #expect(Hashtag("books/2021").isWithin(Hashtag("BOOKS")))
    #expect(!Hashtag("bookshelf").isWithin(Hashtag("books")))
    #expect(Hashtag("a/b/c").parent == Hashtag("a/b"))
    #expect(Hashtag("a").parent == nil)
  }

  @Test func `an occurrence's range is exactly its source`() {
    let note = Note("---\ntags: [\"one\", two]\n---\n(#three)")
    #expect(note.hashtags.map { note.text($0.range) } == ["one", "two", "#three"])
  }
}
