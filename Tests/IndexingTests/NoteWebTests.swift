import Files
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox

/// Graphs of notes, chains of links and mentions, against the notes as they are read one by one.
struct NoteWebTests {
  // MARK: Chains

  /// The distance of each node by edges alone, round by round.
  private static func distances(
    _ count: Int, _ edges: [(from: Int, to: Int)], from start: Int
  ) -> [Int?] {
    var distances = [Int?](repeating: nil, count: count)
    distances[start] = 0
    for round in 0..<count {
      for edge in edges where distances[edge.from] == round && distances[edge.to] == nil {
        distances[edge.to] = round + 1
      }
    }
    return distances
  }

  /// The first of all shortest chains in the order of their nodes.
  private static func chain(
    _ edges: [(from: Int, to: Int)], from start: Int, to end: Int, length: Int
  ) -> [Int]? {
    if length == 0 { return start == end ? [start] : nil }
    for next in Set(edges.filter { $0.from == start }.map(\.to)).sorted() {
      if let rest = chain(edges, from: next, to: end, length: length - 1) { return [start] + rest }
    }
    return nil
  }

  @Test(arguments: Fuzz.seeds(200))
  func `a chain is the first of the shortest`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = 1 + random.below(9)
    let edges = (0..<random.below(3 * count)).map { _ in
      (from: random.below(count), to: random.below(count))
    }
    let adjacency = Adjacency(count: count, edges: edges)
    for start in 0..<count {
      let distances = Self.distances(count, edges, from: start)
      for end in 0..<count {
        let expected = distances[end].flatMap {
          Self.chain(edges, from: start, to: end, length: $0)
        }
        #expect(adjacency.shortestChain(from: start, to: end) == expected, "seed \(seed)")
      }
      for depth in 0..<4 {
        let near = adjacency.nodes(around: start, depth: depth)
        #expect(
          Set(near.map(\.node)) == Set((0..<count).filter { (distances[$0] ?? .max) <= depth }),
          "seed \(seed)")
        #expect(near.allSatisfy { distances[$0.node] == $0.distance }, "seed \(seed)")
      }
    }
  }

  // MARK: A vault that changes

  @Test(.timeLimit(.minutes(20)), arguments: 1...UInt64(3 * Fuzz.factor))
  func `graphs and mentions are those of the notes`(seed: UInt64) throws {
    var vault = try IndexedVault()
    var history = RandomHistory(seed: seed)
    for round in 0..<8 {
      for _ in 0..<(1 + history.number(below: 6)) { _ = history.step(&vault) }
      let index = try vault.index()
      let search = VaultSearch(vault.vault, index, today: IndexedVault.today, zone: .utc)
      let place = "seed \(seed), round \(round)"
      var counts: [[NotePath]: Int] = [:]
      var notes: [NotePath: Note] = [:]
      index.table.forEachNote { _, path in
        guard let note = try? search.note(at: path), let links = try? search.links(of: path) else {
          return
        }
        notes[path] = note
        for link in links {
          if case .file(let file, _) = link.target, file != path, file.isMarkdown {
            counts[[path, file], default: 0] += 1
          }
        }
      }
      var request = VaultGraphRequest()
      request.hasOrphans = true
      for _ in 0..<2 {  // The second time from the cache.
        let graph = try search.graph(request)
        var found: [[NotePath]: Int] = [:]
        for edge in graph.edges {
          guard let from = graph.nodes[edge.from].path, let to = graph.nodes[edge.to].path else {
            continue
          }
          found[[from, to]] = edge.links
        }
        #expect(found == counts, "\(place)")
        for node in graph.nodes {
          guard let path = node.path, let note = notes[path] else { continue }
          #expect(node.title == note.title, "\(place)")
          #expect(
            Set(node.tags.map { Hashtag($0) }) == Set(note.hashtags.map { note.hashtag(of: $0) }),
            "\(place) \(path)")
        }
      }
      for path in notes.keys.sorted().prefix(6) {
        let names = try search.names(of: path)
        let own = names.map { LinkResolver.foldedAlias($0) }
        let longer = notes.filter { !$0.key.isConflictCopy }.flatMap { path, note in
          [note.title, String(decoding: path.stem, as: UTF8.self)] + note.aliases
        }.filter { name in
          let name = LinkResolver.foldedAlias(name)
          return !own.contains(name) && own.contains { name.contains($0) }
        }
        let scanner = MentionScanner(names, besides: longer)
        var expected: [NotePath: [ByteRange]] = [:]
        for (other, note) in notes where other != path && !other.isConflictCopy {
          let ranges = scanner.mentions(in: note)
          if !ranges.isEmpty { expected[other] = ranges }
        }
        let all = try search.mentions(of: path)
        let found = Dictionary(uniqueKeysWithValues: all.notes.map { ($0.path, $0.ranges) })
        #expect(found == expected, "\(place), \(path), \(names)")
        #expect(all.unread == 0)
        let first = try search.mentions(of: path, limit: 1)
        #expect(first.notes.flatMap(\.ranges).count == min(1, expected.count), "\(place)")
      }
    }
  }
}
