/// The bag of three consecutive scalars of a text, most of which survive an edit.
enum Trigrams {
  /// The number of scalars of a text that are used.
  private static let limit = 4096

  /// The trigrams of a folded text with a space before and after it, in order; empty for no text.
  static func of(_ folded: [UInt8]) -> [UInt32] {
    guard !folded.isEmpty else { return [] }
    var grams: [UInt32] = []
    grams.reserveCapacity(min(folded.count, limit) + 1)
    var first: UInt32 = 0
    var second: UInt32 = 0x20
    func add(_ scalar: UInt32) {
      if first != 0 { grams.append(gram(first, second, scalar)) }
      (first, second) = (second, scalar)
    }
    for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars.prefix(limit) {
      add(scalar.value)
    }
    add(0x20)
    grams.sort()
    return grams
  }

  /// The Dice coefficient of two bags, 0 to 1: twice their common elements, divided by the sum of
  /// their sizes (Dice 1945).
  static func dice(_ left: [UInt32], _ right: [UInt32]) -> Double {
    guard !left.isEmpty, !right.isEmpty else { return left.isEmpty && right.isEmpty ? 1 : 0 }
    var shared = 0
    var i = 0
    var j = 0
    let left = left.span
    let right = right.span
    while i < left.count, j < right.count {
      let a = left[i]
      let b = right[j]
      if a == b { shared += 1 }
      if a <= b { i += 1 }
      if b <= a { j += 1 }
    }
    return Double(2 * shared) / Double(left.count + right.count)
  }

  private static func gram(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
    var hash = a &* 0x9E37_79B1
    hash = (hash ^ hash >> 15 ^ b) &* 0x85EB_CA77
    hash = (hash ^ hash >> 13 ^ c) &* 0xC2B2_AE3D
    return hash ^ hash >> 16
  }
}

extension [UInt8] {
  /// True if another array is contained, byte for byte.
  func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first, other.count <= count else { return other.isEmpty }
    let span = span
    let part = other.span
    for start in 0...(span.count - part.count) where span[start] == first {
      var index = 1
      while index < part.count, span[start + index] == part[index] { index += 1 }
      if index == part.count { return true }
    }
    return false
  }
}
