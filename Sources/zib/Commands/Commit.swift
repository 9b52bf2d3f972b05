import Arguments
import Objects
import Sync
import Vaults

/// `zib commit`: a snapshot of the vault.
enum CommitNotes {
  static let message = Option(
    "message", short: "m", value: "TEXT", .string,
    help: "The first line of the commit; without it the notes are named.")
  static let allowDeletions = Flag(
    "allow-deletions", help: "Do not ask, however many files are gone.")

  static let command = Command(
    "commit", group: "History and devices", summary: "Commit the notes as they are now",
    discussion: """
      Takes everything in the vault that is new, changed or gone into one commit; there is nothing
      to add first. What `.gitignore` names is left out. What you have staged with plain `git add`
      and changed again since is committed first, so that it is not lost. Your identity, hooks and
      signature are those of git's settings.

      Where more than 20 files and more than a tenth of the vault are gone, it asks first.
      """,
    arguments: [message, allowDeletions],
    examples: [
      "zib commit": "Commit what has changed.",
      "zib commit -m 'Chapter one is done'": "Say why.",
    ],
    exitStatuses: [0: "Done, or nothing had changed.", 3: "Nothing was committed."],
    seeAlso: ["zib-sync(1)", "zib-status(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      let isAllowed = arguments[allowDeletions]
      let commit = try session.vault().commit(
        message: arguments[message],
        confirm: { isAllowed || session.confirm($0) }, waiting: session.tellWaiting)
      let (snapshot, scope) = (commit.snapshot, commit.scope)
      try session.write("Committed:", snapshot.changes, in: scope)
      try session.output.flush()
      session.tell(snapshot.refused, unsettled: snapshot.unsettled, in: scope)
      if snapshot.stagedCommit != nil {
        session.messages.note("what was staged by hand was committed first")
      }
      if let id = snapshot.commit {
        session.messages.detail("commit \(id.hex)")
      } else if snapshot.stagedCommit == nil {
        session.messages.note("nothing has changed since the last commit")
      }
      return .done
    }
  }
}
