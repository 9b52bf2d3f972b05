import Objects

/// The facts of a commit that a walk through the history needs.
struct CommitNode {
  let tree: ObjectID
  /// None if a shallow clone ends.
  let parents: [ObjectID]
  /// The time of the commit, in seconds since 1970.
  let seconds: Int64
}

/// Commits to be looked at, the newest first.
///
/// Of two of one second the one with the smaller id comes first, so that every device walks in one order.
struct NewestFirst<Payload> {
  private struct Element {
    let seconds: Int64
    let id: ObjectID
    let payload: Payload

    func comes(before other: Element) -> Bool {
      seconds != other.seconds ? seconds > other.seconds : id < other.id
    }
  }

  /// A binary heap.
  private var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  mutating func push(_ id: ObjectID, seconds: Int64, _ payload: Payload) {
    elements.append(Element(seconds: seconds, id: id, payload: payload))
    var place = elements.count - 1
    while place > 0, elements[place].comes(before: elements[(place - 1) / 2]) {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func pop() -> (id: ObjectID, payload: Payload)? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if !elements.isEmpty {
      elements[0] = last
      var place = 0
      while true {
        var child = 2 * place + 1
        guard child < elements.count else { break }
        if child + 1 < elements.count, elements[child + 1].comes(before: elements[child]) {
          child += 1
        }
        guard elements[child].comes(before: elements[place]) else { break }
        elements.swapAt(place, child)
        place = child
      }
    }
    return (first.id, first.payload)
  }
}

/// The ancestry of commits, for merge bases and for ahead/behind counts.
///
/// Merge bases are found as git does it (`commit-reach.c`): both sides are painted downwards, the
/// newest commits first, and commits with both colours are common. libgit2 is not used, because in
/// a shallow clone 1.5 takes the border for damage, and because the answer must be the same on
/// every device, whatever the clocks say.
struct CommitGraph {
  let node: (ObjectID) throws -> CommitNode

  private struct Paint: OptionSet {
    let rawValue: UInt8
    static let left = Paint(rawValue: 1)
    static let right = Paint(rawValue: 2)
    /// Below a common ancestor that was found already.
    static let stale = Paint(rawValue: 4)
    static let found = Paint(rawValue: 8)
    static let both: Paint = [.left, .right]
  }

  /// The best common ancestors, sorted.
  func mergeBases(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID] {
    if left == right { return [left] }
    let paint = try painted(left, [right])
    let found = paint.filter { $0.value.contains(.found) && !$0.value.contains(.stale) }
      .map(\.key).sorted()
    guard found.count > 1 else { return found }
    // If clocks were wrong, one of them may be an ancestor of another.
    return try found.filter { base in
      let others = found.filter { $0 != base }
      return try painted(base, others)[base]?.contains(.right) != true
    }
  }

  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool {
    if ancestor == commit { return true }
    return try painted(ancestor, [commit])[ancestor]?.contains(.right) == true
  }

  /// The number of commits that each side has and the other has not.
  func aheadBehind(_ left: ObjectID, _ right: ObjectID) throws -> (ahead: Int, behind: Int) {
    if left == right { return (0, 0) }
    var (ahead, behind) = (0, 0)
    for paint in try painted(left, [right]).values {
      if paint.intersection(.both) == .left { ahead += 1 }
      if paint.intersection(.both) == .right { behind += 1 }
    }
    return (ahead, behind)
  }

  private func painted(_ left: ObjectID, _ right: [ObjectID]) throws -> [ObjectID: Paint] {
    var paint: [ObjectID: Paint] = [:]
    var queue = NewestFirst<Void>()
    /// The number of commits in the queue that are not stale; each is counted as often as it was
    /// painted.
    var fresh = 0
    var waiting: [ObjectID: Int] = [:]

    func add(_ id: ObjectID, _ colour: Paint) throws {
      let old = paint[id, default: []]
      if old.isSuperset(of: colour) { return }
      let new = old.union(colour)
      paint[id] = new
      let count = waiting[id, default: 0]
      // Those that wait already change from fresh to stale with it.
      if count > 0, !old.contains(.stale), new.contains(.stale) { fresh -= count }
      waiting[id] = count + 1
      if !new.contains(.stale) { fresh += 1 }
      queue.push(id, seconds: try node(id).seconds, ())
    }

    try add(left, .left)
    for commit in right { try add(commit, .right) }
    while fresh > 0, let (id, _) = queue.pop() {
      waiting[id, default: 1] -= 1
      // Every commit in the queue was painted.
      let now = paint[id] ?? []
      if !now.contains(.stale) { fresh -= 1 }
      var colour = now.intersection([.left, .right, .stale])
      if colour == .both {
        paint[id] = now.union(.found)
        colour.insert(.stale)
      }
      for parent in try node(id).parents { try add(parent, colour) }
    }
    return paint
  }
}
