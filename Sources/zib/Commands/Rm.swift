import Arguments
import Exchange
import Files
import History
import Layout
import Notes
import Rendering
import Runs
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib rm`: notes and other files that go, until they are wanted back.
enum Rm {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: """
      A path, title or file name of a note, the path of another file, or `@1` of the last list; `-` \
      reads paths from standard input.
      """)
  static let force = Flag(
    "force", short: "f", help: "Do not ask, also where only a part of a name is given.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would go and which links would break; change nothing.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  /// The most links that are named.
  private static let fewLinks = 10

  static let command = Command(
    "rm", aliases: ["delete"], group: "Read and write", summary: "Remove notes and other files",
    discussion: """
      Removes notes, or other files by their paths, and names the links of other notes that lead
      nowhere from then on. It is one step: what was edited in the folder is committed first, the removal
      is a commit of its own, and `zib undo` takes it back. `zib search --deleted` and
      `zib restore` find and bring back what was removed long ago.

      Of a symbolic link the link itself is removed, and never what it leads to.

      A part of a name is enough where one note has it, and a person at a terminal agrees; without a
      terminal a note is named by its whole name or path, unless `--force` is given. Nothing is removed
      that only this folder has (`zib commit` takes it into the history), that is write-protected, or
      that has a conflict.
      """,
    arguments: [notes, force, dryRun, json],
    sections: [
      Section(
        "JSON",
        """
        `--json` prints one object: `version` (1), `outcome` (`removed` or `planned`), `files` (each with
        its `path`), `links` (each with `path`, the note that has it, `target`, and `next`, the path that
        it leads to from then on, or null) and `commit` (null in a dry run).
        """)
    ],
    examples: [
      "zib rm 'Old plans'": "Remove a note; `zib undo` brings it back.",
      "zib rm @2": "The second note of the list that was printed last.",
      "zib rm Files/scan.png --dry-run": "See which notes show a picture.",
      "zib search -l tag:draft | zib rm -": "All notes that a query finds.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note or file, or you did not agree.",
      2: "Several notes are meant.", 3: "Nothing was removed, because something could not be.",
    ],
    seeAlso: ["zib-undo(1)", "zib-restore(1)", "zib-search(1)", "zib-mv(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let paths = try session.filePaths(
        arguments[notes], to: arguments[force] ? nil : "remove")
      guard !paths.isEmpty else {
        throw Failure("standard input names no note; nothing was removed", code: .nothingFound)
      }
      return try arguments[dryRun]
        ? plan(paths, isJSON: arguments[json], session)
        : remove(paths, isForced: arguments[force], isJSON: arguments[json], session)
    }
  }

  private static func remove(
    _ paths: [NotePath], isForced: Bool, isJSON: Bool, _ session: CommandSession
  ) throws -> ExitCode {
    let report = try session.changing {
      try session.vault().remove(
        paths, confirm: { isForced || session.confirm($0) }, waiting: session.tellWaiting,
        progress: $0)
    }
    session.tell(before: report.change, in: report.scope)
    let plan = report.plan
    if isJSON {
      try printJSON("removed", plan, commit: report.change.update.commit?.hex, session)
    }
    let back = plan.files.count == 1 ? "brings it back" : "brings them back"
    session.messages.note("removed \(words(for: plan, session)); `zib undo` \(back)")
    session.tell(after: report.change, in: report.scope)
    tell(plan, session)
    return try session.tellWaiting(plan.files, "removed")
  }

  private static func plan(
    _ paths: [NotePath], isJSON: Bool, _ session: CommandSession
  ) throws -> ExitCode {
    let plan = try session.vault().plannedRemoval(of: paths)
    if isJSON { try printJSON("planned", plan, commit: nil, session) }
    session.messages.note("would remove \(words(for: plan, session))")
    tell(plan, session)
    return .done
  }

  private static func words(for plan: RemovalPlan, _ session: CommandSession) -> String {
    if plan.files.count <= 3 { return plan.files.map { session.shown($0) }.joined(separator: ", ") }
    return Amount.count(plan.files.count, "file")
  }

  /// Names the links that break, and those that mean another note from then on.
  private static func tell(_ plan: RemovalPlan, _ session: CommandSession) {
    for link in plan.symbolicLinks {
      session.messages.note(
        "\(session.shown(link)) is a symbolic link: what it leads to stays")
    }
    let broken = plan.broken
    for link in broken.prefix(fewLinks) {
      session.messages.warning(
        "\(session.shown(link.note)): the link to \(SafeText.escaped(link.target)) leads nowhere without it"
      )
    }
    if broken.count > fewLinks {
      session.messages.warning(
        "\(Amount.count(broken.count - fewLinks, "more link leads", "more links lead")) nowhere without it; "
          + "`zib broken` lists them")
    }
    for link in plan.links {
      guard let next = link.next else { continue }
      session.messages.note(
        "\(session.shown(link.note)): the link to \(SafeText.escaped(link.target)) leads to \(session.shown(next)) then"
      )
    }
  }

  private static func printJSON(
    _ outcome: String, _ plan: RemovalPlan, commit: String?, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      $0.array("files") { json in
        for path in plan.files {
          json.object { $0.field("path", utf8: session.shownPathBytes(path)) }
        }
      }
      $0.array("links") { json in
        for link in plan.links {
          json.object {
            $0.field("path", utf8: session.shownPathBytes(link.note))
            $0.field("target", link.target)
            if let next = link.next {
              $0.field("next", utf8: session.shownPathBytes(next))
            } else {
              $0.field("next", String?.none)
            }
          }
        }
      }
      $0.field("commit", commit)
    }
  }
}
