import Files
import Indexing
import Notes
import PastNotes
import Rendering
import Screens
import Sessions
import Steps
import Terminals
import Vaults
import Wording

/// The finder at a terminal: it shows the model, and does what the model asks for.
///
/// It writes nothing itself: what changes notes is a command of `zib`, in a process of its own.
package struct FinderRun {
  private let session: CommandSession
  private let vault: Vault
  private let screen: ScreenTerminal
  private let worker: FinderWorker
  private var model: FinderModel
  private let queryFile: CacheFile
  private let oldQueries: [String]
  /// The steps that commands of this finder made.
  private var ownSteps: Set<UndoableStep> = []

  /// The end of a finder.
  package enum End: Equatable {
    case left
    /// Notes were chosen to be printed.
    case chose([NotePath])
  }

  /// Takes the whole screen.
  ///
  /// - Parameter isChoosing: true if notes are chosen for another program and not opened.
  /// - Returns: nil if there is no terminal to draw on.
  package init?(_ session: CommandSession, query: String, isChoosing: Bool) throws {
    self.session = session
    vault = try session.vault()
    let colors = session.terminal.screenColors
    let setting = FinderWorker.Setting(
      vault: vault, today: session.today, zone: session.zone, colors: colors)
    queryFile = CacheFile("queries", of: vault)
    oldQueries = Self.queries(in: queryFile)
    let keys = FinderKeys(vault.configuration.list("screen.keys"))
    model = FinderModel(
      keys: keys, query: query, isChoosing: isChoosing, queries: oldQueries)
    if let problem = keys.problems.first {
      // Lines that are printed before the screen is drawn are not seen.
      model.message = StyledText("the setting `screen.keys`: \(problem.message)", .warning)
    }
    model.obstacle = Self.obstacle(in: vault)
    guard let worker = FinderWorker(setting),
      let screen = try ScreenTerminal(session, waker: worker.waker)
    else { return nil }
    self.worker = worker
    self.screen = screen
  }

  /// The reason why no note can be renamed or deleted, as the commands would say after the person has typed a name.
  private static func obstacle(in vault: Vault) -> StyledText? {
    if RepositoryPlace.holding(vault.root) != nil { return nil }
    return CommandAnswer(
      ErrorWords(HistoryError.noRepository(vault.root))
    ).styled
  }

  /// Runs until the person leaves.
  package mutating func run() throws -> End {
    defer { screen.leave() }
    let end = try loop()
    screen.leave()
    keepQueries()
    return end
  }

  private mutating func loop() throws -> End {
    var effects = model.wishes()
    var isShown = false
    while true {
      for effect in effects { if let end = try perform(effect) { return end } }
      // The first frame tells how wide a preview is to be.
      effects = show()
      if !effects.isEmpty, !isShown {
        isShown = true
        continue
      }
      for effect in effects { if let end = try perform(effect) { return end } }
      let event = screen.next()
      effects = model.take(event)
      if event == .woken { effects = takeReplies() }
      // At the new size more may be shown than was asked for at the old one.
      if event == .resized { effects += show() }
      while screen.hasPending {
        for effect in effects { if let end = try perform(effect) { return end } }
        effects = model.take(screen.next())
      }
    }
  }

  private mutating func show() -> [FinderEffect] {
    let size = screen.size
    let frame = model.frame(rows: size.rows, columns: size.columns)
    if !screen.show(frame) { return [.leave] }
    return model.wishes()
  }

  private mutating func takeReplies() -> [FinderEffect] {
    var effects: [FinderEffect] = []
    for reply in worker.takeReplies() {
      switch reply {
      case .answer(let answer): model.take(answer)
      case .preview(let preview): model.take(preview)
      case .progress(let done, let total): model.progress = (done, total)
      case .changed(let moves): effects += model.folderChanged(moves: moves)
      case .conflicts(let count): model.conflicts = count
      case .failed(let words): model.message = StyledText(words, .error)
      }
    }
    return effects + model.wishes()
  }

  // MARK: Effects

  private mutating func perform(_ effect: FinderEffect) throws -> End? {
    switch effect {
    case .look(let request): worker.ask(request)
    case .preview(let request): worker.ask(request)
    case .edit(let places): edit(places)
    case .run(let words, let waits): run(words, waits: waits)
    case .writeToday: writeToday()
    case .undo:
      if let step = try? vault.lastStep(), !ownSteps.contains(step) {
        let name = step.name.hasPrefix("`") ? step.name : "the \(step.name)"
        model.askWhetherToUndo("\(name) of \(session.shownTime(step.seconds * 1000))")
      } else {
        run(["undo"], waits: true)
      }
    case .make(let words):
      if let made = make(words) { model.select(made: made) }
      worker.waitForLook()
      for effect in takeReplies() { if let end = try perform(effect) { return end } }
    case .lookWhetherPinned(let path):
      let isPinned = (try? worker.search?.note(at: path))?.isPinned == true
      for effect in model.pin(isPinned: isPinned) {
        if let end = try perform(effect) { return end }
      }
    case .runQuietly(let words):
      runQuietly(words)
      worker.waitForLook()
      let message = model.message
      for effect in takeReplies() { if let end = try perform(effect) { return end } }
      model.message = message
    case .copy(let items, let asLink): copy(items, asLink: asLink)
    case .suspend: screen.suspend()
    case .finish(let items): return .chose(items.map(\.path))
    case .leave: return .left
    }
    return nil
  }

  private mutating func edit(_ places: [FinderPlace]) {
    var told: [StyledText] = []
    do {
      try screen.lend {
        try session.edit(places.map { ($0.path, $0.line) }) { words, isWarning in
          told.append(StyledText(words, isWarning ? .warning : .plain))
        }
      }
    } catch {
      told.insert(StyledText(session.words(for: error).message, .error), at: 0)
    }
    tell(told)
    worker.lookAgain()
  }

  private mutating func tell(_ told: [StyledText]) {
    if let first = told.first {
      model.message = told.dropFirst().reduce(first) { $0 + StyledText("; ", .faint) + $1 }
    }
  }

  /// The vault's root goes before, from which the paths of the words begin.
  private func whole(_ words: [String]) -> [String] { ["-C", vault.root.text] + words }

  /// Runs a command that has the terminal.
  ///
  /// - Returns: the sentences that it has said of notes which a sync changed while its editor was open; they are shown.
  @discardableResult
  private mutating func run(_ words: [String], waits: Bool) -> [StyledText] {
    noting(words) { $0.runInFront(words, waits: waits) }
  }

  /// Runs a command, and keeps in mind which step it made.
  private mutating func noting<Result>(
    _ words: [String], _ run: (inout Self) -> Result
  ) -> Result {
    let former = try? vault.lastStep()
    let result = run(&self)
    // After a step was taken back, the last one is another's.
    if words != ["undo"], let step = try? vault.lastStep(), step != former { ownSteps.insert(step) }
    return result
  }

  private mutating func runInFront(_ words: [String], waits: Bool) -> [StyledText] {
    let whole = whole(words)
    // The sentences of an earlier command are over.
    _ = try? session.takeToldOfEdited()
    let code = screen.lend { () -> Int32? in
      let run = Platform.runSelf(whole, isQuiet: false)
      if waits || run?.code != 0, run?.code != 130 {
        waitForKey()
      }
      return run?.code
    }
    if code == nil { model.message = StyledText("zib could not be started", .error) }
    let told = ((try? session.takeToldOfEdited()) ?? []).map {
      StyledText($0.words, $0.isWarning ? .warning : .plain)
    }
    tell(told)
    worker.lookAgain()
    return told
  }

  /// Opens the note of today, and tells that it was made.
  private mutating func writeToday() {
    let path = try? vault.path(ofDay: session.today)
    func exists() -> Bool { path.map { FileStatus.at(vault.root.appending($0)) != nil } ?? true }
    let isNew = !exists()
    let told = run(["day", "--edit"], waits: false)
    if isNew, told.isEmpty, let path, exists() {
      model.message = StyledText("made \(session.shownPath(path))", .faint)
    }
  }

  /// Leaves what a command has printed on the screen until it was read.
  private func waitForKey() {
    _ = Platform.write([0x0A], to: 2)
    session.messages.ask("Press a key to go back to the finder. ")
    guard var keyboard = Keyboard() else { return }
    while keyboard.next() == .resized {}
    _ = Platform.write([0x0A], to: 2)
  }

  /// Runs a command that makes a note.
  ///
  /// - Returns: the note; nil if none was made.
  private mutating func make(_ words: [String]) -> NotePath? {
    // A title may be written otherwise in the name of a file, so the command keeps which note it made. It may be one that
    // was made and deleted before.
    let recent = RecentNotes(vault.environment)
    func touched() -> (path: NotePath, exists: Bool)? {
      recent?.touched(in: vault).map { path in
        (path, FileStatus.at(vault.root.appending(path)) != nil)
      }
    }
    let former = touched()
    let links = linksKept(besides: words.last ?? "")
    let told = run(words, waits: false)
    guard let made = touched(), made.exists,
      made.path != former?.path || former?.exists == false
    else { return nil }
    if let links, links.path == made.path {
      tell([StyledText(links.words)] + told)
    } else if told.isEmpty {
      model.message = StyledText("made \(session.shownPath(made.path))", .faint)
    }
    return made.path
  }

  /// The words on links that are written otherwise when a note of a title is made, which the command says below the
  /// editor; nil if there are none.
  private func linksKept(besides title: String) -> (path: NotePath, words: String)? {
    guard let new = try? NewNote(typed: title, folder: nil, template: nil),
      let draft = try? vault.draft(new, at: session.now, in: session.zone)
    else { return nil }
    let kept = vault.plannedLinks(besides: [vault.newFile(draft)])
    if kept.rewrites.isEmpty { return nil }
    let links = Amount.count(kept.linkCount, "link")
    let notes = Amount.count(kept.rewrites.count, "note")
    return (
      draft.path,
      "rewrote \(links) in \(notes), which would mean \(draft.path.text) now, to lead where they did"
    )
  }

  private mutating func runQuietly(_ words: [String]) {
    let shown = words.filter { $0 != "--" }.joined(separator: " ")
    model.message = StyledText("zib \(shown) …", .faint)
    _ = show()
    let marked = model.releaseMarked()
    let whole = whole(words)
    let (line, isDone) = noting(words) { _ in CommandAnswer.running(whole) }
    model.message = line
    // A command that failed may be tried again for the same notes.
    if !isDone { model.marked = marked }
    worker.lookAgain()
  }

  /// Gives the terminal a text for the clipboard (OSC 52 of xterm), which also goes over ssh.
  private mutating func copy(_ items: [FinderItem], asLink: Bool) {
    let text = items.map { asLink ? link(to: $0) : session.shownPath($0.path) }
      .joined(separator: "\n")
    screen.send("\u{1B}]52;c;\(Base64.encoded(Array(text.utf8)))\u{7}")
    // No terminal answers whether it took the text.
    let told =
      vault.environment["TERM"] == "linux"
      ? "this console has no clipboard: " : "sent to the terminal's clipboard: "
    model.message =
      StyledText(told, .faint) + StyledText(text.replacing("\n", with: " "))
  }

  /// A link that leads to the note from everywhere: by its name where that is enough.
  private func link(to item: FinderItem) -> String {
    // The whole path leads to it as well, where the index cannot say which name is enough.
    (try? worker.search?.link(to: item.path)) ?? VaultSearch.wholeLink(to: item.path)
  }

  // MARK: Queries of earlier times

  private static func queries(in file: CacheFile) -> [String] {
    guard let path = file.path, let bytes = Platform.contents(of: path.text, limit: 1 << 17) else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func keepQueries() {
    guard model.queries.queries != oldQueries else { return }
    queryFile.replace(with: Array((model.queries.queries.joined(separator: "\n") + "\n").utf8))
  }
}
