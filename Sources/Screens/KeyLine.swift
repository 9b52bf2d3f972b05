import Rendering

/// The line that names the keys of a screen: those that fit, and always the last ones.
package struct KeyLine {
  /// A key and the word for what it does, which may be empty.
  package struct Entry: Equatable, Sendable {
    package let key: String
    package let word: String

    package init(_ key: String, _ word: String) {
      self.key = key
      self.word = word
    }

    fileprivate var styled: StyledText {
      StyledText(key, .title) + StyledText(word.isEmpty ? "" : " \(word)", .faint)
    }
  }

  private let entries: [Entry]
  private let last: [Entry]
  private let narrow: [Entry]

  /// - Parameters:
  ///   - entries: the most useful first.
  ///   - last: the keys that are named however narrow the screen is, such as those that lead away.
  ///   - narrow: what is named in the place of `last` where there would be no room for two entries; nil for the same.
  package init(_ entries: [Entry], last: [Entry], narrow: [Entry]? = nil) {
    self.entries = entries
    self.last = last
    self.narrow = narrow ?? last
  }

  /// The line for a width.
  package func line(columns: Int) -> StyledText {
    let (line, count) = line(columns: columns, last)
    return count < min(2, entries.count) ? self.line(columns: columns, narrow).line : line
  }

  /// The line, and the number of entries before the last ones.
  private func line(columns: Int, _ last: [Entry]) -> (line: StyledText, count: Int) {
    let gap = StyledText("  ")
    let end = last.dropFirst().reduce(last.first?.styled ?? StyledText()) { $0 + gap + $1.styled }
    var line = StyledText()
    var count = 0
    for entry in entries {
      let next = line + entry.styled + gap
      if next.displayWidth + end.displayWidth > columns { break }
      line = next
      count += 1
    }
    return ((line + end).truncated(toWidth: columns), count)
  }
}
