import Layout

/// Finds the changes between texts that are cut into words, spaces and signs.
///
/// Spaces alone are a weak match: changes with only spaces between them are one, so that a rewritten sentence does not
/// fall to pieces.
struct TokenMatcher {
  /// The tokens of all texts, one text after another.
  let tokens: [ArraySlice<UInt8>]
  private var matcher: SequenceMatcher

  init(_ tokens: [ArraySlice<UInt8>]) {
    self.tokens = tokens
    var numbers: [ArraySlice<UInt8>: Int32] = [[.space]: 0]
    let ids = tokens.map { token in
      if let known = numbers[token] { return known }
      let next = Int32(numbers.count)
      numbers[token] = next
      return next
    }
    matcher = SequenceMatcher(ids: ids, idCount: numbers.count, weakID: 0)
  }

  /// The changes that lead from one run of the tokens to another.
  mutating func changes(from old: Range<Int>, to new: Range<Int>) -> [Hunk] {
    var joined: [Hunk] = []
    for hunk in matcher.hunks(old: old, new: new) {
      if let last = joined.last,
        tokens[last.old.upperBound..<hunk.old.lowerBound].allSatisfy({ $0.first == .space })
      {
        joined[joined.count - 1] = Hunk(
          old: last.old.lowerBound..<hunk.old.upperBound,
          new: last.new.lowerBound..<hunk.new.upperBound)
      } else {
        joined.append(hunk)
      }
    }
    return joined
  }
}
