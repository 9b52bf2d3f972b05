import Notes
import TestSupport
import Testing

@Suite struct LinkRewriterTests {
  private static let obsidian = LinkRewriter.Style(keepsRelative: false, prefersRoot: true)
  private static let plain = LinkRewriter.Style(keepsRelative: true, prefersRoot: false)

  /// A note's text after files have other paths.
  private func rewritten(
    _ text: String, in path: String, _ paths: [String], moving moves: [String: String],
    aliases: [String: String] = [:], style: LinkRewriter.Style = plain, newText: String? = nil
  ) throws -> String {
    let all = [path] + paths
    var before = LinkResolver(paths: all)
    var after = LinkResolver(paths: all.map { moves[$0] ?? $0 })
    for (alias, path) in aliases {
      let file = try #require(all.firstIndex(of: path))
      before.add(alias: alias, for: file)
      after.add(alias: alias, for: file)
    }
    let moved = try moves.keys.first.map { try #require(all.firstIndex(of: $0)) }
    let new = newText.flatMap { new in
      moved.map { LinkRewriter.NewText(file: $0, old: ["Old"], new: new) }
    }
    let rewriter = LinkRewriter(from: before, to: after, style: style, text: new)
    let note = Note(parsing: Array(text.utf8), named: "note")
    let result = try rewriter.rewritten(note, in: 0, options: NoteOptions())
    return String(decoding: result.note.source, as: UTF8.self)
  }

  @Test(arguments: [
    ("[[Old]] [[old#H|t]] ![[Old]] [[Old.md]]", "[[New]] [[New#H|t]] ![[New]] [[New.md]]"),
    ("[[F/Old]] [[/F/Old]] [[#Old]]", "[[F/New]] [[/F/New]] [[#Old]]"),
    ("[t](F/Old.md#a-b \"x\") [t](./F/Old.md)", "[t](F/New.md#a-b \"x\") [t](./F/New.md)"),
    ("[t](<F/Old.md>) [t](F/Old)", "[t](<F/New.md>) [t](F/New)"),
    ("|a|\n|-|\n|[[Old\\|t]]|", "|a|\n|-|\n|[[New\\|t]]|"),
    ("---\nup: \"[[Old]]\"\nx: '[[Old|a]]'\n---\n", "---\nup: \"[[New]]\"\nx: '[[New|a]]'\n---\n"),
    (
      "[t][r] [s]\n\n[r]: F/Old.md#a\n[s]: <F/Old.md> 'A & B'\n\n`[r]: F/Old.md`",
      "[t][r] [s]\n\n[r]: F/New.md#a\n[s]: <F/New.md> 'A & B'\n\n`[r]: F/Old.md`"
    ),
    ("[t][r], [r], [r][]\n\n[r]: F/Old.md 'x'\n", "[t][r], [r], [r][]\n\n[r]: F/New.md 'x'\n"),
    (
      "> [!tip] [[Old]]\n\nx[^1]\n\n[^1]: [[Old]]\n", "> [!tip] [[New]]\n\nx[^1]\n\n[^1]: [[New]]\n"
    ),
    ("`[[Old]]` \\[[Old]] [[Older]]\r\n", "`[[Old]]` \\[[Old]] [[Older]]\r\n"),
    ("[![p](p.png)](F/Old.md)", "[![p](p.png)](F/New.md)"),
    ("$[[Old]]$ $$\n[t](F/Old.md)\n$$ [[Old]]", "$[[Old]]$ $$\n[t](F/Old.md)\n$$ [[New]]"),
  ])
  func `each link keeps its own style`(text: String, expected: String) throws {
    let result = try rewritten(
      text, in: "note.md", ["F/Old.md", "Older.md", "p.png"], moving: ["F/Old.md": "F/New.md"])
    #expect(result == expected)
  }

  @Test(arguments: [
    ("[x](Old.md)", "[x](a%20b.md)"), ("[x](<Old.md>)", "[x](<a b.md>)"),
    ("[[Old]]", "[[a b]]"), ("---\nup: '[[Old]]'\n---\n", "---\nup: '[[a b]]'\n---\n"),
  ])
  func `a name with a space is encoded as the link asks for`(text: String, expected: String) throws
  {
    #expect(
      try rewritten(text, in: "note.md", ["Old.md"], moving: ["Old.md": "a b.md"]) == expected)
  }

  @Test(arguments: [
    ("[x](Caf%C3%A9.md)", "[x](Na%C3%AFve%20(1).md)"), ("[x](Café.md)", "[x](Naïve%20(1).md)"),
    ("[[Café]]", "[[Naïve (1)]]"),
  ])
  func `letters are encoded where they were`(text: String, expected: String) throws {
    let result = try rewritten(
      text, in: "note.md", ["Café.md"], moving: ["Café.md": "Naïve (1).md"])
    #expect(result == expected)
  }

  @Test func `a path from the root stays one where its end alone would still be found`() throws {
    let result = try rewritten(
      "[r](/a/T.md) [[/a/T]] [[a/T]]", in: "b/N.md", ["a/T.md"], moving: ["a/T.md": "b/a/T.md"])
    #expect(result.hasPrefix("[r](/b/a/T.md) [[/b/a/T]] [[a/T]]"))
  }

  @Test func `a destination of Markdown that equals a title leads nowhere, and stays`() throws {
    let result = try rewritten(
      "[x](T) [[T]]", in: "note.md", ["Old.md", "Other.md"], moving: ["Other.md": "T.md"],
      aliases: ["T": "Old.md"])
    #expect(result == "[x](T) [[Old|T]]")
  }

  @Test func `a name that a link cannot have is refused, and Markdown encodes it`() throws {
    #expect(throws: LinkNotRewritten.self) {
      try rewritten("[[Old]]", in: "note.md", ["Old.md"], moving: ["Old.md": "C#.md"])
    }
    #expect(
      try rewritten("[x](Old.md)", in: "note.md", ["Old.md"], moving: ["Old.md": "C#.md"])
        == "[x](C%23.md)")
  }

  @Test func `a refusal names the signs that a link cannot hold`() {
    let error = #expect(throws: LinkNotRewritten.self) {
      try rewritten("[[Old]]", in: "note.md", ["Old.md"], moving: ["Old.md": "a/C# `x.md"])
    }
    #expect(error?.signs == ["#", "`"])
  }

  @Test func `a link by a title whose text is empty keeps its words`() throws {
    let result = try rewritten(
      "[[T|]] [[T#H|]]", in: "note.md", ["Old.md", "Other.md"], moving: ["Other.md": "T.md"],
      aliases: ["T": "Old.md"])
    #expect(result == "[[Old|T]] [[Old#H|T]]")
  }

  @Test(arguments: [
    ("Plan", true), ("a#/Plan", true), ("C#", false), ("a|b", false), ("a]", false), (" a", false),
    ("x[[y", false), ("[a] b", false), ("a^b", false), ("a^/Plan", true),
  ])
  func `a name that a wikilink can hold is told`(name: String, isWritable: Bool) {
    #expect(LinkRewriter.canWrite(name + ".md", after: "Old") == isWritable)
  }

  @Test(arguments: ["a[b", "a]b", "a^b"])
  func `a link gets no sign that Obsidian does not follow, but keeps the one that it has`(
    name: String
  ) throws {
    #expect(throws: LinkNotRewritten.self) {
      try rewritten("[[Old]]", in: "note.md", ["Old.md"], moving: ["Old.md": name + ".md"])
    }
    #expect(
      try rewritten(
        "[[x/\(name)]]", in: "note.md", ["x/\(name).md"],
        moving: ["x/\(name).md": "y/\(name) 2.md"]) == "[[y/\(name) 2]]")
    #expect(LinkRewriter.canWrite("y/\(name).md", after: "x/\(name)"))
  }

  @Test func `a short name that means two notes becomes longer`() throws {
    let paths = ["x/y/Old.md", "z/New.md"]
    let moves = ["x/y/Old.md": "x/y/New.md"]
    #expect(try rewritten("[[Old]]", in: "n.md", paths, moving: moves) == "[[y/New]]")
    #expect(
      try rewritten("[[Old]]", in: "n.md", paths, moving: moves, style: Self.obsidian)
        == "[[x/y/New]]")
  }

  @Test func `a link that the new name would take over goes on meaning its note`() throws {
    // In the root it comes before all others.
    #expect(
      try rewritten(
        "[[New]]", in: "n.md", ["a/New.md", "b/Old.md"], moving: ["b/Old.md": "New.md"])
        == "[[a/New]]")
  }

  @Test func `relative links in a note that moves lead where they led`() throws {
    let text = "[x](b.md) [y](../c.md) [[../c]] ![[p.png]] [z](p.png) [[b]]"
    let result = try rewritten(
      text, in: "F/n.md", ["F/b.md", "c.md", "F/p.png"], moving: ["F/n.md": "G/H/n.md"])
    #expect(
      result
        == "[x](../../F/b.md) [y](../../c.md) [[../../c]] ![[p.png]] [z](../../F/p.png) [[b]]")
  }

  @Test func `in an Obsidian vault a destination that is found by its name stays`() throws {
    let result = try rewritten(
      "[x](b.md) [y](./b.md)", in: "F/n.md", ["F/b.md"], moving: ["F/b.md": "G/b.md"],
      style: Self.obsidian)
    #expect(result == "[x](b.md) [y](../G/b.md)")
  }

  @Test func `a name in other capitals is written so`() throws {
    #expect(
      try rewritten(
        "[[old]] [[Old]] [x](old.md)", in: "n.md", ["old.md"], moving: ["old.md": "Old.md"])
        == "[[Old]] [[Old]] [x](Old.md)")
  }

  @Test func `a link by alias stays, unless the new name takes it`() throws {
    let aliases = ["Alias": "a.md"]
    #expect(
      try rewritten("[[Alias]]", in: "n.md", ["a.md"], moving: ["a.md": "b.md"], aliases: aliases)
        == "[[Alias]]")
    #expect(
      try rewritten(
        "[[Alias]] [[alias#H]] [[Alias|t]]\n\n|a|\n|-|\n|[[Alias]]|\n", in: "n.md",
        ["a.md", "c.md"],
        moving: ["c.md": "Alias.md"], aliases: aliases)
        == "[[a|Alias]] [[a#H|alias]] [[a|t]]\n\n|a|\n|-|\n|[[a\\|Alias]]|\n")
  }

  @Test func `the text of a link that was the old name changes if asked`() throws {
    let text = "[[Old|Old]] [Old](Old.md) [[Old|older]] [[Old]] [Old](https://x.y)"
    #expect(
      try rewritten(text, in: "n.md", ["Old.md"], moving: ["Old.md": "New.md"], newText: "New")
        == "[[New|New]] [New](New.md) [[New|older]] [[New]] [Old](https://x.y)")
    #expect(
      try rewritten(text, in: "n.md", ["Old.md"], moving: ["Old.md": "New.md"])
        == "[[New|Old]] [Old](New.md) [[New|older]] [[New]] [Old](https://x.y)")
  }

  // MARK: Random vaults

  /// A vault with its notes read, in the order of its paths as they were first.
  private struct World {
    var paths: [String]
    var texts: [[UInt8]]

    var notes: [Note] {
      zip(paths, texts).map { path, text in
        path.hasSuffix(".md") ? Note(parsing: text, named: path) : Note(parsing: [])
      }
    }

    func resolver(_ notes: [Note]) -> LinkResolver {
      var resolver = LinkResolver(paths: paths)
      for index in paths.indices.sorted(by: {
        (paths[$0].count, paths[$0]) < (paths[$1].count, paths[$1])
      }) {
        for alias in notes[index].aliases { resolver.add(alias: alias, for: index) }
      }
      return resolver
    }
  }

  /// The bytes outside of all links and the destinations of references.
  private func rest(_ note: Note) -> [UInt8] {
    var kept = [Bool](repeating: true, count: note.source.count)
    for link in note.links where !link.isDecoded {
      for index in link.range.indices { kept[index] = false }
      for index in link.target.indices { kept[index] = false }
    }
    return zip(note.source, kept).filter(\.1).map(\.0)
  }

  @Test(arguments: [plain, obsidian])
  func `after any moves each link means what it meant, and no other byte has changed`(
    style: LinkRewriter.Style
  ) throws {
    for seed in Fuzz.seeds(150) {
      var random = SeededRandom(seed: seed)
      let vault = LinkedVault(&random)
      let paths = vault.files.keys.sorted()
      var world = World(paths: paths, texts: paths.map { Array((vault.files[$0] ?? "").utf8) })
      for _ in 0..<4 {
        var vault = LinkedVault(&random)
        vault.files = Dictionary(world.paths.map { ($0, "") }) { first, _ in first }
        let moved = random.below(world.paths.count)
        guard let new = vault.freePath(like: world.paths[moved], &random) else { continue }
        try expectKept(&world, moving: moved, to: new, style, seed)
      }
    }
  }

  private func expectKept(
    _ world: inout World, moving moved: Int, to new: String, _ style: LinkRewriter.Style,
    _ seed: UInt64
  ) throws {
    let old = world
    let notes = old.notes
    world.paths[moved] = new
    let before = old.resolver(notes)
    let rewriter = LinkRewriter(from: before, to: world.resolver(notes), style: style)
    for (index, note) in notes.enumerated() where !note.source.isEmpty {
      do {
        world.texts[index] = try rewriter.rewritten(note, in: index, options: NoteOptions()).note
          .source
      } catch {
        Issue.record("seed \(seed): \(old.paths[index]): \(error.written) \(error.reason)")
      }
    }
    let place = "seed \(seed): \(old.paths[moved]) to \(new)"
    let newNotes = world.notes
    let after = world.resolver(newNotes)
    for (index, (note, newNote)) in zip(notes, newNotes).enumerated() {
      // The place of a definition with escapes is not told.
      if !(note.links + newNote.links).contains(where: \.isDecoded) {
        #expect(rest(note) == rest(newNote), "\(place): \(old.paths[index])")
      }
      #expect(note.links.count == newNote.links.count, "\(place)")
      for (link, newLink) in zip(note.links, newNote.links) {
        guard case .file(let meant, _) = before.resolve(link, in: note, at: old.paths[index]) else {
          continue
        }
        var found: Int?
        if case .file(let file, _) = after.resolve(newLink, in: newNote, at: world.paths[index]) {
          found = file
        }
        #expect(
          found == meant,
          "\(place): \(old.paths[index]): \(note.text(link.range)) became \(newNote.text(newLink.range))"
        )
      }
    }
  }
}
