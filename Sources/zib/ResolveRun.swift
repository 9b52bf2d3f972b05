import Arguments
import Files
import History
import Indexing
import Layout
import Merge
import Notes
import PastNotes
import Rendering
import Sessions
import Steps
import Sync
import Terminals
import Vaults
import Views
import Wording

/// One run of `zib resolve`.
struct ResolveRun {
  let session: CommandSession
  let arguments: ParsedArguments

  init(_ session: CommandSession, _ arguments: ParsedArguments) {
    self.session = session
    self.arguments = arguments
  }

  func run() throws -> ExitCode {
    if arguments[Resolve.adopt] { return try adopt() }
    let keep = arguments[Resolve.keep]
    let isAsking =
      keep == nil && !arguments[Resolve.edit] && !usesTool && arguments[Resolve.from] == nil
    if isAsking, arguments[GlobalOptions.input] == false {
      throw UsageError(
        message: "`--no-input` forbids asking which text to keep",
        hint: "choose with `--keep note`, `copy`, `both`, `newest` or `merged`")
    }
    if isAsking, arguments[Resolve.dryRun] {
      throw UsageError(
        message: "`--dry-run` shows what a rule would do", hint: "add `--keep` and what to keep")
    }
    let vault = try session.vault()
    if arguments[Resolve.from] == nil { try session.tellLeftDrafts() }
    let all: VaultConflicts
    do {
      all = try vault.conflictsToResolve(
        isDryRun: arguments[Resolve.dryRun], confirm: session.confirm,
        waiting: session.tellWaiting)
    } catch HistoryError.noRepository(let root) {
      throw Failure(
        "\(root) is in no git repository, so the version that is not kept would be lost",
        hint: "make one with `zib init`, or compare the two by hand and delete one")
    }
    for conflict in all.unreadable {
      let words = ErrorWords(conflict.reason)
      session.messages.error(
        "\(session.shown(conflict.copy)): \(words.message)", hint: words.hint)
    }
    let chosen = try choose(from: all.found + all.heldBack.map(\.conflict))
    let heldBack = all.heldBack.filter { held in
      chosen.contains { $0.copy == held.conflict.copy }
    }
    for (conflict, edited) in heldBack { tell(conflict, heldBackIn: edited) }
    let free = chosen.filter { conflict in
      !heldBack.contains { $0.conflict.copy == conflict.copy }
    }
    if free.isEmpty {
      let isNone = all.unreadable.isEmpty && heldBack.isEmpty
      if isNone { session.messages.note("there are no conflicts") }
      return isNone ? .done : .leftToDecide
    }
    let code = try resolve(free)
    return code == .done && !heldBack.isEmpty ? .leftToDecide : code
  }

  /// Says that a conflict cannot be decided, because an edit of one of its files is held back.
  private func tell(_ conflict: NoteConflict, heldBackIn edited: NotePath) {
    let path = session.shown(edited)
    session.messages.error(
      "\(session.shown(conflict.note)) is not resolved: an edit of \(path) is held back, because a "
        + "secret is new in it",
      hint:
        "take the secret out, or take it with `zib commit --include \(typedPath(session.shownPathBytes(edited)))`; then run "
        + "`zib resolve` again")
  }

  private func resolve(_ conflicts: [NoteConflict]) throws -> ExitCode {
    if let keep = arguments[Resolve.keep] { return try resolve(conflicts, keep) }
    if let file = arguments[Resolve.from] {
      let conflict = try only(of: conflicts, for: "--from")
      if let place = try session.place(ofDraftHolding: file) {
        return try decide(place, by: file, of: conflict)
      }
      return try end(resolving: [(conflict, .text(try text(of: file, for: conflict)))])
    }
    if usesTool { return try resolveInTool(try only(of: conflicts, for: "--tool")) }
    if arguments[Resolve.edit] { return try resolveInEditor(conflicts) }
    return try resolveInDialogue(conflicts)
  }

  var usesTool: Bool { arguments[Resolve.tool] || arguments[Resolve.with] != nil }

  // MARK: Which conflicts

  private func choose(from all: [NoteConflict]) throws -> [NoteConflict] {
    guard let word = arguments[Resolve.note] else {
      if arguments[Resolve.keep] != nil, all.count > 1, !arguments[Resolve.all] {
        throw UsageError(
          message: "there are \(Amount.count(all.count, "conflict"))",
          hint: "name a note, or resolve all of them with `--all`")
      }
      return all
    }
    let found = try conflicts(called: word, among: all)
    if found.isEmpty {
      throw Failure(
        "\(session.shown(try session.notePath(word))) has no conflict",
        hint: "`zib conflicts` lists the conflicts", code: .nothingFound)
    }
    return found
  }

  /// The conflicts that a word means: by the path or name of the file, of its copy, or that the file had when the
  /// conflict was made.
  private func conflicts(called word: String, among all: [NoteConflict]) throws -> [NoteConflict] {
    let names: [(NoteConflict) -> NotePath] = [\.note, \.copy, \.formerNote]
    // Not all of these files are there, and not all of them are notes.
    for name in names {
      let found = all.filter { name($0).text == word || session.shownPath(name($0)) == word }
      if !found.isEmpty { return found }
    }
    do {
      let path = try session.exactNotePath(word)
      return all.filter { $0.note == path || $0.copy == path }
    } catch let error as NoteNotFound {
      for name in names {
        let found = all.filter { name($0).isCalled(word) }
        if Set(found.map(\.note)).count == 1 { return found }
      }
      if !error.candidates.isEmpty { throw error }
      let path = try session.notePath(word)
      return all.filter { $0.note == path || $0.copy == path }
    }
  }

  private func only(of conflicts: [NoteConflict], for option: String) throws -> NoteConflict {
    if conflicts.count == 1 { return conflicts[0] }
    let copies = conflicts.map { "\n  \(session.shown($0.copy))" }.joined()
    throw UsageError(
      message: "`\(option)` is about one conflict, and there are \(conflicts.count):\(copies)",
      hint: "name one of the copies")
  }

  // MARK: How

  private func resolve(
    _ conflicts: [NoteConflict], _ keep: Resolve.Keep
  ) throws -> ExitCode {
    if keep == .copy, let twice = firstNoteWithTwoCopies(conflicts) {
      throw UsageError(
        message: "\(session.shown(twice)) has several copies", hint: "name the one to keep")
    }
    var code = ExitCode.done
    var count = 0
    defer { if !arguments[Resolve.dryRun] { session.tellUndo(resolved: count) } }
    var waiting = conflicts
    while !waiting.isEmpty {
      // The second copy of a note is decided about when the first is done.
      var seen: Set<NotePath> = []
      let now = waiting.filter { seen.insert($0.note).inserted }
      let later = Set(waiting.map(\.copy)).subtracting(now.map(\.copy))
      let resolved = try resolveAtOnce(now, keep)
      if resolved < now.count { code = .leftToDecide }
      if resolved > 0 { count += 1 }
      if later.isEmpty { break }
      waiting =
        arguments[Resolve.dryRun]
        ? waiting.filter { later.contains($0.copy) }
        : try session.vault().conflicts().found.filter { later.contains($0.copy) }
    }
    return code
  }

  /// Resolves the conflicts that a rule can resolve, as one step.
  ///
  /// - Returns: the number of resolved conflicts.
  private func resolveAtOnce(_ conflicts: [NoteConflict], _ keep: Resolve.Keep) throws -> Int {
    var decided: [Decided] = []
    for conflict in conflicts {
      do {
        let outcome = try conflict.texts.outcome(for: keep.resolution)
        if case .text(let text) = outcome, let damage = conflict.damage(in: text) { throw damage }
        decided.append((conflict, outcome))
      } catch let error as BrokenFrontMatter {
        let words = ErrorWords(error)
        session.messages.error(words.message, hint: words.hint)
      } catch {
        let words = ErrorWords(error)
        session.messages.error(
          "\(session.shown(conflict.note)): \(words.message)", hint: words.hint)
      }
    }
    _ = try write(decided)
    return decided.count
  }

  private func firstNoteWithTwoCopies(_ conflicts: [NoteConflict]) -> NotePath? {
    var seen: Set<NotePath> = []
    return conflicts.first { !seen.insert($0.note).inserted }?.note
  }

  private func resolveInEditor(
    _ conflicts: [NoteConflict]
  ) throws -> ExitCode {
    let dialogue = session.dialogue(isPlain: true)
    var count = 0
    defer { session.tellUndo(resolved: count) }
    for (index, first) in conflicts.enumerated() {
      guard let conflict = index == 0 ? first : try current(first) else { continue }
      if conflict.texts.noteVersion == nil { throw conflict.texts.refusalWithoutNote }
      if !conflict.texts.isText { throw ResolutionRefusal.notText }
      let text: [UInt8]
      let outcome = try MarkedFile(conflict.texts.merge, of: conflict, session).edited(
        flaw: { text in conflict.damage(in: text).map { ($0.line, $0.reason.words) } },
        opensAgain: { try session.mayAsk && dialogue.asksToOpenAgain($0) })
      switch outcome {
      case .finished(let bytes): text = bytes
      case .flawed(let words, let file):
        session.messages.error(
          "\(words); nothing was written",
          hint: "finish \(file), then run "
            + "`zib resolve \(typedPath(session.shownPathBytes(conflict.copy))) --from \(shellQuoted(file))`"
        )
        return .leftToDecide
      }
      _ = try write([(conflict, .text(text))])
      count += 1
    }
    return .done
  }

  private func resolveInTool(_ conflict: NoteConflict) throws -> ExitCode {
    let tool = MergeTool(conflict, session, name: arguments[Resolve.with])
    guard let text = try tool.run() else {
      session.messages.note("1 conflict left unresolved")
      return .leftToDecide
    }
    return try end(resolving: [(conflict, .text(text))])
  }

  private func resolveInDialogue(
    _ conflicts: [NoteConflict]
  ) throws -> ExitCode {
    let screen = arguments[Resolve.plain] ? nil : try ConflictScreen(session)
    defer { screen?.leave() }
    func lending<Result>(_ work: () throws -> Result) rethrows -> Result {
      guard let screen else { return try work() }
      return try screen.lend(work)
    }
    var open: Set<Int> = []
    /// The conflicts that were resolved in this run.
    var done: [Resolved] = []
    var index = 0
    var isFirst = true
    // Said as it happens, and again where the next conflict is on the screen.
    var notice: String?
    while index < conflicts.count {
      let first = conflicts[index]
      guard let conflict = isFirst ? first : try current(first) else {
        notice = wordsOfDecidedElsewhere(first)
        lending { session.messages.note(notice ?? "") }
        index += 1
        continue
      }
      isFirst = false
      let told = notice
      notice = nil
      let outcome: ConflictDialogue.Outcome
      if let screen, ConflictScreen.canShow(conflict) {
        outcome = try screen.run(
          conflict, number: index + 1, of: conflicts.count, canGoBack: !done.isEmpty, notice: told)
      } else {
        outcome = try lending {
          try ConflictDialogue(
            conflict, session.dialogue(isPlain: arguments[Resolve.plain]), session,
            number: index + 1, of: conflicts.count, canGoBack: !done.isEmpty
          ).run()
        }
      }
      switch outcome {
      case .decided(let outcome):
        try session.output.flush()
        open.remove(index)
        let state = KeptDecisions(conflict, try session.vault())?.state(of: conflict.texts.merge)
        do {
          if let commit = try lending({ try write([(conflict, outcome)]) }) {
            done.append(Resolved(index: index, commit: commit, state: state))
          }
        } catch is ConflictChanged {
          // It is asked about again, if it is still one.
          let isOpen = try current(first) != nil
          notice =
            isOpen
            ? "\(session.shown(first.note)) or its copy was changed in the meantime; nothing was written, and it is "
              + "asked about again" : wordsOfDecidedElsewhere(first)
          lending { session.messages.note(notice ?? "") }
          if !isOpen { index += 1 }
          continue
        }
      case .open: open.insert(index)
      case .back:
        guard let last = done.popLast() else { continue }
        try session.output.flush()
        try lending {
          let (report, _, _, scope) = try session.vault().undo(
            endingAt: last.commit, confirm: session.confirm, waiting: session.tellWaiting)
          session.messages.note("took back: \(session.shown(conflicts[last.index].note))")
          _ = session.tellConflicts(report.decisions, scope)
          try keepAgain(last.state, of: conflicts[last.index], takesBack: screen == nil)
        }
        index = last.index
        continue
      case .stopped:
        open.formUnion(index..<conflicts.count)
        index = conflicts.count
      }
      index += 1
    }
    screen?.leave()
    try session.output.flush()
    session.tellUndo(resolved: done.count)
    if open.isEmpty { return .done }
    session.messages.note("\(Amount.count(open.count, "conflict")) left unresolved")
    return .leftToDecide
  }

  // MARK: An unfinished merge of plain git

  private func adopt() throws -> ExitCode {
    let vault = try session.vault()
    let (report, scope) = try vault.adoptMerge(waiting: session.tellWaiting)
    for path in report.kept {
      session.messages.note("kept \(session.shown(path, in: scope)) as you have it")
    }
    for path in report.copies {
      session.messages.note(
        "what you wrote between conflict markers is in \(session.shown(path, in: scope))")
    }
    session.messages.note("the merge is finished")
    if let first = report.perhapsIgnored.first {
      let paths = report.perhapsIgnored.map { "\n  \(session.shown($0, in: scope))" }.joined()
      session.messages.warning(
        "new, and not yet committed; perhaps it was ignored until the other side's .gitignore came:\(paths)"
      )
      session.messages.note(
        "the next `zib sync` sends it; a line `/\(session.shown(first, in: .root))` in .git/info/exclude keeps it here"
      )
    }
    let left = try vault.conflictCopies().count
    if left == 0 { return .done }
    session.messages.note("\(Amount.count(left, "conflict")). Run `zib resolve`.")
    return .leftToDecide
  }
}
