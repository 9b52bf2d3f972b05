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
    if var open = help {
      open.draw(
        StyledText("The keys", .title), KeyHelp.lines(helpEntries, columns: columns), into: &frame)
      help = open
      return frame
    }
    var rest = frame.area
    drawTitle(in: rest.takeTop(1), into: &frame)
    let keys = rest.rows > 1 ? rest.takeBottom(1) : Area(rows: 0, columns: 0)
    drawLayer(in: rest, columns: columns, into: &frame)
    // A long message goes over the rows above.
    drawKeys(in: keys, into: &frame)
    return frame
  }

  private mutating func drawLayer(in area: Area, columns: Int, into frame: inout Frame) {
    var rest = area
    switch layer {
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
  }

  /// The note, the place, what is chosen there and how much is open; in few columns the name of the note gives way.
  private func drawTitle(in area: Area, into frame: inout Frame) {
    let open = decisions.open.count
    let state = open == 0 ? "all decided" : "\(open) open"
    let places = decisions.overlaps.count
    let chosen = chosenKey.map { ", chosen \($0)" } ?? ""
    var long = "place \(place + 1) of \(places)\(chosen), \(state)"
    var short = "\(place + 1)/\(places)\(chosen), \(state)"
    if count > 1 {
      long += "  conflict \(number) of \(count)"
      short += "  \(number)/\(count)"
    }
    let title = StyledText(conflict.note.text, .title).escapingControlCharacters()
    let fits = title.displayWidth + long.displayWidth + 2 <= area.columns
    let right = StyledText(fits || area.columns >= 80 ? long : short, .faint)
    let room = max(0, area.columns - right.displayWidth - 2)
    if room > 4 { frame.draw(title.truncated(toWidth: room), in: area) }
    frame.draw(right, column: max(0, area.columns - right.displayWidth), in: area)
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

  /// The keys of the places, those first that are named in the least room.
  private static let keys: [(key: String, word: String, help: String)] = [
    ("1", "this", "this note's text"), ("2", "copy", "the copy's text"),
    ("b", "both", "both texts, this note's first"),
    ("m", "merged", "the two merged by word, where that is possible"),
    ("w", "words", "decide the place word by word, where the two differ"),
    (
      "u", "undo",
      "take back the last decision; before the first, go back to the note before, as you had decided it"
    ),
    ("i", "type", "write the place here, on this screen"),
    ("e", "edit", "write the place yourself, in your editor"),
    ("↑ ↓", "places", "the place before, the place after; k and j"),
    ("o", "original", "the text that both began with"), ("r", "redo", "make it again"),
    ("a", "all", "then 1, 2, b, m or o: for all places that are open"),
    ("v", "result", "the note as it will be, alone"), ("Space", "more", "scroll"),
    ("s", "skip", "decide this conflict later"),
  ]

  private static let lastKeys: [(key: String, word: String, help: String)] = [
    ("Enter", "write", "write the note, when all is decided"),
    (
      "q", "leave",
      "nothing of this conflict is written; what is decided is kept until you come back"
    ),
  ]

  private static let wordKeys: [(key: String, word: String, help: String)] = [
    ("1", "this", "the words of this note"), ("2", "copy", "the words of the copy"),
    ("b", "both", "the words of both, this note's first"),
    ("← →", "words", "the words before, after"),
    ("u", "undo", "take back the last choice of words"), ("r", "redo", "make it again"),
    ("Space", "more", "scroll"),
  ]

  private static let lastWordKeys: [(key: String, word: String, help: String)] = [
    ("Enter", "take", "take the place as these words make it"),
    ("Esc", "back", "back to the places; these words are kept until you come back"),
  ]

  private static let writingKeys: [(key: String, word: String, help: String)] = [
    ("Alt-z", "undo", "take back what was typed last"), ("Alt-Z", "redo", "make it again"),
    ("Ctrl-X", "throw away", "throw away what is written here"),
  ]

  private static let lastWritingKeys: [(key: String, word: String, help: String)] = [
    ("Ctrl-S", "take", "take this text for the place"),
    ("Esc", "later", "back to the places; the text is kept until you come back"),
  ]

  private typealias Key = (key: String, word: String, help: String)

  /// The keys of the layer, and those that are always named.
  private var layerKeys: (most: [Key], last: [Key]) {
    switch layer {
    case .words: (Self.wordKeys, Self.lastWordKeys)
    case .writing: (Self.writingKeys, Self.lastWritingKeys)
    case .places, .result, .all: (Self.keys, Self.lastKeys)
    }
  }

  private var helpEntries: [(keys: String, words: String)] {
    let (most, last) = layerKeys
    return (most + last).map { ($0.key, $0.help) }
  }

  private func drawKeys(in area: Area, into frame: inout Frame) {
    if layer == .all {
      let keys = KeyLine(
        [.init("1", "this"), .init("2", "copy"), .init("b", "both"), .init("m", "merged")],
        last: [.init("o", "original"), .init("Esc", "none")])
      let words = StyledText("All open: ", .title)
      frame.draw(words + keys.line(columns: area.columns - words.displayWidth), in: area)
      return
    }
    if let message {
      frame.draw(message: message, endingIn: area)
      return
    }
    let (most, last) = layerKeys
    let entries = most.filter { entry in
      guard layer == .places || layer == .result else { return true }
      if entry.key == "m" { return view.merged != nil }
      return entry.key != "o" || view.original != nil
    }
    let help = if case .writing = layer { "F1" } else { "?" }
    let ways = last.map { KeyLine.Entry($0.key, $0.word) }
    let line = KeyLine(
      entries.map { KeyLine.Entry($0.key, $0.word) }, last: ways + [.init(help, "keys")],
      narrow: ways + [.init(help, "")])
    frame.draw(line.line(columns: area.columns), in: area)
  }
}
