/// Finds the places of a phrase in the current document of its cursors.
final class PhraseMatcher {
  let cursors: [PostingCursor]
  /// The same, for loops.
  let references: [CursorReference]
  private let offsets: [Int]
  private let buffers: [NumberBuffer]
  /// The cursors' indices, the rarest of the current document first.
  private var order: [Int]
  /// The positions at which the phrase begins in the current document; filled by `match(all:)`.
  let starts = NumberBuffer()

  init(cursors: [PostingCursor], offsets: [Int]) {
    self.cursors = cursors
    references = cursors.map { CursorReference($0) }
    self.offsets = offsets
    buffers = cursors.map { _ in NumberBuffer() }
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
    buffers[rarest].removeAll()
    references[rarest].readPositions(into: buffers[rarest])
    let base = offsets[rarest]
    for index in 0..<buffers[rarest].count {
      let start = Int(buffers[rarest][index]) - base
      if start >= 0 { starts.append(UInt32(start)) }
    }
    for other in order.dropFirst() {
      guard starts.count > 0 else { return 0 }
      buffers[other].removeAll()
      references[other].readPositions(into: buffers[other])
      keepStarts(confirmedBy: buffers[other], offset: offsets[other])
    }
    return starts.count
  }

  /// Insertion sort: phrases are short, and the last document's order is often right.
  private func orderByCount() {
    for index in order.indices.dropFirst() {
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

  private func keepStarts(confirmedBy positions: NumberBuffer, offset: Int) {
    var kept = 0
    var index = 0
    for candidate in 0..<starts.count {
      let wanted = starts[candidate] &+ UInt32(offset)
      while index < positions.count, positions[index] < wanted { index &+= 1 }
      if index < positions.count, positions[index] == wanted {
        starts[kept] = starts[candidate]
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
