/// Days of a journal, entry by entry.
extension LineMerge {
  /// Merges days that have entries: edits in different entries never overlap, and entries that the
  /// sides add are all kept, by time.
  ///
  /// If lines went from one entry to another, as with a heading that was added or removed, and
  /// would be doubled, the day is merged by line.
  /// - Returns: false if no side has an entry, or if an open fence might make code of one.
  mutating func mergeJournal(_ stretch: ThreeRanges, hasBase: Bool) -> Bool {
    let base = DayEntries(stretch.base, in: pool, forms)
    let left = DayEntries(stretch.left, in: pool, forms)
    let right = DayEntries(stretch.right, in: pool, forms)
    if left.entries.isEmpty, right.entries.isEmpty { return false }
    if [body.base, body.left, body.right].contains(where: forms.isUnclosed) { return false }

    let entries = collected { $0.mergeEntries(base, left, right, hasBase: hasBase) }
    let leftHunks = hunks(from: stretch.base, to: stretch.left)
    let rightHunks = hunks(from: stretch.base, to: stretch.right)
    if doublesTask(entries, stretch) || !doubled(entries, stretch, leftHunks, rightHunks).isEmpty {
      if hasBase { mergeLines(stretch, atEnd: true) } else { mergeAdded(stretch) }
      return true
    }
    add(entries)
    return true
  }

  /// True if a task occurs more often than in the side that has it most often, and than the two
  /// have added, whatever the boxes say: both sides added it under an entry of their own, and one
  /// ticked it.
  private func doublesTask(_ pieces: [MergePiece], _ stretch: ThreeRanges) -> Bool {
    func counts(_ lines: some Sequence<Int>) -> [ArraySlice<UInt8>: Int] {
      lines.reduce(into: [:]) { counts, line in
        if let task = TaskItemParts(pool.content(line)) { counts[task.rest, default: 0] += 1 }
      }
    }
    let base = counts(stretch.base)
    if base.isEmpty { return false }
    let (left, right) = (counts(stretch.left), counts(stretch.right))
    return [pieces.map(\.leftLines), pieces.map(\.rightLines)].contains { lines in
      counts(lines.joined()).contains { task, count in
        guard let b = base[task] else { return false }
        let (l, r) = (left[task] ?? 0, right[task] ?? 0)
        return count > max(l, r, b + max(0, l - b) + max(0, r - b))
      }
    }
  }

  private mutating func mergeEntries(
    _ base: DayEntries, _ left: DayEntries, _ right: DayEntries, hasBase: Bool
  ) {
    let texts = texts
    let plan = JournalPlan(
      base: base, left: left, right: right, areSame: { [self] in areSame($0, $1) },
      areVersions: { [self] in
        texts.agreed[$0.lowerBound] == texts.agreed[$1.lowerBound] && areAlike($0, $1, texts.alike)
      })
    let steps = plan.steps(text: { [self] in text($0) })
    let preamble = ThreeRanges(base: base.preamble, left: left.preamble, right: right.preamble)
    if hasBase { mergeLines(preamble, atEnd: true) } else { mergeAdded(preamble) }
    var hasBefore = !left.preamble.isEmpty || !right.preamble.isEmpty
    // The blank lines after the entry added last, in the versions in which another entry followed
    // it.
    var behind: [Range<Int>] = [left, right, base].compactMap {
      $0.entries.isEmpty ? nil : $0.blanks
    }
    for step in steps {
      let places = [
        (left, step.left), (right, step.right), (base, step.base),
      ].compactMap { day, entry in entry.map { (day: day, entry: $0) } }
      if hasBefore {
        let before = places.compactMap { $0.day.blanks(before: $0.entry) }
        if let blanks = behind.first ?? before.first {
          keep(blanks)
        } else {
          keep(new: [])
        }
      }
      mergeEntry(step, base, left, right)
      hasBefore = true
      behind = places.compactMap {
        $0.entry + 1 < $0.day.entries.count ? $0.day.entries[$0.entry].blanks : nil
      }
    }
  }

  private mutating func mergeEntry(
    _ step: JournalPlan.Step, _ base: DayEntries, _ left: DayEntries, _ right: DayEntries
  ) {
    let leftContent = step.left.map { left.entries[$0].content }
    let rightContent = step.right.map { right.entries[$0].content }
    guard let baseContent = step.base.map({ base.entries[$0].content }) else {
      guard let leftContent, let rightContent else {
        return keep(leftContent ?? rightContent ?? 0..<0)
      }
      let none = base.preamble.prefix(0)
      let stretch = ThreeRanges(base: none, left: leftContent, right: rightContent)
      if !mergeInsertions(stretch, atEnd: false) { overlap(stretch) }
      return
    }
    let stretch = ThreeRanges(
      base: baseContent, left: leftContent ?? left.preamble.suffix(0),
      right: rightContent ?? right.preamble.suffix(0))
    if leftContent != nil, rightContent != nil {
      mergeLines(stretch, atEnd: true)
    } else {
      overlap(stretch)
    }
  }
}

/// Pairs the entries of a day's three versions, and orders them.
struct JournalPlan {
  /// One entry of the merged day, by its place in each version that has it.
  ///
  /// With a base it is merged. Without one it is taken from the side that is given; where both are, they are two versions of
  /// one entry.
  struct Step: Equatable {
    var base: Int?
    var left: Int?
    var right: Int?
  }

  private let base: DayEntries
  private let left: DayEntries
  private let right: DayEntries
  private let areSame: (Range<Int>, Range<Int>) -> Bool
  private let areVersions: (Range<Int>, Range<Int>) -> Bool

  /// - Parameter areVersions: true if two entries that the sides added are two versions of one.
  init(
    base: DayEntries, left: DayEntries, right: DayEntries,
    areSame: @escaping (Range<Int>, Range<Int>) -> Bool,
    areVersions: @escaping (Range<Int>, Range<Int>) -> Bool
  ) {
    self.areVersions = areVersions
    self.base = base
    self.left = left
    self.right = right
    self.areSame = areSame
  }

  func steps(text: (Range<Int>) -> [UInt8]) -> [Step] {
    let (lefts, leftAdded) = matched(left)
    let (rights, rightAdded) = matched(right)
    var steps: [Step] = []
    for gap in 0...base.entries.count {
      steps += united(leftAdded[gap], rightAdded[gap], text)
      guard gap < base.entries.count else { break }
      let step = Step(base: gap, left: lefts[gap], right: rights[gap])
      // Taken out by one side, and not changed by the other.
      let other = lefts[gap].map { left.entries[$0] } ?? rights[gap].map { right.entries[$0] }
      let isTakenOut = lefts[gap] == nil || rights[gap] == nil
      if isTakenOut, other.map({ areSame($0.content, base.entries[gap].content) }) ?? true {
        continue
      }
      steps.append(step)
    }
    return steps
  }

  /// For each entry of the base the side's own, and for each place between two the entries that the side added.
  private func matched(_ side: DayEntries) -> (partners: [Int?], added: [[Int]]) {
    var partners: [Int?] = Array(repeating: nil, count: base.entries.count)
    // The same entry, then the same heading, then the same time, then the same text below another heading; always in the order of both.
    let rules: [(DayEntries.Entry, DayEntries.Entry) -> Bool] = [
      // Another entry of the same minute may have been put before it.
      { [areSame] in areSame($0.content, $1.content) },
      { [areSame] in areSame($0.content.prefix(1), $1.content.prefix(1)) },
      { $0.time == $1.time },
      { [areSame] in
        $0.content.count > 1 && areSame($0.content.dropFirst(), $1.content.dropFirst())
      },
    ]
    for rule in rules {
      var next = 0
      var index = 0
      while index < base.entries.count {
        if let partner = partners[index] {
          next = partner + 1
          index += 1
          continue
        }
        let limit = partners[index...].compactMap(\.self).first ?? side.entries.count
        let reach = min(limit, next + Self.reach)
        if next < reach,
          let found = (next..<reach).first(where: { rule(base.entries[index], side.entries[$0]) })
        {
          partners[index] = found
          next = found + 1
        }
        index += 1
      }
    }
    var added: [[Int]] = Array(repeating: [], count: base.entries.count + 1)
    let taken = Dictionary(
      uniqueKeysWithValues: partners.enumerated().compactMap { index, partner in
        partner.map { ($0, index) }
      })
    var gap = 0
    for index in side.entries.indices {
      if let partner = taken[index] {
        gap = partner + 1
        continue
      }
      while gap < base.entries.count, partners[gap] == nil,
        base.entries[gap].time <= side.entries[index].time
      { gap += 1 }
      added[gap].append(index)
    }
    return (partners, added)
  }

  /// The greatest distance at which a partner is searched, so that a note of only headings takes
  /// linear time.
  private static let reach = 500

  /// The entries that both sides added in one place: by time, then by bytes; the same entry once, and two versions of one entry together.
  private func united(_ lefts: [Int], _ rights: [Int], _ text: (Range<Int>) -> [UInt8]) -> [Step] {
    var steps: [Step] = []
    var (lefts, rights) = (lefts[...], rights[...])
    while let first = lefts.first, let second = rights.first {
      let (one, other) = (left.entries[first], right.entries[second])
      if areSame(one.content, other.content) {
        steps.append(Step(left: first))
        lefts.removeFirst()
        rights.removeFirst()
      } else if areVersions(one.content, other.content) {
        steps.append(Step(left: first, right: second))
        lefts.removeFirst()
        rights.removeFirst()
      } else if one.time < other.time
        || (one.time == other.time
          && text(one.content).lexicographicallyPrecedes(text(other.content)))
      {
        steps.append(Step(left: first))
        lefts.removeFirst()
      } else {
        steps.append(Step(right: second))
        rights.removeFirst()
      }
    }
    return steps + lefts.map { Step(left: $0) } + rights.map { Step(right: $0) }
  }
}
