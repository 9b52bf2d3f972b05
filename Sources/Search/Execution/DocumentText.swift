/// A document's text as it was indexed, for tests that need the text itself.
package struct DocumentText: Sendable {
  /// The bytes of the text, and of everything else that the runs cover.
  package let bytes: [UInt8]
  /// The number of bytes that are the text, in which places can be and which expressions see.
  package let textCount: Int
  /// In the order in which the index got them.
  package let runs: [TextMatcher.Run]
  /// The parts of a kind (``QueryVocabulary/parts``), in order.
  package let parts: @Sendable (_ kind: String) -> [DocumentPart]
  /// The places where the text satisfies a condition; nil of one that is about the whole document.
  package let places: @Sendable (Predicate) -> [Range<Int>]?

  package init(
    bytes: [UInt8], textCount: Int? = nil, runs: [TextMatcher.Run],
    parts: @escaping @Sendable (_ kind: String) -> [DocumentPart] = { _ in [] },
    places: @escaping @Sendable (Predicate) -> [Range<Int>]? = { _ in nil }
  ) {
    self.bytes = bytes
    self.textCount = textCount ?? bytes.count
    self.runs = runs
    self.parts = parts
    self.places = places
  }
}

/// A paragraph, a section, a piece of code: a part of a document that is asked by itself.
package struct DocumentPart: Sendable, Equatable {
  /// Bytes of the text, markup included.
  package let range: Range<Int>
  /// Its runs, by their numbers in the document.
  package let runs: Range<Int>

  package init(range: Range<Int>, runs: Range<Int>) {
    self.range = range
    self.runs = runs
  }

  /// True if they have text or runs in common; a part without text meets the one that it lies in.
  func meets(_ other: DocumentPart) -> Bool {
    if range.overlaps(other.range) || runs.overlaps(other.runs) { return true }
    return range.isEmpty && range.lowerBound >= other.range.lowerBound
      && range.lowerBound <= other.range.upperBound
  }
}
