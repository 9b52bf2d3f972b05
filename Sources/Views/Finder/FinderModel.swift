import Files
import Rendering
import Screens

/// The state of the finder: everything that its screen shows, and nothing that is outside of it.
package struct FinderModel {
  /// The panel in front of the list.
  enum Layer: Equatable {
    case none
    case help(KeyHelp)
    case prompt(FinderPrompt)
  }

  /// How much of the screen the preview has.
  enum View: Equatable { case beside, whole, hidden }

  /// A list that was left, to come back to.
  struct Step {
    var source: FinderSource
    let list: ListPosition
    let answer: FinderAnswer?
    let field: TextField
  }

  let keys: FinderKeys
  /// True if a chosen note is printed instead of opened.
  let isChoosing: Bool

  /// The query as it is typed.
  package var field = TextField()
  /// False while letters are keys.
  package var isTyping = true
  package var source = FinderSource.query
  var trail: [Step] = []
  var answer: FinderAnswer?
  var list = ListPosition()
  /// The notes that were chosen, in the order in which they were.
  var marked: [FinderItem] = []
  /// True if the command that runs next is for the chosen notes, which are chosen no longer once it has done its work.
  var releasesMarked = false
  var preview: FinderPreview?
  var previewTop = 0
  var view = View.beside
  var layer = Layer.none
  /// Shown in place of the line of keys, until the next key.
  package var message: StyledText?
  /// The number of conflicts that wait.
  package var conflicts = 0
  /// The reason why nothing can be renamed or deleted here; nil if it can.
  package var obstacle: StyledText?
  /// The note that was selected when it went out of the list; then no key is for a note until one is chosen.
  private var lost: NotePath?
  /// True if that note was just made, and was not in the list yet.
  private(set) var lostIsNew = false
  /// The notes that were moved since the list was found, by their former paths.
  private var moves: [NotePath: NotePath] = [:]
  /// The same for those of which the new name may be that of a folder.
  private var movesIntoFolders: [NotePath: NotePath] = [:]
  /// The notes done and of all, while the index is made.
  var progress: (done: Int, total: Int)?
  /// Another number after each change of the folder.
  var edition = 0
  var queries: QueryHistory
  var layout = FinderLayout(rows: 24, columns: 80, view: .beside)

  /// The question that was asked last, and the preview that was.
  private var asked: FinderRequest?
  /// True after Enter before the answer to what was typed: then what it finds is opened.
  var opensWithAnswer = false
  private var askedPreview: FinderPreviewRequest?

  static let pageOfItems = 300

  package init(keys: FinderKeys, query: String, isChoosing: Bool, queries: [String]) {
    self.keys = keys
    self.isChoosing = isChoosing
    self.queries = QueryHistory(queries)
    field.text = query
  }

  var items: [FinderItem] { answer?.items ?? [] }

  /// The note that the keys are for.
  package var selected: FinderItem? {
    lost == nil && items.indices.contains(list.selected) ? items[list.selected] : nil
  }

  /// True if the selected note went out of the list, and no other was chosen yet.
  var isLost: Bool { lost != nil }

  /// True for a note that the list has.
  func isListed(_ item: FinderItem) -> Bool { items.contains { $0.path == item.path } }

  /// The notes that an action is for: the marked ones, or the selected.
  var targets: [FinderItem] { marked.isEmpty ? selected.map { [$0] } ?? [] : marked }

  // MARK: What happens

  /// Takes what happened, and says what is to be done.
  package mutating func take(_ event: ScreenEvent) -> [FinderEffect] {
    var effects: [FinderEffect] = []
    switch event {
    case .key(let key):
      let wasAlarm = message?.runs.contains { [.error, .warning].contains($0.style) } == true
      message = nil
      // Escape takes back one thing after the other, and what it is pressed for then is the message.
      let dismisses =
        wasAlarm && layer == .none && keys.action(of: key, isTyping: isTyping) == .clear
      if !dismisses { effects = take(key) }
    case .paste(let text):
      message = nil
      paste(text)
    case .mouse(let mouse): effects = take(mouse)
    case .suspended: effects = [.suspend]
    case .ended: effects = [.leave]
    case .resized, .background, .identified, .woken, .timedOut: break
    }
    return effects + wishes()
  }

  /// The question whose answer the screen still lacks.
  package mutating func wishes() -> [FinderEffect] {
    var effects: [FinderEffect] = []
    var request = FinderRequest(
      source: source, query: source == .query ? field.text : "",
      isOpen: source == .query && field.isAtEnd, limit: Self.pageOfItems)
    if let answer, answer.items.count < answer.total, list.selected + 50 >= answer.items.count,
      answer.request.source == source, answer.request.query == request.query
    {
      request.limit = answer.request.limit * 4
    } else if let asked, asked.source == source, asked.query == request.query {
      request.limit = asked.limit
    }
    if request != asked {
      asked = request
      effects.append(.look(request))
    }
    if view != .hidden, let selected, layout.previewText.columns > 0 {
      let wanted = FinderPreviewRequest(
        path: selected.path, query: source == .query ? field.text : "",
        isOpen: field.isAtEnd, line: selected.line, width: layout.previewText.columns,
        edition: edition)
      if wanted != askedPreview {
        askedPreview = wanted
        effects.append(.preview(wanted))
      }
    }
    if opensWithAnswer, isAnswered {
      opensWithAnswer = false
      effects += open()
    }
    return effects
  }

  /// True if the list is what was found for what is typed now.
  var isAnswered: Bool {
    answer?.request.source == source && (source != .query || answer?.request.query == field.text)
  }

  /// Takes the answer to a question; one to an older question is shown until there is a newer one.
  package mutating func take(_ new: FinderAnswer) {
    guard new.request.source == source else { return }
    let isSame = answer?.request.query == new.request.query && answer?.request.source == source
    let former = lost ?? selected?.path
    answer = new
    progress = nil
    guard isSame else {
      list = ListPosition()
      (lost, moves, movesIntoFolders) = (nil, [:], [:])
      return
    }
    // After a change of the folder the same note stays selected, wherever it is now.
    let moved = former.map { moves[$0] ?? $0 }
    func place(of path: NotePath?) -> Int? {
      path.flatMap { path in new.items.firstIndex { $0.path == path } }
    }
    if let place = place(of: former) ?? place(of: moved)
      ?? place(of: former.flatMap { movesIntoFolders[$0] })
    {
      list.move(to: place, of: new.items.count)
      lost = nil
    } else {
      // It may come back: a rename takes the old name away before the new one is there.
      if lost == nil { lostIsNew = false }
      lost = moved
      list.move(by: 0, of: new.items.count)
    }
  }

  /// Chooses a note of the list by a step from the one that is selected.
  mutating func move(_ step: Int) {
    // The note below is in the place of the selected one.
    list.move(by: isLost && step > 0 ? step - 1 : step, of: items.count)
    lost = nil
  }

  /// Chooses a note by its place in the list.
  mutating func move(to place: Int) {
    list.move(to: place, of: items.count)
    lost = nil
  }

  /// Forgets the note that went out of a list, because there is another list.
  mutating func forgetLost() { lost = nil }

  /// Has a note that was just made selected as soon as it is in the list; until then no key is for another one.
  package mutating func select(made path: NotePath) {
    if let place = items.firstIndex(where: { $0.path == path }) { return move(to: place) }
    lost = path
    lostIsNew = true
  }

  /// Expects that a note is renamed, so that the selection goes with it.
  ///
  /// - Parameter other: the path that it gets if the new name is that of a folder.
  mutating func expectMove(of old: NotePath, to new: NotePath, or other: NotePath?) {
    follow([old: new], isCertain: false)
    if let other { movesIntoFolders.merge([old: other, new: other]) { $1 } }
  }

  /// Has everything that is shown follow moved notes.
  private mutating func follow(_ new: [NotePath: NotePath], isCertain: Bool) {
    for (old, place) in moves { moves[old] = new[place] ?? place }
    moves.merge(new) { _, place in place }
    guard isCertain else { return }
    marked = marked.map { $0.following(new) }
    source = source.following(new)
    trail = trail.map { step in
      var step = step
      step.source = step.source.following(new)
      return step
    }
  }

  /// Takes a drawn note.
  package mutating func take(_ new: FinderPreview) {
    guard new.request.path == selected?.path else { return }
    let isSame =
      preview?.request.path == new.request.path
      && preview?.request.query == new.request.query
    preview = new
    if !isSame {
      let rows = layout.previewText.rows
      // In little room the text is seen and not the front matter.
      previewTop = new.best.map { max(0, $0 - rows / 3) } ?? (rows < 14 ? new.body : 0)
      // Neither is a part of it seen alone, above text.
      if let best = new.best, best >= new.body, (1..<max(1, new.body)).contains(previewTop) {
        previewTop = new.body
      }
    }
  }

  /// Takes a change of the folder: everything is asked again.
  ///
  /// - Parameter moves: the notes that lie elsewhere now, by their former paths.
  package mutating func folderChanged(moves: [NotePath: NotePath] = [:]) -> [FinderEffect] {
    follow(moves, isCertain: true)
    edition += 1
    var effects = wishes()
    // The same question, as long a list.
    if let asked, !effects.contains(.look(asked)) { effects.append(.look(asked)) }
    return effects
  }

  // MARK: Keys

  private mutating func take(_ key: KeyStroke) -> [FinderEffect] {
    opensWithAnswer = false
    switch layer {
    case .help(let help): return takeHelp(key, help)
    case .prompt(let prompt): return take(key, prompt)
    case .none: break
    }
    if isTyping, field.isEmpty, key == .character("?") { return perform(.help) }
    if let action = keys.action(of: key, isTyping: isTyping) { return perform(action) }
    if isTyping {
      if field.take(key) { typed() }
    } else if case .character(let letter) = key.base, key.modifiers.isEmpty {
      message = StyledText(
        "`\(letter)` is no key here; `/` types a query, `?` shows the keys.", .faint)
    }
    return []
  }

  private mutating func paste(_ text: String) {
    if case .prompt(var prompt) = layer {
      prompt.field.insert(text)
      layer = .prompt(prompt)
    } else if layer == .none {
      field.insert(text)
      isTyping = true
      typed()
    }
  }

  /// After a change of the query: from a walk along links it leads back to the query.
  mutating func typed() {
    source = .query
    lost = nil
    trail = []
    queries.leave()
  }

  private mutating func takeHelp(_ key: KeyStroke, _ help: KeyHelp) -> [FinderEffect] {
    var help = help
    if keys.action(of: key, isTyping: isTyping) == .quit { return [.leave] }
    layer = help.take(key) ? .help(help) : .none
    return []
  }

  private mutating func take(_ mouse: ScreenEvent.Mouse) -> [FinderEffect] {
    guard layer == .none else { return [] }
    let isInPreview = layout.preview.contains(row: mouse.row, column: mouse.column)
    switch mouse.action {
    case .wheelUp where isInPreview: scrollPreview(-3)
    case .wheelDown where isInPreview: scrollPreview(3)
    case .wheelUp: list.scroll(by: -3, rows: layout.list.rows, of: items.count)
    case .wheelDown: list.scroll(by: 3, rows: layout.list.rows, of: items.count)
    case .press:
      guard layout.list.contains(row: mouse.row, column: mouse.column) else { break }
      let item = list.top + mouse.row - layout.list.row
      guard items.indices.contains(item) else { break }
      message = nil
      // The second press on a note opens it.
      if items[item] == selected { return perform(.open) }
      move(to: item)
    }
    return []
  }

  mutating func scrollPreview(_ step: Int) {
    let count = preview?.lines.count ?? 0
    previewTop = max(0, min(previewTop + step, count - 1))
  }
}
