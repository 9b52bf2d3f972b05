/// Merges two versions of a text that is no note, by line and with none of the rules for notes.
///
/// Lines that both sides put in at one place overlap, even at the end: the order of lines has a meaning in settings
/// and program text that cannot be seen here.
package enum PlainTextMerge {
  /// Merges two versions; where both changed the same lines, the place is an overlap.
  package static func merge(_ versions: NoteVersions) -> NoteMergeOutcome {
    if versions.right.lexicographicallyPrecedes(versions.left) {
      return ordered(versions.mirrored).mirrored
    }
    return ordered(versions)
  }

  private static func ordered(_ versions: NoteVersions) -> NoteMergeOutcome {
    let base = versions.base ?? []
    guard versions.base != nil,
      base.count + versions.left.count + versions.right.count < LinePool.limit / 2
    else { return whole(versions) }
    let form = MergedForm(versions)
    if let flipped = form.flipped { return .merged(flipped) }
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
        pieces.append(
          .overlap(base: group.base, left: group.left, right: group.right, suggestion: nil))
      }
    }
    pieces.append(.lines(place..<old.upperBound))
    return form.outcome(
      pieces.filter { if case .lines(let lines) = $0 { !lines.isEmpty } else { true } }, in: pool)
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
