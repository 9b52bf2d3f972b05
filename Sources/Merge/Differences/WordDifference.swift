import Layout

/// The difference of two texts, word by word.
///
/// A word is a run of letters and digits. A space, a line end, any other character and each
/// character of a script without spaces between words is a token of its own. Changes with only
/// spaces between them are one, so that a rewritten sentence does not fall to pieces.
package struct WordDifference: Equatable, Sendable {
  /// A stretch of either text or of both.
  package struct Part: Equatable, Sendable {
    package let kind: DifferenceKind
    package let bytes: [UInt8]

    package init(_ kind: DifferenceKind, _ bytes: [UInt8]) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// The parts in the order of the texts; of a replacement, the old words come first.
  package let parts: [Part]

  /// - Complexity: linear in the texts, but for words that are moved or repeated; that search is bounded.
  package init(from old: [UInt8], to new: [UInt8]) {
    let oldWords = Self.words(old)
    var matcher = TokenMatcher(oldWords + Self.words(new))
    let count = oldWords.count
    let hunks = matcher.changes(from: 0..<count, to: count..<matcher.tokens.count)
    var parts: [Part] = []
    func add(_ kind: DifferenceKind, _ range: Range<Int>) {
      if !range.isEmpty { parts.append(Part(kind, Array(matcher.tokens[range].joined()))) }
    }
    var place = 0
    for hunk in hunks {
      add(.same, place..<hunk.old.lowerBound)
      add(.removed, hunk.old)
      add(.added, hunk.new)
      place = hunk.old.upperBound
    }
    add(.same, place..<count)
    self.parts = parts
  }

  static func words(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = WellFormedUTF8.length(in: bytes.span, at: index) ?? 1
      let isPartOfWord = isWord(bytes[index..<(index + length)])
      if !isPartOfWord {
        if start < index { words.append(bytes[start..<index]) }
        words.append(bytes[index..<(index + length)])
        start = index + length
      }
      index += length
    }
    if start < bytes.count { words.append(bytes[start...]) }
    return words
  }

  static func isWord(_ character: ArraySlice<UInt8>) -> Bool {
    guard let first = character.first else { return false }
    if first < 0x80 { return first.isASCIILetter || first.isASCIIDigit || first == 0x5F }
    guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first else {
      return false
    }
    // Han, kana and the scripts between them, which have no spaces between words.
    if (0x2E80..<0xA4D0).contains(scalar.value) || (0x20000..<0x32000).contains(scalar.value) {
      return false
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }
}
