import Rendering
import Screens
import Terminals

/// The state of a screen on which a dialogue asks: lines, and below them the keys of the answers.
package struct PageModel {
  /// The meaning of an event.
  package enum Outcome: Equatable {
    case answer(Answer)
    case interrupted
    case ended
    case resized
    case suspend
  }

  private var lines: [StyledText] = []
  /// The first line of those that were added last.
  private var start = 0
  /// The number of lines at the last answer.
  private var answered = 0
  /// The first line that is seen; nil to see the lines that were added last.
  private var top: Int?
  private var rows = 10
  /// The explanation of the answers, while it is seen.
  private var help: (lines: [StyledText], place: KeyHelp)?

  package init() {}

  /// Begins anew; what was added since the last answer stays.
  package mutating func turn() {
    lines.removeFirst(min(answered, lines.count))
    // Empty lines part subjects that are below each other, which these are not.
    while lines.first?.isEmpty == true { lines.removeFirst() }
    (start, answered, top) = (0, 0, nil)
  }

  /// Takes away all lines.
  package mutating func clear() {
    lines = []
    (start, answered, top) = (0, 0, nil)
  }

  /// Adds lines.
  package mutating func show(_ new: [StyledText]) {
    start = lines.count
    lines += lines.isEmpty ? Array(new.drop { $0.isEmpty }) : new
    top = nil
  }

  /// Takes what happened while one of the answers is waited for.
  ///
  /// - Parameter help: the explanation of the answers, for `?`.
  package mutating func take(
    _ event: ScreenEvent, _ answers: [Answer], help explanation: () -> [StyledText]
  ) -> Outcome? {
    switch event {
    case .key(let key): return take(key, answers, explanation)
    case .mouse(let mouse):
      let step = mouse.action == .wheelDown ? 3 : mouse.action == .wheelUp ? -3 : 0
      if help != nil { help?.place.scroll(by: step) } else if step != 0 { scroll(step) }
      return nil
    case .suspended: return .suspend
    case .resized: return .resized
    case .ended: return .ended
    case .paste, .background, .identified, .woken, .timedOut: return nil
    }
  }

  private mutating func take(
    _ key: KeyStroke, _ answers: [Answer], _ explanation: () -> [StyledText]
  ) -> Outcome? {
    if key == .control("c") { return .interrupted }
    if var open = help?.place {
      if open.take(key) { help?.place = open } else { help = nil }
      return nil
    }
    switch (key.base, key.modifiers) {
    case (.character(let character), []):
      if let answer = answers.first(where: { $0.key == character }) { return end(answer) }
      if character == "?" { help = (explanation(), KeyHelp()) }
    case (.enter, []): if let answer = answers.first(where: \.isDefault) { return end(answer) }
    case (.down, []), (.character("n"), .control): scroll(1)
    case (.up, []), (.character("p"), .control): scroll(-1)
    case (.pageDown, []), (.character("v"), .control), (.character("f"), .control): scroll(rows)
    case (.pageUp, []), (.character("v"), .alt), (.character("b"), .control): scroll(-rows)
    case (.home, []): top = 0
    default: break
    }
    return nil
  }

  private mutating func end(_ answer: Answer) -> Outcome {
    answered = lines.count
    return .answer(answer)
  }

  private mutating func scroll(_ step: Int) { top = first + step }

  /// The first line that is seen: all of what was added last is, and what was before it as far as there is room.
  private var first: Int {
    let last = max(0, lines.count - rows)
    return max(0, min(top ?? min(start, last), last))
  }

  // MARK: The picture

  /// The picture of this state on a screen of a size.
  package mutating func frame(rows height: Int, columns: Int, _ answers: [Answer]) -> Frame {
    var frame = Frame(rows: height, columns: columns)
    var rest = frame.area
    let keys = Answer.line(of: answers, ending: "", width: max(columns, 10))
    let bottom = rest.takeBottom(min(keys.count, max(1, height / 2)))
    if var open = help {
      open.place.draw(nil, open.lines, into: &frame)
      help = open
      return frame
    }
    if rest.rows > 8 { _ = rest.takeBottom(1) }
    rows = max(1, rest.rows)
    let first = first
    top = top == nil ? nil : first
    frame.draw(lines.dropFirst(first).prefix(rest.rows), in: rest)
    if lines.count > first + rest.rows, rest.rows > 0 {
      let more = "… ↓ \(Amount.count(lines.count - first - rest.rows + 1, "more line"))"
      let last = Area(
        row: rest.row + rest.rows - 1, column: rest.column, rows: 1, columns: rest.columns)
      frame.fill(last)
      frame.draw(StyledText(more, .faint), in: last)
    }
    frame.draw(keys, in: bottom)
    return frame
  }
}
