import Arguments
import Exchange
import Files
import History
import Merge
import Notes
import Rendering
import Runs
import Sessions
import Steps
import Sync
import Terminals
import Vaults
import Wording

/// `zib undo`: the last thing that `zib` did to the notes, taken back.
enum Undo {
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would change, and change nothing.")
  static let redo = Flag(
    "redo", help: "Do again what the last `zib undo` took back of a change without a commit.")
  static let allowDeletions = Flag(
    "allow-deletions", help: "Do not ask before it is committed that many files are gone.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "undo", group: "History and devices",
    summary: "Undo the last thing that zib did: a sync, an import, a move, an append",
    discussion: """
      Taken back is the last of what `zib` did to your notes, and it says what that is; `--dry-run` says it
      first. Each call goes one thing further back.

      What was written without a commit (`append`, `capture`, `log`, `set`, `tag`, `new`, `attach`, `clip`,
      `book` and the like) is taken out of the notes again, and what you have written since stays. Folders that were made for it go where they are empty. Where you have
      edited the same place, the note is left as it is and named. The last 100 such changes are kept, beside the
      records of syncing (in a folder without a history, in `~/.local/state/zib/deeds`); `--redo` does again what was taken back.

      What ended with a commit (a sync, a resolve, a restore, an import, a move, a removal) is taken back by a new
      commit, so that it can be synced like any other change; the history is only ever added to. What you have written since stays: it is committed first
      and merged, and where it overlaps both versions are kept as a conflict. Links in it that lead nowhere then are named. `--redo` does not know such an undo; `zib history NOTE` and `zib restore NOTE --at VERSION` bring a version back. An undo that was stopped half-way is finished by the next call. A sync is taken back
      as a whole, with everything that other devices had done, and so is a merge that
      `zib resolve --adopt` has taken over, without what you had written; and so is an import, with the reviews
      that a library of Grail Diary brought. A note that came and that you have edited since is kept
      whole, and named, also where you gave it another name; the pictures and covers that it shows stay with it, and the next import of the file does not bring it again. An import that found all there is no step. What an import brought and its
      commit does not have, such as a note that is held back, goes with it. An import into a folder
      without a history is taken back like what was written without a commit.
      """,
    arguments: [dryRun, redo, allowDeletions, json],
    sections: [
      Section(
        "JSON",
        """
        `--json` prints one object: `version`, `outcome` (`undone`, `planned`, `finished` after an undo
        that was stopped, `redone`, `stopped` where a sync has to be finished first, or `nothing`), `operation` (for
        what had no commit, the command), `time`, `commit`, `snapshot`, `changed`, `kept`, `lostLinks`, `newConflicts` and `unwritten`.
        """)
    ],
    examples: [
      "zib undo": "After a sync, or a line in the wrong note.",
      "zib undo --dry-run": "See first what would change.",
      "zib undo --redo": "Put a line back that was taken back by mistake.",
    ],
    exitStatuses: [
      0: "Done.",
      1: "There is nothing to take back.", 3: "The vault cannot be written.",
      4:
        "What was edited since is kept: notes that came, notes that were edited in the same place, or both versions where edits overlap.",
    ],
    seeAlso: ["zib-sync(1)", "zib-resolve(1)", "zib-restore(1)", "zib-history(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let vault = try session.vault()
      let deeds = DeedUndo(session, isPlanned: arguments[dryRun], isJSON: arguments[json])
      if arguments[redo] { return try deeds.redo() }
      if session.finishedOperation != .undo, let deed = try vault.lastDeed() {
        return try deeds.takeBack(deed)
      }
      if arguments[dryRun] { return try plan(arguments, session) }
      if session.finishedOperation == .undo {
        session.messages.note("`zib undo` again takes back what was done before")
        if arguments[json] { try printJSON("finished", nil, in: .root, session) }
        return .done
      }
      let forgotten = vault.forgottenDeed
      let (report, rest, renamed, scope) = try orTold(arguments, session) {
        try vault.undo(
          confirm: { arguments[allowDeletions] || session.confirm($0) },
          waiting: session.tellWaiting)
      }
      let undone = Undone(
        operation: report.operation, snapshot: report.snapshot.changes,
        changes: report.update.changes.ofPeople(in: scope), decisions: report.decisions,
        rest: rest.map { UndoneRest($0, in: scope) }, renamed: renamed,
        commit: report.update.commit,
        unwritten: report.unwritten,
        lostLinks: report.update.changes.isEmpty
          ? [] : try session.search { try $0.lostLinks(by: report, in: scope) })
      session.messages.note("took back \(words(for: undone, session))")
      if let forgotten {
        session.messages.warning(
          "what `zib \(forgotten.command)` and the like wrote after it, until "
            + "\(session.shownTime(forgotten.seconds * 1000)), stays: only the last 100 of such changes are on record"
        )
      }
      if undone.allChanges.isEmpty, undone.unwritten.isEmpty {
        session.messages.note("no file in this folder changed by that")
      }
      try tellSent(since: undone.operation, session)
      // A file whose edit is held back stays as it is.
      let waiting = Set(undone.unwritten.map(\.path))
      if arguments[json] {
        try printJSON("undone", undone, in: scope, session)
      } else {
        try session.write(
          "Changed back:", undone.allChanges.filter { !waiting.contains($0.path) }, in: scope)
        try session.write("Kept, because it was edited since:", paths: undone.kept, in: scope)
      }
      try session.output.flush()
      undone.rest?.tell(session)
      var snapshot = report.snapshot
      let isBack = Set((undone.rest?.changes ?? []).map(\.path))
      snapshot.heldBack.removeAll { waiting.contains($0.path) || isBack.contains($0.path) }
      snapshot.refused.removeAll { isBack.contains($0.path) }
      session.tell(snapshot, unwritten: report.unwritten, in: scope)
      session.tell(
        unwritten: report.unwritten, besides: report.snapshot,
        waitingFor: "the former version of a file", in: scope)
      session.tell(setAside: report.update.setAside, by: "is back", in: scope)
      session.tell(stillIgnored: report.update.stillIgnored, by: "that is back", in: scope)
      session.tellLostLinks(byUndo: undone.lostLinks)
      try tellElsewhere(undone.changes, since: report.former, in: scope, session)
      let conflicts = session.tellConflicts(report.decisions, scope)
      return undone.kept.isEmpty ? conflicts : .leftToDecide
    }
  }

  /// The result of a call; for programs, an object also says that there is nothing to take back.
  private static func orTold<Result>(
    _ arguments: ParsedArguments, _ session: CommandSession, _ call: () throws -> Result
  ) throws -> Result {
    do {
      return try call()
    } catch SyncRefusal.nothingToUndo {
      if arguments[json] { try printJSON("nothing", nil, in: .root, session) }
      throw SyncRefusal.nothingToUndo
    }
  }

  /// Says that a later sync, which only sent, is not what is taken back.
  private static func tellSent(since operation: Operation, _ session: CommandSession) throws {
    if try session.vault().hasOnlySent(since: operation) {
      session.messages.note(
        "what was sent since then stays: a sync that only sends changes no file here, so there is nothing "
          + "of it to take back")
    }
  }

  /// Says how many files the next sync changes on the other devices, and how to prevent it.
  private static func tellElsewhere(
    _ changes: [FileChange], since former: ObjectID, in scope: TreePath, _ session: CommandSession
  ) throws {
    let (deleted, edited) = try session.vault().takenBackElsewhere(changes, since: former)
    let deletes = "deletes \(Amount.count(deleted.count, "file")) on your other devices too"
    let edits =
      deleted.isEmpty
      ? "changes \(Amount.count(edited.count, "file")) back on your other devices too"
      : "changes \(Amount.count(edited.count)) back"
    let parts = (deleted.isEmpty ? [] : [deletes]) + (edited.isEmpty ? [] : [edits])
    if parts.isEmpty { return }
    session.messages.warning("the next `zib sync` \(parts.joined(separator: ", and "))")
    // Also those that other devices have resolved already: their text is there, and goes with this undo.
    for copy in changes.deletedPaths.compactMap({ ConflictCopy($0) }) {
      let note = session.shown(copy.original, in: scope)
      session.messages.warning(
        "this deletes the copy, and with it what the other device wrote in \(note); only the history keeps it. `zib resolve` "
          + "would decide between the two")
    }
    // A restore of a folder leaves what was added since.
    let back = changes.filter { $0.kind != .edited && $0.kind != .deleted }.map {
      session.typed($0.path, in: scope)
    }
    let removal =
      switch back.count {
      case 0: ""
      case 1...3: ", with `zib rm \(back.joined(separator: " "))`"
      default: ", with `zib rm` of the \(back.count) files that it brought back"
      }
    session.messages.note(
      "if that is not meant, before you write anything else `zib restore . --at \(former.hex.prefix(8))` in the top folder of the "
        + "vault takes this undo back\(removal)")
  }

  /// The result of an undo, or its plan.
  private struct Undone {
    let operation: Operation
    /// The edits that are committed first.
    let snapshot: [FileChange]
    let changes: [FileChange]
    let decisions: [MergeDecision]
    var rest: UndoneRest?
    /// Notes of an import that were edited and got another name since.
    var renamed: [TreePath] = []
    var commit: ObjectID?
    var unwritten: [UnwrittenFile] = []
    /// Links that lead nowhere since, because they were written after what is taken back.
    var lostLinks: [LostLink] = []

    /// The changes, with those of files that were not in a commit; sorted by path.
    var allChanges: [FileChange] {
      (changes + (rest?.changes ?? [])).sorted { $0.path < $1.path }
    }

    /// The paths that the undo would delete and that were edited since; sorted.
    var kept: [TreePath] {
      let kept = decisions.compactMap {
        if case .editKept(deletedBy: .right) = $0.kind { $0.path } else { nil }
      }
      return Set(kept + (rest?.kept ?? []) + renamed).sorted()
    }
  }

  /// The work of an operation in a person's words.
  private static func name(of operation: Operation, _ session: CommandSession) -> String {
    if operation.kind == .delete { return "removal" }
    let message = try? session.vault().subject(of: operation)
    return operation.name(endingWith: message ?? "")
  }

  private static func words(for undone: Undone, _ session: CommandSession) -> String {
    let time = session.shownTime(undone.operation.seconds * 1000)
    return "the \(name(of: undone.operation, session)) of \(time)"
      + (undone.kept.isEmpty ? "" : ", except for what was edited since")
  }

  private static func plan(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let (found, rest, renamed, scope) = try orTold(arguments, session) {
      try session.vault().plannedUndo()
    }
    guard let plan = found else {
      let stopped = try session.stoppedOperation(of: session.vault())
      session.messages.note("a \(stopped) was stopped, and `zib undo` finishes it first")
      if arguments[json] { try printJSON("stopped", nil, in: scope, session) }
      return .done
    }
    let undone = Undone(
      operation: plan.operation, snapshot: plan.snapshot.changes,
      changes: plan.changes.ofPeople(in: scope), decisions: plan.decisions,
      rest: rest.map { UndoneRest($0, in: scope) }, renamed: renamed)
    session.messages.note("would take back \(words(for: undone, session))")
    try tellSent(since: undone.operation, session)
    if arguments[json] {
      try printJSON("planned", undone, in: scope, session)
    } else {
      try session.write("Would commit first:", undone.snapshot, in: scope)
      let waiting = Set(plan.snapshot.heldBack.filter(\.isEdit).map(\.path))
      try session.write(
        "Would change back:", undone.allChanges.filter { !waiting.contains($0.path) }, in: scope)
      try session.write(
        "Would wait, because an edit of it is held back:",
        paths: undone.changes.map(\.path).filter(waiting.contains), in: scope)
      try session.write(
        "Would be kept, because it was edited since:", paths: undone.kept, in: scope)
    }
    undone.rest?.tell(session)
    let conflicts = plan.decisions.filter { $0.copy != nil }.map(\.path)
    for path in conflicts {
      session.messages.note("\(session.shown(path, in: scope)) would have a conflict")
    }
    return undone.kept.isEmpty && conflicts.isEmpty ? .done : .leftToDecide
  }

  /// - Parameter undone: nil where nothing was taken back or planned.
  private static func printJSON(
    _ outcome: String, _ undone: Undone?, in scope: TreePath, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      $0.field("operation", undone?.operation.kind.rawValue)
      $0.field("time", undone.map { Int($0.operation.seconds * 1000) })
      $0.field("commit", undone?.commit?.hex)
      $0.field("snapshot", undone?.snapshot ?? [], in: scope)
      $0.field("changed", undone?.allChanges ?? [], in: scope)
      $0.field("kept", paths: undone?.kept ?? [], in: scope)
      $0.lostLinks(undone?.lostLinks ?? [], session)
      $0.array("newConflicts") { json in
        for decision in undone?.decisions ?? [] {
          guard let copy = decision.copy else { continue }
          json.object {
            $0.field("path", utf8: JSONWriter.path(decision.path, in: scope))
            $0.field("copy", utf8: JSONWriter.path(copy, in: scope))
          }
        }
      }
      $0.field("unwritten", unwritten: undone?.unwritten ?? [], in: scope)
    }
  }
}

extension [FileChange] {
  /// The changes without the files of import records.
  fileprivate func ofPeople(in scope: TreePath) -> [FileChange] {
    filter { !$0.path.isRecordOfImport(in: scope) }
  }
}
