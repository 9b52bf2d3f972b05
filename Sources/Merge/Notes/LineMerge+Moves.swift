import Layout

/// Text that one side moved within the note, and the other edited where it was.
extension LineMerge {
  /// The stretch with a text that one side moved put at its new place in the base and on the other
  /// side too, with the other side's edits in it; nil if there is no such text.
  ///
  /// Only certain moves count: the same lines, removed at one place and added at another, which
  /// occur once in the base, and of which the other side changed only the inside. The other side
  /// has changed nothing at the new place.
  /// - Parameters:
  ///   - own: the changes of the side that moved the text, the left one unless the stretch is
  ///     mirrored.
  ///   - others: the changes of the other side.
  mutating func moved(
    _ stretch: ThreeRanges, _ own: [Hunk], _ others: [Hunk], isMirrored: Bool = false
  ) -> ThreeRanges? {
    let side = isMirrored ? stretch.left : stretch.right
    for (source, target) in moves(own) {
      guard let text = edited(source, others),
        let place = Self.place(target.old.lowerBound, others, from: stretch.base, to: side)
      else { continue }
      let content = trimmed(target.new)
      let outside = source.lowerBound..<trimmed(source).lowerBound
      let start = text.lowerBound - outside.count
      let end = text.upperBound + (source.upperBound - trimmed(source).upperBound)
      let around = (
        target.new.lowerBound..<content.lowerBound, content.upperBound..<target.new.upperBound
      )
      let base = add(
        stretch.base, without: source, [target.new], at: target.old.lowerBound)
      let other = add(
        side, without: start..<end, [around.0, text, around.1], at: place)
      matcher = SequenceMatcher(ids: pool.ids, idCount: pool.idCount, weakID: LinePool.emptyID)
      readTexts()
      return isMirrored
        ? ThreeRanges(base: base, left: other, right: stretch.right)
        : ThreeRanges(base: base, left: stretch.left, right: other)
    }
    return nil
  }

  /// The texts that a side took out and put in again elsewhere.
  private func moves(_ hunks: [Hunk]) -> [(source: Range<Int>, target: Hunk)] {
    var insertions: [Int32: [Hunk]] = [:]
    for hunk in hunks where hunk.old.isEmpty {
      guard let first = trimmed(hunk.new).first else { continue }
      insertions[pool.ids[first], default: []].append(hunk)
    }
    return hunks.compactMap { hunk in
      guard hunk.new.isEmpty, let first = trimmed(hunk.old).first,
        let targets = insertions[pool.ids[first]], targets.count == 1,
        areSame(trimmed(hunk.old), trimmed(targets[0].new)), !counts(hunk.old).isEmpty
      else { return nil }
      return (hunk.old, targets[0])
    }
  }

  /// Lines without the blank ones around them.
  private func trimmed(_ lines: Range<Int>) -> Range<Int> {
    guard let first = lines.first(where: { !isBlank($0) }),
      let last = lines.last(where: { !isBlank($0) })
    else { return lines.prefix(0) }
    return first..<(last + 1)
  }

  /// The other side's version of a text, if it edited the text and changed nothing across its ends;
  /// otherwise nil.
  private func edited(_ source: Range<Int>, _ hunks: [Hunk]) -> Range<Int>? {
    let text = trimmed(source)
    var shift: Int?
    var growth = 0
    for hunk in hunks where hunk.old.upperBound >= source.lowerBound {
      if hunk.old.lowerBound > source.upperBound { break }
      let isInside =
        hunk.old.isEmpty
        ? text.lowerBound < hunk.old.lowerBound && hunk.old.lowerBound < text.upperBound
        : text.lowerBound <= hunk.old.lowerBound && hunk.old.upperBound <= text.upperBound
      let isOutside =
        !hunk.old.isEmpty
        && (hunk.old.upperBound <= source.lowerBound || hunk.old.lowerBound >= source.upperBound)
      if isOutside { continue }
      if !isInside || hunk.old == text { return nil }
      shift = shift ?? hunk.new.lowerBound - hunk.old.lowerBound
      growth += hunk.new.count - hunk.old.count
    }
    return shift.map { (text.lowerBound + $0)..<(text.upperBound + $0 + growth) }
  }

  /// The place of a gap of the base on a side that changed nothing there.
  private static func place(
    _ gap: Int, _ hunks: [Hunk], from base: Range<Int>, to side: Range<Int>
  ) -> Int? {
    var place = gap - base.lowerBound + side.lowerBound
    for hunk in hunks where hunk.old.lowerBound <= gap {
      if hunk.old.upperBound > gap, hunk.old.lowerBound < gap { return nil }
      if hunk.old.isEmpty, hunk.old.lowerBound == gap { return nil }
      if hunk.old.lowerBound < gap { place += hunk.new.count - hunk.old.count }
    }
    return place
  }

  /// Adds a text as it is with some of its lines elsewhere, and gives its lines.
  private mutating func add(
    _ lines: Range<Int>, without gone: Range<Int>, _ parts: [Range<Int>], at place: Int
  ) -> Range<Int> {
    var bytes: [UInt8] = []
    func add(_ lines: Range<Int>) { bytes += text(lines) }
    if place <= gone.lowerBound {
      add(lines.lowerBound..<place)
      parts.forEach(add)
      add(place..<gone.lowerBound)
    } else {
      add(lines.lowerBound..<gone.lowerBound)
      add(gone.upperBound..<place)
      parts.forEach(add)
    }
    add(max(place, gone.upperBound)..<lines.upperBound)
    let added = pool.add(bytes)
    forms.add(added, of: pool)
    return added
  }
}
