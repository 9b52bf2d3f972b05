import Layout

/// Merges insertions of both sides at one place, of which both are kept: items of a list, and text
/// appended to the note.
extension LineMerge {
  /// Merges the insertions of both sides between the same two lines.
  ///
  /// The order of the two does not depend on the sides, but on the bytes of each insertion.
  /// - Returns: false if a person has to choose.
  mutating func mergeInsertions(_ stretch: ThreeRanges, atEnd: Bool) -> Bool {
    if isFence(stretch) { return false }
    if let larger = containing(stretch.left, stretch.right) {
      keep(larger)
      return true
    }
    if let left = items(stretch.left), let right = items(stretch.right) {
      let united = collected { $0.unite(left, right, in: stretch) }
      if isMeant(united, stretch) {
        add(united)
        return true
      }
    }
    // Insertions of both below one new heading may be two texts.
    let headings = atEnd ? sharedHeadings(stretch.left, stretch.right) : 0
    let (left, right) = (stretch.left.dropFirst(headings), stretch.right.dropFirst(headings))
    if areAlike(left, right, texts.alike) {
      mergeAlike(stretch)
      return true
    }
    return atEnd && append(stretch)
  }

  // MARK: Insertions that are alike

  /// The number of headings and blank lines that both begin with.
  private func sharedHeadings(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    zip(left, right).prefix { isSame($0, $1) && [.heading, .blank].contains(forms[$0]) }.count
  }

  /// True if a merge of two insertions has each line, and each text, at most as often as one side
  /// has it in the same place.
  private mutating func isMeant(_ pieces: [MergePiece], _ stretch: ThreeRanges) -> Bool {
    let lines = LinePlaces(pool: pool, forms: forms)
    for ids in [pool.ids, texts.alike] {
      let allowed = places(stretch.left, stretch.right, ids).allowed
      for version in [pieces.map(\.leftLines), pieces.map(\.rightLines)] {
        var counts: [Int32: Int] = [:]
        // A line that the merge has made is blank.
        for line in version.joined() where line < ids.count && lines.isTelling(line) {
          counts[ids[line], default: 0] += 1
        }
        if counts.contains(where: { $0.value > allowed[$0.key] ?? $0.value }) { return false }
      }
    }
    return true
  }

  private func places(_ left: Range<Int>, _ right: Range<Int>, _ ids: [Int32]) -> LinePlaces {
    var places = LinePlaces(pool: pool, forms: forms, ids: ids)
    places.add(left, of: .left, gap: 0)
    places.add(right, of: .right, gap: 0)
    return places
  }

  /// True if two insertions at one place are two versions of one text: they have a telling line in common below the same
  /// headings and items; or more than half of the shorter, with some running text, below headings that differ.
  ///
  /// - Parameter ids: the numbers of the lines' texts, as `LineTexts.alike`.
  func areAlike(_ left: Range<Int>, _ right: Range<Int>, _ ids: [Int32]) -> Bool {
    let lines = LinePlaces(pool: pool, forms: forms)
    let shared = places(left, right, ids).shared
    if left.contains(where: { shared.contains(ids[$0]) && lines.isTelling($0) }) {
      return true
    }
    // Headings of journal entries are times, and other times are other entries.
    func isEntry(_ line: Int) -> Bool {
      forms[line] == .heading && JournalTime(headingLine: pool.content(line)) != nil
    }
    if left.contains(where: isEntry) || right.contains(where: isEntry) { return false }
    func texts(_ range: Range<Int>) -> [Int] {
      range.filter { forms[$0] != .heading && lines.isTelling($0) }
    }
    let (lefts, rights) = (texts(left), texts(right))
    var open = Set(rights.map { ids[$0] })
    let common = lefts.filter { open.remove(ids[$0]) != nil }
    return 2 * common.count > min(lefts.count, rights.count)
      && common.contains { forms[$0] != .item && forms.indent($0) < 2 }
  }

  /// Merges two versions of one text without an ancestor: common lines are agreed, lines of one
  /// side are taken, and where they differ a person has to choose.
  private mutating func mergeAlike(_ stretch: ThreeRanges) {
    let merged = collected { $0.alignAlike(stretch) }
    if isMeant(merged, stretch) { add(merged) } else { overlap(stretch) }
  }

  private mutating func alignAlike(_ stretch: ThreeRanges) {
    let none = stretch.base.prefix(0)
    var (place, other) = (stretch.left.lowerBound, stretch.right.lowerBound)
    for hunk in agreedHunks(from: stretch.left, to: stretch.right) {
      keepAgreed(place..<hunk.old.lowerBound, other)
      (place, other) = (hunk.old.upperBound, hunk.new.upperBound)
      let rest = ThreeRanges(base: none, left: hunk.old, right: hunk.new)
      if isFence(rest) {
        overlap(rest)
      } else if hunk.old.isEmpty || hunk.new.isEmpty {
        let more = hunk.old.isEmpty ? hunk.new : hunk.old
        // A new heading would take over the lines after it, which the other side has elsewhere.
        let isSection = place == stretch.left.upperBound || forms[place] == .heading
        if isSection || !more.contains(where: { forms[$0] == .heading }) {
          keep(more)
        } else {
          overlap(rest)
        }
      } else if let left = items(hunk.old), let right = items(hunk.new) {
        unite(left, right, in: rest)
      } else {
        overlap(rest)
      }
    }
    keepAgreed(place..<stretch.left.upperBound, other)
  }

  /// The hunks in which the texts of lines differ, as `LineTexts.agreed`.
  private mutating func agreedHunks(from old: Range<Int>, to new: Range<Int>) -> [Hunk] {
    var hunks = textMatcher.hunks(old: old, new: new)
    let slider = HunkSlider(
      ids: texts.agreed, isBlank: { [forms] in forms[$0] == .blank },
      isHeading: { [forms] in forms[$0] == .heading })
    slider.slide(&hunks, old: old, new: new)
    return hunks
  }

  /// Adds lines with the same texts in both sides: of each pair the longer one, which has the blanks or the higher number.
  private mutating func keepAgreed(_ left: Range<Int>, _ first: Int) {
    for (line, other) in zip(left, first...) {
      let (one, two) = (pool.content(line), pool.content(other))
      let isSecond =
        one.count == two.count ? one.lexicographicallyPrecedes(two) : one.count < two.count
      keep(isSecond ? other..<(other + 1) : line..<(line + 1))
    }
  }

  /// True if a fence would be open between the two.
  private func isFence(_ stretch: ThreeRanges) -> Bool {
    func isOpen(_ lines: Range<Int>) -> Bool {
      // A fence that a side opens and leaves open makes code of all that follows, here too.
      lines.count { forms[$0] == .fence } % 2 != 0
        || lines.contains { forms[$0] == .code }
          && !lines.contains { forms[$0] == .fence }
    }
    return isOpen(stretch.left) || isOpen(stretch.right)
      || [body.base, body.left, body.right].contains(where: forms.isUnclosed)
  }

  /// The longer of two, if it has all lines of the other in their order and no further heading.
  private mutating func containing(_ left: Range<Int>, _ right: Range<Int>) -> Range<Int>? {
    let hunks = matcher.hunks(old: left, new: right)
    func isPlain(_ lines: Range<Int>) -> Bool { lines.allSatisfy { forms[$0] != .heading } }
    if hunks.allSatisfy({ $0.old.isEmpty && isPlain($0.new) }) { return right }
    if hunks.allSatisfy({ $0.new.isEmpty && isPlain($0.old) }) { return left }
    return nil
  }

  // MARK: Items

  /// The items at the top of a run of lines, each with the lines below it, without the blank lines
  /// between them; nil if there are other lines too.
  private func items(_ lines: Range<Int>) -> [Range<Int>]? {
    var items: [Range<Int>] = []
    for line in lines {
      switch forms[line] {
      case .blank: continue
      case .item where items.isEmpty || forms.indent(line) <= forms.indent(items[0].lowerBound):
        items.append(line..<(line + 1))
      case .item:
        items[items.count - 1] = items[items.count - 1].lowerBound..<(line + 1)
      default:
        guard let last = items.last, forms.indent(line) >= forms.indent(last.lowerBound) + 2 else {
          return nil
        }
        items[items.count - 1] = last.lowerBound..<(line + 1)
      }
    }
    return items.isEmpty ? nil : items
  }

  /// Adds the items of both; the same item is added once.
  private mutating func unite(_ left: [Range<Int>], _ right: [Range<Int>], in stretch: ThreeRanges)
  {
    var units = LinePool(byteCount: 0)
    func add(_ items: [Range<Int>]) -> Range<Int> {
      let first = units.ids.count
      for item in items { _ = units.add(line: text(item)) }
      return first..<units.ids.count
    }
    let (leftUnits, rightUnits) = (add(left), add(right))
    var unitMatcher = SequenceMatcher(ids: units.ids, idCount: units.idCount)
    var united: [Range<Int>] = []
    var next = leftUnits.lowerBound
    for hunk in unitMatcher.hunks(old: leftUnits, new: rightUnits) {
      united += (next..<hunk.old.lowerBound).map { left[$0 - leftUnits.lowerBound] }
      let lefts = hunk.old.map { left[$0 - leftUnits.lowerBound] }
      let rights = hunk.new.map { right[$0 - rightUnits.lowerBound] }
      united += precedes(lefts, rights) ? lefts + rights : rights + lefts
      next = hunk.old.upperBound
    }
    united += (next..<leftUnits.upperBound).map { left[$0 - leftUnits.lowerBound] }
    let blanks = [stretch.left, stretch.right].map(blanksAround)
    keep(blanks[0].leading.count >= blanks[1].leading.count ? blanks[0].leading : blanks[1].leading)
    let isLoose = isLooseList(left, right, in: stretch)
    for (index, item) in united.enumerated() {
      if index > 0, isLoose { keep(new: []) }
      keep(item)
    }
    keep(
      blanks[0].trailing.count >= blanks[1].trailing.count
        ? blanks[0].trailing : blanks[1].trailing)
  }

  /// Deeper items come first, so that none becomes a part of another; then by bytes.
  private func precedes(_ left: [Range<Int>], _ right: [Range<Int>]) -> Bool {
    guard let first = left.first, let second = right.first else { return true }
    let indents = (forms.indent(first.lowerBound), forms.indent(second.lowerBound))
    if indents.0 != indents.1 { return indents.0 > indents.1 }
    return left.flatMap(text).lexicographicallyPrecedes(right.flatMap(text))
  }

  /// True if there are blank lines between the items of the list.
  private func isLooseList(
    _ left: [Range<Int>], _ right: [Range<Int>], in stretch: ThreeRanges
  ) -> Bool {
    for items in [left, right] {
      for (item, next) in zip(items, items.dropFirst()) where item.upperBound < next.lowerBound {
        return true
      }
    }
    for lines in [stretch.left, stretch.right] {
      let blanks = blanksAround(lines)
      // A blank line between the insertion and an item that was in the list before.
      let before = stretch.base.lowerBound - 1
      let after = stretch.base.lowerBound
      if !blanks.leading.isEmpty, whole.base.contains(before), isOfList(before) { return true }
      if !blanks.trailing.isEmpty, whole.base.contains(after), forms[after] == .item { return true }
    }
    return false
  }

  private func isOfList(_ line: Int) -> Bool { forms[line] == .item || forms.indent(line) >= 2 }

  private func blanksAround(_ lines: Range<Int>) -> (leading: Range<Int>, trailing: Range<Int>) {
    let first = lines.first { forms[$0] != .blank } ?? lines.upperBound
    let last = lines.last { forms[$0] != .blank } ?? first - 1
    return (lines.lowerBound..<first, (last + 1)..<lines.upperBound)
  }

  /// The lines' contents, each with a line feed.
  func text(_ lines: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      text += pool.content(line)
      text.append(.lineFeed)
    }
    return text
  }

  // MARK: Text appended to the note

  /// Adds the text that both sides appended to the note; a common beginning is added once.
  ///
  /// Text stays below the heading below which it was written: what both have before their first heading comes first, and
  /// then their sections, the deeper ones before those of a higher level.
  /// - Returns: false if no order does that, or text goes on that only one side may add.
  private mutating func append(_ stretch: ThreeRanges) -> Bool {
    let shared = sharedBeginning(stretch.left, stretch.right)
    let left = stretch.left.dropFirst(shared)
    let right = stretch.right.dropFirst(shared)
    if [left, right].contains(where: { isAnswer($0) }) { return false }
    let (lefts, rights) = (parted(left), parted(right))
    guard let sections = sectionsInOrder(lefts.sections, rights.sections) else { return false }
    keep(stretch.left.prefix(shared))
    let texts = ThreeRanges(base: stretch.base, left: lefts.text, right: rights.text)
    if let left = items(texts.left), let right = items(texts.right),
      !(sections.first.isEmpty && sections.second.isEmpty)
    {
      unite(left, right, in: texts)
    } else {
      let isFirst = appendixPrecedes(texts.left, texts.right)
      append(isFirst ? (texts.left, texts.right) : (texts.right, texts.left))
    }
    append(sections)
    return true
  }

  private mutating func append(_ lines: (first: Range<Int>, second: Range<Int>)) {
    keep(lines.first)
    if needsBlank(lines.first, lines.second) { keep(new: []) }
    keep(lines.second)
  }

  /// The lines before the first heading, and those from the blank lines before it on.
  private func parted(_ lines: Range<Int>) -> (text: Range<Int>, sections: Range<Int>) {
    guard let heading = lines.first(where: { forms[$0] == .heading }) else {
      return (lines, lines.suffix(0))
    }
    var start = heading
    while start > lines.lowerBound, forms[start - 1] == .blank { start -= 1 }
    return (lines.lowerBound..<start, start..<lines.upperBound)
  }

  /// Sections of both sides in an order in which none comes below a heading of the other; nil if there is none.
  private func sectionsInOrder(
    _ left: Range<Int>, _ right: Range<Int>
  ) -> (first: Range<Int>, second: Range<Int>)? {
    func levels(_ lines: Range<Int>) -> [Int] {
      lines.filter { forms[$0] == .heading }.map { headingLevel($0) }
    }
    let (lefts, rights) = (levels(left), levels(right))
    guard let leftMin = lefts.min(), let rightMin = rights.min() else { return (left, right) }
    let isLeft = rights[0] <= leftMin
    let isRight = lefts[0] <= rightMin
    if !isLeft && !isRight { return nil }
    let isFirst = isLeft && isRight ? appendixPrecedes(left, right) : isLeft
    return isFirst ? (left, right) : (right, left)
  }

  /// 1 to 6.
  private func headingLevel(_ line: Int) -> Int {
    pool.content(line).drop { $0.isBlank }.prefix { $0 == UInt8(ascii: "#") }.count
  }

  /// The number of lines that both begin with, up to where a paragraph, a heading or an item begins
  /// in both.
  private func sharedBeginning(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    var shared = 0
    let shorter = min(left.count, right.count)
    while shared < shorter, isSame(left.lowerBound + shared, right.lowerBound + shared) {
      shared += 1
    }
    func isEnd(_ lines: Range<Int>, _ count: Int) -> Bool {
      count == lines.count
        || isBoundary(lines.lowerBound + count - 1, lines.lowerBound + count)
    }
    while shared > 0, !isEnd(left, shared) || !isEnd(right, shared) { shared -= 1 }
    return shared
  }

  /// True if the appended text continues with a line that only one side may add: an answer, or a
  /// line that makes a heading of the text before it.
  private func isAnswer(_ lines: Range<Int>) -> Bool {
    guard let first = lines.first, forms[first] != .blank else { return false }
    let content = pool.content(first)
    if content.starts(with: "A:".utf8) || content.starts(with: "a:".utf8) { return true }
    return !content.isEmpty
      && (content.allSatisfy { $0 == UInt8(ascii: "=") }
        || content.allSatisfy { $0 == UInt8(ascii: "-") })
  }

  /// True if the left text comes first: text that continues the last paragraph, then plain text
  /// before items; then by bytes.
  private func appendixPrecedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    func key(_ lines: Range<Int>) -> (Int, Int) {
      let form = lines.first.map { forms[$0] } ?? .text
      return (form == .blank ? 1 : 0, form == .text ? 0 : 1)
    }
    if key(left) != key(right) { return key(left) < key(right) }
    func content(_ lines: Range<Int>) -> [UInt8] {
      text(lines.drop { forms[$0] == .blank })
    }
    let texts = (content(left), content(right))
    if texts.0 != texts.1 { return texts.0.lexicographicallyPrecedes(texts.1) }
    return left.count <= right.count
  }

  /// True if a blank line must separate two runs of lines that followed the same line.
  private func needsBlank(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    guard let last = first.last, let next = second.first, forms[last] != .blank,
      forms[next] != .blank
    else { return false }
    if forms[last] == .item || forms.indent(last) >= 2, forms[next] == .item { return false }
    // The second run was separated from the line before it, or it is of another kind than the
    // first.
    let own = second.lowerBound - 1
    let start = body.left.contains(second.lowerBound) ? body.left : body.right
    let isFirst = own < start.lowerBound
    if isFirst || forms[own] == .blank || forms[own] == .heading { return true }
    return forms[last] != forms[next] && !isBoundary(last, next)
  }
}
