import Arguments
import Exchange
import History
import Layout
import Merge
import Rendering
import Runs
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib sync`: this device and the others, in step.
enum SyncNotes {
  static let remote = Positional(
    "REMOTE", optional: .string,
    help: "The remote, for this sync; by default the one that the branch follows.")
  static let message = Option(
    "message", short: "m", value: "TEXT", .string,
    help: "The first line of the commit message; by default it names the notes.")
  static let include = Option(
    "include", value: "PATH", each: .file,
    help:
      "Take a new file that is held back, or a folder of them; later changes of it are taken too.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would come and go; change no file and no branch.")
  static let join = Flag(
    "join", help: "Merge with a remote that has no history in common with this vault.")
  static let branch = Option(
    "branch", value: "NAME", .string,
    help: "Merge this branch of the remote too, and go on with the remote's main branch.")
  static let allowDeletions = Flag(
    "allow-deletions", help: "Do not ask before many files are deleted.")
  static let keepDeleted = Flag(
    "keep-deleted",
    help: "Keep the files that other devices deleted since the last sync; they come back there.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "sync", group: "History and devices",
    summary: "Sync with your other devices (commit, pull, merge, push)",
    discussion: """
      Commits what has changed, fetches what the others have written, merges the two, writes the
      result into the folder and pushes it. It may be stopped at any moment: the next command goes
      on where it was.

      Notes that two devices changed are merged: front matter key by key, journal days entry by
      entry, the rest line by line. Where both changed the same place, both texts are kept: the
      later edit in the note, the other beside it as `Title.conflict-1a2b3c4d.md`, byte for byte.
      `zib resolve` goes through them. What one device edited and another deleted stays. Nothing is
      ever rebased or pushed by force.

      What it commits is what `zib commit` commits: only in a folder that `zib init` made a vault, and
      new files that look like secrets or are very large, and edits in which a secret is new, are held
      back until you decide; `zib help commit` lists what is known. What plain `git commit` took of
      these is sent, and told. Where it deleted many files, you are asked before that is sent.

      While the remote is waited for, other commands go on: nothing but the sync itself waits for a
      network.

      A vault has one branch on a remote. Where the remote has another one with notes, as when two
      devices began with `master` and `main`, it is named, and `--branch` merges it.

      Without a remote it commits, and says how to add one. Where there are several, a sync without
      a name goes to `origin`, or to the one that the branch follows by git's settings.
      """,
    arguments: [
      remote, message, include, dryRun, join, branch, allowDeletions, keepDeleted, json,
    ],
    exclusive: [[dryRun, keepDeleted]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `outcome` (`in-step`, `in-step-except` where a file here
        stays another than in the history and `refused`, `heldBack` or `unwritten` names it,
        `sent-elsewhere` where `pushurl` leads to another repository than the one that is fetched from,
        `no-remote`, `not-fetched`, `not-pushed`, `raced`, `planned`), `error` (null if there was none), `remote`, `branch`,
        `commit`, `snapshot`, `came` and `went` (changes with `path`, `kind` and `from`), `merged`
        (paths), `newConflicts` (each with `path` and `copy`), `movedTwice` (each with `path` and
        `other`: each side moved the note elsewhere), `editsKept` (paths that one side deleted),
        `editedMeanwhile` (paths), `waited` (paths whose edits were held back, or that could not be written, and that
        are merged now with what came for them), `ownFilesKept` (logs of reviews and what git keeps
        them by, `.zib/config.yml`, or files of a whole `.zib`, that another device deleted, and that are kept), `setAside` (the names that ignored files have now which stood where
        files came), `stillIgnored` (paths that a `.gitignore` which came no longer ignores, and this
        device does; folders end in `/`), `unwritten` (files of the history that cannot be written here, each with `path` and
        `reason`), `otherBranches` (branches of the remote with notes that are not
        here, each with `branch`, `notes` and `related`: it has a commit in common), `renamedBranch`
        (the branch that this vault followed and that has another name now, or null), `refused` (each
        with `path` and `reason`), `heldBack` (each with `path`, `kind` and `reason`; `kind` is
        `secret-name`, `private-key`, `token`, `webhook`, `password`, `too-large`, `export`, `ignored`, `set-aside`,
        `missing-reviews`, `shortened-reviews` or `missing-settings`), `takenByGit` (the same of files
        in `went` that plain git staged or committed and `zib commit` would have held back), `stagedFirst`
        (paths of staged versions that the folder does not have and that were committed first), `stagedLeftOut` (such
        versions that were held back, each with `path`, `kind` and `reason`), `conflicts` (all
        copies that are left), `conflictsOutside` (those outside of the vault), `submodules` (those that both sides
        changed, each with `path` and `other`, the commit that only the history has) and
        `movedSubmodules` (paths of submodules at another commit than the history has).
        """)
    ],
    examples: [
      "zib sync": "Commit, fetch, merge, push.",
      "zib sync --dry-run": "See what would come and go.",
      "zib sync stick": "Sync with another remote.",
      "zib sync --branch master --join": "Merge what other devices keep on another branch.",
    ],
    exitStatuses: [
      0: "In step, or sent to another place by `pushurl`.",
      3:
        "Not in step, or some files could not be synced (they are named); your edits are committed unless it says otherwise.",
      4: "In step, and there are conflicts to resolve, or what `--include` named is ignored.",
    ],
    seeAlso: ["zib-commit(1)", "zib-status(1)", "zib-remote(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let line = ProgressLine(session)
      defer { line.finish() }
      var request = SyncRequest()
      request.remote = arguments[remote]
      request.message = arguments[message]
      request.isDryRun = arguments[dryRun]
      let included = try session.included(arguments[include])
      request.including = included
      request.joinsUnrelated = arguments[join]
      request.joinedBranch = arguments[branch]
      request.withoutProgram = {
        session.messages.warning(
          "git is not on the PATH: without it only paths, and http without a password, can be synced"
        )
      }
      let isAllowed = arguments[allowDeletions]
      request.keepsDeleted = arguments[keepDeleted]
      request.confirm = { deletions in
        line.finish()
        return isAllowed || session.confirm(deletions)
      }
      request.progress = { line.show($0) }
      request.transportLine = line.show
      request.waiting = { holder in
        line.finish()
        session.messages.tellWaiting(holder)
      }
      request.waitingForSync = { holder in
        line.finish()
        session.messages.tellWaitingForSync(holder)
      }
      let command = "zib sync" + (arguments[remote].map { " \(shellQuoted($0))" } ?? "")
      let sync: VaultSync
      do {
        sync = try session.vault().sync(request)
      } catch let refusal as SyncRefusal {
        guard case .unrelatedHistories = refusal else { throw refusal }
        // The same command, so that the same remote and branch are joined.
        let words = ErrorWords(refusal)
        let name = arguments[branch].map { " --branch \(shellQuoted($0))" } ?? ""
        throw Failure(
          words.message, hint: "if they are the same vault, `\(command)\(name) --join` merges them")
      }
      line.finish()
      let printer = SyncPrinter(sync: sync, session: session)
      if arguments[json] { try printer.printJSON() } else { try printer.show() }
      if !arguments[json] {
        try session.tellLostLinks(sync)
        try session.tellTakenLinks(sync)
        try session.tellHidden(sync)
      }
      let isDone = try session.tellNeedless(
        included, sync.report.snapshots,
        merged: sync.report.editedMeanwhile + sync.report.waited, in: sync.scope)
      let code = printer.end(command)
      let unconfirmed = isAllowed ? [] : sync.report.unconfirmed
      unconfirmed.forEach(session.tell(unconfirmed:))
      if !unconfirmed.isEmpty { return .failed }
      return code == .done && !isDone ? .leftToDecide : code
    }
  }
}
