import Notes
import Testing

@Suite struct ReferencesInPlaceTests {
  @Test(arguments: [
    ("[a][1]\n\n[1]: http://x.y", "[a](http://x.y)\n\n"),
    ("[a][] [b] [c][d]\n\n[A]: <x y>\n[b]: z 'T'\n", "[a](<x y>) [b](z 'T') [c][d]\n\n\n\n"),
    ("![a][1] [![b][1]][1]\n\n[1]: p.png", "![a](p.png) [![b](p.png)](p.png)\n\n"),
    ("[a][1]\n\n[1]:\n  http://x\n  \"T\nt\"\n", "[a](http://x \"T t\")\n\n\n"),
    ("> [a][1]\n>\n> [1]: <x>\n> 'T'\n", "> [a](<x> 'T')\n>\n> \n"),
    ("[a][1]\n\n[1]: x\n[1]: y\n", "[a](x)\n\n\n\n"),
    ("|a|\n|-|\n|[a][1]|\n\n[1]: x|y\n", "|a|\n|-|\n|[a](x\\|y)|\n\n\n"),
    ("[a][1]\n\n[1]: a\\_b&amp;c\n", "[a](a\\_b&amp;c)\n\n\n"),
    ("b[^1]\n\n[^1]: [a][1]\n\n[1]: x\n", "b[^1]\n\n[^1]: [a](x)\n\n\n"),
    ("[a][1] %%x%%\n\n%%\n[1]: x\n%%\n", "[a][1] %%x%%\n\n%%\n[1]: x\n%%\n"),
    ("`[a][1]` \\[a][1]\n\n    [1]: x\n", "`[a][1]` \\[a][1]\n\n    [1]: x\n"),
    ("[1]: x\ntext [a](b)", "\ntext [a](b)"), ("a [1]: x\n", "a [1]: x\n"),
    ("---\nb: 1\n---\n[a]\n\n[a]: x\n", "---\nb: 1\n---\n[a](x)\n\n\n"),
  ])
  func `a link by reference has its address in its place`(text: String, expected: String) {
    let note = Note(text).withReferencesInPlace(NoteOptions())
    #expect(String(decoding: note.source, as: UTF8.self) == expected)
    #expect(note.links.count == Note(text).links.count)
  }
}
