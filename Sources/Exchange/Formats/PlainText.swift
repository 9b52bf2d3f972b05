/// Small tools for text that other programs wrote.
extension StringProtocol {
  /// Without white space at both ends.
  package var trimmingWhitespace: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }

  /// With one space where there was white space, and none at both ends.
  package var collapsingSpaces: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
