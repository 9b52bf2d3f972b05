/// Tests whether words are within a few edits of a pattern: insertions, deletions, substitutions
/// and swaps of neighbours (optimal string alignment).
///
/// Bit-parallel, one word of bits for the pattern, so a whole dictionary is read in milliseconds.
/// Source: H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances",
/// Nordic Journal of Computing 10 (2003).
struct EditDistance {
  private let pattern: [UInt32]
  private let edits: Int
  private var asciiMasks: [UInt64]
  private let otherMasks: [UInt32: UInt64]

  /// - Returns: nil if the pattern is empty or has more than 64 characters.
  init?(_ pattern: [UInt8], edits: Int) {
    let scalars = String(decoding: pattern, as: UTF8.self).unicodeScalars.map { $0.value }
    guard !scalars.isEmpty, scalars.count <= 64 else { return nil }
    self.pattern = scalars
    self.edits = edits
    asciiMasks = Array(repeating: 0, count: 128)
    var otherMasks: [UInt32: UInt64] = [:]
    for (index, scalar) in scalars.enumerated() {
      if scalar < 128 {
        asciiMasks[Int(scalar)] |= 1 << UInt64(index)
      } else {
        otherMasks[scalar, default: 0] |= 1 << UInt64(index)
      }
    }
    self.otherMasks = otherMasks
  }

  /// True if `word`, in UTF-8, is within the edits.
  func matches(_ word: ArraySlice<UInt8>) -> Bool {
    // A character has at most four bytes, so lengths in bytes rule most words out at once.
    guard word.count + edits >= pattern.count, word.count <= 4 * (pattern.count + edits) else {
      return false
    }
    var positive: UInt64 = .max
    var negative: UInt64 = 0
    var diagonal: UInt64 = 0
    var previousMask: UInt64 = 0
    var distance = pattern.count
    let last: UInt64 = 1 << UInt64(pattern.count - 1)
    var rest = Int.max
    var index = word.startIndex
    while index < word.endIndex {
      let mask: UInt64
      if word[index] < 0x80 {
        mask = asciiMasks[Int(word[index])]
        index += 1
      } else {
        var scalar: UInt32 = 0
        (scalar, index) = Self.scalar(word, index)
        mask = otherMasks[scalar] ?? 0
      }
      let transposed = (((~diagonal) & mask) << 1) & previousMask
      diagonal = (((mask & positive) &+ positive) ^ positive) | mask | negative | transposed
      var horizontalPositive = negative | ~(diagonal | positive)
      let horizontalNegative = diagonal & positive
      if horizontalPositive & last != 0 { distance += 1 }
      if horizontalNegative & last != 0 { distance -= 1 }
      horizontalPositive = horizontalPositive << 1 | 1
      positive = horizontalNegative << 1 | ~(diagonal | horizontalPositive)
      negative = diagonal & horizontalPositive
      previousMask = mask
      rest = word.endIndex - index
      if distance - rest > edits { return false }
    }
    return distance <= edits
  }

  private static func scalar(_ word: ArraySlice<UInt8>, _ start: Int) -> (UInt32, Int) {
    // Words in the dictionary are well-formed UTF-8: the tokenizer made them.
    let first = word[start]
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0x7F >> UInt32(count))
    var index = start + 1
    while index < min(word.endIndex, start + count) {
      value = value << 6 | UInt32(word[index] & 0x3F)
      index += 1
    }
    return (value, index)
  }
}
