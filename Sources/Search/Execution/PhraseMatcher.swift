/// Finds the places of a phrase in the current document of its cursors.
final class PhraseMatcher {
  let cursors: [PostingCursor]
  /// The same, for loops.
  let references: [CursorReference]
  private let offsets: [Int]
  /// The positions of one of the words.
  private let positions = NumberBuffer()
  /// The cursors' indices, the rarest of the current document first.
  private var order: [Int]
  /// The positions at which the phrase begins in the current document; filled by `match(all:)`.
  let starts = NumberBuffer()

  init(cursors: [PostingCursor], offsets: [Int]) {
    self.cursors = cursors
    references = cursors.map { CursorReference($0) }
    self.offsets = offsets
    order = Array(cursors.indices)
  }

  /// The number of words that the phrase spans.
  var span: Int { (offsets.max() ?? 0) + 1 }

  /// The number of times that the phrase occurs in the current document of all cursors.
  func match() -> Int {
    starts.removeAll()
    if cursors.count == 1 {
      cursors[0].readPositions(into: starts)
      return starts.count
    }
    // The rarest word of the document proposes, the others confirm, the most frequent last: most
    // documents are out before its many positions are read.
    orderByCount()
    let rarest = order[0]
    references[rarest].readPositions(into: starts)
    proposeStarts(offset: UInt32(offsets[rarest]))
    for place in 1..<order.count {
      guard starts.count > 0 else { return 0 }
      let other = order[place]
      positions.removeAll()
      references[other].readPositions(into: positions)
      keepStarts(offset: UInt32(offsets[other]))
    }
    return starts.count
  }

  /// Insertion sort: phrases are short, and the last document's order is often right.
  private func orderByCount() {
    for index in 1..<order.count {
      let moved = order[index]
      let count = references[moved].count
      var place = index
      while place > 0, references[order[place - 1]].count > count {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = moved
    }
  }

  /// Makes the word's positions in ``starts`` the places at which the phrase would begin.
  private func proposeStarts(offset: UInt32) {
    guard offset > 0 else { return }
    let numbers = unsafe starts.pointer
    var kept = 0
    for index in 0..<starts.count {
      let position = unsafe numbers[index]
      guard position >= offset else { continue }
      unsafe numbers[kept] = position &- offset
      kept &+= 1
    }
    starts.resize(to: kept)
  }

  /// Keeps the starts at whose offset ``positions`` has one.
  private func keepStarts(offset: UInt32) {
    let (numbers, count) = unsafe (starts.pointer, starts.count)
    let (confirming, confirmingCount) = unsafe (positions.pointer, positions.count)
    var kept = 0
    var index = 0
    for candidate in 0..<count {
      let start = unsafe numbers[candidate]
      let wanted = start &+ offset
      while index < confirmingCount, unsafe confirming[index] < wanted { index &+= 1 }
      if index < confirmingCount, unsafe confirming[index] == wanted {
        unsafe numbers[kept] = start
        kept &+= 1
      }
    }
    starts.resize(to: kept)
  }
}

/// Decides whether the parts of a NEAR are close enough in the current document.
final class NearMatcher {
  private let parts: [PhraseMatcher]
  private let distance: Int

  init(_ parts: [PhraseMatcher], distance: Int) {
    self.parts = parts
    self.distance = distance
  }

  /// Follows the chain: the places of each part that some reachable place of the last part is near.
  func match() -> Bool {
    guard parts[0].match() > 0 else { return false }
    var reachable = copy(parts[0].starts)
    var reachableSpan = parts[0].span
    for part in parts.dropFirst() {
      guard part.match() > 0 else { return false }
      var next: [Int] = []
      var low = 0
      for index in 0..<part.starts.count {
        let start = Int(part.starts[index])
        let end = start + part.span
        // Places before `low` end too far before this one, and before all that follow.
        while low < reachable.count, start - (reachable[low] + reachableSpan) > distance {
          low += 1
        }
        var candidate = low
        while candidate < reachable.count, reachable[candidate] - end <= distance {
          let other = reachable[candidate]
          let isApart = other + reachableSpan <= start || other >= end
          if isApart {
            next.append(start)
            break
          }
          candidate += 1
        }
      }
      guard !next.isEmpty else { return false }
      reachable = next
      reachableSpan = part.span
    }
    return true
  }

  private func copy(_ numbers: NumberBuffer) -> [Int] {
    (0..<numbers.count).map { Int(numbers[$0]) }
  }
}
