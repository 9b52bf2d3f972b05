import Notes
import TestSupport
import Testing

/// The places of names in a note's text, and the links that they become.
struct MentionTests {
  private static func found(_ names: [String], in text: String) -> [String] {
    let note = Note(parsing: Array(text.utf8))
    return MentionScanner(names).mentions(in: note).map { range in
      "\(range.start) \(note.text(range))"
    }
  }

  @Test(
    arguments: [
      (["Pond"], "The pond, Ponds, Pond's and POND.", ["4 pond", "17 Pond", "28 POND"]),
      (["Walden", "Walden Pond"], "Walden Pond, Walden", ["0 Walden Pond", "13 Walden"]),
      (["On Walden"], "On  Walden, on\nWalden, On *Walden*", ["0 On  Walden"]),
      (["Cafe\u{301}"], "CAFÉ, cafe", ["0 CAFÉ"]),
      (["Straße"], "strasse STRASSE Strassen", ["0 strasse", "8 STRASSE"]),
      (["靜夜"], "讀靜夜思", ["3 靜夜"]),
      (["Obsidian"], "Obsidian을 쓴다", ["0 Obsidian"]),
      (["C++"], "C, C++ and C++11", ["3 C++"]),
      (["Pond"], "my_pond pond_x **Pond**s **Po**nd", []),
      (["Pond"], "`Pond` [[Pond]] [Pond](x) ![[Pond]] #pond <Pond> %%Pond%% http://x.y/Pond", []),
      (["Pond"], "---\na: Pond\n---\n```\nPond\n```\n<!-- Pond -->\n", []),
      (["Pond"], "# The Pond [[x|Pond]]\n\n| Pond |\n|---|\n", ["6 Pond", "25 Pond"]),
      (["", " ", "a"], "b", []),
      (["Pond"], "pond:: deep\n[pond:: x] pond: y", ["23 pond"]),
      (["Pond"], "<a href=\"x\">The pond</a> pond <A HREF=x>pond\n\npond", ["25 pond", "46 pond"]),
      (["a &"], "a &amp; a & b", ["8 a &"]),
      (
        ["Foo"], "$Foo$ src/Foo Foo/x Foo.swift me@foo\n\n$$\nFoo\n$$\n\nFoo. Foo",
        ["49 Foo", "54 Foo"]
      ),
    ] as [([String], String, [String])])
  func `names are found as whole words in text`(
    names: [String], text: String, expected: [String]
  ) {
    #expect(Self.found(names, in: text) == expected)
  }

  @Test func `a longer name of another note is none`() {
    let note = Note(parsing: Array("New York, the New York Times, a New York".utf8))
    let scanner = MentionScanner(["New York"], besides: ["new york times", "New York"])
    #expect(scanner.mentions(in: note).map(\.start) == [0, 32])
  }

  // MARK: Against a plain restatement

  /// The places of names in a line, character by character.
  private static func naive(_ names: [String], in line: [Character]) -> [Range<Int>] {
    func fold(_ text: some Sequence<Character>) -> String {
      var folded = ""
      for character in text {
        if character == " " || character == "\t" {
          if folded.last != " " { folded += " " }
        } else {
          folded += CaseFolding.fold(String(character))
        }
      }
      return folded
    }
    func isBlank(_ character: Character?) -> Bool { character == " " || character == "\t" }
    func isUnspaced(_ place: Int) -> Bool { "靜夜思".contains(line[place]) }
    func isWord(_ place: Int) -> Bool {
      guard line.indices.contains(place), !isUnspaced(place) else { return false }
      return line[place] == "_" || line[place].isLetter || line[place].isNumber
    }
    let wanted = names.map { fold($0) }.filter { !$0.isEmpty && $0 != " " }
    var found: [Range<Int>] = []
    var place = 0
    while place < line.count {
      var last: Int?
      for end in (place + 1)...line.count {
        let text = line[place..<end]
        if isBlank(text.first) || isBlank(text.last) || !wanted.contains(fold(text)) { continue }
        if isWord(place - 1), !isUnspaced(place) { continue }
        if isWord(end), !isUnspaced(end - 1) { continue }
        if end + 1 < line.count, line[end] == ".", isWord(end + 1) { continue }
        last = end
      }
      if let end = last {
        found.append(place..<end)
        place = end
      } else {
        place += 1
      }
    }
    return found
  }

  @Test(arguments: Fuzz.seeds(400))
  func `the places are those of a plain restatement`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters: [Character] = [
      "a", "B", "b", "é", "É", "e\u{301}", "ß", "s", "S", " ", " ", "\t", "_", "-", "1", "靜", "夜",
      "思",
      ".", "ς", "Σ",
    ]
    func text(_ count: Int) -> [Character] {
      var text: [Character] = []
      for _ in 0..<count { text.append(random.pick(letters)) }
      return text
    }
    func isBlank(_ character: Character?) -> Bool { character == " " || character == "\t" }
    var names: [String] = []
    for _ in 0..<(1 + random.below(3)) {
      let name = text(1 + random.below(3))
      if !isBlank(name.first), !isBlank(name.last) { names.append(String(name)) }
    }
    var line = text(30)
    for name in names + names {
      let place = random.below(line.count)
      line.insert(contentsOf: name.map { $0 }, at: place)
    }
    // Letters around it, so that the line is a paragraph; joined and parted again into characters.
    let source = "x " + String(line).replacing("\t", with: " ") + " x"
    let characters = Array(source)
    let note = Note(parsing: Array(source.utf8))
    guard note.runs.count == 1 else { return }
    var offsets = [0]
    for character in characters { offsets.append((offsets.last ?? 0) + character.utf8.count) }
    let expected = Self.naive(names, in: characters).map {
      ByteRange(offsets[$0.lowerBound], offsets[$0.upperBound])
    }
    #expect(
      MentionScanner(names).mentions(in: note) == expected, "seed \(seed): \(names) in \(source)")
  }

  // MARK: Links

  private static func linked(
    _ text: String, _ names: [String] = ["Pond"], form: MentionLinker.Form = .wiki,
    paths: [String] = ["a/Pond.md", "b/Note.md"], prefersRoot: Bool = false
  ) -> String {
    let style = LinkRewriter.Style(keepsRelative: !prefersRoot, prefersRoot: prefersRoot)
    let linker = MentionLinker(to: 0, LinkResolver(paths: paths), form: form, style: style)
    let note = Note(parsing: Array(text.utf8))
    let ranges = MentionScanner(names).mentions(in: note)
    let result = linker.linked(note, at: ranges, in: 1, options: NoteOptions())
    return String(decoding: result.text, as: UTF8.self)
  }

  @Test func `a link keeps the text that stands there`() {
    #expect(Self.linked("The Pond and a pond.") == "The [[Pond]] and a [[Pond|pond]].")
    #expect(Self.linked("# My pond\n\n*Pond*\n") == "# My [[Pond|pond]]\n\n*[[Pond]]*\n")
    #expect(
      Self.linked("| pond | Pond |\n|---|---|\n| x | the pond |\n")
        == "| [[Pond\\|pond]] | [[Pond]] |\n|---|---|\n| x | the [[Pond\\|pond]] |\n")
    #expect(Self.linked("- [ ] pond\r\n") == "- [ ] [[Pond|pond]]\r\n")
  }

  @Test func `a link means the note and no other`() {
    let paths = ["a/Pond.md", "b/Note.md", "b/Pond.md"]
    #expect(Self.linked("Pond", paths: paths) == "[[a/Pond|Pond]]")
    #expect(Self.linked("Pond", paths: paths, prefersRoot: true) == "[[a/Pond|Pond]]")
    #expect(Self.linked("Pond", form: .markdown) == "[Pond](../a/Pond.md)")
    #expect(
      Self.linked("A b", ["a b"], form: .markdown, paths: ["b/a b.md", "b/Note.md"])
        == "[A b](a%20b.md)")
    #expect(Self.linked("A#b", ["a#b"], paths: ["a#b.md", "Note.md"]) == "[A#b](a%23b.md)")
  }

  @Test func `a mention that cannot be a link stays as it is`() {
    #expect(Self.linked("!Pond and Pond") == "!Pond and [[Pond]]")
    #expect(Self.linked("<div>Pond</div>\n") == "<div>Pond</div>\n")
  }

  @Test(arguments: Fuzz.seeds(150))
  func `nothing but the mentions changes`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts = [
      "pond", "Pond", " ", " ", "\n", "\n\n", "# ", "- ", "> ", "| ", " |\n|---|\n", "**", "`", "[",
      "]", "[[x]]",
      "](y)", "$", "==", "{{c1::", "}}", "#tag", "<b>", "%%", "\\", "!", "(", ")", "[^1]", "ice. ",
    ]
    let text = (0..<(3 + random.below(25))).map { _ in random.pick(parts) }.joined()
    let note = Note(parsing: Array(text.utf8))
    let ranges = MentionScanner(["Pond"]).mentions(in: note)
    let style = LinkRewriter.Style(keepsRelative: true, prefersRoot: false)
    let resolver = LinkResolver(paths: ["Pond.md", "Note.md", "x.md"])
    for form in [MentionLinker.Form.wiki, .markdown] {
      let linker = MentionLinker(to: 0, resolver, form: form, style: style)
      let result = linker.linked(note, at: ranges, in: 1, options: NoteOptions())
      let new = Note(parsing: result.text)
      #expect(
        new.links.count == note.links.count + result.linked.count, "seed \(seed): \(text)")
      let meant = new.links.filter {
        resolver.resolve($0, in: new, at: "Note.md") == .file(0, .path)
      }
      #expect(meant.count >= result.linked.count, "seed \(seed): \(text)")
      // Without what links are written with the text is as before.
      func bare(_ text: String) -> String {
        var bare = text
        for written in ["[[Pond|", "[[Pond\\|", "](Pond.md)"] {
          bare = bare.replacing(written, with: "")
        }
        return bare.filter { $0 != "[" && $0 != "]" }
      }
      #expect(
        bare(String(decoding: result.text, as: UTF8.self)) == bare(text), "seed \(seed): \(text)")
    }
  }
}
