import Files
import History
import Notes
import Steps
import TestSupport
import Testing
import Vaults

@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct RenameTests {
  private let world: CommittedVault
  private var vault: Vault { world.vault }

  init() throws { world = try CommittedVault() }

  private func anchor(_ path: String, _ anchor: String, _ name: String) throws -> RenameRequest {
    .anchor(try #require(NotePath(path)), anchor, to: name)
  }

  private func hashtag(_ old: String, _ new: String) -> RenameRequest {
    .hashtag(Hashtag(old), to: Hashtag(new))
  }

  // MARK: Headings and block ids

  @Test func `links follow a heading in all notes, and one undo gives the same bytes`() throws {
    world.write([
      "Note.md": "# Note\r\n## Aims\r\n[[#Aims]] [x](#aims) x ^a1\r\n",
      "F/b.md": "[[note#aims|t]] [x](../Note.md#aims) ![[Note#^a1]]", "c.md": "[[Note]]\n",
    ])
    _ = try vault.commit()
    world.write(["typed.md": "[[Note#Aims]]\n"])
    let before = world.texts()
    let request = try anchor("Note.md", "Aims", "New goals")
    let plan = try vault.plannedRename(request)
    #expect(world.texts() == before)
    let report = try vault.rename(request)
    #expect(report.plan.rewrites.map(\.new) == plan.rewrites.map(\.new))
    #expect(report.plan.rewrites.map(\.path.text) == ["Note.md", "typed.md", "F/b.md"])
    #expect(report.plan.linkCount == 5)
    #expect(
      world.texts() == [
        "Note.md": "# Note\r\n## New goals\r\n[[#New goals]] [x](#new-goals) x ^a1\r\n",
        "F/b.md": "[[note#New goals|t]] [x](../Note.md#new-goals) ![[Note#^a1]]",
        "c.md": "[[Note]]\n", "typed.md": "[[Note#New goals]]\n",
      ])
    #expect(world.shell.text("git status --porcelain") == "")
    _ = try vault.rename(anchor("Note.md", "^a1", "b2"))
    #expect(world.texts()["F/b.md"]?.hasSuffix("![[Note#^b2]]") == true)
    #expect(world.texts()["Note.md"]?.hasSuffix("x ^b2\r\n") == true)
    _ = try vault.undo()
    _ = try vault.undo()
    #expect(world.texts() == before)
  }

  @Test func `a link by the title that goes gets the note's path, and keeps its words`() throws {
    world.write([
      "202411.md": "# On walking\n\n[[#On walking]]\n", "b.md": "[[On walking]] [[202411]]\n",
      "c.md": "[[On hiking]]\n",
    ])
    let plan = try vault.rename(anchor("202411.md", "On walking", "On hiking")).plan
    #expect(plan.title == "On hiking")
    #expect(plan.awakened.map(\.target) == ["On hiking"])
    #expect(
      world.texts() == [
        "202411.md": "# On hiking\n\n[[#On hiking]]\n",
        "b.md": "[[202411|On walking]] [[202411]]\n", "c.md": "[[On hiking]]\n",
      ])
  }

  @Test func `a heading that changes by a link in it is followed by the links to it`() throws {
    world.write([
      "Note.md": "# Note\n\n## Aims\n\n## See [[#Aims]]\n",
      "b.md": "[[Note#See Aims]] [[b#About Note Aims]]\n\n## About [[Note#Aims]]\n",
      "c.md": "[x](b.md#about-noteaims) [[b#About Note Aims]]\n",
    ])
    let before = world.texts()
    let former = links().mapValues { $0.map(\.meaning) }
    _ = try vault.rename(anchor("Note.md", "Aims", "Goals"))
    #expect(links().mapValues { $0.map(\.meaning) } == former)
    #expect(world.texts()["b.md"]?.contains("## About [[Note#Goals]]") == true)
    _ = try vault.undo()
    #expect(world.texts() == before)
  }

  @Test func `the links to a heading that is a link follow a note that moves`() throws {
    world.write([
      "Old.md": "x\n", "Plan.md": "# Plan\n\n## [[Old]]\n\n[[#Old]]\n", "c.md": "[[Plan#Old]]\n",
    ])
    let from = try #require(NotePath("Old.md"))
    let to = try #require(NotePath("New.md"))
    _ = try vault.move(MoveRequest(from: from, to: to, isFolder: false))
    #expect(world.texts()["Plan.md"] == "# Plan\n\n## [[New]]\n\n[[#New]]\n")
    #expect(world.texts()["c.md"] == "[[Plan#New]]\n")
  }

  @Test func `a note that is protected or not UTF-8 stops all of it`() throws {
    world.write(["Note.md": "# A\n", "a.md": "[[Note#A]]\n", "b.md": "[[Note]]\n"])
    _ = try vault.commit()
    let before = world.texts()
    let request = try anchor("Note.md", "A", "B")
    world.folder.setMode(0o444, of: "vault/a.md")
    #expect(throws: WriteError.self) { try vault.rename(request) }
    world.folder.setMode(0o644, of: "vault/a.md")
    #expect(world.texts() == before)
    // A note whose link names no heading is not written to.
    world.folder.setMode(0o444, of: "vault/b.md")
    _ = try vault.rename(request)
    #expect(world.texts()["a.md"] == "[[Note#B]]\n")
    world.folder.write(Array("[[Note#B]]\n".utf8) + [0xFF], to: world.folder("vault/a.md"))
    #expect(throws: MoveRefusal.notUTF8(try #require(NotePath("a.md")))) {
      try vault.rename(anchor("Note.md", "B", "C"))
    }
  }

  @Test func `links whose text is the old heading follow it where that is asked`() throws {
    world.write([
      "Note.md": "# Note\n\n## Old *aims*\n\n[[#Old aims|Old aims]]\n",
      "b.md":
        "[[Note#Old aims|Old aims]] [Old aims](Note.md#old-aims) [[Note#Old aims|mine]] ![[Note#Old aims|Old aims]]\n",
    ])
    let before = world.texts()
    _ = try vault.rename(anchor("Note.md", "Old aims", "New aims"), changesText: true)
    #expect(
      world.texts() == [
        "Note.md": "# Note\n\n## New aims\n\n[[#New aims|New aims]]\n",
        "b.md":
          "[[Note#New aims|New aims]] [New aims](Note.md#new-aims) [[Note#New aims|mine]] ![[Note#New aims|Old aims]]\n",
      ])
    _ = try vault.undo()
    #expect(world.texts() == before)
    #expect(throws: MoveRefusal.text("a [b]", "[")) {
      try vault.rename(anchor("Note.md", "Old aims", "a [b]"), changesText: true)
    }
    // The title of a note is the text of links to the note as well.
    world.write(["20.md": "# On walking\n", "c.md": "[[20|On walking]] [[20#On walking|x]]\n"])
    _ = try vault.rename(anchor("20.md", "On walking", "On hiking"), changesText: true)
    #expect(world.texts()["c.md"] == "[[20|On hiking]] [[20#On hiking|x]]\n")
  }

  // MARK: Aliases

  private func alias(_ path: String, _ alias: String, _ name: String) throws -> RenameRequest {
    .alias(try #require(NotePath(path)), alias, to: name)
  }

  @Test func `links by an alias get its new name, and keep their text and heading`() throws {
    world.write([
      "Walden.md": "---\naliases: [the pond book, 'W']\nup: \"[[the pond book]]\"\n---\n# Walden\n",
      "a.md":
        "[[The  pond book]] [[the pond book#Walden|t]] ![[the pond book]] [[Walden|the pond book]]\n",
      "b.md":
        "| a |\n|---|\n| [[the pond book\\|t]] |\n\n[[W]] `[[the pond book]]` [the pond book](Walden.md)\n",
    ])
    let before = world.texts()
    let plan = try vault.rename(alias("Walden.md", "The Pond Book", "pond: a life")).plan
    #expect(plan.linkCount == 5)
    #expect(
      world.texts() == [
        "Walden.md":
          "---\naliases: [\"pond: a life\", 'W']\nup: \"[[pond: a life]]\"\n---\n# Walden\n",
        "a.md":
          "[[pond: a life]] [[pond: a life#Walden|t]] ![[pond: a life]] [[Walden|the pond book]]\n",
        "b.md":
          "| a |\n|---|\n| [[pond: a life\\|t]] |\n\n[[W]] `[[the pond book]]` [the pond book](Walden.md)\n",
      ])
    _ = try vault.undo()
    #expect(world.texts() == before)
    _ = try vault.rename(alias("Walden.md", "the pond book", "the pond"), changesText: true)
    #expect(
      world.texts()["a.md"]
        == "[[the pond]] [[the pond#Walden|t]] ![[the pond]] [[Walden|the pond]]\n")
    #expect(world.texts()["b.md"]?.hasSuffix("[the pond](Walden.md)\n") == true)
  }

  @Test(arguments: [
    ("aliases:\n  - one\n  - two", "aliases:\n  - three\n  - two"),
    ("aliases: one, two", "aliases: three, two"), ("alias: \"one\"", "alias: \"three\""),
    ("alias: one, one more", "alias: three, one more"),
    ("aliases: [two, one]", "aliases: [two, three]"),
  ])
  func `an alias changes where it is written, and nothing beside it`(old: String, new: String)
    throws
  {
    world.write(["N.md": "---\n# note\n\(old)  # one\nx: one\n---\none\n", "a.md": "[[one]]\n"])
    _ = try vault.rename(alias("N.md", "one", "three"))
    #expect(world.texts()["N.md"] == "---\n# note\n\(new)  # one\nx: one\n---\none\n")
    #expect(world.texts()["a.md"] == "[[three]]\n")
  }

  @Test func `an alias that cannot get its new name leaves everything as it is`() throws {
    world.write([
      "N.md": "---\naliases: [one, two]\n---\n", "a.md": "[[one]]\n", "Taken.md": "x\n",
      "M.md": "---\nalias: first, other\n---\n",
    ])
    _ = try vault.commit()
    let before = world.texts()
    let path = try #require(NotePath("N.md"))
    func expectRefusal(_ refusal: AliasRefusal, _ old: String, _ new: String) throws {
      #expect(throws: MoveRefusal.alias(path, old, refusal)) {
        try vault.rename(alias("N.md", old, new))
      }
    }
    try expectRefusal(.notFound, "none", "x")
    try expectRefusal(.sameName, "one", "one")
    try expectRefusal(.taken, "one", "TWO")
    try expectRefusal(.noAlias, "one", "a\nb")
    #expect(throws: MoveRefusal.alias(try #require(NotePath("M.md")), "first", .noAlias)) {
      try vault.rename(alias("M.md", "first", "a, b"))
    }
    // A link by it would mean the file of that name, or none.
    for name in ["Taken", "a#b", "a|b", "a]]b"] {
      #expect(throws: MoveRefusal.self) { try vault.rename(alias("N.md", "one", name)) }
    }
    #expect(world.texts() == before)
  }

  // MARK: Hashtags

  @Test func `a hashtag changes in texts and in every form of front matter`() throws {
    world.write([
      "a.md": "---\ntags: [old, Old/sub, other]\n---\n#old/sub, #older `#old`\n",
      "b.md": "---\ntags:\n  - \"#old\"\n  - new\n---\n",
      "c.md": "---\ntags: old, x\n---\n## Plans #old\n",
      "d.md": "[[c#Plans old]] [x](c.md#plans-old)\n", "e.md": "#new/x\n", "f.md": "#other\n",
    ])
    _ = try vault.commit()
    let before = world.texts()
    let plan = try vault.rename(hashtag("#old", "#new")).plan
    #expect(plan.merged == 2)
    #expect(plan.linkCount == 2)
    #expect(
      world.texts() == [
        "a.md": "---\ntags: [new, new/sub, other]\n---\n#new/sub, #older `#old`\n",
        "b.md": "---\ntags:\n  - \"#new\"\n---\n",
        "c.md": "---\ntags: new, x\n---\n## Plans #new\n",
        "d.md": "[[c#Plans new]] [x](c.md#plans-new)\n", "e.md": "#new/x\n", "f.md": "#other\n",
      ])
    _ = try vault.undo()
    #expect(world.texts() == before)
    #expect(try vault.plannedRename(hashtag("old", "old/top")).merged == 0)
    #expect(try vault.plannedRename(hashtag("old/sub", "old")).merged == 3)
    #expect(throws: HashtagRenameError.self) { try vault.rename(hashtag("old", "1984")) }
    #expect(world.texts() == before)
  }

  // MARK: Random vaults

  /// A place that a link of a note names: a file, and the heading or block of it by its number.
  private struct Meaning: Equatable {
    let file: String
    let place: String
  }

  /// A link by its place in a note, and what it names; nil if that is no file of the vault.
  private struct NamedLink {
    let range: ByteRange
    let meaning: Meaning?
  }

  /// The places that the links of each note name, by a plain restatement of the rules.
  private func links() -> [String: [NamedLink]] {
    let texts = world.texts()
    let paths = texts.keys.sorted()
    let notes = paths.map { path in
      Note(parsing: Array((texts[path] ?? "").utf8), named: String(path.dropLast(3)))
    }
    var resolver = LinkResolver(paths: paths)
    for (number, note) in notes.enumerated() {
      for name in note.aliases + [note.title] { resolver.add(alias: name, for: number) }
    }
    var found: [String: [NamedLink]] = [:]
    for (number, note) in notes.enumerated() {
      found[paths[number]] = note.links.map { link in
        var file: Int?
        switch resolver.resolve(link, in: note, at: paths[number]) {
        case .sameNote: file = number
        case .file(let other, _): file = other
        case .external, .unresolved: break
        }
        let anchor = note.anchor(of: link)
        return NamedLink(
          range: link.range,
          meaning: file.map { file in
            Meaning(file: paths[file], place: anchor.map { Self.place($0, notes[file]) } ?? "")
          })
      }
    }
    return found
  }

  private static func place(_ anchor: String, _ note: Note) -> String {
    if anchor.hasPrefix("^") {
      let id = anchor.dropFirst().lowercased()
      let number = note.blockIDs.firstIndex { note.text($0.id).lowercased() == id }
      return number.map { "block \($0)" } ?? "none"
    }
    let parts = anchor.split(separator: "#").map { Anchor.obsidian(String($0)) }
    func isCalled(_ heading: Heading, _ part: String) -> Bool {
      [note.plainText(in: heading.text), note.text(heading.text)]
        .contains { Anchor.obsidian($0) == part }
    }
    // The first heading below which the rest of the path is found before the next of its level.
    var depth = 0
    var level = 0
    for (number, heading) in note.headings.enumerated() {
      if depth > 0, heading.level <= level { depth = 0 }
      guard depth < parts.count, isCalled(heading, parts[depth]) else { continue }
      depth += 1
      level = heading.level
      if depth == parts.count { return "heading \(number)" }
    }
    let slugs = note.gitHubAnchors
    let number = slugs.firstIndex(of: anchor) ?? slugs.firstIndex(of: anchor.lowercased())
    return number.map { "heading \($0)" } ?? "none"
  }

  /// The bytes of one of two versions of a note outside of its links' anchors and of one heading or block id;
  /// of a link whose target changed, which named its note by a title, outside of all of it.
  private func rest(_ notes: [Note], _ places: [ByteRange?], _ number: Int) -> [UInt8] {
    let links = zip(notes, places).map { note, place in
      note.links.filter { place?.contains($0.range) != true }
    }
    var ranges = places[number].map { [$0] } ?? []
    for pair in zip(links[0], links[1]) {
      let link = number == 0 ? pair.0 : pair.1
      if notes[0].target(of: pair.0) != notes[1].target(of: pair.1) { ranges.append(link.range) }
      if let anchor = link.anchor, !link.isDecoded { ranges.append(anchor) }
    }
    return ranges.sorted { ($0.start, $1.end) < ($1.start, $0.end) }.map { ByteEdit($0, "") }
      .applied(to: notes[number].source)
  }

  @Test func `random new names keep every link, and are taken back with the same bytes`() throws {
    var renamed = 0
    for seed in Fuzz.seeds(5) {
      var random = SeededRandom(seed: seed)
      for path in world.texts().keys { world.folder.remove("vault/" + path) }
      world.write(AnchoredNotes(&random).files)
      _ = try vault.commit(confirm: { _ in true })
      for _ in 0..<8 {
        let before = world.texts()
        let former = links()
        let path = random.pick(before.keys.sorted())
        let note = Note(parsing: Array((before[path] ?? "").utf8), named: String(path.dropLast(3)))
        guard let (anchor, name) = AnchoredNotes.renaming(in: note, &random) else { continue }
        let place = "seed \(seed): \(path)#\(anchor) to \(name)"
        do {
          let report = try vault.rename(self.anchor(path, anchor, name))
          #expect(report.plan.rewrites.contains { $0.path.text == path }, "\(place)")
        } catch let refusal as MoveRefusal {
          #expect(AnchoredNotes.mayRefuse(refusal), "\(place): \(refusal)")
          #expect(world.texts() == before, "\(place)")
          continue
        }
        renamed += 1
        try expectKept(former, before, path, anchor, place)
        let after = world.texts()
        _ = try vault.undo()
        #expect(world.texts() == before, "\(place)")
        if random.once(in: 2) {
          _ = try vault.rename(self.anchor(path, anchor, name))
          #expect(world.texts() == after, "\(place)")
        }
      }
    }
    #expect(renamed > 15)
  }

  private func expectKept(
    _ former: [String: [NamedLink]], _ before: [String: String], _ path: String, _ anchor: String,
    _ place: String
  ) throws {
    let after = world.texts()
    let latter = links()
    #expect(Set(after.keys) == Set(before.keys), "\(place)")
    for (file, links) in former {
      let texts = [before[file] ?? "", after[file] ?? ""]
      let notes = texts.map { Note(parsing: Array($0.utf8)) }
      var ranges: [ByteRange?] = [nil, nil]
      if file == path {
        let words = Self.place(anchor, notes[0]).split(separator: " ")
        let number = try #require(words.last.flatMap { Int($0) }, "\(place)")
        ranges = notes.map {
          words[0] == "block" ? $0.blockIDs[number].id : $0.headings[number].text
        }
      }
      // Links in the old name went with it, and the new one may have others.
      let old = links.filter { ranges[0]?.contains($0.range) != true }
      let new = (latter[file] ?? []).filter { ranges[1]?.contains($0.range) != true }
      try #require(old.count == new.count, "\(place): \(file)")
      for (link, now) in zip(old, new) {
        // A link that led nowhere may lead to the new name.
        guard let meaning = link.meaning, meaning.place != "none" else { continue }
        #expect(now.meaning == meaning, "\(place): \(file): \(notes[0].text(link.range))")
      }
      #expect(rest(notes, ranges, 0) == rest(notes, ranges, 1), "\(place): \(file)")
    }
  }
}

/// Random notes whose links name headings and blocks in all styles.
private struct AnchoredNotes {
  var files: [String: String] = [:]

  private static let names = [
    "Aims", "Old aims", "A & B", "*Marked* `up`", "Über", "C#", "What? (2)", "see [[N]]",
    "See [[Two#Aims]]", "it's", "x-1", "x", "See [link](One.md#aims)",
  ]
  private static let ids = ["a", "b1", "b-2", "Q"]

  init(_ random: inout SeededRandom) {
    let paths = ["One.md", "Two.md", "F/N.md", "F/Deep er.md"]
    var parts: [String: (headings: [String], ids: [String], text: String)] = [:]
    for path in paths {
      var (headings, ids): ([String], [String]) = ([], [])
      var text =
        random.once(in: 3) ? "# Title of \(path.dropLast(3).split(separator: "/").last!)\n\n" : ""
      for _ in 0..<(2 + random.below(4)) {
        let name = random.pick(Self.names)
        headings.append(name)
        text +=
          random.once(in: 6)
          ? "\(name)\n---\n\n"
          : String(repeating: "#", count: 1 + random.below(3)) + " \(name)\n\n"
        let id = random.pick(Self.ids)
        if random.once(in: 2), !ids.contains(id) {
          ids.append(id)
          text += random.once(in: 2) ? "- item ^\(id)\n- other\n\n" : "A line. ^\(id)\n\n"
        }
        text += "LINKS\n\n"
      }
      parts[path] = (headings, ids, text)
    }
    for path in paths {
      var text = parts[path]!.text  // made above
      while let mark = text.firstRange(of: "LINKS") {
        var links = ""
        for _ in 0..<(1 + random.below(3)) {
          let to = random.pick(paths)
          links += Self.link(to, from: path, parts[to]!.headings, parts[to]!.ids, &random) + " "
        }
        text.replaceSubrange(mark, with: links)
      }
      let up = random.pick(paths)
      let end = "\n[r]: \(path.contains("/") ? "../" : "")One.md#aims 't'\n"
      files[path] =
        (random.once(in: 3)
          ? "---\nup: \"[[\(Self.stem(up))#\(Self.words(random.pick(parts[up]!.headings)))]]\"\n---\n"
          : "")
        + text + end
    }
  }

  private static func stem(_ path: String) -> String {
    String(path.dropLast(3).split(separator: "/").last ?? "")
  }

  /// A heading's text as a link may name it.
  private static func words(_ name: String) -> String {
    let note = Note(parsing: Array("# \(name)\n".utf8))
    let text = note.plainText(in: note.headings[0].text)
    return String(text.map { "#|^[]".contains($0) ? " " : $0 })
  }

  private static func link(
    _ to: String, from path: String, _ headings: [String], _ ids: [String],
    _ random: inout SeededRandom
  ) -> String {
    let heading = random.pick(headings)
    let words = words(heading)
    let name = to == path && random.once(in: 2) ? "" : stem(to)
    let up = path.contains("/") ? "../" : ""
    let target = to == path && random.once(in: 2) ? "" : (up + to).replacing(" ", with: "%20")
    switch random.below(12) {
    case 0: return "[[\(name)#\(words)]]"
    case 1: return "![[\(name)#\(words)|the text]]"
    case 2: return "[[\(name)#\(self.words(random.pick(headings)))#\(words)]]"
    case 3: return "[x](\(target)#\(Anchor.gitHub(words)))"
    case 4:
      return
        "[x](\(target)#\(words.replacing(" ", with: "%20").replacing("(", with: "%28").replacing(")", with: "%29")))"
    case 5: return "[x](<\(target)#\(words)>)"
    case 6: return "[[\(name)#^\(ids.first ?? "none")]] `[[#\(words)]]`"
    case 7: return "[x](\(target)#^\(ids.last ?? "none"))"
    case 8: return "[x][r]"
    case 9: return "[[\(name)#\(words.uppercased())|\(words)]]"
    case 10: return "[[Title of \(stem(to))#\(words)]]"
    default: return "[[\(stem(to))]] [[#nowhere]]"
    }
  }

  /// A heading or block of a note, as a link would name it, and a new name.
  static func renaming(
    in note: Note, _ random: inout SeededRandom
  ) -> (anchor: String, name: String)? {
    if random.once(in: 4), !note.blockIDs.isEmpty {
      return ("^" + note.text(random.pick(note.blockIDs).id), random.pick(ids + ["new-1"]))
    }
    guard !note.headings.isEmpty else { return nil }
    let text = note.plainText(in: random.pick(note.headings).text)
    let words = String(text.map { "#|^[]\n".contains($0) ? " " : $0 })
    return (words, random.pick(names + ["New name", "aims", "Neu: *ä*"]))
  }

  /// True for what a new name may be refused for.
  static func mayRefuse(_ refusal: MoveRefusal) -> Bool {
    switch refusal {
    case .anchor(_, _, let reason): reason != .notFound && reason != .noBlockID
    case .link(_, let link): link.reason == .ambiguous
    case .headings: true
    default: false
    }
  }
}
