import Notes
import TestSupport
import Testing

private func repeated(_ text: String, _ count: Int) -> String {
  String(repeating: text, count: count)
}

@Suite struct HostileInputTests {
  /// Texts on which some Markdown or YAML parser takes more than linear time: what comes before,
  /// what is repeated up to the size wanted, and what comes after.
  struct Shape: Sendable, CustomTestStringConvertible {
    let name: String
    let parts: [String]

    /// The parts in turn, those at odd places repeated.
    init(_ name: String, _ parts: String...) {
      self.name = name
      self.parts = parts
    }

    func text(_ size: Int) -> String {
      let share = size / max(1, parts.count / 2)
      var text = ""
      for (index, part) in parts.enumerated() {
        text += index % 2 == 0 ? part : repeated(part, share / max(1, part.utf8.count))
      }
      return text
    }

    var testDescription: String { name }
  }

  private static let shapes: [Shape] = [
    Shape("brackets", "", "["),
    Shape("nested brackets", "", "[", "a", "](x)"),
    Shape("images", "", "!["),
    Shape("empty links", "", "[](x)"),
    Shape("links on lines", "", "[a](b)\n"),
    Shape("links over lines", "", "[a](\n"),
    Shape("links in rows", "|a|\n|---|\n", "|[a](b)|\n"),
    Shape("wikilinks open", "", "[[a"),
    Shape("wikilinks", "", "[[a|b]] "),
    Shape("clozes open", "", "?[]("),
    Shape("clozes nested", "", "?[](", "x", ")"),
    Shape("hashtags", "", "#a"),
    Shape("emphasis", "", "*a_ "),
    Shape("emphasis nested", "", "**a ", "x", " a**"),
    Shape("code spans", "", "` `` ``` ```` ````` "),
    Shape("angles", "", "<a "),
    Shape("comments", "", "a <!--"),
    Shape("entities", "", "&a"),
    Shape("addresses", "", "http://a.b/("),
    Shape("addresses apart", "", "http://a.b "),
    Shape("mail", "", "a@"),
    Shape("quotes", "", ">"),
    Shape("quotes on lines", "", "> > > > > > > > > > > > > > > > a\n\n"),
    Shape("lists on a line, then blank lines", "", "- ", "a\n", "\n"),
    Shape("references", "[a]: /", "u&amp;", "\n\n", "[a]"),
    Shape("reference definitions", "", "[a]: /u 'b\n"),
    Shape("cells", "", "|a", "|\n", "|---", "|\n", "|a"),
    Shape("short rows", "", "|a", "|\n", "|---", "|\n", "|\n"),
    Shape("a line", "", "a"),
    Shape("spaces", "", " "),
    Shape("line ends", "", "\n"),
    Shape("carriage returns", "", "a\r"),
    Shape("NULs", "", "\0"),
    Shape("questions", "", "Q: a\n"),
    Shape("HTML", "<div>\n", "<a b='"),
    Shape("front matter, open brackets", "---\na: ", "[", "\n---\n"),
    Shape("front matter, one key", "---\n", "a: b\n", "---\n"),
    Shape("front matter, aliases", "---\nz: &a x\nk: [", "*a, ", "x]\n---\n"),
    Shape("front matter without end", "---\na: b\n", "x\n"),
    Shape("front matter, tags", "---\ntags: [", "a, ", "x]\n---\n"),
  ]

  @Test(arguments: shapes)
  func `hostile text is read in moments`(_ shape: Shape) {
    // A debug build is some thirty times slower: there it is only seen that nothing traps.
    #if DEBUG
      let size = 20_000
    #else
      let size = 400_000
    #endif
    let text = Array(shape.text(size).utf8)
    let seconds = secondsOfWork { _ = Note(parsing: text) }
    // Linear costs at most 0.3 s; what was quadratic cost 3 to 60 s.
    #expect(seconds < 2.5, "\(shape.name)")
    let small = Array(shape.text(3000).utf8)
    #expect(Invariants(Note(parsing: small)).violations == [], "\(shape.name)")
  }

  @Test func `text that is slow to parse is still read, with a diagnostic`() {
    let deep = repeated("- ", 3000) + "deep\n\n"
    // Of several such lines the first is told.
    let note = Note("before #a\n\n\(deep)between\n\n\(deep)after #b")
    #expect(note.diagnostics.first?.position.line == 3)
    #expect(note.diagnostics.map(\.kind) == [.markdownLimit])
    #expect(note.hashtagNames == ["a", "b"])
    #expect(note.runText.contains("deep"))
  }

  @Test func `a long destination used often ends the Markdown there, and no more`() {
    let definition = "[a]: /\(repeated("u", 100_000))"
    let uses = repeated("[a] ", 100)
    let note = Note("x\n\n> \(uses)\n\n\(definition)\n\nend")
    #expect(note.diagnostics.map(\.kind) == [.markdownLimit])
    #expect(note.runText.contains("end"))
    #expect(Invariants(note).violations == [])
  }
}
