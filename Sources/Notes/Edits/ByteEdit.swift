/// A change to a text: some of its bytes give way to others.
package struct ByteEdit: Hashable, Sendable {
  /// The replaced range; empty to insert.
  package var range: ByteRange
  /// The new bytes; empty to delete.
  package var replacement: [UInt8]

  /// Replaces a range.
  package init(_ range: ByteRange, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// Replaces a range with text.
  package init(_ range: ByteRange, _ replacement: String) {
    self.init(range, Array(replacement.utf8))
  }
}

extension Array where Element == ByteEdit {
  /// The text with these changes made; all their ranges are of the text before any of them.
  ///
  /// Edits that overlap an earlier one are left out; insertions at one place keep their order.
  package func applied(to source: [UInt8]) -> [UInt8] {
    let ordered = enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }
    var result: [UInt8] = []
    result.reserveCapacity(source.count + reduce(0) { $0 + $1.replacement.count })
    var position = 0
    for (_, edit) in ordered {
      let range = edit.range.indices
      guard range.lowerBound >= position, range.upperBound <= source.count else { continue }
      result.append(contentsOf: source[position..<range.lowerBound])
      result.append(contentsOf: edit.replacement)
      position = range.upperBound
    }
    result.append(contentsOf: source[position...])
    return result
  }
}
