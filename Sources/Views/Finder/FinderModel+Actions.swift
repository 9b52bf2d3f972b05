import Files
import Rendering
import Screens

extension FinderModel {
  /// Does what a key is for.
  mutating func perform(_ action: FinderAction) -> [FinderEffect] {
    let page = max(1, layout.list.rows - 1)
    switch action {
    case .up: move(-1)
    case .down: move(1)
    case .pageUp: move(-page)
    case .pageDown: move(page)
    case .first: move(to: 0)
    case .last: move(to: items.count - 1)
    case .previewUp: scrollPreview(-1)
    case .previewDown: scrollPreview(1)
    case .view: changeView()
    case .focus: isTyping = false
    case .type: isTyping = true
    case .help: layer = .help(KeyHelp())
    case .clear: return clear()
    case .quit: return [.leave]
    case .earlier: recall(queries.earlier(than: field.text))
    case .later: recall(queries.later())
    case .mark: mark()
    case .links: walk { .links($0) }
    case .backlinks: walk { .backlinks($0) }
    case .back: back()
    case .open: return open()
    case .new: return new()
    case .link: return copy(asLink: true)
    case .path: return copy(asLink: false)
    case .pin: return pin()
    case .tag: ask(.tag)
    case .rename: ask(.rename)
    case .delete: ask(.delete)
    case .share:
      guard !targets.isEmpty else { return nothingSelected() }
      return [.run(["share"] + targets.map(\.word), waits: true)]
    case .today: return [.writeToday]
    case .books: changeBooks()
    case .quotes: return quotes()
    case .review: return [.run(["review"], waits: true)]
    case .sync: return [.run(["sync"], waits: true)]
    case .conflicts: return [.run(["resolve"], waits: true)]
    case .undo: return [.undo]
    case .redo: return [.run(["undo", "--redo"], waits: true)]
    }
    return []
  }

  private mutating func changeView() {
    view =
      switch view {
      case .beside: .whole
      case .whole: .hidden
      case .hidden: .beside
      }
    layout = FinderLayout(rows: layout.rows, columns: layout.columns, view: view)
  }

  /// Gives up the chosen notes that the command to be run is for, and returns all that are chosen.
  mutating func releaseMarked() -> [FinderItem] {
    let chosen = marked
    if releasesMarked { marked = [] }
    releasesMarked = false
    return chosen
  }

  /// Escape: it takes back one thing after the other.
  private mutating func clear() -> [FinderEffect] {
    if !marked.isEmpty {
      marked = []
    } else if source != .query {
      back()
    } else if !field.isEmpty {
      field.text = ""
      typed()
    } else {
      return [.leave]
    }
    return []
  }

  private mutating func recall(_ query: String?) {
    guard let query else {
      message = StyledText("There is no other query.", .faint)
      return
    }
    field.text = query
    source = .query
    trail = []
  }

  private mutating func mark() {
    guard let selected else {
      _ = nothingSelected()
      return
    }
    if let place = marked.firstIndex(where: { $0.path == selected.path }) {
      marked.remove(at: place)
    } else {
      marked.append(selected)
    }
    move(1)
  }

  /// Adds to the query that only books are wanted, or takes it out.
  private mutating func changeBooks() {
    let words = field.text.split(separator: " ").map(String.init)
    let isOn = words.contains(Self.booksAlone)
    let others = words.filter { $0 != Self.booksAlone }
    field.text = (isOn ? others : [Self.booksAlone] + others).joined(separator: " ")
    typed()
  }

  private static let booksAlone = "is:book"

  /// The quotes of the chosen notes, else of those that the query finds.
  private func quotes() -> [FinderEffect] {
    if !marked.isEmpty {
      let paths = marked.map { "path:\"/\($0.path.text)\"" }
      return [.run(["quotes", "--", paths.joined(separator: " OR ")], waits: true)]
    }
    let query = source == .query ? field.text.trimmingSpaces() : ""
    return [.run(["quotes"] + (query.isEmpty ? [] : ["--", query]), waits: true)]
  }

  // MARK: Walking along links

  private mutating func walk(_ source: (FinderItem) -> FinderSource) {
    guard let selected else {
      _ = nothingSelected()
      return
    }
    trail.append(Step(source: self.source, list: list, answer: answer, field: field))
    self.source = source(selected)
    answer = nil
    list = ListPosition()
    forgetLost()
  }

  private mutating func back() {
    guard let step = trail.popLast() else {
      message = StyledText("This is where you began.", .faint)
      return
    }
    source = step.source
    list = step.list
    answer = step.answer
    field = step.field
    forgetLost()
  }

  // MARK: What changes something

  mutating func nothingSelected() -> [FinderEffect] {
    message = StyledText(isLost ? lostWords : "There is no note to do that with.", .warning)
    return []
  }

  /// Says why no note is selected.
  var lostWords: String {
    let words =
      lostIsNew
      ? "The new note is not in this list"
      : "The note that was selected is not in this list any more"
    return words + (items.isEmpty ? "." : "; ↑ ↓ choose another.")
  }

  mutating func open() -> [FinderEffect] {
    guard isAnswered else {
      opensWithAnswer = true
      return []
    }
    // If the note that was found is gone, as after a deletion, no note is made of the query.
    if items.isEmpty, !isLost, source == .query, !field.isEmpty {
      if let correction = answer?.correction {
        field.text = correction
        return []
      }
      if isChoosing { return nothingSelected() }
      guard answer?.isPlainWords == true else {
        let key = keys.keys(of: .new, isTyping: isTyping).first?.name
        message = StyledText(
          "Nothing was found. Enter makes notes of plain words alone"
            + (key.map { "; \($0) asks for a title." } ?? "."), .warning)
        return []
      }
      return new()
    }
    let targets = targets
    guard !targets.isEmpty else { return nothingSelected() }
    remember()
    if isChoosing { return [.finish(targets)] }
    return [
      .edit(
        targets.map { item in
          let isShown = preview?.request.path == item.path
          return FinderPlace(path: item.path, line: item.line ?? (isShown ? preview?.line : nil))
        })
    ]
  }

  /// Keeps the query among those that can be called back.
  private mutating func remember() {
    if source == .query { queries.add(field.text) }
  }

  private mutating func new() -> [FinderEffect] {
    let title = field.text.trimmingSpaces()
    guard source == .query, !title.isEmpty, isAnswered, answer?.isPlainWords == true else {
      ask(.new)
      return []
    }
    remember()
    return [.make(FinderPrompt.words(making: title))]
  }

  private mutating func copy(asLink: Bool) -> [FinderEffect] {
    let targets = targets
    guard !targets.isEmpty else { return nothingSelected() }
    return [.copy(targets, asLink: asLink)]
  }

  private mutating func pin() -> [FinderEffect] {
    // The drawn note may be that of before the last key, or not be shown at all.
    guard let first = targets.first else { return nothingSelected() }
    return [.lookWhetherPinned(first.path)]
  }

  /// Pins the notes that an action is for, or takes their pins away.
  ///
  /// - Parameter isPinned: true if the first of them is pinned now.
  package mutating func pin(isPinned: Bool) -> [FinderEffect] {
    let targets = targets
    if targets.isEmpty { return nothingSelected() }
    // Those that are not in the list are named first.
    guard targets.allSatisfy(isListed) else {
      ask(isPinned ? .unpin : .pin)
      return []
    }
    return [.runQuietly([isPinned ? "unpin" : "pin"] + targets.map(\.word))]
  }
}

extension FinderItem {
  /// The path as a word of a command line, which begins at the vault's root.
  var word: String { "./" + path.text }

  /// The path without its ending, as a person names the note.
  var name: String { path.textWithoutEnding }

  /// The name without folders and ending.
  var bareName: String { String(name.split(separator: "/").last ?? "") }

  /// The part of the path that the title does not say: the folder alone, where the file has the title for its name.
  var place: String {
    guard name.hasSuffix(title) else { return name }
    let folder = name.dropLast(title.count)
    return folder.isEmpty || folder.hasSuffix("/") ? String(folder) : name
  }
}
