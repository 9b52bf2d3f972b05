import Notes
import Rendering

/// A list of moods that narrows as a name is typed: the text, the selection, and the picture of
/// both.
///
/// Arrows move, Enter takes, Escape takes none. An emoji that is no name is taken as it is.
package struct MoodChoice: Sendable {
  /// The result of a key.
  package enum Outcome: Equatable, Sendable {
    case open
    /// An emoji, or nil if none is wanted.
    case chosen(String?)
  }

  /// The typed text.
  package private(set) var text: String
  private var selection = 0

  /// - Parameter text: as if it had been typed.
  package init(_ text: String = "") { self.text = text }

  /// The moods to choose from.
  package var moods: [Mood] { text.isEmpty ? Mood.all : Mood.matching(text) }

  /// Follows a key.
  package mutating func take(_ key: Key) -> Outcome {
    switch key {
    case .character(let character):
      text.append(character)
      selection = 0
    case .backspace:
      if !text.isEmpty { text.removeLast() }
      selection = 0
    case .up: selection = max(0, selection - 1)
    case .down, .tab: selection = min(max(0, moods.count - 1), selection + 1)
    case .enter:
      if Mood.isEmoji(text) { return .chosen(text) }
      if moods.indices.contains(selection) { return .chosen(moods[selection].emoji) }
    case .escape, .end: return .chosen(nil)
    default: break
    }
    return .open
  }

  /// The moods around the chosen one, a line each.
  package func lines(width: Int, rows: Int) -> [StyledText] {
    let first = max(0, min(selection - rows / 2, moods.count - rows))
    let lines = moods.enumerated().dropFirst(first).prefix(rows).map { index, mood in
      var line = StyledText(index == selection ? "> " : "  ", .position)
      line.append(mood.emoji.padded(toWidth: 3))
      line.append(mood.name, index == selection ? .title : .plain)
      let others = mood.names.dropFirst().joined(separator: ", ")
      if !others.isEmpty { line.append("  " + others, .faint) }
      return line.truncated(toWidth: width)
    }
    let isOther = Mood.isEmoji(text)
    let words = isOther ? "  \(text) has no name here; Enter takes it" : "  no mood is called so"
    return lines.isEmpty ? [StyledText(words, .faint).truncated(toWidth: width)] : lines
  }
}
