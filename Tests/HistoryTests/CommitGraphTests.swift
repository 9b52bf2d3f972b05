import History
import TestSupport
import Testing

/// The walk over the commits of a side, whatever the clocks of their devices say.
struct CommitGraphTests {
  /// A random history: the commits in an order in which parents come first.
  struct History {
    let nodes: [CommitNode]
    let graph: CommitGraph

    /// - Parameter clock: gives the time of a commit from its number and its parents' times.
    init(
      _ count: Int, _ random: inout SeededRandom, clock: (Int, [Int64], inout SeededRandom) -> Int64
    ) {
      var nodes: [CommitNode] = []
      for number in 0..<count {
        var parents: Set<Int> = []
        // Near ones, so that it branches and joins often.
        if number > 0 { parents.insert(max(0, number - 1 - random.below(4))) }
        if number > 1, random.once(in: 3) { parents.insert(max(0, number - 1 - random.below(6))) }
        let sorted = parents.sorted()
        nodes.append(
          CommitNode(
            tree: Self.id(0), parents: sorted.map(Self.id),
            seconds: clock(number, sorted.map { nodes[$0].seconds }, &random)))
      }
      self.nodes = nodes
      let known = Dictionary(uniqueKeysWithValues: nodes.indices.map { (Self.id($0), nodes[$0]) })
      graph = CommitGraph { id in
        guard let node = known[id] else { throw MissingObject(id) }
        return node
      }
    }

    static func id(_ number: Int) -> ObjectID {
      let digits = String(number, radix: 16)
      // The order of ids is another one than that of the commits.
      let mixed = String((number &* 7919) % 4096, radix: 16)
      let text = String(repeating: "0", count: 4 - mixed.count) + mixed
      return ObjectID(hex: text + String(repeating: "0", count: 36 - digits.count) + digits)!
    }

    func ancestors(of ids: [ObjectID]) throws -> Set<ObjectID> {
      var (seen, open) = (Set(ids), ids)
      while let next = open.popLast() {
        for parent in try graph.node(next).parents where seen.insert(parent).inserted {
          open.append(parent)
        }
      }
      return seen
    }
  }

  private func check(_ history: History, _ random: inout SeededRandom) throws {
    let count = history.nodes.count
    let (left, right) = (History.id(random.below(count)), History.id(random.below(count)))
    let bases = try history.graph.mergeBases(left, right)
    let expected = try history.ancestors(of: [left]).subtracting(history.ancestors(of: bases))
    let found = try history.graph.commits(since: bases, from: [left])
    #expect(Set(found) == expected)
    #expect(Set(found).count == found.count)
  }

  @Test(arguments: 0..<300)
  func `commits of one second are before or after the base as they descend`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    // Several in one second, and none before its parents.
    let history = History(40, &random) { _, parents, random in
      (parents.max() ?? 0) + Int64(random.below(2))
    }
    try check(history, &random)
  }

  @Test(arguments: 0..<300)
  func `a clock that was wrong puts no commit from before the base after it`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let history = History(60, &random) { number, _, random in
      Int64(number) + Int64(random.pick([0, 0, 0, -86_400, 86_400, 31_536_000]))
    }
    try check(history, &random)
  }
}
