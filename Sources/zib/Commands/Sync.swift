import Arguments
import Exchange
import History
import Layout
import Merge
import Rendering
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
      these is sent, and told.

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
        in `went` that plain git staged or committed and `zib commit` would have held back), `conflicts` (all
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
      0: "In step.", 1: "In step, and there are conflicts to resolve.",
      3:
        "Not in step, or except for the files that it names; what was written here is committed unless it says otherwise.",
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
      if arguments[json] { try printJSON(sync, session) } else { try show(sync, session) }
      if !arguments[json] { try session.tellLostLinks(sync) }
      let isDone = try session.tellNeedless(
        included, sync.report.snapshots,
        merged: sync.report.editedMeanwhile + sync.report.waited, in: sync.scope)
      let code = end(sync, command, session)
      return code == .done && !isDone ? .nothingFound : code
    }
  }

  /// Prints the incoming and outgoing changes, for a person.
  private static func show(_ sync: VaultSync, _ session: CommandSession) throws {
    let (report, scope) = (sync.report, sync.scope)
    let name = sync.place?.remote ?? ""
    let isPlan = report.outcome == .planned
    let snapshot = report.snapshots.flatMap(\.changes)
    if sync.place == nil || isPlan || report.isDryRun {
      try session.write(report.isDryRun ? "Would commit:" : "Committed:", snapshot, in: scope)
    }
    // Copies that this sync made are named below, with their notes.
    let copies = Set(report.keptTwice.map(\.copy))
    let unwritten = Set(report.unwritten.map(\.path))
    try session.write(
      isPlan ? "Would come from \(name):" : "From \(name):",
      report.came.filter { !copies.contains($0.path) && !unwritten.contains($0.path) }, in: scope)
    let hasGone = report.outcome == .inStep
    try session.write(
      isPlan ? "Would go to \(name):" : hasGone ? "To \(name):" : "Still to go to \(name):",
      report.went.filter { !copies.contains($0.path) }, in: scope)
    try session.write("Merged:", paths: report.merged, in: scope)
    try write(
      "Conflicts, both versions kept:",
      report.keptTwice.map {
        (session.shown($0.path, in: scope), String(decoding: $0.copy.name, as: UTF8.self))
      }, session)
    try write(
      "Moved to two names, both are kept:",
      report.movedTwice.map {
        (session.shown($0.path, in: scope), session.shown($0.other, in: scope))
      }, session)
    try session.write(
      "Kept, because one device edited what another deleted:",
      paths: report.editsOverDeletions,
      in: scope)
    if !isPlan { try tellKept(sync, session) }
    try session.write(
      "Merged with what came and waited:", paths: report.recovery.written?.edited ?? [], in: scope)
    try session.write(
      "Edited while it was synced, and merged:", paths: report.editedMeanwhile, in: scope)
    try session.output.flush()
    if var snapshot = report.snapshots.last {
      snapshot.heldBack = report.heldBack
      snapshot.staged = report.staged
      session.tell(
        snapshot, including: "sync", unwritten: report.unwritten, unfit: report.unfit, in: scope)
    }
    session.tell(
      takenByGit: report.takenByGit, sentTo: name, isSent: report.outcome == .inStep, in: scope)
    session.tell(report.recovery) { session.shown($0, in: scope) }
    session.tell(unwritten: report.unwritten, besides: report.snapshots.last, in: scope)
    for path in report.ownFilesKept {
      session.messages.warning(
        "another device deleted or shortened \(session.shown(path, in: scope)); it is kept, and comes back there"
      )
    }
    session.tell(setAside: report.setAside, in: scope)
    session.tell(stillIgnored: report.stillIgnored, in: scope)
    try session.tellTracked(ignoredBy: snapshot, in: scope)
    session.tell(rescued: report.snapshots.flatMap(\.rescued)) { session.shown($0, in: scope) }
    if let tip = report.replacedTip {
      session.messages.warning(
        "\(name) was overwritten by a forced push; its former version (\(tip.hex.prefix(8))) is merged and kept"
      )
    }
    if report.isBehindPush {
      session.messages.warning(
        "\(name) has one address to fetch from and another to push to (`remote.\(name).pushurl`); what was sent to "
          + "the one is not at the other, where your other devices look for it")
    }
    if report.wasBranchGone, report.outcome == .inStep, let branch = report.remoteBranch {
      session.messages.note(
        "somebody had deleted the branch \(shown(branch)) of \(name); this sync made it again")
    }
    if let old = report.renamedBranch, let new = report.remoteBranch {
      session.messages.note(
        isPlan
          ? "\(name) has the branch \(shown(new)) and no \(shown(old)); this vault would follow \(shown(new))"
          : "\(name) has the branch \(shown(new)) and no \(shown(old)); this vault follows \(shown(new)) from now on"
      )
    }
  }

  /// Says what to do with files that one device edited and another deleted.
  private static func tellKept(_ sync: VaultSync, _ session: CommandSession) throws {
    let (kept, scope) = (sync.report.editsOverDeletions, sync.scope)
    try session.output.flush()
    for path in kept {
      guard let place = sync.perhapsMoved[path] else { continue }
      let (old, new) = (session.shown(path, in: scope), session.shown(place, in: scope))
      session.messages.note(
        "\(new) has many lines of \(old), which was perhaps moved there and edited: put into \(new) what only "
          + "\(old) has, before you delete \(old)")
    }
    let deleted = kept.filter { sync.perhapsMoved[$0] == nil }
    guard let path = deleted.first else { return }
    let others = deleted.count > 1 ? " and so on" : ""
    session.messages.note(
      "`rm \(session.typed(path, in: scope))`\(others), then `zib sync`, deletes it after all"
    )
  }

  /// Pairs of files under a heading, if there are any.
  private static func write(
    _ heading: String, _ pairs: [(String, String)], _ session: CommandSession
  ) throws {
    if pairs.isEmpty || session.messages.level == .quiet { return }
    try session.output.writeLine(StyledText(heading, .heading))
    for (first, second) in pairs {
      var line = StyledText("  " + first, .path)
      line.append(" and ", .faint)
      line.append(second, .path)
      try session.output.writeLine(line)
    }
  }

  private static func shown(_ branch: String) -> String {
    SafeText.escaped(Array(branch.shortBranch.utf8))
  }

  /// Names branches of the remote whose notes are not here, each with the command that merges them.
  private static func tell(
    _ others: [OtherBranch], of name: String, _ command: String, _ session: CommandSession
  ) {
    for other in others {
      let notes = Amount.count(other.notes, "note that is not", "notes that are not")
      let join = other.isRelated ? "" : " --join"
      session.messages.warning(
        "the branch \(shown(other.name)) of \(name) has \(notes) here; if it is the same vault, "
          + "`\(command) --branch \(shellQuoted(other.name.shortBranch))\(join)` merges them")
    }
  }

  /// Reports the outcome.
  private static func end(
    _ sync: VaultSync, _ command: String, _ session: CommandSession
  ) -> ExitCode {
    let report = sync.report
    let name = sync.place?.remote ?? "the remote"
    var exceptions: [TreePath] = []
    switch report.outcome {
    case .noRemote:
      if report.isDryRun {
        session.messages.note("No remote set, so nothing would be sent.")
      } else {
        session.messages.note(
          report.head == nil
            ? "Nothing to save yet. No remote set."
            : "Saved here. No remote set, so nothing was sent.")
      }
      session.messages.note("Add one with `zib remote add URL`.")
    case .notFetched(let error), .notPushed(let error):
      let words = ErrorWords(error, of: name, isDryRun: report.isDryRun)
      session.messages.error(words.message, hint: words.hint)
      return words.code
    case .raced:
      let words = ErrorWords(TransportError.raced, of: name)
      session.messages.error(words.message, hint: words.hint)
      return words.code
    case .inStep:
      let isEmpty =
        report.came.isEmpty && report.went.isEmpty && report.staged.isEmpty
        && report.takenByGit.isEmpty && report.snapshots.allSatisfy { $0.stagedCommit == nil }
      let place =
        report.otherBranches.isEmpty
        ? name : "the branch \(report.remoteBranch.map(shown) ?? "") of \(name)"
      exceptions = report.exceptions
      session.messages.note(
        "in step with \(place)"
          + (isEmpty && exceptions.isEmpty
            ? "; nothing was new" : session.words(exceptions: exceptions, in: sync.scope)))
      tell(report.otherBranches, of: name, command, session)
    case .planned:
      if report.needsRecovery {
        session.messages.note("a sync was stopped; `zib sync` finishes it first")
      } else if report.came.isEmpty, report.went.isEmpty,
        report.snapshots.allSatisfy(\.changes.isEmpty), report.staged.isEmpty,
        report.takenByGit.isEmpty
      {
        exceptions = report.exceptions
        let place =
          report.otherBranches.isEmpty
          ? name : "the branch \(report.remoteBranch.map(shown) ?? "") of \(name)"
        session.messages.note(
          "in step with \(place)"
            + (exceptions.isEmpty
              ? "; nothing is new" : session.words(exceptions: exceptions, in: sync.scope)))
      }
      tell(report.otherBranches, of: name, command, session)
    }
    session.tell(chosenSubmodules: report.submodulesChosen, in: sync.scope)
    session.tell(movedSubmodules: sync.movedSubmodules, in: sync.scope)
    session.tell(submodulesHoldingFiles: sync.submodulesHoldingFiles, in: sync.scope)
    session.tell(conflictsOutside: sync.conflictsOutside, in: sync.scope)
    session.tell(conflicts: sync.conflicts)
    if !exceptions.isEmpty { return .failed }
    return sync.conflicts.isEmpty ? .done : .nothingFound
  }

  private static func printJSON(_ sync: VaultSync, _ session: CommandSession) throws {
    let (report, scope) = (sync.report, sync.scope)
    var error: String?
    let outcome: String
    switch report.outcome {
    case .noRemote: outcome = "no-remote"
    case .notFetched(let reason):
      outcome = "not-fetched"
      error = ErrorWords(reason, of: sync.place?.remote ?? "the remote").message
    case .notPushed(let reason):
      outcome = "not-pushed"
      error = ErrorWords(reason, of: sync.place?.remote ?? "the remote").message
    case .raced: outcome = "raced"
    case .inStep: outcome = report.exceptions.isEmpty ? "in-step" : "in-step-except"
    case .planned: outcome = "planned"
    }
    let lost = try session.lostLinks(sync)
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      $0.field("error", error)
      $0.field("remote", sync.place?.remote)
      $0.field("branch", sync.place?.branch.shortBranch)
      $0.field("commit", report.head?.hex)
      $0.field("snapshot", report.snapshots.flatMap(\.changes), in: scope)
      $0.field("came", report.came, in: scope)
      $0.field("went", report.went, in: scope)
      $0.field("merged", paths: report.merged, in: scope)
      $0.array("newConflicts") { json in
        for (path, copy) in report.keptTwice {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("copy", utf8: JSONWriter.path(copy, in: scope))
          }
        }
      }
      $0.array("movedTwice") { json in
        for (path, other) in report.movedTwice {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("other", utf8: JSONWriter.path(other, in: scope))
          }
        }
      }
      $0.field("editsKept", paths: report.editsOverDeletions, in: scope)
      $0.field("editedMeanwhile", paths: report.editedMeanwhile, in: scope)
      $0.field("waited", paths: report.waited, in: scope)
      $0.field("ownFilesKept", paths: report.ownFilesKept, in: scope)
      $0.array("lostLinks") { json in
        for link in lost {
          json.object {
            $0.field("path", utf8: session.shownPathBytes(link.note))
            $0.field("target", link.target)
            $0.field(
              "movedTo",
              link.movedTo.map { String(decoding: session.shownPathBytes($0), as: UTF8.self) })
          }
        }
      }
      $0.field("setAside", paths: report.setAside, in: scope)
      $0.field("stillIgnored", paths: report.stillIgnored, in: scope)
      $0.field("unwritten", unwritten: report.unwritten, in: scope)
      $0.array("otherBranches") { json in
        for other in report.otherBranches {
          json.object {
            $0.field("branch", other.name.shortBranch)
            $0.field("notes", other.notes)
            $0.field("related", other.isRelated)
          }
        }
      }
      $0.field("renamedBranch", report.renamedBranch?.shortBranch)
      $0.field("refused", report.refused, in: scope)
      $0.field("heldBack", report.heldBack, in: scope)
      $0.field("takenByGit", report.staged + report.takenByGit.map(\.file), in: scope)
      $0.field("conflicts", paths: sync.conflicts, in: scope)
      $0.field("conflictsOutside", paths: sync.conflictsOutside, in: scope)
      $0.array("submodules") { json in
        for (path, other) in report.submodulesChosen {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("other", other.hex)
          }
        }
      }
      $0.field("movedSubmodules", paths: sync.movedSubmodules, in: scope)
    }
  }
}

extension SyncReport {
  /// Notes that both sides changed and that have all edits of both.
  fileprivate var merged: [TreePath] {
    decisions.compactMap { if case .merged = $0.kind { $0.path } else { nil } }
  }
}
