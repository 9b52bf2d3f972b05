import Layout

/// Merges two edits of one passage word by word, or refuses to.
///
/// It is refused if the edits share or touch a word; if fewer unchanged words than asked for lie
/// between edits of different sides; if both sides added the same word, which would be doubled or
/// was meant once; and if an edit concerns a number or a date, or reaches into code, a link's
/// target or a task's box.
struct WordMerge {
  /// The tokens of each of the three: words, spaces and signs.
  private let tokens: [ArraySlice<UInt8>]
  /// True for each token that no edit may touch.
  private let isProtected: [Bool]
  private let minimumGap: Int

  /// The merged passage, or nil if the merge is refused.
  /// - Parameter minimumGap: the least number of unchanged words between edits of different sides.
  static func merged(
    base: [UInt8], left: [UInt8], right: [UInt8], minimumGap: Int
  ) -> [UInt8]? {
    // A longer passage is more than an edited sentence.
    if base.isEmpty || left.isEmpty || right.isEmpty { return nil }
    if base.count + left.count + right.count > 100_000 { return nil }
    let texts = [base, left, right].map(WordDifference.words)
    let merge = WordMerge(
      tokens: texts.flatMap(\.self), isProtected: texts.flatMap(protected), minimumGap: minimumGap)
    let ends = (texts[0].count, texts[0].count + texts[1].count, merge.tokens.count)
    return merge.merged(0..<ends.0, ends.0..<ends.1, ends.1..<ends.2)
  }

  private func merged(
    _ base: Range<Int>, _ left: Range<Int>, _ right: Range<Int>
  ) -> [UInt8]? {
    var matcher = TokenMatcher(tokens)
    let leftHunks = matcher.changes(from: base, to: left)
    let rightHunks = matcher.changes(from: base, to: right)
    guard (leftHunks + rightHunks).allSatisfy(isAllowed) else { return nil }
    let groups = ChangeGroups.groups(
      base: base, left: left, leftHunks: leftHunks, right: right, rightHunks: rightHunks
    ) { _, _, _ in false }
    var result: [UInt8] = []
    var place = base.lowerBound
    var last: ChangeGroup?
    var putIn = (left: Set<ArraySlice<UInt8>>(), right: Set<ArraySlice<UInt8>>())
    for group in groups {
      if let last, last.author != group.author,
        words(place..<group.base.lowerBound).count < minimumGap
      {
        return nil
      }
      result += tokens[place..<group.base.lowerBound].joined()
      place = group.base.upperBound
      last = group
      switch group.author {
      case .left:
        result += tokens[group.left].joined()
        putIn.left.formUnion(words(group.left))
      case .right:
        result += tokens[group.right].joined()
        putIn.right.formUnion(words(group.right))
      case .both:
        guard tokens[group.left].elementsEqual(tokens[group.right]) else { return nil }
        result += tokens[group.left].joined()
      }
    }
    guard putIn.left.isDisjoint(with: putIn.right) else { return nil }
    return result + tokens[place..<base.upperBound].joined()
  }

  private func words(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
    tokens[range].filter { token in
      guard let first = token.first else { return false }
      return first >= 0x80 || first.isASCIILetter || first.isASCIIDigit
    }
  }

  /// True if a change concerns plain words alone.
  private func isAllowed(_ hunk: Hunk) -> Bool {
    let changed = tokens[hunk.old] + tokens[hunk.new]
    if changed.contains(where: { $0.contains(where: \.isASCIIDigit) }) { return false }
    // Also text added between two protected tokens, or beside one without a space.
    let around = [hunk.old, hunk.new].flatMap { range in
      Array(range) + (range.isEmpty ? [range.lowerBound - 1, range.lowerBound] : [])
    }
    return !around.contains { isProtected.indices.contains($0) && isProtected[$0] }
  }

  /// True for each token in code, in the target of a link, in an address or in a task's box.
  private static func protected(_ tokens: [ArraySlice<UInt8>]) -> [Bool] {
    var result = Array(repeating: false, count: tokens.count)
    func isSign(_ index: Int, _ sign: String) -> Bool {
      index < tokens.count && tokens[index].elementsEqual(sign.utf8)
    }
    /// Protects up to the first of some signs in the line, with it.
    func protect(from start: Int, to sign: String) {
      var end = start + 1
      while end < tokens.count, !isSign(end, sign), !isSign(end, "\n") { end += 1 }
      guard isSign(end, sign) else { return }
      for index in start...end { result[index] = true }
    }
    for index in tokens.indices {
      if isSign(index, "`") { protect(from: index, to: "`") }
      if isSign(index, "<") { protect(from: index, to: ">") }
      if isSign(index, "]"), isSign(index + 1, "(") { protect(from: index, to: ")") }
      if isSign(index, "]"), isSign(index + 1, "[") { protect(from: index + 1, to: "]") }
      if isSign(index, "["), isSign(index + 1, "[") { protect(from: index, to: "]") }
      if isSign(index, "["), isSign(index + 2, "]"), tokens[index + 1].count == 1 {
        protect(from: index, to: "]")
      }
      if isSign(index, ":"), isSign(index + 1, "/"), isSign(index + 2, "/") {
        var end = index
        while end < tokens.count, !isSign(end, " "), !isSign(end, "\n") { end += 1 }
        for place in max(0, index - 1)..<end { result[place] = true }
      }
    }
    return result
  }

  private init(tokens: [ArraySlice<UInt8>], isProtected: [Bool], minimumGap: Int) {
    self.tokens = tokens
    self.isProtected = isProtected
    self.minimumGap = minimumGap
  }
}

extension LineMerge {
  /// The least number of unchanged words between two edits that are merged without asking.
  private static let silentGap = 3
  /// The same for a merge that is only suggested.
  private static let suggestedGap = 1

  /// Merges a place by word under the full guard rails, if merging by word is on.
  mutating func mergeWords(_ stretch: ThreeRanges) -> Bool {
    guard granularity == .word,
      let merged = mergedWords(stretch, minimumGap: Self.silentGap)
    else { return false }
    keep(merged)
    return true
  }

  /// The lines that a merge by word would make of an overlap, to be offered.
  mutating func suggestion(_ stretch: ThreeRanges) -> Range<Int>? {
    mergedWords(stretch, minimumGap: Self.suggestedGap)
  }

  private mutating func mergedWords(_ stretch: ThreeRanges, minimumGap: Int) -> Range<Int>? {
    guard !stretch.base.isEmpty, !stretch.left.isEmpty, !stretch.right.isEmpty,
      stretch.left.lowerBound >= body.left.lowerBound,
      stretch.right.lowerBound >= body.right.lowerBound,
      [stretch.base, stretch.left, stretch.right].joined().allSatisfy(isProse),
      let merged = WordMerge.merged(
        base: text(stretch.base), left: text(stretch.left), right: text(stretch.right),
        minimumGap: minimumGap)
    else { return nil }
    return pool.add(merged)
  }

  /// True if a line is running text: no code, no table, no question or answer, and without a cloze.
  private func isProse(_ line: Int) -> Bool {
    switch forms[line] {
    case .code, .fence, .table: return false
    case .text, .blank, .heading, .item, .quote: break
    }
    let content = pool.content(line)
    let text = content.drop { $0.isBlank || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "-") }
    if text.dropFirst().first == UInt8(ascii: ":"), let first = text.first,
      first | 0x20 == UInt8(ascii: "q") || first | 0x20 == UInt8(ascii: "a")
    {
      return false
    }
    return !zip(content, content.dropFirst()).contains {
      $0 == UInt8(ascii: "?") && $1 == UInt8(ascii: "[")
    }
  }
}
