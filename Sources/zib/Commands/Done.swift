import Arguments
import Exchange
import Files
import History
import Indexing
import Merge
import Notes
import Rendering
import Runs
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib done`: ticks tasks off, and opens them again.
enum Done {
  static let task = Positional(
    "TASK", each: .string, atLeast: 1,
    help: """
      A place as `zib tasks` lists it, `@3` or `Garden.md:12`, or a part of the task's text.
      """)
  static let undo = Flag("undo", short: "u", help: "Open tasks again that are done or cancelled.")
  static let cancel = Flag("cancel", help: "Give tasks up: `[-]`.")
  static let on = Option(
    "on", value: "DATE", .string, help: "The day on which they were done; by default today.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show what would change; write nothing.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "done", group: "Tasks", summary: "Tick tasks off",
    discussion: """
      Puts the mark of done tasks into the box; no other byte of the note changes. A task with dates
      gets the day, in the form that its line has: `✅ 2026-11-26` or `[completion:: 2026-11-26]`. The
      settings of Obsidian's plugin Tasks are followed, and those under `tasks.` are yours.

      A recurring task comes back as the plugin has it: on the line above, with its days moved on.
      Days count from the due day, else from the scheduled one or the first, or with `when done` from
      the day on which the task is done.

      In a vault with a history this is a commit, which `zib undo` takes back; `zib done --undo` opens
      a task again whenever it was done, and takes the task that came of it away if nobody changed it.
      """,
    arguments: [task, undo, cancel, on, dryRun, json],
    exclusive: [[undo, cancel], [undo, on], [dryRun, json]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `outcome` (`done`, `cancelled`, `reopened`), `tasks`, as `zib tasks --json` has
        them before the change, each with `next`, the line of the task that came or went with it, or
        null; `unchanged` (places), `refused` (paths) and `commit`, or null.
        """)
    ],
    examples: [
      "zib done @3": "The third of those that were listed last in this terminal.",
      "zib done Garden.md:12": "By its place.",
      "zib done order seeds": "By its text.",
      "zib done --undo order seeds": "It was not.",
      "zib done Garden.md:12 --on yesterday": "It was done then.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such task.", 2: "Several tasks have the text.",
      3: "Some notes could not be changed.",
    ],
    seeAlso: ["zib-tasks(1)", "zib-task(1)", "zib-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let change: TaskRequest.Change
    if arguments[undo] {
      change = .reopen
    } else {
      var day = session.today
      if let words = arguments[on] {
        guard let named = DateRange(words, today: session.today)?.day else {
          throw UsageError(
            message: "cannot read `\(words)` as a day", hint: "such as `yesterday`, `2026-11-20`")
        }
        day = named
      }
      change = .end(arguments[cancel] ? .cancelled : .done, on: day)
    }
    let tasks = try session.tasks(named: arguments[task], arguments[undo] ? .done : .open)
    let request = TaskRequest(change, of: tasks)
    if arguments[dryRun] {
      let plan = try session.vault().planned(request)
      for rewrite in plan.rewrites {
        try session.output.write(
          LineDifference(from: rewrite.old, to: rewrite.new), of: session.shownPath(rewrite.path))
      }
      return tell(plan, change, isDryRun: true, session)
    }
    let report = try session.vault().change(
      request, confirm: { session.confirm($0) }, waiting: session.tellWaiting)
    if let change = report.change { session.tell(before: change, in: report.scope) }
    if arguments[json] { try printJSON(report, change, session) }
    let exit = tell(report.plan, change, isDryRun: false, session)
    if let change = report.change { session.tell(after: change, in: report.scope) }
    if let path = report.plan.rewrites.last?.path { session.touch(path) }
    return exit
  }

  private static func name(_ change: TaskRequest.Change) -> String {
    switch change {
    case .end(.done, _): "done"
    case .end(.cancelled, _): "cancelled"
    case .reopen: "reopened"
    }
  }

  private static func tell(
    _ plan: TaskPlan, _ change: TaskRequest.Change, isDryRun: Bool, _ session: CommandSession
  ) -> ExitCode {
    let verb =
      switch change {
      case .end(.done, _): isDryRun ? "would be done" : "done"
      case .end(.cancelled, _): isDryRun ? "would be cancelled" : "cancelled"
      case .reopen: isDryRun ? "would be open again" : "open again"
      }
    for step in plan.steps {
      session.messages.note("\(verb): \(words(for: step.task, session))")
      if let next = step.change.next {
        let text = TaskWords.text(ofLine: next)
        session.messages.note(
          change == .reopen ? "the next one is gone: \(text)" : "comes next: \(text)")
      }
      if step.change.isDeleted {
        session.messages.note(
          "its line \(isDryRun ? "would go" : "is gone"), because it says `🏁 delete`; `zib undo` brings it back"
        )
      }
      if let rule = step.change.unread {
        session.messages.warning(
          "no task comes next, because `\(rule)` or the task's day is not understood")
      }
    }
    for task in plan.left {
      session.messages.note(
        "\(words(for: task, session)) is "
          + (change == .reopen
            ? "open" : task.status.kind == .done ? "done already" : "cancelled already"))
    }
    for (path, reason) in plan.refusals {
      let words = session.words(for: reason)
      session.messages.error(
        "\(session.shown(path)) stays as it is: \(words.message)", hint: words.hint)
    }
    return plan.refusals.isEmpty ? .done : .failed
  }

  private static func words(for task: ListedTask, _ session: CommandSession) -> String {
    "\(session.output.inLine(task.line.description)) (\(session.shown(task.path)))"
  }

  private static func printJSON(
    _ report: TaskReport, _ change: TaskRequest.Change, _ session: CommandSession
  ) throws {
    let plan = report.plan
    try session.output.writeJSON {
      $0.field("outcome", name(change))
      $0.array("tasks") {
        for step in plan.steps {
          $0.task(
            step.task, path: session.shownPath(step.task.path), today: session.today,
            next: .some(step.change.next.map { String(decoding: $0, as: UTF8.self) }))
        }
      }
      $0.array("unchanged") {
        for task in plan.left {
          $0.element("\(session.shownPath(task.path)):\(task.position.line)")
        }
      }
      $0.field("refused", plan.refusals.map { session.shownPath($0.path) })
      $0.field("commit", report.change?.update.commit?.hex)
    }
  }
}
