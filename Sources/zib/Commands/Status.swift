import Arguments
import Exchange
import History
import Indexing
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib status`: the state of the vault's history and its remote.
enum Status {
  static let ignored = Flag(
    "ignored", help: "List also the files that `.gitignore` and similar files exclude.")
  static let short = Flag(
    "short", short: "s",
    help: "Print only how many cards are due, conflicts wait and notes are not synced.")
  static let json = Flag("json", help: "Print it as JSON.")

  static let command = Command(
    "status", group: "History and devices", summary: "Show what is not yet committed or synced",
    discussion: """
      Shows what the next `zib commit` or `zib sync` would take, how far the vault and its remote
      were apart when it was last synced, which files have conflicts, and what keeps zib from
      writing if something does. Nothing is fetched and nothing is changed.

      What a commit would hold back is named with the reason: new files that look like secrets or are
      very large, edits in which a secret is new, archives of `zib export`, and
      the deletion of logs of reviews, of `.zib/config.yml` or of all of `.zib`. `zib commit --include PATH` takes a file
      all the same. What plain git committed of these, and no remote has yet, is named too.

      `--short` is for a shell's prompt: one line such as `3 due, 1 conflict, 2 unsynced`, and nothing where
      there is nothing to do, or no vault. Unsynced are the notes that were made, changed or deleted since
      the vault was in step with its remote; without a remote those that are not committed. The numbers are
      kept until something changes, so that the prompt does not wait.
      """,
    arguments: [ignored, short, json],
    exclusive: [[ignored, short]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `branch`, `changes` (each with `path`, `kind` and for a moved
        file `from`), `refused` (each with `path` and `reason`), `heldBack` (each with `path`, `kind`
        and `reason`), `takenByGit` (the same of files that plain git staged or committed, that
        `zib commit` would have held back, and that the next sync sends), `stagedFirst` (paths of staged
        versions that the folder does not have and that are committed first), `stagedLeftOut` (such
        versions that would be held back, each with `path`, `kind` and `reason`), `unwritten` (files of the history that cannot be written here, each with `path`
        and `reason`), `ignored` (paths, folders with a slash at the end; null without
        `--ignored`), `hidden` (paths of tracked notes that an ignore rule keeps out of lists and
        search), `vault` (false where nothing is committed until `zib init`), `files` (how
        many are tracked), `conflicts` (paths of copies),
        `conflictsOutside` (those outside of the vault, in the rest of its repository), `remote`, `ahead`, `behind` (null where it was never seen),
        `remoteDamage` (the reason why the remote's branch cannot be read, or null),
        `obstacle` (null if nothing forbids writing), `unfinished` (an operation was stopped) and
        `movedSubmodules` (paths of submodules at another commit than the history has). With `--short` it
        has `version`, `due`, `conflictCount` and `unsynced` alone.
        """)
    ],
    examples: [
      "zib status": "See what is new.", "zib status --json": "The same for a program.",
      "zib status --short": "What waits, in a few characters, for a shell's prompt.",
    ],
    exitStatuses: [
      0: "Shown, also where files wait that `zib sync` would end with 3 for.",
      3: "The vault has no history.", 4: "Shown, and conflicts remain.",
    ],
    seeAlso: ["zib-sync(1)", "zib-commit(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if arguments[short] { return try showShort(isJSON: arguments[json], session) }
      try session.tellLeftDrafts(again: true)
      let status = try session.vault().status(listsIgnored: arguments[ignored])
      if arguments[json] { try printJSON(status, session) } else { try show(status, session) }
      return status.conflicts.isEmpty ? .done : .leftToDecide
    }
  }

  // MARK: For a prompt

  private static func showShort(isJSON: Bool, _ session: CommandSession) throws -> ExitCode {
    session.tellsSettings = false
    let vault: Vault
    do {
      vault = try session.vault()
    } catch is VaultNotFound {
      return .done
    }
    // A folder with some Markdown in it, such as that of a program, was not made a vault by anybody.
    if vault.location.kind == .markdown { return .done }
    let glance = try vault.glance(
      vault.index(), at: session.moment, today: session.today, zone: session.zone)
    if isJSON {
      try session.output.writeJSON {
        $0.field("due", glance.due)
        $0.field("conflictCount", glance.conflicts)
        $0.field("unsynced", glance.unsynced)
      }
    } else {
      var parts: [String] = []
      if glance.due > 0 { parts.append("\(glance.due) due") }
      if glance.conflicts > 0 { parts.append(Amount.count(glance.conflicts, "conflict")) }
      if glance.unsynced > 0 { parts.append("\(glance.unsynced) unsynced") }
      if !parts.isEmpty { try session.output.writeLine(parts.joined(separator: ", ")) }
    }
    return glance.conflicts == 0 ? .done : .leftToDecide
  }

  private static func show(_ status: VaultStatus, _ session: CommandSession) throws {
    try session.output.writeLine(StyledText(line(status, session)))
    if let refusal = status.refusal {
      try session.output.flush()
      let words = ErrorWords(refusal)
      session.messages.warning(words.message)
      if let hint = words.hint { session.messages.note(hint) }
      return
    }
    try session.write("Not yet committed:", status.pending.changes, in: status.scope)
    try session.write("Conflicts:", paths: status.conflicts, in: status.scope)
    try session.output.flush()
    if let ignored = status.ignored {
      try session.write("Ignored:", paths: ignored, in: status.scope)
      try session.output.flush()
    }
    status.deletions.forEach(session.tell(unconfirmed:))
    session.tell(hidden: status.hidden, in: status.scope)
    session.tell(status.pending, unwritten: status.unwritten, in: status.scope)
    session.tell(unwritten: status.unwritten, besides: status.pending, in: status.scope)
    session.tell(
      takenByGit: status.takenByGit, sentTo: status.remote?.remote ?? "", isSent: false,
      in: status.scope)
    if let obstacle = status.obstacle {
      let words = ErrorWords(SyncRefusal.obstacle(obstacle))
      session.messages.warning(words.message)
      if let hint = words.hint { session.messages.note(hint) }
    }
    // In a rebase the way back is to end it.
    if case .detached(let id) = status.head, status.obstacle == nil,
      let hint = ErrorWords(SyncRefusal.detachedHead(id)).hint
    {
      session.messages.note(hint)
    }
    if status.isUnfinished {
      let stopped = try session.stoppedOperation(of: session.vault())
      session.messages.warning("a \(stopped) was stopped; the next command finishes it")
    }
    if let damage = status.remoteDamage, let place = status.remote {
      session.messages.warning(
        "the branch \(place.branch.shortBranch) of \(place.remote) cannot be read (\(damage))")
      session.messages.note(
        "`zib sync` asks \(place.remote) for it again; if it is damaged there, whoever manages \(place.remote) has to "
          + "take it out"
      )
    }
    if let other = status.otherBranches.first, let place = status.remote {
      session.messages.warning(
        "the branch \(other.name.shortBranch) of \(place.remote) had notes that are not here; "
          + "`zib sync` says what to do")
    }
    session.tell(movedSubmodules: status.movedSubmodules, in: status.scope)
    session.tell(submodulesHoldingFiles: status.submodulesHoldingFiles, in: status.scope)
    session.tell(conflictsOutside: status.conflictsOutside, in: status.scope)
    session.tell(conflicts: status.conflicts)
  }

  /// The branch and its distance from the remote's.
  private static func line(_ status: VaultStatus, _ session: CommandSession) -> String {
    var line =
      switch status.head {
      case .branch(let name, nil): "Branch \(name.shortBranch): nothing committed yet"
      case .branch(let name, _): "Branch \(name.shortBranch)"
      case .detached(let id): "No branch (at \(id.hex.prefix(8)))"
      }
    line += status.head.commit == nil ? ", " : ": "
    guard let place = status.remote else {
      if status.remotes.isEmpty { return line + "no remote set" }
      if case .detached = status.head { return line + "not synced while no branch is checked out" }
      let names = status.remotes.joined(separator: ", ")
      return line + "several remotes, and none is followed (\(names))"
    }
    switch status.distance {
    case nil where status.remoteDamage != nil:
      line += "not known how far from \(place.remote)"
    case nil: line += "never synced with \(place.remote)"
    case (0, 0)?:
      let isWhole = status.otherBranches.isEmpty
      line += "in step with "
      if !isWhole { line += "the branch \(place.branch.shortBranch) of " }
      let exceptions = status.pending.exceptions(unwritten: status.unwritten)
      line += "\(place.remote) when last seen"
      line += session.words(exceptions: exceptions, in: status.scope)
    case (let ahead, 0)?: line += "\(Amount.count(ahead, "commit")) to push to \(place.remote)"
    case (0, let behind)?: line += "\(Amount.count(behind, "commit")) to merge from \(place.remote)"
    case (let ahead, let behind)?:
      line +=
        "\(Amount.count(ahead, "commit")) to push to \(place.remote), \(Amount.count(behind)) to merge"
    }
    return line
  }

  private static func printJSON(_ status: VaultStatus, _ session: CommandSession) throws {
    try session.output.writeJSON {
      switch status.head {
      case .branch(let name, _): $0.field("branch", name.shortBranch)
      case .detached: $0.field("branch", String?.none)
      }
      $0.field("changes", status.pending.changes, in: status.scope)
      $0.field("refused", status.pending.refused, in: status.scope)
      $0.field("heldBack", status.pending.heldBack, in: status.scope)
      $0.field(
        "takenByGit", status.pending.staged + status.takenByGit.map(\.file), in: status.scope)
      $0.field("stagedFirst", paths: status.pending.stagedFirst.map(\.path), in: status.scope)
      $0.field("stagedLeftOut", status.pending.stagedLeftOut, in: status.scope)
      $0.field("unwritten", unwritten: status.unwritten, in: status.scope)
      if let ignored = status.ignored {
        $0.field("ignored", paths: ignored, in: status.scope)
      } else {
        $0.field("ignored", String?.none)
      }
      $0.field("hidden", paths: status.hidden, in: status.scope)
      $0.field("vault", status.refusal == nil)
      $0.field("files", status.tracked)
      $0.field("conflicts", paths: status.conflicts, in: status.scope)
      $0.field("conflictsOutside", paths: status.conflictsOutside, in: status.scope)
      $0.field("remote", status.remote?.remote)
      $0.field("ahead", status.distance?.ahead)
      $0.field("behind", status.distance?.behind)
      $0.field("remoteDamage", status.remoteDamage)
      $0.field(
        "obstacle", status.obstacle.map { ErrorWords(SyncRefusal.obstacle($0)).message })
      $0.field("unfinished", status.isUnfinished)
      $0.field("deletions", deletions: status.deletions)
      $0.field("movedSubmodules", paths: status.movedSubmodules, in: status.scope)
    }
  }
}
