import Files
import Notes
import Search

/// The links between the notes of a vault as numbers, kept in the cache for one state of it.
///
/// ```
/// payload of "note-web" := missing: u32, (length: u32, UTF-8)*, (from: u32, to: u32, links: u32)*
/// ```
struct NoteWeb: Sendable {
  /// Links of one note to another note or to one missing file.
  struct Edge: Sendable, Equatable {
    /// The note, by its place in ``NoteWeb/notes``.
    let from: Int
    /// A note, or past the notes a missing file.
    let to: Int
    /// The number of links, 1 or more.
    let links: Int
  }

  /// The notes, by path.
  let notes: [NotePath]
  /// The targets that mean no file, each as a note writes it.
  private(set) var missing: [String] = []
  /// By note and what it links to; links of a note to itself are left out, and links to files that are no notes.
  private(set) var edges: [Edge] = []

  /// - Parameter settings: the fingerprint of the settings under which notes are read.
  init(_ search: VaultSearch) throws(IndexError) {
    let vault = search.vaultNotes
    let (index, table) = (vault.index, vault.table)
    notes = search.notes.sorted()
    let cache = StateCache(
      "note-web", of: search.vault, revision: LinkCounts.revision,
      settings: search.indexing.settings.fingerprint)
    if let payload = cache.payload(index, table), read(payload) { return }
    try find(vault)
    cache.keep(payload, index, table)
  }

  private struct Pair: Hashable {
    let from: Int32
    let to: Int32
  }

  private struct CountedTarget: Hashable {
    let key: ArraySlice<UInt8>
    let id: DocumentID
  }

  private mutating func find(_ vault: VaultNotes) throws(IndexError) {
    let index = vault.index
    let (resolver, files) = try LinkGraph.resolver(vault)
    var counts: [CountedTarget: Int] = [:]
    try index.forEachPostingList(space: VaultSchema.Space.linkCount.rawValue) { key, ids in
      let (count, link) = LinkCountKey.parts(key)
      for id in ids { counts[CountedTarget(key: link, id: id)] = count }
    }
    var places: [String: Int32] = [:]
    for (place, path) in notes.enumerated() { places[path.text] = Int32(place) }
    let place = resolver.paths.map { places[$0] }
    var links: [Pair: Int] = [:]
    var missing: [String] = []
    var missingPlaces: [String: Int32] = [:]
    try LinkGraph.forEachTarget(index, resolver, files) { id, file, target, key, meaning in
      guard let from = place[file] else { return }
      let to: Int32
      switch meaning {
      case .file(let number, _):
        guard number != file, let found = place[number] else { return }
        to = found
      case .unresolved:
        // A relative target depends on the folder.
        let name = target.hasPrefix(".") ? resolver.paths[file] + "\0" + target : target
        let folded = CaseFolding.fold(name)
        if let known = missingPlaces[folded] {
          to = known
        } else {
          to = Int32(notes.count + missing.count)
          missingPlaces[folded] = to
          missing.append(target)
        }
      case .sameNote, .external: return
      }
      let count =
        counts.isEmpty ? 1 : counts[CountedTarget(key: key[...], id: id)] ?? 1
      links[Pair(from: from, to: to), default: 0] += count
    }
    self.missing = missing
    edges = links.map { Edge(from: Int($0.from), to: Int($0.to), links: $1) }.sorted {
      ($0.from, $0.to) < ($1.from, $1.to)
    }
  }

  private var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt32(missing.count))
    for target in missing { writer.add(target.utf8) }
    for edge in edges {
      writer.add(UInt32(edge.from))
      writer.add(UInt32(edge.to))
      writer.add(UInt32(edge.links))
    }
    return writer.bytes
  }

  private mutating func read(_ payload: ArraySlice<UInt8>) -> Bool {
    var reader = PayloadReader(payload)
    let count = Int(reader.number())
    guard count <= payload.count else { return false }
    for _ in 0..<count { missing.append(reader.text()) }
    let end = notes.count + count
    while !reader.isAtEnd {
      let edge = Edge(
        from: Int(reader.number()), to: Int(reader.number()), links: Int(reader.number()))
      guard edge.from < notes.count, edge.to < end else {
        (missing, edges) = ([], [])
        return false
      }
      edges.append(edge)
    }
    return true
  }
}

/// For each node of a directed graph those to which its edges lead, in order.
package struct Adjacency: Sendable {
  private let starts: [Int]
  private let targets: [Int]

  /// - Parameter edges: between nodes below `count`, in any order.
  package init(count: Int, edges: [(from: Int, to: Int)]) {
    var starts = [Int](repeating: 0, count: count + 1)
    for edge in edges { starts[edge.from + 1] += 1 }
    for node in 0..<count { starts[node + 1] += starts[node] }
    var next = starts
    var targets = [Int](repeating: 0, count: edges.count)
    for edge in edges {
      targets[next[edge.from]] = edge.to
      next[edge.from] += 1
    }
    for node in 0..<count { targets[starts[node]..<starts[node + 1]].sort() }
    self.starts = starts
    self.targets = targets
  }

  /// The number of nodes.
  package var count: Int { starts.count - 1 }

  /// The nodes to which the edges of a node lead, in ascending order.
  package subscript(node: Int) -> ArraySlice<Int> { targets[starts[node]..<starts[node + 1]] }

  /// The nodes of a shortest chain, its ends included; of several the first in the order of their nodes. Nil if there
  /// is none.
  ///
  /// - Complexity: linear in the nodes and edges.
  package func shortestChain(from start: Int, to end: Int) -> [Int]? {
    if start == end { return [start] }
    let (order, before) = search(from: start, until: end, depth: .max)
    guard order.last == end else { return nil }
    var chain = [end]
    while let node = chain.last, node != start { chain.append(before[node]) }
    return chain.reversed()
  }

  /// The nodes that are at most so many edges away from one, each with its distance.
  package func nodes(around start: Int, depth: Int) -> [(node: Int, distance: Int)] {
    let (order, before) = search(from: start, until: nil, depth: depth)
    var distances = [start: 0]
    for node in order.dropFirst() { distances[node] = (distances[before[node]] ?? 0) + 1 }
    return order.map { ($0, distances[$0] ?? 0) }
  }

  /// Goes through the nodes by their distance from one.
  ///
  /// - Parameter end: the search ends with it.
  /// - Returns: the nodes that were met, and the node from which each was; -1 for others.
  private func search(
    from start: Int, until end: Int?, depth: Int
  ) -> (order: [Int], before: [Int]) {
    var before = [Int](repeating: -1, count: count)
    before[start] = start
    var order = [start]
    var next = 0
    var level = 0
    while next < order.count, level < depth {
      let levelEnd = order.count
      while next < levelEnd {
        for target in self[order[next]] where before[target] < 0 {
          before[target] = order[next]
          order.append(target)
          if target == end { return (order, before) }
        }
        next += 1
      }
      level += 1
    }
    return (order, before)
  }
}
