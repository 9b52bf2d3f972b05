/// The changes of a text by words.
struct WordChanges {
  /// Words at one place that were replaced by others.
  struct Hunk {
    let old: [TextWord]
    let new: [TextWord]

    /// True if words were replaced by others: neither side is empty.
    var isSubstitution: Bool { !old.isEmpty && !new.isEmpty }

    /// True if it only mends slips of the pen.
    var isCorrection: Bool {
      old.count == new.count && zip(old, new).allSatisfy { $0.isSlip(of: $1) }
    }
  }

  private(set) var hunks: [Hunk] = []
  /// The number of unchanged words.
  private(set) var common = 0
  /// The number of words of the longer text.
  let count: Int

  /// More pairs of words than this are not compared: the middle of such texts counts as one change.
  private static let pairLimit = 250_000

  /// - Complexity: the product of the numbers of words between the common beginning and end.
  init(from old: [TextWord], to new: [TextWord]) {
    count = max(old.count, new.count)
    var start = 0
    while start < old.count, start < new.count, old[start].folded == new[start].folded {
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].folded == new[newEnd - 1].folded {
      oldEnd -= 1
      newEnd -= 1
    }
    common = start + old.count - oldEnd
    compare(Array(old[start..<oldEnd]), Array(new[start..<newEnd]))
  }

  private mutating func compare(_ old: [TextWord], _ new: [TextWord]) {
    guard !old.isEmpty, !new.isEmpty, old.count * new.count <= Self.pairLimit else {
      add(old[...], new[...])
      return
    }
    // The longest common subsequence, from the end.
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        lengths[i * width + j] =
          old[i].folded == new[j].folded
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (i, j, oldStart, newStart) = (0, 0, 0, 0)
    while i < old.count, j < new.count {
      if old[i].folded == new[j].folded {
        add(old[oldStart..<i], new[newStart..<j])
        common += 1
        i += 1
        j += 1
        (oldStart, newStart) = (i, j)
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    add(old[oldStart...], new[newStart...])
  }

  private mutating func add(_ old: ArraySlice<TextWord>, _ new: ArraySlice<TextWord>) {
    if old.isEmpty && new.isEmpty { return }
    // "data base" and "database" are the same words.
    if old.flatMap(\.folded) == new.flatMap(\.folded) { return }
    hunks.append(Hunk(old: Array(old), new: Array(new)))
  }
}
