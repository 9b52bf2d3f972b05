/// The word among `candidates` that a mistyped word was probably meant to be.
///
/// Compares by edit distance with transpositions (optimal string alignment, a restricted form of
/// Damerau-Levenshtein) and allows one edit for every three letters; of several that are as near, one
/// that begins with the word. Failing that, a word that only one candidate begins with is taken for
/// its abbreviation.
///
/// - Complexity: O(candidates × length²), for words of up to 40 letters; longer ones are no typing
///   mistakes and give `nil`.
package func suggestion(for word: String, among candidates: [String]) -> String? {
  let typed = Array(word.lowercased().unicodeScalars)
  guard !typed.isEmpty, typed.count <= 40 else { return nil }
  var best: (word: String, rank: Int)?
  for candidate in candidates {
    let known = Array(candidate.lowercased().unicodeScalars)
    let allowed = max(1, max(typed.count, known.count) / 3)
    // A distance that leaves no letter of the word in place is no similarity.
    guard known.count <= 40, allowed < max(typed.count, known.count) else { continue }
    let distance = alignmentDistance(typed, known)
    let rank = 2 * distance + (known.starts(with: typed) ? 0 : 1)
    if distance <= allowed, rank < best?.rank ?? .max { best = (candidate, rank) }
  }
  if let best { return best.word }
  guard typed.count >= 2 else { return nil }
  let beginnings = candidates.filter { $0.lowercased().unicodeScalars.starts(with: typed) }
  return beginnings.count == 1 ? beginnings[0] : nil
}

/// The number of insertions, deletions, substitutions and swaps of neighbours between two words.
private func alignmentDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [Int](repeating: i + 1, count: b.count + 1)
    for j in 0..<b.count {
      row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
