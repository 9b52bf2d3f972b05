import Arguments
import Files
import Git
import History
import Notes
import PastNotes
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording
import WorkTrees

/// `zib restore`: files as they were once.
enum Restore {
  static let names = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: "A note, or the path of any file or folder of the vault, also of a deleted one.")
  static let at = Option(
    "at", value: "REV|DATE", .string,
    help: "The version: `2026-10-01`, `yesterday 18:00`, `HEAD~3`. Not needed for a deleted note."
  )
  static let dryRun = Flag("dry-run", help: "Show what would change, and change nothing.")

  static let command = Command(
    "restore", group: "History and devices", summary: "Restore an earlier version of a note",
    discussion: """
      Puts a past version into the folder. What is there now is committed before, so nothing is
      lost, and the restored version is a commit of its own: `zib undo` takes it back. The history
      is only ever added to.

      A note that was moved or renamed since is named as it is now, and its old text comes to where it is now.

      A note that was deleted comes back as it was last. Of a folder all files come back that the
      version has, and without `--at` those that are gone since the last commit; files that were
      added since stay. `.` is the folder you are in.

      A file with an edit that is held back, because a secret is new in it, is left as it is and
      named: the history does not have that edit.

      Where many other files are gone from the folder, this is not committed with the rest but told.
      """,
    arguments: [names, at, dryRun],
    examples: [
      "zib restore walden --at yesterday": "As the note was at the end of yesterday.",
      "zib restore 'Old plans'": "A note that was deleted.",
      "zib restore .": "Everything that is gone since the last commit.",
      "zib restore Recipes --at 2026-10": "A folder, as it was at the end of October.",
      "zib restore walden --at HEAD~3 --dry-run": "See first what would change.",
    ],
    exitStatuses: [
      0: "Done.", 1: "History has no such note or version, or several.",
      3: "The vault has no history or cannot be written, or a file was left as it is.",
    ],
    seeAlso: ["zib-history(1)", "zib-undo(1)", "zib-search(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      var code = ExitCode.done
      for name in arguments[names] where try !restore(name, arguments, session) { code = .failed }
      return code
    }
  }

  /// Restores what a name means.
  ///
  /// - Returns: false if a file of it was left as it is.
  private static func restore(
    _ name: String, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> Bool {
    let history = try session.vault().past()
    let plan: RestorePlan
    // A version that came for a file whose edit was held back is written once that file is gone.
    var wasWaiting = false
    if let text = arguments[at] {
      let version = try history.version(at: text, now: session.now, zone: session.zone)
      plan = try self.plan(name, version, history, session)
    } else {
      do {
        // A note may be called as the current folder is.
        if name == "." { throw NoteNotFound(name: name, candidates: [], suggestion: nil) }
        throw RestoreError.notDeleted(try session.exactNotePath(name))
      } catch is NoteNotFound {
        plan = try deleted(spelling(of: name, session), history)
      } catch let error as NoteWaits where error.reason == .secretEdit {
        wasWaiting = true
        plan = try deleted(spelling(of: name, session), history)
      } catch WriteError.notAFile(let path) {
        throw Failure(
          "\(path) is not a file now, so its last version is not put there",
          hint:
            "move what is there away, then run `zib restore` again; with `--at` a version takes its "
            + "place, after it is committed")
      }
    }
    if plan.files.isEmpty {
      session.messages.note("nothing of it is gone; `--at` restores an earlier version")
      return true
    }
    if arguments[dryRun] {
      let heldBack = try history.heldBack(from: plan)
      try show(plan, besides: heldBack, history, session)
      tell(heldBack.values.sorted(), in: history.scope, session)
      return heldBack.isEmpty
    }
    let subject = subject(plan, of: name, session)
    let report = try session.vault().restore(
      plan, subject: subject, waiting: session.tellWaiting)
    let count = plan.files.count - report.heldBack.count - report.underEdits.count
    // Of a version of a folder, most files are usually as they were.
    let written = (report.update?.changes ?? []).count { change in
      NotePath(change.path, in: history.scope).map { plan.files[$0] != nil } ?? false
    }
    let others =
      plan.version == nil || written >= count || written == 0
      ? "" : "; \(Amount.count(count - written, "other")) had that version already"
    let files =
      plan.files.count == 1
      ? plan.files.keys.first.map { session.shown(history.treePath($0), in: history.scope) } ?? ""
      : Amount.count(others.isEmpty ? count : written, "file")
    if report.snapshot.commit != nil {
      session.messages.note(
        report.missing.isEmpty && report.heldBack.isEmpty
          ? "the folder as it was is committed"
          : "what was edited and new in the folder is committed")
    }
    session.tell(report.snapshot, in: history.scope)
    tell(report.heldBack, in: history.scope, session)
    for path in report.underEdits {
      session.messages.note(
        "\(session.shown(path, in: history.scope)) has that version in the history again; in the folder it keeps "
          + "your edit, which is held back")
    }
    session.tell(
      setAside: report.update?.setAside ?? [], by: "is restored", in: history.scope)
    if let first = report.missing.first {
      let others = Amount.count(report.missing.count, "other file is", "other files are")
      session.messages.warning(
        "\(others) gone from the folder, such as \(session.shown(first, in: history.scope)); this is "
          + "not committed")
      session.messages.note(
        "`zib restore .` in the top folder of the vault brings them back; "
          + "`zib commit --allow-deletions` commits that they are gone")
    }
    let waiting = try session.vault().waitingFiles().filter { path, _ in
      plan.files[path] != nil && !report.heldBack.contains(history.treePath(path))
    }
    for (path, reason) in waiting.sorted(by: { $0.key < $1.key }) {
      session.messages.warning(
        "the history has \(session.shown(history.treePath(path), in: history.scope)) in that version, and it cannot be written here: "
          + "\(reason.wordsOfWriting); once the cause is gone, `zib sync` writes it")
    }
    let gone = (report.update?.changes ?? []).deletedPaths.filter { path in
      plan.files.keys.contains { path.isInside(history.treePath($0)) }
    }
    if let first = gone.first {
      session.messages.warning(
        "a folder stood in its place, and \(Amount.count(gone.count, "file")) in it went, such as "
          + "\(session.shown(first, in: history.scope)); `zib undo` brings the folder back")
    }
    if waiting.count < count, count > 0 {
      session.messages.note(
        report.update == nil && !wasWaiting
          ? "\(files): the folder already has that version"
          : "restored \(files)\(former(plan, session))\(others)")
    }
    return report.heldBack.isEmpty
  }

  /// Names the files that are left as they are.
  private static func tell(
    _ heldBack: [TreePath], in scope: TreePath, _ session: CommandSession
  ) {
    for path in heldBack {
      session.messages.error(
        "\(session.shown(path, in: scope)) is not restored: only the folder has the edit that is held back",
        hint:
          "`zib commit --include \(session.typed(path, in: scope))` takes the edit into the history; without "
          + "the secret it is taken like any other. Then run `zib restore` again")
    }
  }

  /// As `vaultSpelling`, and `.` for the current folder.
  private static func spelling(of name: String, _ session: CommandSession) throws -> String {
    let spelling = try session.vaultSpelling(of: name)
    return spelling.hasSuffix("/.") ? String(spelling.dropLast(2)) : spelling
  }

  /// A note that is gone: from the folder since the last commit, or from the history.
  private static func deleted(_ name: String, _ history: VaultHistory) throws -> RestorePlan {
    if let head = try history.repository.head().commit {
      do {
        let plan = try history.restoration(of: name, from: history.version(head))
        // Of a folder only missing files come back; edited ones were not asked about.
        return plan.files.count == 1 ? plan : try history.gone(of: plan)
      } catch RestoreError.notFound {}
    }
    return try history.restoration(ofDeleted: name)
  }

  /// A file that is there now, wherever it was then; else what had the typed path or name then, before a note that has
  /// the name now.
  static func plan(
    _ name: String, _ version: PastVersion, _ history: VaultHistory, _ session: CommandSession
  ) throws -> RestorePlan {
    let spelling = try spelling(of: name, session)
    let root = try session.vault().root
    let present = [spelling, spelling + ".md"].compactMap { NotePath($0) }.first {
      FileStatus.at(root.appending($0), following: false)?.kind == .file
    }
    do {
      if let present { return try history.restoration(ofPresent: present, from: version) }
    } catch RestoreError.notYet {}
    do {
      return try history.restoration(of: spelling, from: version)
    } catch RestoreError.notFound {
      if let present { throw RestoreError.notYet(present) }
      let path: NotePath
      do { path = try session.exactNotePath(name) } catch is NoteNotFound {
        throw RestoreError.notFound(name)
      }
      return try history.restoration(ofPresent: path, from: version)
    }
  }

  /// Says where a note was that was moved since.
  static func former(_ plan: RestorePlan, _ session: CommandSession) -> String {
    plan.former.values.first.map { ", which was \(session.shown($0)) then" } ?? ""
  }

  private static func subject(
    _ plan: RestorePlan, of name: String, _ session: CommandSession
  ) -> String {
    let only = plan.files.count == 1 ? plan.files.keys.first : nil
    guard let version = plan.version else {
      let what = only.map { String(decoding: $0.stem, as: UTF8.self) }
      return "Restore \(what ?? Amount.count(plan.files.count, "file"))"
    }
    // How many of a folder's files come back is known only after the commit of what is there now.
    let what = only.map { String(decoding: $0.stem, as: UTF8.self) } ?? (name == "." ? "all" : name)
    return "Restore \(what) as of \(session.shownTime(version.milliseconds))"
  }

  private static func show(
    _ plan: RestorePlan, besides heldBack: [TreePath: TreePath], _ history: VaultHistory,
    _ session: CommandSession
  ) throws {
    for (path, version) in plan.files.sorted(by: { $0.key < $1.key })
    where heldBack[history.treePath(path)] == nil {
      let old = try history.workTree.read(history.treePath(path))?.blob
      let new = try history.repository.blob(version.id)
      if old == new { continue }
      try session.output.writeWords((old, new), of: session.shownPath(path))
    }
  }
}
