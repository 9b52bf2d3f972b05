import Arguments
import Merge
import Objects
import Sync
import Vaults

/// `zib sync`: this device and the others, in step.
enum SyncNotes {
  static let remote = Positional(
    "REMOTE", optional: .string, help: "The remote; the one that the branch follows by itself.")
  static let message = Option(
    "message", short: "m", value: "TEXT", .string,
    help: "The first line of the commit; without it the notes are named.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would come and go; change no file and no branch.")
  static let join = Flag("join", help: "Join with a remote that has another history.")
  static let allowDeletions = Flag(
    "allow-deletions", help: "Do not ask, however many files would go.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "sync", group: "History and devices", summary: "Bring this device and the others in step",
    discussion: """
      Commits what has changed, fetches what the others have written, merges the two, writes the
      result into the folder and pushes it. It may be stopped at any moment: the next command goes
      on where it was.

      Notes that two devices changed are merged: front matter key by key, journal days entry by
      entry, the rest line by line. Where both changed the same place, both texts are kept: the
      later edit in the note, the other beside it as `Title.conflict-1a2b3c4d.md`, byte for byte.
      `zib resolve` goes through them. What one device edited and another deleted stays. Nothing is
      ever rebased or pushed by force.

      Without a remote it commits, and says how to add one.
      """,
    arguments: [remote, message, dryRun, join, allowDeletions, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `outcome` (`in-step`, `no-remote`, `not-fetched`,
        `not-pushed`, `raced`, `planned`), `error` (null if there was none), `remote`, `branch`,
        `commit`, `snapshot`, `came` and `went` (changes with `path`, `kind` and `from`), `merged`
        (paths), `kept_twice` (each with `path` and `copy`), `moved_twice` (each with `path` and
        `other`: each side moved the note elsewhere), `edits_kept` (paths that one side deleted),
        `edited_meanwhile` (paths), `refused` (each with `path` and `reason`) and `conflicts` (all
        copies that are left).
        """)
    ],
    examples: [
      "zib sync": "Commit, fetch, merge, push.",
      "zib sync --dry-run": "See what would come and go.",
      "zib sync stick": "Sync with another remote.",
    ],
    exitStatuses: [
      0: "In step.", 1: "In step, and notes are kept twice.",
      3: "Not in step; what was written here is committed unless it says otherwise.",
    ],
    seeAlso: ["zib-commit(1)", "zib-status(1)", "zib-remote(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      let line = ProgressLine(session)
      defer { line.finish() }
      var request = SyncRequest()
      request.remote = arguments[remote]
      request.message = arguments[message]
      request.isDryRun = arguments[dryRun]
      request.joinsUnrelated = arguments[join]
      request.withoutProgram = {
        session.messages.warning(
          "git is not on the PATH: without it only paths, and http without a password, can be synced"
        )
      }
      let isAllowed = arguments[allowDeletions]
      request.confirm = { deletions in
        line.finish()
        return isAllowed || session.confirm(deletions)
      }
      request.progress = { line.show($0) }
      request.transportLine = line.show
      request.waiting = session.tellWaiting
      let sync = try session.vault().sync(request)
      line.finish()
      if arguments[json] { try printJSON(sync, session) } else { try show(sync, session) }
      return end(sync, session, isQuiet: arguments[json])
    }
  }

  /// What came and went, for a person.
  private static func show(_ sync: VaultSync, _ session: Session) throws {
    let (report, scope) = (sync.report, sync.scope)
    let name = sync.place?.remote ?? ""
    let isPlan = report.outcome == .planned
    let snapshot = report.snapshots.flatMap(\.changes)
    if sync.place == nil || isPlan {
      try session.write(isPlan ? "Would commit:" : "Committed:", snapshot, in: scope)
    }
    // Copies that this sync made are named below, with their notes.
    let copies = Set(report.keptTwice.map(\.copy))
    try session.write(
      isPlan ? "Would come from \(name):" : "From \(name):",
      report.came.filter { !copies.contains($0.path) }, in: scope)
    let hasGone = report.outcome == .inStep
    try session.write(
      isPlan ? "Would go to \(name):" : hasGone ? "To \(name):" : "Still to go to \(name):",
      report.went.filter { !copies.contains($0.path) }, in: scope)
    try session.write("Merged:", paths: report.merged, in: scope)
    try write(
      "Kept twice:",
      report.keptTwice.map {
        (session.shown($0.path, in: scope), String(decoding: $0.copy.name, as: UTF8.self))
      }, session)
    try write(
      "Moved to two names, and both stay:",
      report.movedTwice.map {
        (session.shown($0.path, in: scope), session.shown($0.other, in: scope))
      }, session)
    try session.write(
      "Kept, for it was edited here or there while it was deleted:",
      paths: report.editsOverDeletions,
      in: scope)
    if let path = report.editsOverDeletions.first, !isPlan {
      try session.output.flush()
      let others = report.editsOverDeletions.count > 1 ? " and so on" : ""
      session.messages.note(
        "`rm \(shellQuoted(session.shown(path, in: scope)))`\(others), then `zib sync`, deletes it after all"
      )
    }
    try session.write(
      "Edited while it was synced, and merged:", paths: report.editedMeanwhile, in: scope)
    try session.output.flush()
    session.tell(report.refused, unsettled: report.snapshots.last?.unsettled ?? [], in: scope)
    for path in report.recovery.kept {
      session.messages.warning("\(session.shown(path, in: scope)) holds what was typed before")
    }
    if let tip = report.replacedTip {
      session.messages.warning(
        "\(name) was forced to another history; what it had (\(tip.hex.prefix(8))) is merged and kept"
      )
    }
    if report.wasBranchGone {
      session.messages.note("the branch was gone from \(name), and was made anew")
    }
  }

  /// Pairs of files under a heading, if there are any.
  private static func write(
    _ heading: String, _ pairs: [(String, String)], _ session: Session
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

  /// Says how it ended.
  private static func end(_ sync: VaultSync, _ session: Session, isQuiet: Bool) -> ExitCode {
    let report = sync.report
    let name = sync.place?.remote ?? "the remote"
    switch report.outcome {
    case .noRemote:
      session.messages.note(
        report.head == nil
          ? "there is nothing to commit yet" : "all is committed; there is no remote yet")
      session.messages.note("add one with `zib remote add URL`")
    case .notFetched(let error), .notPushed(let error):
      let words = ErrorWords(error, of: name)
      session.messages.error(words.message, hint: words.hint)
      return words.code
    case .raced:
      let words = ErrorWords(TransportError.raced, of: name)
      session.messages.error(words.message, hint: words.hint)
      return words.code
    case .inStep:
      let isEmpty = report.came.isEmpty && report.went.isEmpty
      session.messages.note("in step with \(name)" + (isEmpty ? "; nothing was new" : ""))
    case .planned:
      if report.needsRecovery {
        session.messages.note("a sync was stopped; `zib sync` finishes it first")
      } else if report.came.isEmpty, report.went.isEmpty,
        report.snapshots.allSatisfy(\.changes.isEmpty)
      {
        session.messages.note("in step with \(name); nothing is new")
      }
    }
    session.tell(conflicts: sync.conflicts)
    return sync.conflicts.isEmpty ? .done : .nothingFound
  }

  private static func printJSON(_ sync: VaultSync, _ session: Session) throws {
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
    case .inStep: outcome = "in-step"
    case .planned: outcome = "planned"
    }
    var json = JSONWriter()
    json.object {
      $0.field("version", 1)
      $0.field("outcome", outcome)
      $0.field("error", error)
      $0.field("remote", sync.place?.remote)
      $0.field("branch", sync.place?.branch.shortBranch)
      $0.field("commit", report.head?.hex)
      $0.field("snapshot", report.snapshots.flatMap(\.changes), in: scope)
      $0.field("came", report.came, in: scope)
      $0.field("went", report.went, in: scope)
      $0.field("merged", paths: report.merged, in: scope)
      $0.array("kept_twice") { json in
        for (path, copy) in report.keptTwice {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("copy", utf8: JSONWriter.path(copy, in: scope))
          }
        }
      }
      $0.array("moved_twice") { json in
        for (path, other) in report.movedTwice {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("other", utf8: JSONWriter.path(other, in: scope))
          }
        }
      }
      $0.field("edits_kept", paths: report.editsOverDeletions, in: scope)
      $0.field("edited_meanwhile", paths: report.editedMeanwhile, in: scope)
      $0.field("refused", report.refused, in: scope)
      $0.field("conflicts", paths: sync.conflicts, in: scope)
    }
    try session.output.write(draining: &json)
    try session.output.writeLine()
  }
}

extension SyncReport {
  /// Notes that both sides changed and that have all edits of both.
  fileprivate var merged: [TreePath] {
    decisions.compactMap { if case .merged = $0.kind { $0.path } else { nil } }
  }
}
