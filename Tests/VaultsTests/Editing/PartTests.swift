import Files
import Notes
import Steps
import TestSupport
import Testing
import Vaults

/// What `zib split` and `zib join` do, among moves, edits and undos.
@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct PartTests {
  private let world: CommittedVault
  private var vault: Vault { world.vault }

  init() throws { world = try CommittedVault() }

  private func path(_ text: String) throws -> NotePath { try #require(NotePath(text)) }

  @Test(arguments: Fuzz.seeds(6))
  func `after moves, splits, joins, renames, edits and undos each link means what it meant`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    world.write(SectionedVault(&random).files)
    _ = try vault.commit(confirm: { _ in true })
    for step in 0..<4 {
      let before = world.texts()
      let old = Meanings(before)
      guard let change = try change(before, step, &random) else { continue }
      let after = world.texts()
      let place = "seed \(seed), step \(step): \(change.what)"
      let new = Meanings(after)
      #expect(new.sentences == old.sentences.map(change.renamed).sorted(), "\(place)")
      for (mark, meaning) in old.links where !meaning.isEmpty {
        #expect(new.links[mark] == change.renamed(meaning), "\(place): \(mark)\n\(after)")
      }
      #expect(Set(new.links.keys) == Set(old.links.keys), "\(place)")
      if let moved = change.moved {
        let kept = Self.withoutLinks(before) { NotePath($0).map { moved.place($0).text } ?? $0 }
        #expect(Self.withoutLinks(after) { $0 } == kept, "\(place)")
      }
      if random.once(in: 2) {
        _ = try vault.undo()
        #expect(world.texts() == before, "\(place)")
      }
      if random.once(in: 3), let edited = world.texts().keys.filter({ $0.hasSuffix(".md") }).min() {
        world.write([edited: (world.texts()[edited] ?? "") + "\nTyped \(step).\n"])
      }
    }
  }

  /// The texts of all files without their links, by the paths that they have after a move.
  private static func withoutLinks(
    _ files: [String: String], _ place: (String) -> String
  ) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: files.map { path, text in
        guard path.hasSuffix(".md") else { return (place(path), text) }
        let note = Note(parsing: Array(text.utf8))
        let bytes = note.links.map { ByteEdit($0.range, "") }.applied(to: note.source)
        let lines = String(decoding: bytes, as: UTF8.self).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map { $0.starts(with: "[r") ? $0.prefix { $0 != ":" } : $0 }
        return (place(path), lines.joined(separator: "\n"))
      })
  }

  private struct Change {
    let what: String
    /// A move that changes nothing but links.
    var moved: MoveRequest?
    /// A word that has become another, where a heading, a block id or a hashtag was renamed.
    var words: [String: String] = [:]

    /// A meaning or a sentence as it is after the change.
    func renamed(_ text: String) -> String {
      if let new = words[text] { return new }
      return text.split(separator: " ", omittingEmptySubsequences: false).map {
        words[String($0)] ?? String($0)
      }.joined(separator: " ")
    }
  }

  /// Makes a random change; nil if that cannot be made here.
  private func change(
    _ files: [String: String], _ step: Int, _ random: inout SeededRandom
  ) throws -> Change? {
    let notes = files.keys.filter { $0.hasSuffix(".md") }.sorted()
    let from = random.pick(notes)
    let note = Note(parsing: Array((files[from] ?? "").utf8))
    func heading(_ note: Note) -> String? {
      note.headings.isEmpty ? nil : note.plainText(in: random.pick(note.headings).text)
    }
    do {
      switch random.below(9) {
      case 0: return try move(random.pick(files.keys.sorted()), files, &random)
      case 1: return try moveFolder(of: from, files, &random)
      case 2, 3:
        guard let name = heading(note) else { return nil }
        let to = random.pick(["", "a/", "new/"]) + "Section \(random.below(3)).md"
        if files[to] != nil { return nil }
        _ = try vault.split(
          SplitRequest(
            path: path(from), heading: name, to: path(to), isEmbedded: random.once(in: 4)))
        return Change(what: "split \(from)#\(name) \(to)")
      case 4, 5:
        let into = random.pick(notes)
        if into == from { return nil }
        let other = Note(parsing: Array((files[into] ?? "").utf8))
        let name = random.once(in: 2) ? heading(other) : nil
        _ = try vault.join(JoinRequest(path: path(from), into: path(into), heading: name))
        return Change(what: "join \(from) \(into)#\(name ?? "")")
      case 6:
        guard let name = heading(note) else { return nil }
        let new = "Named \(step)"
        if files.values.contains(where: { $0.contains(new) }) { return nil }
        _ = try vault.rename(.anchor(path(from), name, to: new))
        return Change(what: "rename \(from)#\(name) \(new)", words: [name: new])
      case 7:
        guard !note.blockIDs.isEmpty else { return nil }
        let name = "^" + note.text(random.pick(note.blockIDs).id)
        let new = "n\(step)\(name.dropFirst())"
        _ = try vault.rename(.anchor(path(from), name, to: new))
        return Change(what: "rename \(from)#\(name) \(new)", words: [name: "^" + new])
      default:
        let (name, new) = ("tag\(random.below(4))", "named/\(step)")
        guard files.values.contains(where: { $0.contains("#\(name)") }) else { return nil }
        _ = try vault.rename(.hashtag(Hashtag(name), to: Hashtag(new)))
        return Change(what: "rename #\(name) #\(new)", words: ["#" + name: "#" + new])
      }
    } catch MoveRefusal.part(_, .noSection) {
      return nil
    }
  }

  private func move(
    _ from: String, _ files: [String: String], _ random: inout SeededRandom
  ) throws -> Change? {
    let ending = from.hasSuffix(".md") ? ".md" : ".png"
    let to = random.pick(["", "a/", "new/"]) + "Moved \(random.below(3))\(ending)"
    if files[to] != nil { return nil }
    let request = MoveRequest(from: try path(from), to: try path(to), isFolder: false)
    _ = try vault.move(request)
    return Change(what: "mv \(from) \(to)", moved: request)
  }

  private func moveFolder(
    of file: String, _ files: [String: String], _ random: inout SeededRandom
  ) throws -> Change? {
    guard let end = file.firstIndex(of: "/") else { return nil }
    let from = String(file[..<end])
    let to = random.pick(["", "c d/", "other/"]) + "Folder \(random.below(3))"
    if (to + "/").hasPrefix(from + "/") { return nil }
    if files.keys.contains(where: { $0.hasPrefix(to + "/") }) { return nil }
    let request = MoveRequest(from: try path(from), to: try path(to), isFolder: true)
    _ = try vault.move(request)
    return Change(what: "mv \(from) \(to)", moved: request)
  }

  /// The things that the links of a vault mean, by the word before each.
  private struct Meanings {
    /// The title of a note, the text of a heading, a block id or the text of another file; empty for none.
    var links: [String: String] = [:]
    /// The sentences, sorted.
    var sentences: [String] = []

    init(_ files: [String: String]) {
      let paths = files.keys.sorted()
      let resolver = LinkResolver(paths: paths)
      let notes = paths.map { Note(parsing: Array((files[$0] ?? "").utf8)) }
      for (path, note) in zip(paths, notes) where path.hasSuffix(".md") {
        sentences += note.text(ByteRange(0, note.source.count)).split(separator: "\n")
          .filter { $0.contains("Sentence") }.map { String($0) }
        for link in note.links {
          guard let mark = Self.mark(before: link, in: note) else { continue }
          var meaning = ""
          switch resolver.resolve(link, in: note, at: path) {
          case .sameNote: meaning = Self.meaning(of: link, in: note, of: note, path)
          case .file(let number, _):
            meaning =
              paths[number].hasSuffix(".md")
              ? Self.meaning(of: link, in: note, of: notes[number], paths[number])
              : files[paths[number]] ?? ""
          case .external, .unresolved: break
          }
          links[mark] = meaning
        }
      }
      sentences.sort()
    }

    private static func mark(before link: Link, in note: Note) -> String? {
      let line = note.text(ByteRange(start: 0, end: link.range.start))
        .split(separator: "\n", omittingEmptySubsequences: false).last
      return line?.split(separator: " ").last { $0.hasPrefix("L") }.map { String($0) }
    }

    private static func meaning(
      of link: Link, in note: Note, of target: Note, _ path: String
    ) -> String {
      let anchor = note.anchor(of: link) ?? ""
      if anchor.isEmpty {
        return target.headings.first.map { target.plainText(in: $0.text) } ?? path
      }
      switch AnchorTable(target).place(anchor) {
      case .heading(let number): return target.plainText(in: target.headings[number].text)
      case .block(let number): return "^" + target.text(target.blockIDs[number].id)
      case nil: return ""
      }
    }
  }
}
