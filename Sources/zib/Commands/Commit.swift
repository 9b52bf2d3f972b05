import Arguments
import History
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib commit`: a snapshot of the vault.
enum CommitNotes {
  static let message = Option(
    "message", short: "m", value: "TEXT", .string,
    help: "The first line of the commit message; by default it names the notes.")
  static let allowDeletions = Flag(
    "allow-deletions", help: "Do not ask before many deletions are committed.")

  static let include = Option(
    "include", value: "PATH", each: .file,
    help: "Take a new file or an edit that is held back, or a folder of them.")

  /// The kinds of secrets that are known.
  private static let secrets = Section(
    "Secrets",
    Secret.known.map { kind in
      "\(kind.name): " + kind.signs.map { "`\($0)`" }.joined(separator: ", ")
    }.joined(separator: "\n\n")
      + "\n\nA copy is known by the marks that file managers, editors and other tools put into its name; a note is "
      + "none by its name. Text in UTF-16 is read as well. Examples such as `AKIAIOSFODNN7EXAMPLE` are none, nor is what git-crypt, age or Ansible encrypted. A token of "
      + "GitHub ends in a checksum: one with another end was typed to show one, and is none (`github_pat_…` is not "
      + "checked). A JSON Web Token has no checksum; one is known by its three parts and a signature that looks random, "
      + "unless its text is that of an example (`John Doe`).")

  static let command = Command(
    "commit", group: "History and devices", summary: "Save a version of all notes",
    discussion: """
      Takes everything in the vault that is new, changed or gone into one commit; there is nothing
      to add first. What `.gitignore` names is left out. What you have staged with plain `git add`
      and changed or deleted since is committed first, so that it is not lost, and told; but not where
      it has a secret that is out of the folder again. Your identity, hooks and
      signature are those of git's settings. Where git does not know you yet, you are asked at a
      terminal; elsewhere the name of your account is used in this vault, and told.

      Only a vault is committed: a folder that `zib init` made one. In any other repository nothing is
      done.

      A new file that looks like a secret (`.env`, a private key, an access token) or is above
      `sync.largest-file` is held back until you decide, and so are archives of `zib export`:
      `--include` takes it, a line in `.gitignore` leaves it out. An edit in which a secret is new
      stays in the folder and the last version in the history, until `--include` takes the edit or
      the secret is out of it. What was staged with `git add` is
      never held back, and is named; `git add -N` stages nothing. Logs of reviews and settings that are
      missing, and a `.zib` of which nothing is left, are not committed as deleted; `zib init` brings them back.

      Where more than 20 notes and more than a tenth of them are gone, or as many other files, it asks
      first; in a small vault where five or more are gone and these are three quarters of all.
      """,
    arguments: [message, include, allowDeletions],
    sections: [secrets],
    examples: [
      "zib commit": "Commit what has changed.",
      "zib commit -m 'Chapter one is done'": "Say why.",
      "zib commit --include film.mp4": "Take a large file that was held back.",
    ],
    exitStatuses: [
      0: "Done, or nothing had changed.",
      3: "Nothing was committed.",
      4: "What `--include` named is ignored, or what came and waited made a conflict.",
    ],
    seeAlso: ["zib-sync(1)", "zib-status(1)", "zib-init(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let isAllowed = arguments[allowDeletions]
      let included = try session.included(arguments[include])
      let commit = try session.vault().commit(
        message: arguments[message], including: included,
        confirm: { isAllowed || session.confirm($0) }, waiting: session.tellWaiting)
      let (snapshot, scope) = (commit.snapshot, commit.scope)
      let written = commit.recovery.written
      try session.write("Committed:", snapshot.changes, in: scope)
      try session.write(
        "Merged with what came and waited:", paths: written?.edited ?? [], in: scope)
      try session.output.flush()
      session.tell(snapshot, unwritten: commit.unwritten, in: scope)
      session.tell(unwritten: commit.unwritten, besides: snapshot, in: scope)
      try session.tellTracked(ignoredBy: snapshot.changes, in: scope)
      session.tell(commit.recovery) { session.shown($0, in: scope) }
      session.tell(rescued: snapshot.rescued) { session.shown($0, in: scope) }
      let isDone = try session.tellNeedless(
        included, [snapshot], merged: commit.recovery.written?.edits ?? [], in: scope)
      if let id = snapshot.commit {
        session.messages.detail("commit \(id.hex)")
      } else if snapshot.stagedCommit == nil, written?.edits.isEmpty ?? true {
        session.messages.note(
          snapshot.leavesOutChanges
            ? "nothing else has changed since the last commit"
            : "nothing has changed since the last commit")
      }
      session.tell(movedSubmodules: commit.movedSubmodules, in: scope)
      session.tell(submodulesHoldingFiles: commit.submodulesHoldingFiles, in: scope)
      let conflicts = session.tellConflicts(written?.decisions ?? [], scope)
      return isDone ? conflicts : .leftToDecide
    }
  }
}
