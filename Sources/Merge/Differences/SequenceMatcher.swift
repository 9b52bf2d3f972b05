/// Matches the elements of two sequences, in the order of both, as a person would pair them.
///
/// The common beginning and end are paired first. Then elements that occur once on both sides are
/// anchors, as in Bram Cohen's patience difference: the longest chain of them in the order of both
/// sides is kept, and the ranges between two anchors are matched in the same way. Without an
/// anchor, Myers' greedy search ("An O(ND) Difference Algorithm and Its Variations", 1986) finds
/// the shortest script.
///
/// - Complexity: both searches are bounded. Anchors are searched at most `maximumDepth` deep.
///   Myers' search takes the best result after `maximumDistance` differences and starts again from
///   there, so that no element costs more than about `maximumDistance` steps.
struct SequenceMatcher {
  /// Equal elements have equal numbers, from 0.
  private let ids: [Int32]
  private let idCount: Int
  /// A number that is never an anchor: the empty line.
  private let weakID: Int32

  /// The number of times that an element occurs in the matched ranges of the old and the new
  /// sequence, and its last position.
  private var oldCounts: [Int32]
  private var newCounts: [Int32]
  private var newPlaces: [Int32]
  /// For each old element the new one that it is paired with, or -1.
  private var partners: [Int32] = []
  private var first = 0
  /// The number of steps taken; for tests of the bounds.
  private(set) var steps = 0

  static let maximumDepth = 32
  static let maximumDistance = 160

  init(ids: [Int32], idCount: Int, weakID: Int32 = -1) {
    self.ids = ids
    self.idCount = idCount
    self.weakID = weakID
    oldCounts = Array(repeating: 0, count: idCount)
    newCounts = oldCounts
    newPlaces = oldCounts
  }

  /// The hunks in which `new` differs from `old`, both ranges of the elements given at the
  /// beginning.
  mutating func hunks(old: Range<Int>, new: Range<Int>) -> [Hunk] {
    partners = Array(repeating: -1, count: old.count)
    first = old.lowerBound
    match(old, new, depth: 0)
    var hunks: [Hunk] = []
    var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
    for index in old {
      let partner = Int(partners[index - first])
      if partner < 0 { continue }
      if index > oldStart || partner > newStart {
        hunks.append(Hunk(old: oldStart..<index, new: newStart..<partner))
      }
      (oldStart, newStart) = (index + 1, partner + 1)
    }
    if oldStart < old.upperBound || newStart < new.upperBound {
      hunks.append(Hunk(old: oldStart..<old.upperBound, new: newStart..<new.upperBound))
    }
    return hunks
  }

  private mutating func pair(_ old: Int, _ new: Int) { partners[old - first] = Int32(new) }

  private mutating func match(_ oldRange: Range<Int>, _ newRange: Range<Int>, depth: Int) {
    var (oldStart, oldEnd) = (oldRange.lowerBound, oldRange.upperBound)
    var (newStart, newEnd) = (newRange.lowerBound, newRange.upperBound)
    while oldStart < oldEnd, newStart < newEnd, ids[oldStart] == ids[newStart] {
      pair(oldStart, newStart)
      (oldStart, newStart) = (oldStart + 1, newStart + 1)
    }
    while oldStart < oldEnd, newStart < newEnd, ids[oldEnd - 1] == ids[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      pair(oldEnd, newEnd)
    }
    if oldStart == oldEnd || newStart == newEnd { return }
    steps += oldEnd - oldStart + newEnd - newStart
    let anchors =
      depth < Self.maximumDepth ? anchors(oldStart..<oldEnd, newStart..<newEnd) : []
    if anchors.isEmpty {
      matchByDistance(oldStart..<oldEnd, newStart..<newEnd)
      return
    }
    for (old, new) in anchors {
      if old < oldStart || new < newStart { continue }
      match(oldStart..<old, newStart..<new, depth: depth + 1)
      pair(old, new)
      (oldStart, newStart) = (old + 1, new + 1)
    }
    match(oldStart..<oldEnd, newStart..<newEnd, depth: depth + 1)
  }

  /// The longest chain of elements that occur once in either range, in the order of both.
  private mutating func anchors(_ old: Range<Int>, _ new: Range<Int>) -> [(old: Int, new: Int)] {
    for index in old { oldCounts[Int(ids[index])] += 1 }
    for index in new {
      newCounts[Int(ids[index])] += 1
      newPlaces[Int(ids[index])] = Int32(index)
    }
    // Piles as in patience sorting: the last of each pile, and for each candidate the one before it.
    var candidates: [(old: Int, new: Int, previous: Int)] = []
    var piles: [Int] = []
    for index in old {
      let id = Int(ids[index])
      guard oldCounts[id] == 1, newCounts[id] == 1, ids[index] != weakID else { continue }
      let place = Int(newPlaces[id])
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[piles[middle]].new < place { low = middle + 1 } else { high = middle }
      }
      candidates.append((index, place, low > 0 ? piles[low - 1] : -1))
      if low == piles.count { piles.append(0) }
      piles[low] = candidates.count - 1
    }
    for index in old { oldCounts[Int(ids[index])] = 0 }
    for index in new { newCounts[Int(ids[index])] = 0 }
    var chain: [(old: Int, new: Int)] = []
    var next = piles.last ?? -1
    while next >= 0 {
      chain.append((candidates[next].old, candidates[next].new))
      next = candidates[next].previous
    }
    return chain.reversed()
  }

  /// Pairs the elements that a shortest script keeps; elements that the other range lacks are left
  /// out before.
  private mutating func matchByDistance(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    for index in oldRange { oldCounts[Int(ids[index])] += 1 }
    for index in newRange { newCounts[Int(ids[index])] += 1 }
    let old = oldRange.filter { newCounts[Int(ids[$0])] > 0 }
    let new = newRange.filter { oldCounts[Int(ids[$0])] > 0 }
    for index in oldRange { oldCounts[Int(ids[index])] = 0 }
    for index in newRange { newCounts[Int(ids[index])] = 0 }
    var (x, y) = (0, 0)
    while x < old.count, y < new.count { (x, y) = advance(old, new, x, y) }
  }

  /// Pairs along the furthest path from a place, for at most `maximumDistance` differences, and gives its end.
  private mutating func advance(
    _ old: [Int], _ new: [Int], _ startX: Int, _ startY: Int
  ) -> (Int, Int) {
    let width = 2 * Self.maximumDistance + 3
    let zero = Self.maximumDistance + 1
    // The furthest position of each diagonal, from `startX`.
    var furthest = Array(repeating: startX, count: width)
    var trace: [[Int]] = []
    var best = (x: startX, y: startY, distance: 0, diagonal: 0)
    search: for distance in 0...Self.maximumDistance {
      trace.append(Array(furthest[(zero - distance)...(zero + distance)]))
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let place = zero + diagonal
        var x: Int
        if distance == 0 {
          x = startX
        } else if diagonal == -distance
          || (diagonal != distance && furthest[place - 1] < furthest[place + 1])
        {
          x = furthest[place + 1]
        } else {
          x = furthest[place - 1] + 1
        }
        var y = startY + (x - startX) - diagonal
        steps += 1
        if x > old.count || y > new.count {
          furthest[place] = x
          continue
        }
        while x < old.count, y < new.count, ids[old[x]] == ids[new[y]] {
          (x, y) = (x + 1, y + 1)
          steps += 1
        }
        furthest[place] = x
        if x + y > best.x + best.y || (distance == 0) {
          best = (x, y, distance, diagonal)
        }
        if x >= old.count, y >= new.count {
          best = (x, y, distance, diagonal)
          break search
        }
      }
    }
    pairBack(old, new, trace, best, startX, startY)
    return (best.x, best.y)
  }

  /// Pairs the elements on the path that ends at `end`.
  private mutating func pairBack(
    _ old: [Int], _ new: [Int], _ trace: [[Int]],
    _ end: (x: Int, y: Int, distance: Int, diagonal: Int), _ startX: Int, _ startY: Int
  ) {
    var (x, y, diagonal) = (end.x, end.y, end.diagonal)
    for distance in stride(from: end.distance, through: 1, by: -1) {
      // The diagonals before this distance; `trace[d]` holds them from -d to d.
      let furthest = trace[distance]
      func reached(_ diagonal: Int) -> Int { furthest[diagonal + distance] }
      let isDown =
        diagonal == -distance
        || (diagonal != distance && reached(diagonal - 1) < reached(diagonal + 1))
      let previous = isDown ? diagonal + 1 : diagonal - 1
      let beginX = isDown ? reached(previous) : reached(previous) + 1
      while x > beginX {
        (x, y) = (x - 1, y - 1)
        pair(old[x], new[y])
      }
      if isDown { y -= 1 } else { x -= 1 }
      diagonal = previous
    }
    while x > startX, y > startY {
      (x, y) = (x - 1, y - 1)
      pair(old[x], new[y])
    }
  }
}
