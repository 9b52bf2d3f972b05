import Objects

/// Commits and their ancestry; each commit is read once.
final class CommitGraph {
  let store: any ObjectStore
  private var commits: [ObjectID: Commit] = [:]

  init(store: any ObjectStore) { self.store = store }

  /// - Throws: `MissingObject`, in a shallow clone too: an answer from half a history would not be the same on
  ///   every device.
  func commit(_ id: ObjectID) throws -> Commit {
    if let commit = commits[id] { return commit }
    let commit = try store.commit(id)
    commits[id] = commit
    return commit
  }

  /// The best common ancestors of two sets of commits: those that no other common ancestor descends from; sorted.
  ///
  /// - Complexity: linear in the history of both; needed only if histories are crossed.
  func bestCommonAncestors(_ left: [ObjectID], _ right: [ObjectID]) throws -> [ObjectID] {
    let common = try ancestors(of: left).intersection(ancestors(of: right))
    // Ancestors of a common commit are common too. So a common commit from which another descends
    // is the parent of one.
    var best = common
    for id in common { for parent in try commit(id).parents { best.remove(parent) } }
    return best.sorted()
  }

  private func ancestors(of heads: [ObjectID]) throws -> Set<ObjectID> {
    var found = Set(heads)
    var open = heads
    while let id = open.popLast() {
      for parent in try commit(id).parents where found.insert(parent).inserted {
        open.append(parent)
      }
    }
    return found
  }

  /// The commits that heads lead to and the bases do not.
  ///
  /// Goes from the latest to the earliest, so that it ends soon after it has passed the bases. Where clocks were
  /// wrong, a few commits from before the bases may be among them; they are the same ones on every device.
  func commits(since bases: [ObjectID], from heads: [ObjectID]) throws -> [(ObjectID, Commit)] {
    var open = CommitQueue()
    var isOld: [ObjectID: Bool] = [:]
    for id in heads where isOld.updateValue(false, forKey: id) == nil {
      open.insert(id, seconds: try commit(id).committer.seconds)
    }
    var young = isOld.count
    for id in bases {
      if isOld[id] == false { young -= 1 }
      if isOld.updateValue(true, forKey: id) == nil {
        open.insert(id, seconds: try commit(id).committer.seconds)
      }
    }
    var found: [ObjectID] = []
    while young > 0, let id = open.popLatest() {
      let old = isOld[id] ?? false
      if !old {
        found.append(id)
        young -= 1
      }
      for parent in try commit(id).parents {
        if let known = isOld[parent] {
          if old, !known {
            isOld[parent] = true
            if open.contains(parent) { young -= 1 }
          }
        } else {
          let seconds: Int64
          do {
            seconds = try commit(parent).committer.seconds
          } catch is MissingObject where old {
            // A shallow clone may end at the base, and nothing before it is needed.
            continue
          }
          isOld[parent] = old
          if !old { young += 1 }
          open.insert(parent, seconds: seconds)
        }
      }
    }
    return try found.filter { isOld[$0] == false }.map { ($0, try commit($0)) }
  }
}

/// Commits to be looked at, the latest first.
private struct CommitQueue {
  private struct Item: Hashable, Comparable {
    let seconds: Int64
    let id: ObjectID

    static func < (left: Item, right: Item) -> Bool {
      (left.seconds, left.id) < (right.seconds, right.id)
    }
  }

  /// From the earliest to the latest; only as long as branches lie side by side.
  private var items: [Item] = []
  private var ids: Set<ObjectID> = []

  func contains(_ id: ObjectID) -> Bool { ids.contains(id) }

  mutating func insert(_ id: ObjectID, seconds: Int64) {
    let item = Item(seconds: seconds, id: id)
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle] < item { low = middle + 1 } else { high = middle }
    }
    items.insert(item, at: low)
    ids.insert(id)
  }

  mutating func popLatest() -> ObjectID? {
    guard let item = items.popLast() else { return nil }
    ids.remove(item.id)
    return item.id
  }
}
