import Arguments
import Merge
import Notes
import Objects
import Sync
import Vaults

/// One run of `zib resolve`.
struct ResolveRun {
  private let session: Session
  private let arguments: ParsedArguments

  init(_ session: Session, _ arguments: ParsedArguments) {
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
        message: "with `--no-input` nobody can be asked which text to keep",
        hint: "say it with `--keep note`, `copy`, `both`, `newest` or `merged`")
    }
    if isAsking, arguments[Resolve.dryRun] {
      throw UsageError(
        message: "`--dry-run` shows what a rule would do", hint: "add `--keep` and what to keep")
    }
    let vault = try session.vault()
    let all: VaultConflicts
    do {
      all =
        try arguments[Resolve.dryRun]
        ? vault.conflicts()
        : vault.conflictsToResolve(confirm: session.confirm, waiting: session.tellWaiting)
    } catch HistoryError.noRepository(let root) {
      throw Failure(
        "\(root) is in no git repository, and without a snapshot one of the versions would be lost",
        hint: "make one with `git init`, or compare the two by hand and delete one")
    }
    for conflict in all.unreadable {
      let words = ErrorWords(conflict.reason)
      session.messages.error(
        "\(session.shownPath(conflict.copy)): \(words.message)", hint: words.hint)
    }
    let chosen = try choose(from: all.found)
    if chosen.isEmpty {
      if all.unreadable.isEmpty { session.messages.note("there are no conflicts") }
      return all.unreadable.isEmpty ? .done : .nothingFound
    }
    return try resolve(chosen)
  }

  private func resolve(_ conflicts: [NoteConflict]) throws -> ExitCode {
    if let keep = arguments[Resolve.keep] { return try resolve(conflicts, keep) }
    if let file = arguments[Resolve.from] {
      let conflict = try only(of: conflicts, for: "--from")
      return try write([(conflict, try session.contents(of: file))])
    }
    if usesTool { return try resolveInTool(try only(of: conflicts, for: "--tool")) }
    if arguments[Resolve.edit] { return try resolveInEditor(conflicts) }
    return try resolveInDialogue(conflicts)
  }

  private var usesTool: Bool { arguments[Resolve.tool] || arguments[Resolve.with] != nil }

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
    // A note that is gone can be named by the path that it had.
    let gone = all.filter { $0.note.text == word || session.shownPath($0.note) == word }
    let path = try gone.first?.note ?? session.notePath(word)
    let found = all.filter { $0.note == path || $0.copy == path }
    if found.isEmpty {
      throw Failure(
        "there is no second version of \(session.shownPath(path))",
        hint: "`zib conflicts` lists the notes that have one", code: .nothingFound)
    }
    return found
  }

  private func only(of conflicts: [NoteConflict], for option: String) throws -> NoteConflict {
    if conflicts.count == 1 { return conflicts[0] }
    let copies = conflicts.map { "\n  \(session.shownPath($0.copy))" }.joined()
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
        message: "\(session.shownPath(twice)) has several copies", hint: "name the one to keep")
    }
    var code = ExitCode.done
    var waiting = conflicts
    while !waiting.isEmpty {
      // The second copy of a note is decided about when the first is done.
      var seen: Set<NotePath> = []
      let now = waiting.filter { seen.insert($0.note).inserted }
      let later = Set(waiting.map(\.copy)).subtracting(now.map(\.copy))
      if try !resolveAtOnce(now, keep) { code = .nothingFound }
      if later.isEmpty { break }
      waiting =
        arguments[Resolve.dryRun]
        ? waiting.filter { later.contains($0.copy) }
        : try session.vault().conflicts().found.filter { later.contains($0.copy) }
    }
    return code
  }

  /// - Returns: false where some could not be decided in this way.
  private func resolveAtOnce(_ conflicts: [NoteConflict], _ keep: Resolve.Keep) throws -> Bool {
    var decided: [(conflict: NoteConflict, text: [UInt8]?)] = []
    for conflict in conflicts {
      do throws(ResolutionRefusal) {
        decided.append((conflict, try conflict.texts.text(for: keep.resolution)))
      } catch {
        let words = ErrorWords(error)
        session.messages.error(
          "\(session.shownPath(conflict.note)): \(words.message)", hint: words.hint)
      }
    }
    _ = try write(decided)
    return decided.count == conflicts.count
  }

  private func firstNoteWithTwoCopies(_ conflicts: [NoteConflict]) -> NotePath? {
    var seen: Set<NotePath> = []
    return conflicts.first { !seen.insert($0.note).inserted }?.note
  }

  private func resolveInEditor(
    _ conflicts: [NoteConflict]
  ) throws -> ExitCode {
    for (index, first) in conflicts.enumerated() {
      guard let conflict = index == 0 ? first : try current(first) else { continue }
      let text: [UInt8]
      switch try MarkedFile(conflict.texts.merge, of: conflict, session).edited() {
      case .finished(let bytes): text = bytes
      case .marked(let line, let file):
        session.messages.error(
          "line \(line) is still a marker; nothing was written",
          hint: "finish \(file) and take it with "
            + "`zib resolve \(shellQuoted(session.shownPath(conflict.copy))) --from \(shellQuoted(file))`"
        )
        return .nothingFound
      }
      let code = try write([(conflict, text)])
      if code != .done { return code }
    }
    return .done
  }

  private func resolveInTool(_ conflict: NoteConflict) throws -> ExitCode {
    let tool = MergeTool(conflict, session, name: arguments[Resolve.with])
    guard let text = try tool.run() else {
      session.messages.note("the conflict stays as it is")
      return .nothingFound
    }
    return try write([(conflict, text)])
  }

  private func resolveInDialogue(
    _ conflicts: [NoteConflict]
  ) throws -> ExitCode {
    let dialogue = Dialogue(session, isPlain: arguments[Resolve.plain])
    var left = 0
    for (index, first) in conflicts.enumerated() {
      guard let conflict = index == 0 ? first : try current(first) else { continue }
      let outcome = try ConflictDialogue(
        conflict: conflict, dialogue: dialogue, session: session, number: index + 1,
        count: conflicts.count
      ).run()
      switch outcome {
      case .decided(let text):
        try session.output.flush()
        _ = try write([(conflict, text)])
      case .open: left += 1
      case .stopped:
        left += conflicts.count - index
        try session.output.flush()
        session.messages.note("\(Amount.count(left, "conflict stays", "conflicts stay")) as before")
        return .nothingFound
      }
    }
    if left > 0 {
      session.messages.note("\(Amount.count(left, "conflict stays", "conflicts stay")) as before")
    }
    return left == 0 ? .done : .nothingFound
  }

  // MARK: What comes of it

  private func write(
    _ decided: [(conflict: NoteConflict, text: [UInt8]?)]
  ) throws -> ExitCode {
    if arguments[Resolve.dryRun] {
      for (conflict, text) in decided { try output(conflict, text) }
      return .done
    }
    if decided.isEmpty { return .done }
    do {
      _ = try session.vault().resolve(
        decided, confirm: session.confirm, waiting: session.tellWaiting)
    } catch {
      if arguments[Resolve.keep] == nil { try saveTexts(decided) }
      throw error
    }
    for (conflict, text) in decided {
      let note = session.shownPath(conflict.note)
      session.messages.note(text == nil ? "\(note) stays removed" : "resolved \(note)")
    }
    return .done
  }

  /// Keeps what a person has decided and could not be written.
  private func saveTexts(_ decided: [(conflict: NoteConflict, text: [UInt8]?)]) throws {
    for case (let conflict, let text?) in decided {
      let folder = try TemporaryFolder(session)
      let file = try folder.write(text, as: String(decoding: conflict.note.name, as: UTF8.self))
      folder.keep()
      session.messages.note(
        "what was decided for \(session.shownPath(conflict.note)) is in \(file); `--from` takes it")
    }
  }

  /// Another version of the note may have been written since: its second copy is then about another text.
  private func current(_ conflict: NoteConflict) throws -> NoteConflict? {
    try session.vault().conflicts().found.first { $0.copy == conflict.copy }
  }

  private func output(_ conflict: NoteConflict, _ text: [UInt8]?) throws {
    let note = session.shownPath(conflict.note)
    if let text, text != conflict.texts.noteVersion?.text {
      try session.output.write(
        LineDifference(from: conflict.texts.noteVersion?.text ?? [], to: text), of: note)
    }
    session.messages.note("would resolve \(note) and remove \(session.shownPath(conflict.copy))")
  }

  // MARK: A merge of plain git's

  private func adopt() throws -> ExitCode {
    let vault = try session.vault()
    let (report, scope) = try vault.adoptMerge(waiting: session.tellWaiting)
    for path in report.kept {
      session.messages.note("\(session.shown(path, in: scope)) stays as you have it")
    }
    for path in report.copies {
      session.messages.note(
        "what you had written between markers is in \(session.shown(path, in: scope))")
    }
    session.messages.note("the merge is finished")
    let left = try vault.conflictCopies().count
    if left == 0 { return .done }
    session.messages.note(
      "\(Amount.count(left, "conflict is", "conflicts are")) left for `zib resolve`")
    return .nothingFound
  }
}
