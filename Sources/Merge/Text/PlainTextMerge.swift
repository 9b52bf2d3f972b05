import Layout

/// Merges two versions of a text that is no note, by line and with none of the rules for notes.
///
/// Insertions of both sides at one place overlap, even at the end: in settings and program text the
/// order of lines has a meaning that is unknown here.
package enum PlainTextMerge {
  /// Merges two versions; a place where both changed the same lines is an overlap.
  ///
  /// - Parameter joinsRules: true for a list of rules of which the last matching one counts, as in
  ///   `.gitignore`. If both add lines at one place, all of them are taken, those of a side with
  ///   `!` before the other side's.
  package static func merge(
    _ versions: NoteVersions, joinsRules: Bool = false
  ) -> NoteMergeOutcome {
    if versions.right.lexicographicallyPrecedes(versions.left) {
      return ordered(versions.mirrored, joinsRules).mirrored
    }
    return ordered(versions, joinsRules)
  }

  private static func ordered(_ versions: NoteVersions, _ joinsRules: Bool) -> NoteMergeOutcome {
    let base = versions.base ?? []
    guard versions.base != nil || joinsRules,
      base.count + versions.left.count + versions.right.count < LinePool.limit / 2
    else { return whole(versions) }
    let form = MergedForm(versions)
    let texts = [base, versions.left, versions.right].map(form.lines)
    var pool = LinePool(byteCount: texts.reduce(0) { $0 + $1.count })
    let (old, left, right) = (pool.add(texts[0]), pool.add(texts[1]), pool.add(texts[2]))
    var matcher = SequenceMatcher(
      ids: pool.ids, idCount: pool.idCount, weakID: LinePool.emptyID)
    let leftHunks = matcher.hunks(old: old, new: left)
    let rightHunks = matcher.hunks(old: old, new: right)
    let groups = ChangeGroups.groups(
      base: old, left: left, leftHunks: leftHunks, right: right, rightHunks: rightHunks
    ) { _, _, _ in false }
    var pieces: [MergePiece] = []
    var place = old.lowerBound
    for group in groups {
      pieces.append(.lines(place..<group.base.lowerBound))
      place = group.base.upperBound
      switch group.author {
      case .left: pieces.append(.lines(group.left))
      case .right: pieces.append(.lines(group.right))
      case .both where group.left.map({ pool.ids[$0] }) == group.right.map({ pool.ids[$0] }):
        pieces.append(.lines(group.left))
      case .both:
        if joinsRules, group.base.isEmpty, let joined = joined(group.left, group.right, in: pool) {
          pieces += joined
          continue
        }
        pieces.append(
          .overlap(base: group.base, left: group.left, right: group.right, suggestion: nil))
      }
    }
    pieces.append(.lines(place..<old.upperBound))
    // Rules may be said again after an exception.
    if !joinsRules, let first = groups.first, let last = groups.last,
      isDoubled(pieces, ThreeRanges(base: old, left: left, right: right), in: pool)
    {
      // Lines that one side moved away from where the other changed them, or that both moved.
      pieces = [
        .lines(old.lowerBound..<first.base.lowerBound),
        .overlap(
          base: first.base.lowerBound..<last.base.upperBound,
          left: first.left.lowerBound..<last.left.upperBound,
          right: first.right.lowerBound..<last.right.upperBound, suggestion: nil),
        .lines(last.base.upperBound..<old.upperBound),
      ]
    }
    return form.outcome(
      pieces.filter { if case .lines(let lines) = $0 { !lines.isEmpty } else { true } },
      of: ThreeRanges(base: old, left: left, right: right), in: pool)
  }

  /// True if a line with a letter or digit occurs more often, with either side's text, than in the
  /// side that has it most often, and than the two have added.
  private static func isDoubled(_ pieces: [MergePiece], _ texts: ThreeRanges, in pool: LinePool)
    -> Bool
  {
    func counts(_ lines: some Sequence<Int>) -> [Int32: Int] {
      lines.reduce(into: [:]) { $0[pool.ids[$1], default: 0] += 1 }
    }
    let (base, left, right) = (counts(texts.base), counts(texts.left), counts(texts.right))
    let telling = Set(
      [texts.base, texts.left, texts.right].joined().lazy.filter { line in
        pool.content(line).contains { $0 >= 0x80 || $0.isASCIILetter || $0.isASCIIDigit }
      }.map { pool.ids[$0] })
    return [pieces.map(\.leftLines), pieces.map(\.rightLines)].contains { lines in
      counts(lines.joined()).contains { id, count in
        let (b, l, r) = (base[id] ?? 0, left[id] ?? 0, right[id] ?? 0)
        return telling.contains(id) && count > max(l, r, b + max(0, l - b) + max(0, r - b))
      }
    }
  }

  /// The rules of both, each line once; nil if both have exceptions.
  ///
  /// All that either side ignores stays ignored: exceptions come before the other side's rules.
  private static func joined(
    _ left: Range<Int>, _ right: Range<Int>, in pool: LinePool
  ) -> [MergePiece]? {
    let haveExceptions = [left, right].map { lines in
      lines.contains { pool.content($0).first == UInt8(ascii: "!") }
    }
    if haveExceptions == [true, true] { return nil }
    let (first, second) = haveExceptions[1] ? (right, left) : (left, right)
    // A rule that an exception follows is said again after it.
    let known = haveExceptions.contains(true) ? [] : Set(first.map { pool.ids[$0] })
    let more = second.filter { !known.contains(pool.ids[$0]) }
    return [.lines(first)] + more.map { .lines($0..<$0 + 1) }
  }

  /// One overlap that is the whole text.
  private static func whole(_ versions: NoteVersions) -> NoteMergeOutcome {
    .overlapping(
      OverlappingMerge(regions: [
        .overlap(
          Overlap(
            base: versions.base ?? [], left: versions.left, right: versions.right,
            suggestion: nil))
      ]))
  }
}
