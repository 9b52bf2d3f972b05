import Files
import Notes
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
  func `after moves, splits, joins, edits and undos each link means what it meant`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    world.write(SectionedVault(&random).files)
    _ = try vault.commit(confirm: { _ in true })
    for step in 0..<4 {
      let before = world.texts()
      let old = Meanings(before)
      guard let what = try change(before, &random) else { continue }
      let after = world.texts()
      let place = "seed \(seed), step \(step): \(what)"
      let new = Meanings(after)
      #expect(new.sentences == old.sentences, "\(place)")
      for (mark, meaning) in old.links where !meaning.isEmpty {
        #expect(new.links[mark] == meaning, "\(place): \(mark)\n\(after)")
      }
      #expect(Set(new.links.keys) == Set(old.links.keys), "\(place)")
      if random.once(in: 2) {
        _ = try vault.undo()
        #expect(world.texts() == before, "\(place)")
      }
      if random.once(in: 3), let edited = world.texts().keys.filter({ $0.hasSuffix(".md") }).min() {
        world.write([edited: (world.texts()[edited] ?? "") + "\nTyped \(step).\n"])
      }
    }
  }

  /// Makes a random change; nil if that cannot be made here.
  private func change(_ files: [String: String], _ random: inout SeededRandom) throws -> String? {
    let notes = files.keys.filter { $0.hasSuffix(".md") }.sorted()
    let from = random.pick(notes)
    let note = Note(parsing: Array((files[from] ?? "").utf8))
    func heading(_ note: Note) -> String? {
      note.headings.isEmpty ? nil : note.plainText(in: random.pick(note.headings).text)
    }
    do {
      switch random.below(4) {
      case 0:
        let to = random.pick(["", "a/", "new/"]) + "Moved \(random.below(3)).md"
        if files[to] != nil { return nil }
        _ = try vault.move(MoveRequest(from: path(from), to: path(to), isFolder: false))
        return "mv \(from) \(to)"
      case 1, 2:
        guard let name = heading(note) else { return nil }
        let to = random.pick(["", "a/", "new/"]) + "Section \(random.below(3)).md"
        if files[to] != nil { return nil }
        _ = try vault.split(
          SplitRequest(
            path: path(from), heading: name, to: path(to), isEmbedded: random.once(in: 4)))
        return "split \(from)#\(name) \(to)"
      default:
        let into = random.pick(notes)
        if into == from { return nil }
        let other = Note(parsing: Array((files[into] ?? "").utf8))
        let name = random.once(in: 2) ? heading(other) : nil
        _ = try vault.join(JoinRequest(path: path(from), into: path(into), heading: name))
        return "join \(from) \(into)#\(name ?? "")"
      }
    } catch MoveRefusal.part(_, .noSection) {
      return nil
    }
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
