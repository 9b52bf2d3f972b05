/// The facts of a commit that a walk through the history needs.
package struct CommitNode: Sendable {
  package let tree: ObjectID
  /// None where a shallow clone ends.
  package let parents: [ObjectID]
  /// When it was committed, in seconds since 1970.
  package let seconds: Int64

  package init(tree: ObjectID, parents: [ObjectID], seconds: Int64) {
    self.tree = tree
    self.parents = parents
    self.seconds = seconds
  }
}

/// Commits to be looked at, the newest first.
///
/// Of two of one second the one with the smaller id comes first, so that every device walks in one order.
package struct NewestFirst<Payload> {
  @usableFromInline struct Element {
    @usableFromInline let seconds: Int64
    @usableFromInline let id: ObjectID
    @usableFromInline let payload: Payload

    @inlinable init(seconds: Int64, id: ObjectID, payload: Payload) {
      self.seconds = seconds
      self.id = id
      self.payload = payload
    }

    @inlinable func comes(before other: Element) -> Bool {
      seconds != other.seconds ? seconds > other.seconds : id < other.id
    }
  }

  /// A binary heap.
  @usableFromInline var elements: [Element] = []

  @inlinable package init() {}

  /// The time of the newest commit; nil where there is none.
  @inlinable package var newest: Int64? { elements.first?.seconds }

  /// Adds a commit, which may be in the queue already.
  @inlinable package mutating func push(_ id: ObjectID, seconds: Int64, _ payload: Payload) {
    elements.append(Element(seconds: seconds, id: id, payload: payload))
    var place = elements.count - 1
    while place > 0, elements[place].comes(before: elements[(place - 1) / 2]) {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes out the newest commit; nil where there is none.
  @inlinable package mutating func pop() -> (id: ObjectID, payload: Payload)? {
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
/// Git's way of finding merge bases (`commit-reach.c`): both sides are painted downwards, the newest commits first,
/// and what both colours reach is common. It is done here and not by libgit2 because in a shallow clone 1.5 takes
/// the border for damage, and because the answer must be one on every device, whatever the clocks say.
package struct CommitGraph {
  /// Reads a commit.
  package let node: (ObjectID) throws -> CommitNode

  /// - Parameter node: reads a commit; it is asked again and again for the same one.
  package init(node: @escaping (ObjectID) throws -> CommitNode) { self.node = node }

  /// The graph of a store's commits; each is read once.
  ///
  /// Its answers are errors (`MissingObject`) where a shallow clone ends before they are found: an answer from half
  /// a history would not be the same on every device.
  package init(store: any ObjectStore) {
    var nodes: [ObjectID: CommitNode] = [:]
    self.init { id in
      if let node = nodes[id] { return node }
      let commit = try store.commit(id)
      let node = CommitNode(
        tree: commit.tree, parents: commit.parents, seconds: commit.committer.seconds)
      nodes[id] = node
      return node
    }
  }

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
  package func mergeBases(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID] {
    try mergeBases([left], [right])
  }

  /// The best common ancestors of two sets of commits: those that no other common ancestor descends from; sorted.
  package func mergeBases(_ left: [ObjectID], _ right: [ObjectID]) throws -> [ObjectID] {
    if left.count == 1, left == right { return left }
    let paint = try painted(left, right)
    let found = paint.filter { $0.value.contains(.found) && !$0.value.contains(.stale) }
      .map(\.key).sorted()
    guard found.count > 1 else { return found }
    // If clocks were wrong, one of them may be an ancestor of another.
    return try found.filter { base in
      let others = found.filter { $0 != base }
      return try painted([base], others)[base]?.contains(.right) != true
    }
  }

  /// True where the first commit is the second or an ancestor of it.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool {
    if ancestor == commit { return true }
    return try painted([ancestor], [commit])[ancestor]?.contains(.right) == true
  }

  /// The number of commits that each side has and the other has not.
  package func aheadBehind(
    _ left: ObjectID, _ right: ObjectID
  ) throws -> (ahead: Int, behind: Int) {
    if left == right { return (0, 0) }
    var (ahead, behind) = (0, 0)
    for paint in try painted([left], [right]).values {
      if paint.intersection(.both) == .left { ahead += 1 }
      if paint.intersection(.both) == .right { behind += 1 }
    }
    return (ahead, behind)
  }

  private func painted(_ left: [ObjectID], _ right: [ObjectID]) throws -> [ObjectID: Paint] {
    var paint: [ObjectID: Paint] = [:]
    var queue = NewestFirst<Void>()
    /// The number of commits in the queue that are not stale; each is in it once for each time that it was painted.
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

    for commit in left { try add(commit, .left) }
    for commit in right { try add(commit, .right) }
    while fresh > 0, let (id, _) = queue.pop() {
      waiting[id, default: 1] -= 1
      // A commit in the queue was painted.
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

  /// The number of commits next to the bases that are looked at whatever their time.
  private static let nearBases = 512

  /// The commits that heads lead to and the bases do not.
  ///
  /// Goes from the latest to the earliest, until it has passed the bases and all that it found. A clock that was wrong
  /// makes a commit later than one that descends from it, and so the history next to the bases is looked at without
  /// regard to time. Of what lies further back a few commits may be among the answer; they are the same ones on every
  /// device.
  package func commits(since bases: [ObjectID], from heads: [ObjectID]) throws -> [ObjectID] {
    var queue = NewestFirst<Void>()
    /// How often each commit is in the queue: once for each time that it became known as young or old.
    var waiting: [ObjectID: Int] = [:]
    var isOld: [ObjectID: Bool] = [:]
    /// The number of places in the queue with commits that are not old.
    var young = 0
    var found: [ObjectID] = []
    var oldest = Int64.max

    func add(_ id: ObjectID, isOld old: Bool) throws {
      if let known = isOld[id], known || !old { return }
      let seconds: Int64
      do {
        seconds = try node(id).seconds
      } catch is MissingObject where old {
        // A shallow clone may end at the base, and nothing before it is asked for.
        return
      }
      let count = waiting[id, default: 0]
      if old, isOld[id] == false { young -= count }
      isOld[id] = old
      waiting[id] = count + 1
      if !old { young += 1 }
      queue.push(id, seconds: seconds, ())
    }

    for id in bases { try add(id, isOld: true) }
    for id in heads { try add(id, isOld: false) }
    while let newest = queue.newest, young > 0 || newest >= oldest, let (id, _) = queue.pop() {
      waiting[id, default: 1] -= 1
      let old = isOld[id] ?? false
      if !old {
        young -= 1
        found.append(id)
        oldest = min(oldest, newest)
      }
      for parent in try node(id).parents { try add(parent, isOld: old) }
    }
    for id in try near(bases) { isOld[id] = true }
    return found.filter { isOld[$0] == false }
  }

  /// Some commits and the nearest of those that they descend from, without regard to time.
  private func near(_ commits: [ObjectID]) throws -> [ObjectID] {
    var near = commits
    var seen = Set(commits)
    var next = 0
    while next < near.count, near.count < Self.nearBases {
      let parents: [ObjectID]
      do { parents = try node(near[next]).parents } catch is MissingObject { parents = [] }
      for parent in parents where seen.insert(parent).inserted { near.append(parent) }
      next += 1
    }
    return near
  }
}
