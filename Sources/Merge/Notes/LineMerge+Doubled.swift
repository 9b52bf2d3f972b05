import Layout

/// Text that a merge would have twice although neither side has it twice (P26).
extension LineMerge {
  /// Merges a stretch by line, so that no line occurs more often than in the side that has it most
  /// often, except lines that both added at different places.
  ///
  /// The plain merge is taken if that holds. Otherwise changes with only blank lines between them
  /// count as one. Then a text that one side moved is moved on the other. If that does not help
  /// either, each place at which such a line was added becomes a choice.
  /// - Parameter atEnd: true if only blank lines follow in the note.
  mutating func mergeLines(_ stretch: ThreeRanges, atEnd: Bool) {
    mergeLines(stretch, atEnd: atEnd, moves: 0)
  }

  private mutating func mergeLines(_ stretch: ThreeRanges, atEnd: Bool, moves: Int) {
    let left = split(hunks(from: stretch.base, to: stretch.left))
    let right = split(hunks(from: stretch.base, to: stretch.right))
    let plain = collected { $0.merge(stretch, left, right, atEnd: atEnd, depth: 0) }
    if left.isEmpty || right.isEmpty || doubled(plain, stretch, left, right).isEmpty {
      return add(plain)
    }
    let (lefts, rights) = (
      joined(left, from: stretch.base.lowerBound), joined(right, from: stretch.base.lowerBound)
    )
    var choices: Set<Int32> = []
    for attempt in 0..<Self.maximumAttempts {
      let careful = collected {
        $0.chosen = choices
        $0.merge(stretch, lefts, rights, atEnd: atEnd, depth: 0)
        $0.chosen = nil
      }
      let doubled = doubled(careful, stretch, lefts, rights)
      if doubled.isEmpty { return add(careful) }
      if attempt == 0, moves < Self.maximumMoves,
        let moved = moved(stretch, left, right) ?? moved(stretch, right, left, isMirrored: true)
      {
        return mergeLines(moved, atEnd: atEnd, moves: moves + 1)
      }
      choices.formUnion(doubled)
    }
    overlap(stretch)
  }

  /// The greatest number of texts that are moved.
  private static let maximumMoves = 8

  /// The greatest number of attempts until no line is doubled; nearly always one is enough.
  private static let maximumAttempts = 4

  /// The ids of the lines that occur in a merge of a stretch more often than they may, whichever
  /// side is preferred.
  mutating func doubled(
    _ pieces: [MergePiece], _ stretch: ThreeRanges, _ leftHunks: [Hunk], _ rightHunks: [Hunk]
  ) -> Set<Int32> {
    let hasOverlap = pieces.contains { if case .overlap = $0 { true } else { false } }
    let versions = hasOverlap ? [Side.left, .right] : [.left]
    let hasMore = versions.contains { side in
      let lines = pieces.lazy.map { side == .left ? $0.leftLines : $0.rightLines }
      return tally.hasMore(lines, stretch.base, leftHunks, rightHunks, in: pool)
    }
    if !hasMore { return [] }
    let base = counts(stretch.base, telling: false)
    let left = counts(stretch.left, telling: false)
    let right = counts(stretch.right, telling: false)
    let telling = Set(counts([stretch.base, stretch.left, stretch.right].joined()).keys)
    var suspects: [Int32: Int] = [:]
    for lines in [pieces.map(\.leftLines), pieces.map(\.rightLines)] {
      for (id, count) in counts(lines.joined(), telling: false) {
        let (b, l, r) = (base[id] ?? 0, left[id] ?? 0, right[id] ?? 0)
        // A line that the merge made of two is in none of the texts.
        if count > max(l, r), b + l + r > 0 { suspects[id] = max(count, suspects[id] ?? 0) }
      }
    }
    if suspects.isEmpty { return [] }
    let inserted = places(leftHunks, rightHunks).allowed
    var kept = base
    var isGone: Set<Int> = []
    for line in (leftHunks + rightHunks).flatMap(\.old) where isGone.insert(line).inserted {
      kept[pool.ids[line], default: 0] -= 1
    }
    return Set(
      suspects.filter { id, count in
        let b = base[id] ?? 0
        let added = b + max(0, (left[id] ?? 0) - b) + max(0, (right[id] ?? 0) - b)
        // A line without meaning of its own may be added by both, but not kept where one side moved
        // it.
        if !telling.contains(id) { return count > added }
        return count > min(added, (kept[id] ?? 0) + (inserted[id] ?? 0))
      }.keys)
  }

  /// The number of occurrences of each telling line, or of each line that is not blank.
  func counts(_ lines: some Sequence<Int>, telling: Bool = true) -> [Int32: Int] {
    let places = LinePlaces(pool: pool, forms: forms)
    return lines.reduce(into: [:]) { counts, line in
      if telling ? places.isTelling(line) : !isBlank(line) {
        counts[pool.ids[line], default: 0] += 1
      }
    }
  }

  /// The insertions of both sides, by gaps of the ancestor; gaps with only blank lines between them are one.
  private func places(_ leftHunks: [Hunk], _ rightHunks: [Hunk]) -> LinePlaces {
    var places = LinePlaces(pool: pool, forms: forms)
    let hunks =
      (leftHunks.map { (hunk: $0, side: Side.left) } + rightHunks.map { ($0, Side.right) })
      .sorted { $0.hunk.old.lowerBound < $1.hunk.old.lowerBound }
    var gap = 0
    var end = hunks.first?.hunk.old.lowerBound ?? 0
    for (hunk, side) in hunks {
      if end < hunk.old.lowerBound, (end..<hunk.old.lowerBound).contains(where: { !isBlank($0) }) {
        gap += 1
      }
      end = max(end, hunk.old.upperBound)
      places.add(hunk.new, of: side, gap: gap)
    }
    return places
  }

  /// True if a line has no text, in code too.
  func isBlank(_ line: Int) -> Bool {
    pool.ids[line] == LinePool.emptyID || forms[line] == .blank
  }

  /// Changes of one side, joined if only blank lines are between them, each with the blank lines
  /// around it.
  private func joined(_ hunks: [Hunk], from start: Int) -> [Hunk] {
    var joined: [Hunk] = []
    for hunk in hunks {
      var hunk = hunk
      let floor = joined.last?.old.upperBound ?? start
      while hunk.old.lowerBound > floor, isBlank(hunk.old.lowerBound - 1) {
        hunk.old = (hunk.old.lowerBound - 1)..<hunk.old.upperBound
        hunk.new = (hunk.new.lowerBound - 1)..<hunk.new.upperBound
      }
      if let last = joined.last, last.old.upperBound == hunk.old.lowerBound,
        last.new.upperBound == hunk.new.lowerBound
      {
        hunk = Hunk(
          old: last.old.lowerBound..<hunk.old.upperBound,
          new: last.new.lowerBound..<hunk.new.upperBound)
        joined.removeLast()
      }
      joined.append(hunk)
    }
    return joined
  }

  /// True if a group adds a line that is to become a choice, with either side's text.
  func putsIn(_ chosen: Set<Int32>, _ group: ChangeGroup, _ pieces: [MergePiece]) -> Bool {
    func isMore(_ lines: some Sequence<Int>, than own: Range<Int>) -> Bool {
      var counts: [Int32: Int] = [:]
      for line in own where chosen.contains(pool.ids[line]) {
        counts[pool.ids[line], default: 0] += 1
      }
      for line in lines where chosen.contains(pool.ids[line]) {
        counts[pool.ids[line], default: 0] -= 1
      }
      return counts.contains { $0.value < 0 }
    }
    return isMore(pieces.map(\.leftLines).joined(), than: group.left)
      || isMore(pieces.map(\.rightLines).joined(), than: group.right)
  }
}

/// Counts of lines, kept between questions so that each question costs only the changes since the
/// last.
struct LineTally {
  /// The surplus of each line over the left side, and over the right.
  private var left: [Int32] = []
  private var right: [Int32] = []

  /// True if some lines, most of them of the base, have one more often than each of the sides has it.
  mutating func hasMore(
    _ lines: some Sequence<Range<Int>>, _ base: Range<Int>, _ leftHunks: [Hunk],
    _ rightHunks: [Hunk], in pool: LinePool
  ) -> Bool {
    if left.count < pool.idCount {
      left += Array(repeating: 0, count: pool.idCount - left.count)
      right += Array(repeating: 0, count: pool.idCount - right.count)
    }
    // A side is the base without its deletions and with its insertions; so are these lines.
    for hunk in leftHunks {
      for line in hunk.old { left[Int(pool.ids[line])] += 1 }
      for line in hunk.new { left[Int(pool.ids[line])] -= 1 }
    }
    for hunk in rightHunks {
      for line in hunk.old { right[Int(pool.ids[line])] += 1 }
      for line in hunk.new { right[Int(pool.ids[line])] -= 1 }
    }
    var others: [Range<Int>] = []
    var gone: [Range<Int>] = []
    var place = base.lowerBound
    for range in lines where !range.isEmpty {
      if base.contains(range.lowerBound), range.lowerBound >= place {
        if place < range.lowerBound { gone.append(place..<range.lowerBound) }
        place = range.upperBound
      } else {
        others.append(range)
      }
    }
    gone.append(place..<base.upperBound)
    for line in gone.joined() {
      left[Int(pool.ids[line])] -= 1
      right[Int(pool.ids[line])] -= 1
    }
    for line in others.joined() {
      left[Int(pool.ids[line])] += 1
      right[Int(pool.ids[line])] += 1
    }
    var hasMore = false
    func clear(_ line: Int) {
      let id = Int(pool.ids[line])
      if left[id] > 0, right[id] > 0 { hasMore = true }
    }
    // A doubled line was added, or kept by one version although a side removed it.
    for hunk in leftHunks + rightHunks {
      hunk.new.forEach(clear)
      hunk.old.forEach(clear)
    }
    others.joined().forEach(clear)
    for line in (leftHunks + rightHunks).lazy.flatMap({ [$0.old, $0.new] }).joined() {
      (left[Int(pool.ids[line])], right[Int(pool.ids[line])]) = (0, 0)
    }
    for line in (others + gone).joined() {
      (left[Int(pool.ids[line])], right[Int(pool.ids[line])]) = (0, 0)
    }
    return hasMore
  }
}
