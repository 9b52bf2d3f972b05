import Rendering

/// All keys of a screen, in front of it: wrapped to its width, and scrolled where there are more than it has rows.
package struct KeyHelp: Equatable {
  private var top = 0
  private var rows = 10

  package init() {}

  /// Takes a key that scrolls.
  ///
  /// - Returns: false if the key leads back to the screen.
  package mutating func take(_ key: KeyStroke) -> Bool {
    switch (key.base, key.modifiers) {
    case (.down, []), (.character("j"), []), (.character("n"), .control), (.down, .shift): top += 1
    case (.up, []), (.character("k"), []), (.character("p"), .control), (.up, .shift): top -= 1
    case (.pageDown, []), (.character(" "), []), (.character("f"), .control),
      (.character("v"), .control):
      top += rows
    case (.pageUp, []), (.character("b"), .control), (.character("v"), .alt): top -= rows
    case (.home, []): top = 0
    case (.end, []): top = .max / 2
    default: return false
    }
    top = max(0, top)
    return true
  }

  /// Scrolls as the wheel of a mouse does.
  package mutating func scroll(by step: Int) { top = max(0, top + step) }

  /// Draws the lines over the whole of a frame, below a title where there is one.
  package mutating func draw(_ title: StyledText?, _ lines: [StyledText], into frame: inout Frame) {
    var rest = frame.area
    frame.fill(rest)
    frame.cursor = nil
    if let title, rest.rows > 3 {
      frame.draw(title.truncated(toWidth: rest.columns), in: rest.takeTop(1))
    }
    let bottom = rest.rows > 1 ? rest.takeBottom(1) : Area(rows: 0, columns: 0)
    rows = max(1, rest.rows)
    top = max(0, min(top, lines.count - rest.rows))
    frame.draw(lines.dropFirst(top).prefix(rest.rows), in: rest)
    let more = top + rest.rows < lines.count ? "Space shows more, " : ""
    frame.draw(StyledText(more + "other keys go back", .faint), in: bottom)
  }

  /// The lines for keys and what each does, the keys in a column of their own.
  package static func lines(_ entries: [(keys: String, words: String)], columns: Int)
    -> [StyledText]
  {
    let widest = min(entries.map(\.keys.displayWidth).max() ?? 0, max(10, columns / 2))
    return entries.flatMap { entry -> [StyledText] in
      let lines = StyledText(entry.words).wrapped(toWidth: max(10, columns - widest - 2))
      return lines.enumerated().map { index, line in
        let keys = (index == 0 ? entry.keys : "").truncated(toWidth: widest)
        return StyledText(keys.padded(toWidth: widest) + "  ", .title) + line
      }
    }
  }
}
