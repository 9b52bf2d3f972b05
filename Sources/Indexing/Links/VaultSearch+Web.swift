import Files
import Notes
import Search

/// A graph of notes and the links between them.
package struct VaultGraph: Sendable {
  /// A note, or a file that a link means and that is missing.
  package struct Node: Sendable, Equatable {
    /// Nil for a missing file.
    package let path: NotePath?
    /// The note's title; of a missing file the target as a link writes it.
    package let title: String
    /// The note's hashtags, each once, without `#`.
    package fileprivate(set) var tags: [String] = []
    /// The number of links to the note around which the graph is; nil if it is around none.
    package let distance: Int?
  }

  /// All links of one note to another, or to one missing file.
  package struct Edge: Sendable, Equatable {
    /// The note, by its place in ``VaultGraph/nodes``.
    package let from: Int
    /// The thing that it links to, by its place.
    package let to: Int
    /// The number of links.
    package let links: Int
  }

  /// Notes by path, then missing files by name.
  package fileprivate(set) var nodes: [Node]
  /// By their nodes.
  package let edges: [Edge]
  /// The number of notes that are left out, because no link joins them to another of the graph.
  package let orphans: Int
}

/// The notes and links that a graph is asked to have.
package struct VaultGraphRequest: Sendable {
  /// The notes among which there are links; nil for all.
  package var notes: [NotePath]?
  /// The note around which the graph is.
  package var center: NotePath?
  /// The greatest number of links, in any direction, that a note may be away from ``center``.
  package var depth = 1
  /// True to have the missing files to which notes link.
  package var hasMissing = false
  /// True to have notes without a link to or from another of the graph.
  package var hasOrphans = false

  package init() {}
}

extension VaultSearch {
  /// A graph of notes, and of the links between them; links of a note to itself are left out.
  ///
  /// - Throws: `IndexError.damaged`
  package func graph(_ request: VaultGraphRequest) throws(IndexError) -> VaultGraph {
    let web = try NoteWeb(self)
    let count = web.notes.count
    var isWanted = [Bool](repeating: true, count: count + web.missing.count)
    if let notes = request.notes {
      let wanted = Set(notes)
      for (place, path) in web.notes.enumerated() {
        isWanted[place] = wanted.contains(path) || path == request.center
      }
    }
    if !request.hasMissing {
      for place in count..<isWanted.count { isWanted[place] = false }
    }
    var distances: [Int?] = []
    if let center = request.center {
      distances = [Int?](repeating: nil, count: isWanted.count)
      if let start = web.notes.firstIndex(of: center) {
        let pairs = web.edges.filter { isWanted[$0.from] && isWanted[$0.to] }.flatMap {
          [(from: $0.from, to: $0.to), (from: $0.to, to: $0.from)]
        }
        let adjacency = Adjacency(count: isWanted.count, edges: pairs)
        for (node, distance) in adjacency.nodes(around: start, depth: request.depth) {
          distances[node] = distance
        }
      }
      isWanted = distances.map { $0 != nil }
    }
    var edges = web.edges.filter { isWanted[$0.from] && isWanted[$0.to] }
    var isLinked = [Bool](repeating: false, count: isWanted.count)
    for edge in edges { (isLinked[edge.from], isLinked[edge.to]) = (true, true) }
    var orphans = 0
    if request.center == nil, !request.hasOrphans {
      for place in isWanted.indices where isWanted[place] && !isLinked[place] {
        isWanted[place] = false
        if place < count { orphans += 1 }
      }
    }
    // A missing file is there only because of a link.
    for place in count..<isWanted.count where !isLinked[place] { isWanted[place] = false }
    let missing = (count..<isWanted.count).filter { isWanted[$0] }.sorted {
      (web.missing[$0 - count], $0) < (web.missing[$1 - count], $1)
    }
    let order = (0..<count).filter { isWanted[$0] } + missing
    var numbers = [Int](repeating: 0, count: isWanted.count)
    for (number, place) in order.enumerated() { numbers[place] = number }
    edges.sort { (numbers[$0.from], numbers[$0.to]) < (numbers[$1.from], numbers[$1.to]) }
    let nodes = order.map { place in
      VaultGraph.Node(
        path: place < count ? web.notes[place] : nil,
        title: place < count ? "" : web.missing[place - count],
        distance: distances.isEmpty ? nil : distances[place])
    }
    var graph = VaultGraph(
      nodes: nodes,
      edges: edges.map {
        VaultGraph.Edge(from: numbers[$0.from], to: numbers[$0.to], links: $0.links)
      }, orphans: orphans)
    try name(&graph)
    return graph
  }

  /// Gives the notes of a graph their titles and hashtags.
  private func name(_ graph: inout VaultGraph) throws(IndexError) {
    var numbers: [[UInt8]: Int] = [:]
    for (number, node) in graph.nodes.enumerated() {
      if let path = node.path { numbers[path.bytes] = number }
    }
    var found: [DocumentID: Int] = [:]
    try index.notes.forEachDocument { id, key in
      if let number = numbers[key] { found[id] = number }
    }
    for (id, number) in found {
      let node = graph.nodes[number]
      graph.nodes[number] = VaultGraph.Node(
        path: node.path,
        title: String(decoding: try index.notes.title(of: id), as: UTF8.self),
        distance: node.distance)
    }
    var last: [Int: ArraySlice<UInt8>] = [:]
    try index.notes.forEachPostingList(space: VaultSchema.Space.hashtag.rawValue) { key, ids in
      // Spellings of one hashtag follow each other.
      let folded = key.prefix { $0 != 0 }
      let name = HashtagKey.name(key)
      for id in ids {
        guard let number = found[id], last[number] != folded else { continue }
        last[number] = folded
        graph.nodes[number].tags.append(name)
      }
    }
  }

  // MARK: Chains

  /// A link of a chain that leads from one note to another.
  package struct ChainLink: Sendable {
    /// The note that the link is in.
    package let path: NotePath
    package let link: PlacedLink
    /// True if the chain follows it backwards, from the note that it means to the one that it is in.
    package let isBackwards: Bool
  }

  /// How one note leads to another.
  package struct Chain: Sendable {
    /// The links in their order; empty for a note and itself; nil if there is no chain.
    package let links: [ChainLink]?
    /// The number of links from the end to the beginning, where there is no chain.
    package let backwards: Int?
    /// The number of links of a shortest chain in which some are followed backwards, where there is no chain.
    package let undirected: Int?
  }

  /// A shortest chain of links from one note to another; of several the one whose notes' paths come first.
  ///
  /// - Parameter isUndirected: true where links are followed backwards as well.
  /// - Throws: `WriteError` if a note of the chain cannot be read, `IndexError`.
  package func chain(
    from start: NotePath, to end: NotePath, isUndirected: Bool
  ) throws -> Chain {
    let web = try NoteWeb(self)
    guard let from = web.notes.firstIndex(of: start), let to = web.notes.firstIndex(of: end)
    else { return Chain(links: nil, backwards: nil, undirected: nil) }
    let count = web.notes.count
    let pairs = web.edges.filter { $0.to < count }.map { (from: $0.from, to: $0.to) }
    let forwards = Adjacency(count: count, edges: pairs)
    func both() -> Adjacency {
      Adjacency(count: count, edges: pairs + pairs.map { (from: $0.to, to: $0.from) })
    }
    let adjacency = isUndirected ? both() : forwards
    guard let nodes = adjacency.shortestChain(from: from, to: to) else {
      let back = isUndirected ? nil : forwards.shortestChain(from: to, to: from)
      let any = isUndirected ? nil : both().shortestChain(from: from, to: to)
      return Chain(
        links: nil, backwards: back.map { $0.count - 1 }, undirected: any.map { $0.count - 1 })
    }
    var links: [ChainLink] = []
    for (one, next) in zip(nodes, nodes.dropFirst()) {
      let isBackwards = !forwards[one].contains(next)
      let (path, target) =
        isBackwards ? (web.notes[next], web.notes[one]) : (web.notes[one], web.notes[next])
      let link = try self.links(of: path).first { link in
        if case .file(target, _) = link.target { true } else { false }
      }
      // The note was edited since the index was brought in step.
      guard let link else { throw WriteError.changedMeanwhile(path) }
      links.append(ChainLink(path: path, link: link, isBackwards: isBackwards))
    }
    return Chain(links: links, backwards: nil, undirected: nil)
  }
}
