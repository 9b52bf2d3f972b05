import Layout

/// A merge of three texts by line, in which each rule adds its pieces in the order of the note.
struct LineMerge {
  var pool: LinePool
  var forms = LineForms()
  var matcher: SequenceMatcher
  /// All lines of each text.
  let whole: ThreeRanges
  /// The front matter of each text that has any.
  let front: (base: FrontMatterKeys?, left: FrontMatterKeys?, right: FrontMatterKeys?)
  /// The text after the front matter.
  let body: ThreeRanges
  let granularity: NoteMerge.Granularity
  private(set) var pieces: [MergePiece] = []
  /// The lines, by their numbers, whose places are choices, in a merge that is careful not to double any; else nil.
  var chosen: Set<Int32>?
  var tally = LineTally()
  /// The texts of the lines of the versions; made when both sides have put in something at one place.
  private(set) lazy var texts = LineTexts(pool, forms)
  /// Matches lines by their texts.
  lazy var textMatcher = SequenceMatcher(
    ids: texts.agreed, idCount: texts.agreedCount, weakID: LinePool.emptyID)
  var isCareful: Bool { chosen != nil }

  init(base: [UInt8], left: [UInt8], right: [UInt8], granularity: NoteMerge.Granularity) {
    var pool = LinePool(byteCount: base.count + left.count + right.count)
    whole = ThreeRanges(base: pool.add(base), left: pool.add(left), right: pool.add(right))
    front = (
      FrontMatterKeys(whole.base, in: pool), FrontMatterKeys(whole.left, in: pool),
      FrontMatterKeys(whole.right, in: pool)
    )
    body = ThreeRanges(
      base: whole.base.dropFirst(front.base?.lines.count ?? 0),
      left: whole.left.dropFirst(front.left?.lines.count ?? 0),
      right: whole.right.dropFirst(front.right?.lines.count ?? 0))
    for lines in [body.base, body.left, body.right] { forms.add(lines, of: pool) }
    matcher = SequenceMatcher(ids: pool.ids, idCount: pool.idCount, weakID: LinePool.emptyID)
    self.pool = pool
    self.granularity = granularity
  }

  /// Reads the texts of the lines again, after lines were added to the pool that count as those of a version.
  mutating func readTexts() {
    texts = LineTexts(pool, forms)
    textMatcher = SequenceMatcher(
      ids: texts.agreed, idCount: texts.agreedCount, weakID: LinePool.emptyID)
  }

  /// Merges the whole of the texts.
  /// - Parameter hasBase: false if both sides added the note.
  mutating func run(hasBase: Bool) {
    mergeFrontMatter(hasBase: hasBase)
    let front = pieces
    mergeBody(hasBase: hasBase)
    if makesFrontMatter(front) || doublesFrontMatter() {
      pieces = []
      overlap(whole: whole)
    }
  }

  /// True if text would be read as front matter, or front matter as text, because a lone fence of one side came before one of
  /// the other.
  private func makesFrontMatter(_ front: [MergePiece]) -> Bool {
    func differs(_ lines: (MergePiece) -> Range<Int>) -> Bool {
      let text = pieces.lazy.flatMap(lines)
      guard let first = text.first, FrontMatterKeys.isOpener(pool.content(first)) else {
        return front.contains { !lines($0).isEmpty }
      }
      let end = text.dropFirst().prefix { !FrontMatterKeys.isCloser(pool.content($0)) }.count + 2
      let count = front.reduce(0) { $0 + lines($1).count }
      return end != count && (count > 0 || text.dropFirst(end - 1).first != nil)
    }
    return differs(\.leftLines) || differs(\.rightLines)
  }

  /// True if a line of front matter occurs more often than in either side, because it is text on the other side (P26): below
  /// a blank line, for example.
  private func doublesFrontMatter() -> Bool {
    guard (front.left == nil) != (front.right == nil), let front = front.left ?? front.right else {
      return false
    }
    let ids = Set(front.lines.dropFirst().dropLast().map { pool.ids[$0] })
      .subtracting([LinePool.emptyID])
    func counts(_ lines: some Sequence<Int>) -> [Int32: Int] {
      lines.reduce(into: [:]) { counts, line in
        let id = pool.ids[line]
        if ids.contains(id) { counts[id, default: 0] += 1 }
      }
    }
    let (left, right) = (counts(whole.left), counts(whole.right))
    return [pieces.map(\.leftLines), pieces.map(\.rightLines)].contains { lines in
      counts(lines.joined()).contains { $0.value > max(left[$0.key] ?? 0, right[$0.key] ?? 0) }
    }
  }

  /// Merges the text after the front matter; the blank lines at the end are merged on their own.
  private mutating func mergeBody(hasBase: Bool) {
    func content(_ lines: Range<Int>) -> Range<Int> {
      var end = lines.upperBound
      while end > lines.lowerBound, forms[end - 1] == .blank { end -= 1 }
      return lines.lowerBound..<end
    }
    let stretch = body
    let text = stretch.map(content)
    if !mergeJournal(text, hasBase: hasBase) {
      if hasBase { mergeLines(text, atEnd: true) } else { mergeAdded(text) }
    }
    let base = text.base.upperBound..<stretch.base.upperBound
    let left = text.left.upperBound..<stretch.left.upperBound
    let right = text.right.upperBound..<stretch.right.upperBound
    if areSame(left, right) || areSame(right, base) { return keep(left) }
    if areSame(left, base) { return keep(right) }
    keep(left.count >= right.count ? left : right)
  }

  /// Merges stretches without an ancestor: one that contains the other is taken; otherwise common
  /// lines are agreed.
  mutating func mergeAdded(_ stretch: ThreeRanges) {
    let hunks = hunks(from: stretch.left, to: stretch.right)
    if hunks.allSatisfy({ $0.old.isEmpty }) { return keep(stretch.right) }
    if hunks.allSatisfy({ $0.new.isEmpty }) { return keep(stretch.left) }
    var place = stretch.left.lowerBound
    let none = stretch.base.lowerBound..<stretch.base.lowerBound
    for hunk in hunks {
      keep(place..<hunk.old.lowerBound)
      place = hunk.old.upperBound
      overlap(ThreeRanges(base: none, left: hunk.old, right: hunk.new))
    }
    keep(place..<stretch.left.upperBound)
  }

  /// Adds lines, unless there are none.
  mutating func keep(_ lines: Range<Int>) {
    if lines.isEmpty { return }
    if case .lines(let last)? = pieces.last, last.upperBound == lines.lowerBound {
      pieces[pieces.count - 1] = .lines(last.lowerBound..<lines.upperBound)
    } else {
      pieces.append(.lines(lines))
    }
  }

  /// The pieces that some steps add, which are not added yet.
  mutating func collected(_ steps: (inout LineMerge) -> Void) -> [MergePiece] {
    // Exchanged and not copied, so that many steps stay linear.
    var others: [MergePiece] = []
    swap(&others, &pieces)
    steps(&self)
    swap(&others, &pieces)
    return others
  }

  /// Adds pieces.
  mutating func add(_ pieces: [MergePiece]) {
    for piece in pieces {
      if case .lines(let lines) = piece { keep(lines) } else { self.pieces.append(piece) }
    }
  }

  /// Adds a line that no version has.
  mutating func keep(new content: some Sequence<UInt8>) {
    let line = pool.add(line: content)
    keep(line..<(line + 1))
  }

  /// Adds a place where a person has to choose; the common beginning and end of both sides are
  /// agreed.
  mutating func overlap(_ stretch: ThreeRanges) {
    let (left, right) = (stretch.left, stretch.right)
    let shorter = min(left.count, right.count)
    var start = 0
    while start < shorter, isSame(left.lowerBound + start, right.lowerBound + start) { start += 1 }
    var end = 0
    while end < shorter - start, isSame(left.upperBound - 1 - end, right.upperBound - 1 - end) {
      end += 1
    }
    var base = stretch.base
    for line in left.prefix(start) {
      guard let first = base.first, isSame(first, line) else { break }
      base.removeFirst()
    }
    for line in left.suffix(end).reversed() {
      guard let last = base.last, isSame(last, line) else { break }
      base.removeLast()
    }
    let rest = ThreeRanges(
      base: base, left: left.dropFirst(start).dropLast(end),
      right: right.dropFirst(start).dropLast(end))
    keep(left.prefix(start))
    overlap(whole: rest)
    keep(left.suffix(end))
  }

  /// Adds a choice with all its lines, because a key of front matter is meaningless without its
  /// first one.
  mutating func overlap(whole stretch: ThreeRanges) {
    pieces.append(
      .overlap(
        base: stretch.base, left: stretch.left, right: stretch.right,
        suggestion: suggestion(stretch)))
  }

  /// The hunks in which the lines of one stretch differ from those of another, as a person would
  /// place them.
  mutating func hunks(from old: Range<Int>, to new: Range<Int>) -> [Hunk] {
    var hunks = matcher.hunks(old: old, new: new)
    let slider = HunkSlider(
      ids: pool.ids, isBlank: { [forms] in forms[$0] == .blank },
      isHeading: { [forms] in forms[$0] == .heading })
    slider.slide(&hunks, old: old, new: new)
    return hunks
  }

  /// True if two lines have the same content.
  func isSame(_ first: Int, _ second: Int) -> Bool { pool.ids[first] == pool.ids[second] }

  /// True if two stretches hold the same lines.
  func areSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy(isSame)
  }
}

/// The ranges of one place in the three texts.
struct ThreeRanges: Equatable {
  var base: Range<Int>
  var left: Range<Int>
  var right: Range<Int>

  func map(_ transform: (Range<Int>) -> Range<Int>) -> ThreeRanges {
    ThreeRanges(base: transform(base), left: transform(left), right: transform(right))
  }
}
