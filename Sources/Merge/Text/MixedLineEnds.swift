/// The merged line ends of three texts of which one has both LF and CR LF, line by line.
///
/// An end that one side alone changed is that side's. A line that one side inserted keeps its end. If the ancestor's line
/// at that place, or the one above, has the same end, both change together.
struct MixedLineEnds {
  /// True for CR LF, for each line of the three texts; nil for a last line without an end.
  private let areReturns: [Bool?]
  private let first: Int

  /// - Parameter lines: the lines of the texts in the pool, one text after the other.
  init(_ texts: NoteVersions, _ lines: ThreeRanges, in pool: LinePool) {
    let base = LineEnds.returns(in: texts.base ?? [])
    let (left, right) = (LineEnds.returns(in: texts.left), LineEnds.returns(in: texts.right))
    let pairs = Sides(
      left: LinePairs(lines.base, lines.left, in: pool),
      right: LinePairs(lines.base, lines.right, in: pool))
    var merged: [Bool?] = []
    for (line, end) in base.enumerated() {
      let (own, other) = (pairs.left.partners[line], pairs.right.partners[line])
      if own == nil, other == nil, line > 0, end == base[line - 1] {
        merged.append(merged[line - 1])
      } else {
        merged.append(
          MergedForm.merged(end, own.flatMap { left[$0] }, other.flatMap { right[$0] }))
      }
    }
    func ends(_ own: [Bool?], _ pairs: LinePairs) -> [Bool?] {
      zip(own, pairs.models).enumerated().map { line, each in
        let (end, model) = each
        guard let model else { return end }
        let follows = pairs.partners[model] == line || end == nil || end == base[model]
        return follows ? merged[model] : end
      }
    }
    first = lines.base.lowerBound
    areReturns = merged + ends(left, pairs.left) + ends(right, pairs.right)
  }

  /// True if a line ends in CR LF; nil for one that no text has, or that has no end.
  subscript(line: Int) -> Bool? {
    areReturns.indices.contains(line - first) ? areReturns[line - first] : nil
  }
}

/// The lines of a side beside those of its ancestor; both are counted from 0.
private struct LinePairs {
  /// For each line of the ancestor the same line on the side, or nil.
  private(set) var partners: [Int?]
  /// For each line of the side the same line of the ancestor, or the one in its place, or the one above; nil for an empty
  /// ancestor.
  private(set) var models: [Int?] = []

  init(_ base: Range<Int>, _ side: Range<Int>, in pool: LinePool) {
    partners = Array(repeating: nil, count: base.count)
    var matcher = SequenceMatcher(
      ids: pool.ids, idCount: pool.idCount, weakID: LinePool.emptyID)
    let end = Hunk(
      old: base.upperBound..<base.upperBound, new: side.upperBound..<side.upperBound)
    var old = 0
    for hunk in matcher.hunks(old: base, new: side) + [end] {
      while old < hunk.old.lowerBound - base.lowerBound {
        partners[old] = models.count
        models.append(old)
        old += 1
      }
      for offset in 0..<hunk.new.count {
        let model = max(0, old + min(offset, hunk.old.count - 1))
        models.append(base.isEmpty ? nil : model)
      }
      old += hunk.old.count
    }
  }
}
