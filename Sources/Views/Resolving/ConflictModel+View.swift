import Files
import Merge
import Rendering
import Screens
import Sync
import Vaults
import Wording

extension ConflictModel {
  /// From this width on the two versions are beside each other.
  private static let widthForBeside = 90

  /// The picture of this state on a screen of a size.
  package mutating func frame(rows: Int, columns: Int) -> Frame {
    var frame = Frame(rows: rows, columns: columns)
    var rest = frame.area
    drawTitle(in: rest.takeTop(1), into: &frame)
    let keys = rest.rows > 1 ? rest.takeBottom(1) : Area(rows: 0, columns: 0)
    drawKeys(in: keys, into: &frame)
    switch layer {
    case .help: frame.draw(helpLines, in: rest)
    case .result: drawResult(in: rest, isAlone: true, into: &frame)
    case .words(let groups, let group):
      let (lines, start) = wordLines(groups, group, columns: columns)
      if start < top || start >= top + rest.rows { top = start - rest.rows / 2 }
      top = max(0, min(top, lines.count - rest.rows))
      frame.draw(lines.dropFirst(top), in: rest)
    case .writing(var text):
      text.draw(in: rest.inset(columns: columns > 40 ? 2 : 0), into: &frame)
      layer = .writing(text)
    case .places, .all:
      var lines = placeLines(columns: columns)
      // The versions come first; what they leave is the result's, and a third at least where there is room.
      let least = rest.rows >= 12 ? rest.rows / 3 : 0
      let room = max(1, rest.rows - least)
      let area = rest.takeTop(min(lines.count, room))
      top = max(0, min(top, lines.count - area.rows))
      if lines.count > area.rows {
        let more = lines.count - area.rows - top
        lines = Array(lines.dropFirst(top).prefix(area.rows))
        if more > 0, let last = lines.indices.last {
          lines[last] = StyledText("… \(Amount.count(more + 1, "more line")), Space", .faint)
        }
      }
      frame.draw(lines, in: area)
      if rest.rows > 2 { drawResult(in: rest, isAlone: false, into: &frame) }
    }
    return frame
  }

  private func drawTitle(in area: Area, into frame: inout Frame) {
    let open = decisions.open.count
    var state = "place \(place + 1) of \(decisions.overlaps.count)"
    state += open == 0 ? ", all decided" : ", \(open) open"
    if count > 1 { state += "  conflict \(number) of \(count)" }
    let right = StyledText(state, .faint)
    let title = StyledText(conflict.note.text, .title)
    let room = area.columns - right.displayWidth - 2
    frame.draw(title.truncated(toWidth: room > 8 ? room : area.columns), in: area)
    if room > 8 { frame.draw(right, column: area.columns - right.displayWidth, in: area) }
  }

  // MARK: The place

  private var view: OverlapView { words.view(of: decisions.overlaps[place]) }

  private func placeLines(columns: Int) -> [StyledText] {
    let view = view
    if columns < Self.widthForBeside {
      return [view.note, view.copy, view.original, view.merged].compactMap(\.self)
        .flatMap { block($0, columns: columns) }
    }
    let left = (columns - 3) / 2
    func pair(_ one: OverlapView.Version?, _ other: OverlapView.Version?) -> [StyledText] {
      if one == nil, other == nil { return [] }
      let ones = one.map { block($0, columns: left) } ?? []
      let others = other.map { block($0, columns: columns - left - 3) } ?? []
      return (0..<max(ones.count, others.count)).map { row in
        let side = row < ones.count ? ones[row] : StyledText()
        let cut = side.truncated(toWidth: left).padded(toWidth: left) + StyledText(" │ ", .faint)
        return cut + (row < others.count ? others[row] : StyledText())
      }
    }
    return pair(view.note, view.copy) + pair(view.original, view.merged)
  }

  /// A version below its name, with a mark if it is the one that is chosen.
  private func block(_ version: OverlapView.Version, columns: Int) -> [StyledText] {
    let isChosen =
      chosenKey == version.key || chosenKey == "b" && ["1", "2"].contains(version.key)
    var title = StyledText(isChosen ? "› " : "  ", .match)
    title.append("\(version.key) ", .position)
    title.append(version.word, .title)
    if !version.name.isEmpty { title.append("  \(version.name)", .faint) }
    let text = version.text.isEmpty ? StyledText("(nothing)", .faint) : version.text
    return [title.truncated(toWidth: columns)]
      + text.wrapped(toWidth: max(columns - 4, 6)).map { StyledText("    ") + $0 }
  }

  private var chosenKey: String? {
    switch decisions[place] {
    case .note: "1"
    case .copy: "2"
    case .both: "b"
    case .ancestor: "o"
    case .suggestion: "m"
    case .text: "e"
    case nil: nil
    }
  }

  // MARK: The result

  private mutating func drawResult(in area: Area, isAlone: Bool, into frame: inout Frame) {
    var area = area
    let rule = area.takeTop(1)
    frame.fill(rule, with: "─", .faint)
    frame.draw(
      StyledText(" the \(conflict.noun) as it will be ", .faint)
        .truncated(toWidth: max(0, rule.columns - 2)), column: 2, in: rule)
    let (lines, start) = resultLines(columns: area.columns)
    var first = max(0, start - (area.rows > 6 ? 2 : 0))
    if isAlone {
      top = max(0, min(top, lines.count - area.rows))
      first = top
    }
    frame.draw(lines.dropFirst(min(first, max(0, lines.count - area.rows))), in: area)
  }

  /// The note as far as it is decided, and the line at which the place begins.
  private func resultLines(columns: Int) -> (lines: [StyledText], start: Int) {
    var lines: [StyledText] = []
    var start = 0
    var number = 0
    func append(_ bytes: [UInt8], _ gutter: StyledText, _ style: Style) {
      for line in ConflictWords.lines(bytes) {
        lines += StyledText(line, style).wrapped(toWidth: max(columns - 2, 6)).map { gutter + $0 }
      }
    }
    for region in decisions.merge.regions {
      switch region {
      case .agreed(let bytes): append(bytes, StyledText("  "), .plain)
      case .overlap:
        let isHere = number == place
        if isHere { start = lines.count }
        let gutter = StyledText(isHere ? "▌ " : "│ ", isHere ? .match : .faint)
        if let choice = decisions[number], let text = decisions.merge.text(choice, at: number) {
          append(text, gutter, .added)
          if text.isEmpty { lines.append(gutter + StyledText("(nothing)", .faint)) }
        } else {
          lines.append(gutter + StyledText("place \(number + 1): not decided", .warning))
        }
        number += 1
      }
    }
    return (lines, start)
  }

  // MARK: Keys

  private static let keys: [(key: String, word: String, help: String)] = [
    ("1", "this", "this note's text"), ("2", "copy", "the copy's text"),
    ("b", "both", "both texts, this note's first"),
    ("m", "merged", "the two merged by word, where that is possible"),
    ("o", "original", "the text that both began with"),
    ("w", "words", "decide the place word by word, where the two differ"),
    ("e", "edit", "write the place yourself, in your editor"),
    ("i", "write", "write the place here, on this screen"),
    ("u", "undo", "take back the last decision, also of the note before"),
    ("r", "redo", "make it again"), ("↑ ↓", "places", "the place before, the place after; k and j"),
    ("a", "all", "then 1, 2, b, m or o: for all places that are open"),
    ("Enter", "save", "write the note, when all is decided"),
    ("v", "result", "the note as it will be, alone"),
    ("Space", "more", "scroll"), ("s", "skip", "decide this conflict later"),
    ("q", "leave", "nothing of this conflict is written; it stays as it is"),
  ]

  private var helpLines: [StyledText] {
    Self.keys.map { entry in
      StyledText("  " + entry.key.padded(toWidth: 7), .title) + StyledText(entry.help)
    } + [StyledText(), StyledText("  any key goes back", .faint)]
  }

  private func drawKeys(
    _ keys: [(key: String, word: String)], in area: Area, into frame: inout Frame
  ) {
    var line = StyledText()
    for entry in keys {
      line.append(entry.key, .title)
      line.append(" \(entry.word)  ", .faint)
    }
    frame.draw(line.truncated(toWidth: area.columns), in: area)
  }

  private func drawKeys(in area: Area, into frame: inout Frame) {
    if layer == .all {
      frame.draw(
        StyledText("All open places: ", .title)
          + StyledText("1 this  2 copy  b both  m merged  o original  any other key: none"),
        in: area)
      return
    }
    if let message {
      frame.draw(message.truncated(toWidth: area.columns), in: area)
      return
    }
    switch layer {
    case .words:
      drawKeys(
        [
          ("1", conflict.word), ("2", "the copy"), ("b", "both"), ("← →", "words"), ("u", "undo"),
          ("r", "redo"), ("Enter", "take"), ("Esc", "back"),
        ], in: area, into: &frame)
      return
    case .writing:
      drawKeys(
        [
          ("Ctrl-S", "take this text"), ("Esc", "later"), ("Ctrl-X", "throw away"),
          ("Alt-z", "undo"), ("Alt-Z", "redo"),
        ],
        in: area, into: &frame)
      return
    default: break
    }
    let last = StyledText("?", .title) + StyledText(" keys", .faint)
    var line = StyledText()
    for entry in Self.keys {
      if entry.key == "m", view.merged == nil { continue }
      if entry.key == "o", view.original == nil { continue }
      let next =
        StyledText(entry.key, .title) + StyledText(" \(entry.word)", .faint) + StyledText("  ")
      if line.displayWidth + next.displayWidth + last.displayWidth > area.columns { break }
      line.append(next)
    }
    frame.draw(line + last, in: area)
  }
}
