import Rendering
import Screens

/// The state of a screen with a list, and beside or below it what is to be seen of the chosen line: versions of a note,
/// or notes that changed.
package struct ListingModel {
  /// A question for what is to be seen of a line.
  package struct Request: Equatable {
    package let row: Int
    /// Another line that it is compared with; nil for what the line changed.
    package let base: Int?
    /// True for the whole text instead of what changed.
    package let isWhole: Bool
    package let width: Int
  }

  /// An act that the screen asks of the world after a key.
  package enum Effect: Equatable {
    case detail(Request)
    /// Lines whose change has a text in it.
    case search(String)
    /// A command for a line, such as one that restores it.
    case act(Int)
    /// The lines are to be found anew, because the folder may have changed.
    case lookAgain
    case suspend
    case leave
  }

  /// The line that is typed in, and what it is for.
  enum Typing: Equatable {
    case search(TextField)
    /// A yes or no before a command.
    case confirm
  }

  private var heading: String
  private var rows: [StyledText]
  /// The command for a line, in a word; nil where there is none.
  private let action: String?
  /// True if what is listed may become another while it is seen.
  private let changes: Bool
  /// The text that was searched for, where the list is what has it.
  private var searched: String?
  private var help: KeyHelp?

  /// The lines that are seen, by their numbers: all, or those that a search found.
  private var shown: [Int]
  private var list = ListPosition()
  private var base: Int?
  private var isWhole = false
  private var typing: Typing?
  private var detail: (request: Request, lines: [StyledText])?
  private var detailTop = 0
  private var width = 40
  private var asked: Request?
  private var listRows = 10
  package var message: StyledText?

  /// - Parameters:
  ///   - action: the command for a line, in words; nil where there is none.
  ///   - changes: true if what is listed may become another while it is seen, so that there is a key to look again.
  package init(heading: String, rows: [StyledText], action: String?, changes: Bool = false) {
    self.heading = heading
    self.rows = rows
    self.action = action
    self.changes = changes
    shown = Array(rows.indices)
  }

  private var selected: Int? {
    shown.indices.contains(list.selected) ? shown[list.selected] : nil
  }

  /// Takes what happened, and says what is to be done.
  package mutating func take(_ event: ScreenEvent) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .key(let key):
      message = nil
      effects = take(key)
    case .mouse(let mouse) where help != nil:
      if mouse.action == .wheelUp { help?.scroll(by: -3) }
      if mouse.action == .wheelDown { help?.scroll(by: 3) }
    case .mouse(let mouse):
      if mouse.action == .wheelUp { detailTop = max(0, detailTop - 3) }
      if mouse.action == .wheelDown { detailTop += 3 }
    case .suspended: effects = [.suspend]
    case .ended: effects = [.leave]
    case .paste, .resized, .background, .identified, .woken, .timedOut: break
    }
    return effects + wishes()
  }

  /// The question for what is to be seen, if it was not asked yet.
  package mutating func wishes() -> [Effect] {
    guard let selected else { return [] }
    let request = Request(row: selected, base: base, isWhole: isWhole, width: width)
    guard request != asked else { return [] }
    if asked?.row != request.row || asked?.base != request.base { detailTop = 0 }
    asked = request
    return [.detail(request)]
  }

  /// Takes what is to be seen of a line.
  package mutating func take(_ lines: [StyledText], for request: Request) {
    detail = (request, lines)
  }

  /// Takes the lines that a search found; without any, the list stays as it is.
  package mutating func take(found: [Int], of text: String) {
    if found.isEmpty {
      message = StyledText("No version took `\(text)` in or out.", .warning)
      return
    }
    shown = found
    searched = text
    list = ListPosition()
  }

  /// Takes the lines as they are now; the chosen one stays chosen where new ones came before it, else by its place.
  package mutating func take(heading: String, rows: [StyledText]) {
    let isSame = rows == self.rows
    if let selected {
      let moved = rows.count - self.rows.count + selected
      let isThere = rows.indices.contains(moved) && rows[moved] == self.rows[selected]
      list = ListPosition(selected: isThere ? moved : selected)
    }
    (self.heading, self.rows) = (heading, rows)
    (shown, base, searched, asked) = (Array(rows.indices), nil, nil, nil)
    list.move(by: 0, of: rows.count)
    message = StyledText(
      isSame ? "Looked again: the same files." : "Looked again: the list has changed.", .faint)
  }

  private mutating func take(_ key: KeyStroke) -> [Effect] {
    if var open = help {
      help = open.take(key) ? open : nil
      return []
    }
    if case .search(var field) = typing {
      switch key.base {
      case .enter:
        typing = nil
        return field.isEmpty ? [] : [.search(field.text)]
      case .escape: typing = nil
      default:
        _ = field.take(key)
        typing = .search(field)
      }
      return []
    }
    if typing == .confirm {
      typing = nil
      if ![.character("y"), .character("n"), .escape].contains(key.base), key.modifiers.isEmpty {
        typing = .confirm
        return []
      }
      guard key == .character("y"), let selected else {
        message = StyledText("Nothing was changed.", .faint)
        return []
      }
      return [.act(selected)]
    }
    switch (key.base, key.modifiers) {
    case (.down, []), (.character("j"), []), (.character("n"), .control):
      list.move(by: 1, of: shown.count)
    case (.up, []), (.character("k"), []), (.character("p"), .control):
      list.move(by: -1, of: shown.count)
    case (.home, []), (.character("g"), []): list.move(to: 0, of: shown.count)
    case (.end, []), (.character("G"), []): list.move(to: shown.count, of: shown.count)
    case (.pageDown, []), (.character("f"), .control): list.move(by: listRows, of: shown.count)
    case (.pageUp, []), (.character("b"), .control): list.move(by: -listRows, of: shown.count)
    case (.character(" "), []), (.down, .shift), (.character("J"), []): detailTop += 5
    case (.up, .shift), (.character("K"), []), (.backspace, []): detailTop = max(0, detailTop - 5)
    case (.character("v"), []): isWhole.toggle()
    case (.character("m"), []): base = base == selected ? nil : selected
    case (.character("/"), []): typing = .search(TextField())
    case (.character("r"), []) where action != nil && selected != nil: typing = .confirm
    case (.escape, []) where shown.count < rows.count || base != nil:
      let kept = selected
      (shown, base, searched) = (Array(rows.indices), nil, nil)
      list = ListPosition(selected: kept ?? 0)
    case (.character("l"), .control) where changes, (.function(5), []) where changes:
      return [.lookAgain]
    case (.character("?"), []), (.function(1), []): help = KeyHelp()
    case (.escape, []), (.character("q"), []), (.character("c"), .control),
      (.character("q"), .control):
      return [.leave]
    default: message = StyledText("`\(key.name)` is no key here; `?` shows them.", .faint)
    }
    return []
  }

  // MARK: The picture

  /// The picture of this state on a screen of a size.
  package mutating func frame(rows height: Int, columns: Int) -> Frame {
    var frame = Frame(rows: height, columns: columns)
    if var open = help {
      open.draw(
        StyledText("The keys", .title), KeyHelp.lines(helpEntries, columns: columns), into: &frame)
      help = open
      return frame
    }
    var rest = frame.area
    let top = rest.takeTop(1)
    let bottom = rest.rows > 1 ? rest.takeBottom(1) : Area(rows: 0, columns: 0)
    let isBeside = columns >= 100
    let listArea = isBeside ? rest.takeLeft(columns * 2 / 5) : rest.takeTop(rest.rows / 3)
    let rule = isBeside ? rest.takeLeft(1) : rest.takeTop(1)
    frame.fill(rule, with: isBeside ? "│" : "─", .faint)
    let area = isBeside ? rest.inset(columns: 1) : rest
    width = max(10, area.columns)
    listRows = max(1, listArea.rows)
    list.show(rows: listRows, of: shown.count)
    frame.draw(title.escapingControlCharacters().truncated(toWidth: top.columns), in: top)
    for row in 0..<listArea.rows where shown.indices.contains(list.top + row) {
      let number = shown[list.top + row]
      let isSelected = list.top + row == list.selected
      var line = StyledText(isSelected ? "›" : " ", .match)
      line.append(number == base ? "*" : " ", .added)
      line.append(rows[number].escapingControlCharacters())
      frame.draw(line.truncated(toWidth: listArea.columns), row: row, in: listArea)
      if isSelected {
        let place = Area(
          row: listArea.row + row, column: listArea.column, rows: 1, columns: listArea.columns)
        frame.mark(place, Style(nil, .bold))
        frame.tint(place)
      }
    }
    if let detail, detail.request.row == selected {
      let lines = detail.lines.flatMap { $0.wrapped(toWidth: width) }
      detailTop = max(0, min(detailTop, lines.count - area.rows))
      frame.draw(lines.dropFirst(detailTop).prefix(area.rows), in: area)
    }
    drawKeys(in: bottom, into: &frame)
    return frame
  }

  private func drawKeys(in area: Area, into frame: inout Frame) {
    switch typing {
    case .search(let field):
      frame.draw(field, asking: StyledText("Changes with: ", .title), in: area)
      return
    case .confirm:
      frame.draw(message: StyledText("\(action ?? "")? y or n", .title), endingIn: area)
      return
    case nil: break
    }
    if let message {
      frame.draw(message: message, endingIn: area)
      return
    }
    var entries: [KeyLine.Entry] = [
      .init("↑↓", "choose"), .init("Space", "more"),
      .init("v", isWhole ? "changes" : "whole text"),
    ]
    if action != nil {
      entries += [
        .init("/", "search"), .init("r", "restore"),
        .init("m", base == nil ? "compare with this" : "compare as before"),
      ]
    }
    if changes { entries.append(.init("Ctrl-L", "look again")) }
    let line = KeyLine(entries, last: [.init("?", "keys"), .init("q", "leave")])
    frame.draw(line.line(columns: area.columns), in: area)
  }

  /// The heading of the list, with the number of lines that a search found.
  private var title: StyledText {
    guard let searched else { return StyledText(heading, .title) }
    return StyledText(heading, .title)
      + StyledText("  \(shown.count) of \(rows.count) with `\(searched)`, Esc for all", .position)
  }

  private var helpEntries: [(keys: String, words: String)] {
    var entries = [
      ("↑ ↓ k j", "choose a line"), ("PgUp PgDn", "a page up or down"),
      ("g G", "the first, the last"),
      ("Space", "more of the text"), ("K J", "the text up or down"),
      ("v", "the whole text, or what changed"),
    ]
    if let action {
      entries += [
        ("/", "the versions that took a text in or out"),
        ("m", "compare the others with this version, or each with the one before again"),
        ("r", "\(action), after a question"),
      ]
    }
    if changes { entries.append(("Ctrl-L F5", "look at the folder again")) }
    return entries + [("Esc", "all lines again, then leave"), ("q Ctrl-C", "leave")]
  }
}
