import Rendering

/// The state of a screen on which a person chooses one of some things: a list that narrows as words are typed.
package struct ChoiceModel {
  /// The end of a choice.
  package enum Outcome: Equatable, Sendable {
    /// The thing of this number.
    case item(Int)
    /// The text as it was typed.
    case text(String)
    case none
    case interrupted
    case suspend
  }

  private let heading: StyledText
  private let rows: [StyledText]
  /// The numbers of the things that a text means, the best first.
  private let matches: (String) -> [Int]
  /// True for a text that may be taken itself.
  private let takesText: (String) -> Bool

  private var field: TextField
  private var shown: [Int]
  private var list = ListPosition()
  private var listArea = Area(rows: 0, columns: 0)

  /// - Parameters:
  ///   - rows: the things, a line each.
  ///   - text: as if it had been typed.
  ///   - takesText: true for a text that may be taken although it is none of the things.
  ///   - matches: the numbers of the things that a text means; of an empty one all.
  package init(
    _ heading: StyledText, _ rows: [StyledText], beginningWith text: String = "",
    takesText: @escaping (String) -> Bool = { _ in false }, matches: @escaping (String) -> [Int]
  ) {
    self.heading = heading
    self.rows = rows
    self.matches = matches
    self.takesText = takesText
    field = TextField(text)
    shown = matches(text)
  }

  /// Takes what happened; gives the end, if it is one.
  package mutating func take(_ event: ScreenEvent) -> Outcome? {
    switch event {
    case .key(let key): return take(key)
    case .paste(let text): edit { $0.insert(text) }
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: list.scroll(by: -3, rows: listArea.rows, of: shown.count)
      case .wheelDown: list.scroll(by: 3, rows: listArea.rows, of: shown.count)
      case .press where listArea.contains(row: mouse.row, column: mouse.column):
        let item = list.top + mouse.row - listArea.row
        guard shown.indices.contains(item) else { return nil }
        // A second press takes what the first has chosen.
        if item == list.selected { return .item(shown[item]) }
        list.move(to: item, of: shown.count)
      default: break
      }
    case .suspended: return .suspend
    case .ended: return Outcome.none
    case .resized, .background, .identified, .woken, .timedOut: break
    }
    return nil
  }

  private mutating func take(_ key: KeyStroke) -> Outcome? {
    let page = max(1, listArea.rows - 1)
    switch (key.base, key.modifiers) {
    case (.enter, []):
      if takesText(field.text) { return .text(field.text) }
      return shown.indices.contains(list.selected) ? .item(shown[list.selected]) : nil
    case (.escape, []), (.character("g"), .control): return Outcome.none
    case (.character("d"), .control) where field.isEmpty: return Outcome.none
    case (.character("c"), .control): return .interrupted
    case (.down, []), (.tab, []), (.character("n"), .control): list.move(by: 1, of: shown.count)
    case (.up, []), (.tab, .shift), (.character("p"), .control): list.move(by: -1, of: shown.count)
    case (.pageDown, []): list.move(by: page, of: shown.count)
    case (.pageUp, []): list.move(by: -page, of: shown.count)
    default: edit { _ = $0.take(key) }
    }
    return nil
  }

  private mutating func edit(_ change: (inout TextField) -> Void) {
    let old = field.text
    change(&field)
    guard field.text != old else { return }
    shown = matches(field.text)
    list = ListPosition()
  }

  // MARK: The picture

  private static let keys = KeyLine(
    [KeyLine.Entry("↑↓", "choose"), KeyLine.Entry("letters", "narrow")],
    last: [KeyLine.Entry("Enter", "take"), KeyLine.Entry("Esc", "none")])

  /// The picture of this state on a screen of a size.
  package mutating func frame(rows height: Int, columns: Int) -> Frame {
    var frame = Frame(rows: height, columns: columns)
    var rest = frame.area
    let line = rest.takeTop(1)
    if rest.rows > 3 { frame.draw(heading.truncated(toWidth: columns), in: rest.takeTop(1)) }
    let bottom = rest.rows > 2 ? rest.takeBottom(1) : Area(rows: 0, columns: 0)
    listArea = rest
    list.show(rows: rest.rows, of: shown.count)
    for row in 0..<rest.rows where shown.indices.contains(list.top + row) {
      let isSelected = list.top + row == list.selected
      let label = StyledText(isSelected ? "› " : "  ", .match) + rows[shown[list.top + row]]
      frame.draw(label.truncated(toWidth: columns), row: row, in: rest)
      if isSelected {
        let place = Area(row: rest.row + row, column: rest.column, rows: 1, columns: columns)
        frame.mark(place, Style(nil, .bold))
        frame.tint(place)
      }
    }
    if shown.isEmpty || takesText(field.text) {
      let words = takesText(field.text) ? "Enter takes what is typed" : "nothing here is called so"
      frame.draw(StyledText(words, .faint).truncated(toWidth: columns), row: shown.count, in: rest)
    }
    frame.draw(Self.keys.line(columns: columns), in: bottom)
    frame.draw(field, after: StyledText("> ", .title), in: line)
    return frame
  }
}
