import Files
import Indexing
import Notes
import Search
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// Moves in vaults that people really have: each link means what it meant, and nothing but links changes.
struct RealVaultMoveTests {
  private static let kepano = SharedFile("corpora/kepano-obsidian.tar.xz")
  private static let dendron = SharedFile("corpora/dendron-site.tar.xz")

  @Test(.enabled(if: kepano.isThere, "the shared vault kepano-obsidian is not there"))
  func `notes and folders of a vault of Obsidian move with their links`() throws {
    try play(Self.kepano, moves: 30)
  }

  @Test(.enabled(if: dendron.isThere, "the shared vault dendron-site is not there"))
  func `notes and folders of a vault of Dendron move with their links`() throws {
    try play(Self.dendron, moves: 6)
  }

  /// A vault in memory: its texts, and its notes as they are read.
  private struct Files {
    var paths: [NotePath] = []
    var notes: [NotePath: Note] = [:]

    /// The file that each link of each note means, by the path that it has after a move.
    func meanings(_ place: (NotePath) -> NotePath = { $0 }) -> [NotePath: [String]] {
      var resolver = LinkResolver(paths: paths.map(\.text))
      for (number, path) in paths.enumerated() {
        guard let note = notes[path] else { continue }
        for name in [note.title] + note.aliases { resolver.add(alias: name, for: number) }
      }
      var meanings: [NotePath: [String]] = [:]
      for (path, note) in notes {
        meanings[place(path)] = note.links.map { link in
          switch resolver.resolve(link, in: note, at: path.text) {
          case .file(let number, _): place(paths[number]).text
          case .sameNote: "same"
          case .external: note.target(of: link)
          case .unresolved: "none"
          }
        }
      }
      return meanings
    }
  }

  /// Moves so many notes and folders for each seed, each over the vault as the one before left it.
  private func play(_ archive: SharedFile, moves: Int) throws {
    let vault = try IndexedVault()
    let shell = Shell(folder: vault.path(""))
    shell("tar -xJf '\(archive.path)'")
    for seed in Fuzz.seeds(1) {
      var random = SeededRandom(seed: seed)
      for number in 0..<moves {
        let search = VaultSearch(
          vault.vault, try vault.index(), today: IndexedVault.today, zone: .utc)
        let before = try files(search)
        let request = try request(before.paths, number, &random)
        let place = "seed \(seed): \(request.from) to \(request.to)"
        let rewrites: [MovePlan.Rewrite]
        do {
          rewrites = try search.plannedRewrites(of: MovesRequest([request]))
        } catch let refusal as MoveRefusal {
          // A link in a form that is not rewritten, which a person is told.
          guard case .link(_, let link) = refusal else { throw refusal }
          #expect(link.reason != .ambiguous, "\(place)")
          continue
        }
        vault.folder.makeFolders(above: "vault/" + request.to.text)
        vault.folder.move("vault/" + request.from.text, to: "vault/" + request.to.text)
        for rewrite in rewrites {
          vault.folder.write(rewrite.new, to: vault.path(rewrite.newPath.text))
        }
        let after = try files(
          VaultSearch(vault.vault, try vault.index(), today: IndexedVault.today, zone: .utc))
        let (old, new) = (before.meanings(request.place), after.meanings())
        #expect(Set(new.keys) == Set(old.keys), "\(place)")
        for (path, links) in old {
          // A link that led nowhere may mean the new name.
          let found = zip(links, new[path] ?? []).map { $0 == "none" ? "none" : $1 }
          #expect(found == links, "\(place): \(path)")
        }
        let rewritten = Set(rewrites.map(\.newPath))
        for (path, note) in before.notes {
          let other = after.notes[request.place(path)]
          #expect(
            rewritten.contains(request.place(path))
              ? other.map(Self.words) == Self.words(note) : other?.source == note.source,
            "\(place): \(path)")
        }
      }
    }
  }

  /// The bytes of a note without its links.
  private static func words(_ note: Note) -> [UInt8] {
    let definitions = note.source.split(separator: 0x0A).filter { $0.starts(with: [0x5B]) }
    if !definitions.isEmpty { return [] }
    return note.links.map { ByteEdit($0.range, "") }.applied(to: note.source)
  }

  private func files(_ search: VaultSearch) throws -> Files {
    var files = Files()
    for path in search.notes { files.notes[path] = try search.note(at: path) }
    files.paths = search.notes
    search.index.table.forEachAttachment { files.paths.append($0) }
    return files
  }

  /// A random note or folder with a new name or place.
  private func request(
    _ paths: [NotePath], _ number: Int, _ random: inout SeededRandom
  ) throws -> MoveRequest {
    let folders = Array(Set(paths.compactMap(\.folder))).sorted()
    if random.once(in: 4) {
      let from = random.pick(folders)
      return MoveRequest(
        from: from, to: try #require(NotePath("\(from.text) moved \(number)")), isFolder: true)
    }
    let from = random.pick(paths.filter(\.isMarkdown))
    let stem = String(decoding: from.stem, as: UTF8.self)
    let folder = random.pick([from.folder, nil, random.pick(folders)])
    let name = "\(stem) moved \(number).md"
    return MoveRequest(
      from: from, to: try #require(folder.map { $0.appending(name.utf8) } ?? NotePath(name)),
      isFolder: false)
  }
}
