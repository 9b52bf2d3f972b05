import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Steps
import Sync

/// A change of the state of some tasks.
package struct TaskRequest: Sendable {
  /// The state that the tasks get.
  package enum Change: Hashable, Sendable {
    case end(TaskEditor.Ending, on: CivilDate)
    case reopen
  }

  package let change: Change
  /// The tasks as they were listed.
  package let tasks: [ListedTask]

  package init(_ change: Change, of tasks: [ListedTask]) {
    self.change = change
    self.tasks = tasks
  }
}

/// The changes of a request, before the first is made.
package struct TaskPlan: Sendable {
  /// One task's change.
  package struct Step: Sendable {
    package let task: ListedTask
    package let change: TaskEditor.Change
  }

  /// The tasks that change.
  package var steps: [Step] = []
  /// The tasks that are what they should become.
  package var left: [ListedTask] = []
  /// The notes that change, by path.
  package var rewrites: [MovePlan.Rewrite] = []
  /// The notes that cannot be changed, with the reason.
  package var refusals: [(path: NotePath, reason: any Error)] = []
}

/// The result of a change of tasks.
package struct TaskReport: Sendable {
  package var plan: TaskPlan
  /// The commit, where there is a history and it took the change.
  package let change: ChangeReport?
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// Plans a change of tasks for the folder as it is; changes nothing.
  ///
  /// A task is looked for on its line, and there has to be what was listed; else its note is refused.
  package func planned(_ request: TaskRequest) -> TaskPlan {
    planned(request) { try folder.read($0).bytes }
  }

  private func planned(
    _ request: TaskRequest, read: (NotePath) throws -> [UInt8]
  ) -> TaskPlan {
    var plan = TaskPlan()
    let style = taskStyle
    for (path, tasks) in Dictionary(grouping: request.tasks, by: \.path)
      .sorted(by: { $0.key < $1.key })
    {
      do {
        try checkWritable(path)
        let note = Note(
          parsing: try read(path), named: String(decoding: path.stem, as: UTF8.self),
          options: noteOptions)
        let editor = TaskEditor(note.source, style: style)
        let lines = note.taskLines
        var edits: [ByteEdit] = []
        for task in tasks {
          guard
            let line = lines.first(where: {
              $0.line == task.line.line && note.source[$0.line.indices].elementsEqual(task.source)
            })
          else { throw WriteError.changedMeanwhile(path) }
          let change: TaskEditor.Change
          switch request.change {
          case .end(let ending, let day):
            guard task.status.kind != (ending == .done ? .done : .cancelled) else {
              plan.left.append(task)
              continue
            }
            change = editor.ending(line, ending, on: day)
          case .reopen:
            guard !task.status.kind.isOpen else {
              plan.left.append(task)
              continue
            }
            change = editor.reopening(line, among: lines)
          }
          plan.steps.append(.init(task: task, change: change))
          edits += change.edits
        }
        let text = edits.applied(to: note.source)
        if text != note.source {
          plan.rewrites.append(
            .init(path: path, newPath: path, old: note.source, new: text, links: 0))
        }
      } catch {
        plan.refusals.append((path, error))
      }
    }
    return plan
  }

  /// Changes tasks: as one commit on top of a snapshot of uncommitted changes where there is a history, so that it can be
  /// undone, and else, or where the history does not take a note, in the notes alone.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `GitError`; `VaultLock.Failure` if another process is
  ///   writing.
  package func change(
    _ request: TaskRequest, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }
  ) throws -> TaskReport {
    guard canMend else { return try changeNotes(request) }
    do {
      return try withHistory(waiting: waiting) { history in
        var plan = TaskPlan()
        let change = try history.change(.move, confirm: confirm) { files in
          plan = planned(request, read: files.read)
          for refusal in plan.refusals where refusal.reason is MoveRefusal { throw refusal.reason }
          return (try files.versions(plan.rewrites), Self.subject(request.change, plan))
        }
        return TaskReport(plan: plan, change: change, scope: history.scope)
      }
    } catch is MoveRefusal {
      return try changeNotes(request)
    } catch is NoIdentity {
      return try changeNotes(request)
    }
  }

  private func changeNotes(_ request: TaskRequest) throws -> TaskReport {
    var plan = planned(request)
    let lock = try writeLock()
    let new = Dictionary(uniqueKeysWithValues: plan.rewrites.map { ($0.path, $0) })
    let edits = EditPlan(for: plan.rewrites.map(\.path), in: folder) { source, path in
      guard let rewrite = new[path], rewrite.old == source else {
        throw WriteError.changedMeanwhile(path)
      }
      return rewrite.new
    }
    let outcome = edits.apply(recordedReplacement)
    _ = consume lock
    plan.refusals += edits.refusals.map { ($0.path, $0.reason) }
    if let failure = outcome.failure { plan.refusals.append((failure.path, failure.reason)) }
    let done = Set(outcome.done)
    plan.rewrites.removeAll { !done.contains($0.path) }
    plan.steps.removeAll { !done.contains($0.task.path) }
    return TaskReport(plan: plan, change: nil, scope: .root)
  }

  /// The first line of the commit's message.
  private static func subject(_ change: TaskRequest.Change, _ plan: TaskPlan) -> String {
    let verb =
      switch change {
      case .end(.done, _): "Tick off"
      case .end(.cancelled, _): "Cancel"
      case .reopen: "Reopen"
      }
    let count = plan.steps.count
    guard count == 1, let task = plan.steps.first?.task else { return "\(verb) \(count) tasks" }
    return "\(verb) \(task.line.description.prefix(50))"
  }
}
