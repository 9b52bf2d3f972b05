import Arguments
import Merge
import Notes
import Sync
import Vaults

/// `zib undo`: the last change of the vault's history, taken back.
enum Undo {
  static let command = Command(
    "undo", group: "History and devices",
    summary: "Take back the last sync, resolve, restore or import",
    discussion: """
      What was done is taken back by a new commit, so that it can be synced like any other change;
      the history is only ever added to. What you have written since stays: it is committed first
      and merged, and what overlaps is kept twice.

      Each call takes back one operation more. Of imports it is those that were committed: libraries
      of Grail Diary.
      """,
    arguments: [],
    examples: ["zib undo": "After a sync that you did not want."],
    exitStatuses: [
      0: "Done.", 1: "Edits overlap with what was taken back, and both are kept.",
      3: "There is nothing to take back, or the vault cannot be written.",
    ],
    seeAlso: ["zib-sync(1)", "zib-resolve(1)", "zib-restore(1)", "zib-history(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      let (report, scope) = try session.vault().undo(
        confirm: session.confirm, waiting: session.tellWaiting)
      let time = session.shownTime(report.operation.seconds * 1000)
      session.messages.note("took back the \(report.operation.kind.rawValue) of \(time)")
      try session.write("Changed back:", report.update.changes, in: scope)
      return session.tellKeptTwice(report.decisions, scope)
    }
  }
}
