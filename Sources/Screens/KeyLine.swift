import Rendering

/// The line that names the keys of a screen: those that fit, and always the last ones.
package struct KeyLine {
  /// A key and the word for what it does.
  package struct Entry: Equatable, Sendable {
    package let key: String
    package let word: String

    package init(_ key: String, _ word: String) {
      self.key = key
      self.word = word
    }

    fileprivate var styled: StyledText { StyledText(key, .title) + StyledText(" \(word)", .faint) }
  }

  private let entries: [Entry]
  private let last: [Entry]

  /// - Parameters:
  ///   - entries: the most useful first.
  ///   - last: the keys that are named however narrow the screen is, such as those that lead away.
  package init(_ entries: [Entry], last: [Entry]) {
    self.entries = entries
    self.last = last
  }

  /// The line for a width.
  package func line(columns: Int) -> StyledText {
    let gap = StyledText("  ")
    let end = last.dropFirst().reduce(last.first?.styled ?? StyledText()) { $0 + gap + $1.styled }
    var line = StyledText()
    for entry in entries {
      let next = line + entry.styled + gap
      if next.displayWidth + end.displayWidth > columns { break }
      line = next
    }
    return (line + end).truncated(toWidth: columns)
  }
}
