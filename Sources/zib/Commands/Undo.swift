import Arguments
import History
import Merge
import Notes
import Sync
import Vaults

/// `zib undo`: the last change of the vault's history, taken back.
enum Undo {
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would change, and change nothing.")
  static let allowDeletions = Flag(
    "allow-deletions", help: "Do not ask before it is committed that many files are gone.")

  static let command = Command(
    "undo", group: "History and devices",
    summary: "Undo the last sync, resolve, restore or import",
    discussion: """
      What was done is taken back by a new commit, so that it can be synced like any other change;
      the history is only ever added to. What you have written since stays: it is committed first
      and merged, and where it overlaps both versions are kept as a conflict.

      Each call takes back one operation more, so a second `zib undo` goes further back and does not
      redo, unless an undo was stopped half-way, which is then finished: `zib history NOTE` and `zib restore NOTE --at VERSION` bring a version back. A sync is taken back
      as a whole, with everything that other devices had done, and so is a merge that
      `zib resolve --adopt` has taken over, without what you had written; and so is an import, with the reviews
      that a library of Grail Diary brought. An import into a folder without a history cannot be
      taken back.
      """,
    arguments: [dryRun, allowDeletions],
    examples: [
      "zib undo": "After a sync that you did not want.",
      "zib undo --dry-run": "See first what would change.",
    ],
    exitStatuses: [
      0: "Done.", 1: "Edits overlap with what was taken back, and both are kept.",
      3: "There is nothing to take back, or the vault cannot be written.",
    ],
    seeAlso: ["zib-sync(1)", "zib-resolve(1)", "zib-restore(1)", "zib-history(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      if arguments[dryRun] { return try plan(session) }
      let vault = try session.vault()
      if session.finishedOperation == .undo {
        session.messages.note("`zib undo` again takes back what was done before")
        return .done
      }
      let (report, scope) = try vault.undo(
        confirm: { arguments[allowDeletions] || session.confirm($0) }, waiting: session.tellWaiting)
      let time = session.shownTime(report.operation.seconds * 1000)
      session.messages.note("took back the \(report.operation.kind.rawValue) of \(time)")
      try session.write("Changed back:", report.update.changes.ofPeople(in: scope), in: scope)
      try session.write(
        "Kept, because it was edited since:", paths: report.decisions.editsKept, in: scope)
      try session.output.flush()
      session.tell(report.snapshot, in: scope)
      session.tell(unwritten: report.unwritten, in: scope)
      session.tell(setAside: report.update.setAside, by: "is back", in: scope)
      session.tell(stillIgnored: report.update.stillIgnored, in: scope)
      return session.tellConflicts(report.decisions, scope)
    }
  }

  private static func plan(_ session: Session) throws -> ExitCode {
    let (found, scope) = try session.vault().plannedUndo()
    guard let plan = found else {
      session.messages.note("a sync was stopped; `zib sync` finishes it first")
      return .done
    }
    let time = session.shownTime(plan.operation.seconds * 1000)
    session.messages.note("would take back the \(plan.operation.kind.rawValue) of \(time)")
    try session.write("Would commit first:", plan.snapshot.changes, in: scope)
    try session.write("Would change back:", plan.changes.ofPeople(in: scope), in: scope)
    for path in plan.decisions.filter({ $0.copy != nil }).map(\.path) {
      session.messages.note("\(session.shown(path, in: scope)) would have a conflict")
    }
    return .done
  }
}

extension [MergeDecision] {
  /// The paths that the undo deletes and that were edited since.
  fileprivate var editsKept: [TreePath] {
    compactMap { if case .editKept(deletedBy: .right) = $0.kind { $0.path } else { nil } }
  }
}

extension [FileChange] {
  /// The changes without the files of import records.
  fileprivate func ofPeople(in scope: TreePath) -> [FileChange] {
    filter { !$0.path.isRecordOfImport(in: scope) }
  }
}
