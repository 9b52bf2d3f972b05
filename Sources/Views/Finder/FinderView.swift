import Files
import Rendering
import Screens

extension FinderModel {
  /// The picture of this state on a screen of a size.
  package mutating func frame(rows: Int, columns: Int) -> Frame {
    layout = FinderLayout(rows: rows, columns: columns, view: view)
    list.show(rows: layout.list.rows, of: items.count)
    var frame = Frame(rows: rows, columns: columns)
    if case .help(var help) = layer {
      help.draw(
        StyledText("The keys", .title) + StyledText("  letters alone after Tab", .faint),
        helpLines(columns: columns), into: &frame)
      layer = .help(help)
      return frame
    }
    drawQuery(into: &frame)
    drawList(into: &frame)
    drawRule(into: &frame)
    drawPreview(into: &frame)
    drawKeys(into: &frame)
    return frame
  }

  // MARK: The query

  private func drawQuery(into frame: inout Frame) {
    let area = layout.query
    let count = StyledText(countWords, .faint)
    var text = StyledText(isTyping ? "> " : "/ ", .title)
    switch source {
    case .query: break
    case .backlinks(let item):
      text = StyledText("← links to ", .position) + StyledText(item.title, .title)
    case .links(let item):
      text = StyledText("→ links from ", .position) + StyledText(item.title, .title)
    }
    guard source == .query else {
      frame.draw(text, in: area)
      drawRight(count, after: text.displayWidth, into: &frame)
      return
    }
    let end = frame.draw(field, after: text, in: area)
    if !isTyping || layer != .none { frame.cursor = nil }
    if field.isEmpty, columns(of: count) + 40 < area.columns {
      frame.draw(
        StyledText("words, #tag, \"phrase\", title:x …", .faint), column: text.displayWidth,
        in: area)
    }
    drawRight(count, after: end, into: &frame)
  }

  private func columns(of text: StyledText) -> Int { text.displayWidth }

  private func drawRight(_ text: StyledText, after end: Int, into frame: inout Frame) {
    let column = layout.query.columns - text.displayWidth
    if column > end + 1 { frame.draw(text, column: column, in: layout.query) }
  }

  private var countWords: String {
    if let progress {
      return "indexing \(Amount.count(progress.done)) of \(Amount.count(progress.total))"
    }
    guard let answer else { return "…" }
    var words = Amount.count(answer.total, "note")
    if source == .query, answer.request.query.isEmpty { words += ", the latest first" }
    if !marked.isEmpty {
      let unseen = marked.count { !isListed($0) }
      let elsewhere = unseen > 0 ? ", \(Amount.count(unseen)) not in this list; " : ", "
      words = "\(Amount.count(marked.count)) chosen" + elsewhere + words
    }
    return words
  }

  // MARK: The list

  private func drawList(into frame: inout Frame) {
    let area = layout.list
    if case .prompt(let prompt) = layer, prompt.items.count > 1 {
      return drawChosen(prompt.items, in: area.isEmpty ? layout.previewText : area, into: &frame)
    }
    if items.isEmpty, answer != nil {
      frame.draw(emptyLines.flatMap { $0.wrapped(toWidth: max(10, area.columns)) }, in: area)
      return
    }
    for row in 0..<area.rows {
      let number = list.top + row
      guard items.indices.contains(number) else { break }
      let item = items[number]
      let isSelected = number == list.selected && !isLost
      let isMarked = marked.contains { $0.path == item.path }
      var line = StyledText(isSelected ? "›" : " ", .match)
      line.append(isMarked ? "*" : " ", .added)
      line.append(item.title.isEmpty ? item.name : item.title, isSelected ? .title : .plain)
      line = line.escapingControlCharacters()
      let place = StyledText(item.place, .faint).escapingControlCharacters()
      let gap = area.columns - line.displayWidth - 2
      frame.draw(line.truncated(toWidth: area.columns), row: row, in: area)
      if gap >= 12 {
        let shown = place.displayWidth <= gap ? place : Self.endOf(place, columns: gap)
        frame.draw(
          shown, row: row, column: area.columns - shown.displayWidth, in: area)
      }
      if isSelected {
        let line = Area(row: area.row + row, column: area.column, rows: 1, columns: area.columns)
        frame.mark(line, Style(nil, .bold))
        frame.tint(line)
      }
    }
  }

  /// The notes that a question is about, in place of the list, which may lack some of them.
  private func drawChosen(_ chosen: [FinderItem], in area: Area, into frame: inout Frame) {
    frame.fill(area)
    let shown = chosen.count > area.rows ? max(0, area.rows - 1) : chosen.count
    for (row, item) in chosen.prefix(shown).enumerated() {
      let line = StyledText(" *", .added) + StyledText(item.path.text)
      frame.draw(
        line.escapingControlCharacters().truncated(toWidth: area.columns), row: row, in: area)
    }
    if shown < chosen.count {
      let rest = StyledText("  and \(Amount.count(chosen.count - shown)) more", .faint)
      frame.draw(rest, row: shown, in: area)
    }
  }

  /// The end of a path, which tells more than its beginning.
  private static func endOf(_ text: StyledText, columns: Int) -> StyledText {
    var rest = text.plainText
    while rest.displayWidth > columns - 1 { rest.removeFirst() }
    return StyledText("…" + rest, .faint)
  }

  private var emptyLines: [StyledText] {
    switch source {
    case .backlinks: return [StyledText("  No note links to it.", .faint)]
    case .links: return [StyledText("  It links to no note.", .faint)]
    case .query: break
    }
    if field.text.trimmingSpaces().isEmpty {
      return [StyledText("  There are no notes yet.", .faint)]
    }
    if isLost {
      let words =
        lostIsNew ? "The new note is not in this list." : "The note that was found is gone."
      return [StyledText("  " + words, .faint)]
    }
    var lines = [StyledText("  Nothing was found.", .faint)]
    if let correction = answer?.correction {
      lines.append(
        StyledText("  Enter", .title) + StyledText(" searches for ")
          + StyledText(correction, .title))
    }
    let key = keys.keys(of: .new, isTyping: isTyping).first?.name ?? ""
    if !isChoosing, answer?.isPlainWords == false {
      lines.append(
        StyledText("  \(key)", .title) + StyledText(" writes a note and asks for its title"))
    } else if !isChoosing {
      let name = answer?.correction == nil ? "Enter" : key
      lines.append(
        StyledText("  \(name)", .title) + StyledText(" writes a note called ")
          + StyledText(field.text.trimmingSpaces(), .title))
    }
    return lines
  }

  // MARK: The note

  private func drawRule(into frame: inout Frame) {
    let area = layout.rule
    guard !area.isEmpty else { return }
    frame.fill(area, with: layout.isRuleVertical ? "│" : "─", .faint)
    guard let selected else { return }
    let label = StyledText(" ") + self.label(of: selected) + StyledText(" ")
    if !layout.isRuleVertical {
      frame.draw(label.truncated(toWidth: max(0, area.columns - 4)), column: 2, in: area)
    }
  }

  /// The path of a note, the line that it opens at, and the number of matches.
  private func label(of item: FinderItem) -> StyledText {
    var label = StyledText(item.path.text, .path)
    if let line = item.line ?? previewOfSelected?.line { label.append(":\(line)", .position) }
    if let matches = previewOfSelected?.matches, matches > 1 {
      label.append("  \(Amount.count(matches, "match", "matches"))", .faint)
    }
    if previewOfSelected?.isPinned == true { label.append("  pinned", .faint) }
    return label.escapingControlCharacters()
  }

  private var previewOfSelected: FinderPreview? {
    preview?.request.path == selected?.path ? preview : nil
  }

  private mutating func drawPreview(into frame: inout Frame) {
    var area = layout.previewText
    guard !area.isEmpty else { return }
    // If there is no list, the notes that a question is about are here.
    if case .prompt(let prompt) = layer, prompt.items.count > 1, layout.list.isEmpty { return }
    guard let selected else {
      if isLost {
        frame.draw(
          StyledText(lostWords, .faint).wrapped(toWidth: max(10, area.columns)), in: area)
      }
      return
    }
    if layout.isRuleVertical {
      frame.draw(label(of: selected).truncated(toWidth: area.columns), in: area.takeTop(2))
    }
    guard let preview = previewOfSelected else { return }
    if preview.isMissing {
      frame.draw(StyledText("This note cannot be read.", .warning), in: area)
      return
    }
    previewTop = max(0, min(previewTop, preview.lines.count - 1))
    frame.draw(preview.lines.dropFirst(previewTop).prefix(area.rows), in: area)
  }

  // MARK: The keys

  private func drawKeys(into frame: inout Frame) {
    let area = layout.keys
    guard !area.isEmpty else { return }
    if case .prompt(let prompt) = layer {
      let question = StyledText(
        prompt.question(undoneBy: keys.keys(of: .undo, isTyping: isTyping).first?.name), .title)
      if prompt.isYesOrNo {
        frame.draw(message: question, endingIn: area)
      } else {
        frame.draw(prompt.field, asking: question, in: area)
      }
      return
    }
    if let message {
      frame.draw(message: message, endingIn: area)
    } else if let remark = answer?.remark, source == .query {
      frame.draw(StyledText(remark, .faint).truncated(toWidth: area.columns), in: area)
    } else {
      frame.draw(keyLine(columns: area.columns), in: area)
    }
  }

  /// The most useful keys, as many as there is room for; the last are for all of them and to leave.
  private func keyLine(columns: Int) -> StyledText {
    var actions: [FinderAction] = [
      .open, .new, .rename, .links, .backlinks, .mark, .tag, .link, .view, .focus,
    ]
    if source != .query { actions.insert(.back, at: 0) }
    if !isTyping { actions.insert(.type, at: 1) }
    func entry(_ action: FinderAction, _ word: String? = nil) -> KeyLine.Entry? {
      keys.keys(of: action, isTyping: isTyping).first.map {
        KeyLine.Entry($0.name, word ?? action.word)
      }
    }
    var entries = actions.compactMap { entry($0, $0 == .open && isChoosing ? "choose" : nil) }
    if conflicts > 0, let waiting = entry(.conflicts, Amount.count(conflicts, "conflict")) {
      entries.insert(waiting, at: min(1, entries.count))
    }
    let help = isTyping && !field.isEmpty ? "F1" : "?"
    let leave = [entry(.quit)].compactMap { $0 }
    return KeyLine(entries, last: [.init(help, "all keys")] + leave).line(columns: columns)
  }

  private func helpLines(columns: Int) -> [StyledText] {
    var rows: [(keys: String, words: String)] = []
    for action in FinderAction.allCases {
      let typing = keys.keys(of: action, isTyping: true).map(\.name)
      let letters = keys.keys(of: action, isTyping: false).map(\.name)
        .filter { !typing.contains($0) && $0.count == 1 || $0 == "Space" }
      let all = (typing.prefix(3) + letters.prefix(2)).joined(separator: " ")
      if !all.isEmpty { rows.append((all, action.explanation)) }
    }
    return KeyHelp.lines(rows, columns: columns)
  }
}
