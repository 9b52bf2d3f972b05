import Arguments
import Files
import Indexing
import Notes
import Wording

/// Tasks that are listed together.
package struct TaskGroup {
  /// The ways in which tasks are put together.
  package enum Grouping: String, Choice { case note, day, tag, none }

  /// The heading of a group, as it is printed.
  package struct Heading {
    package let text: String
    /// The note, where the group is one.
    package var path: NotePath?
    package var isOverdue = false
  }

  /// Nil where tasks are not put together.
  package let heading: Heading?
  package var tasks: [ListedTask]

  package init(heading: Heading?, tasks: [ListedTask]) {
    self.heading = heading
    self.tasks = tasks
  }

  /// The groups of some tasks, which are by path and place.
  package static func groups(
    _ tasks: [ListedTask], by grouping: Grouping, today: CivilDate
  ) -> [TaskGroup] {
    switch grouping {
    case .none: return tasks.isEmpty ? [] : [TaskGroup(heading: nil, tasks: tasks)]
    case .note:
      var groups: [TaskGroup] = []
      for task in tasks {
        if groups.last?.heading?.path == task.path {
          groups[groups.count - 1].tasks.append(task)
        } else {
          groups.append(
            TaskGroup(heading: Heading(text: task.noteTitle, path: task.path), tasks: [task]))
        }
      }
      return groups
    case .day: return byDay(tasks, today)
    case .tag: return byTag(tasks)
    }
  }

  private static func byDay(_ tasks: [ListedTask], _ today: CivilDate) -> [TaskGroup] {
    func day(_ task: ListedTask) -> CivilDate? {
      task.status.kind.isOpen ? task.day : task.line.day(.done) ?? task.line.day(.cancelled)
    }
    let late = tasks.filter { $0.isOverdue(on: today) }
    let days = Dictionary(grouping: tasks.filter { !$0.isOverdue(on: today) }, by: day)
    var groups: [TaskGroup] = []
    func add(_ heading: Heading, _ tasks: [ListedTask]) {
      guard !tasks.isEmpty else { return }
      let sorted = tasks.enumerated().sorted { left, right in
        let (a, b) = (left.element, right.element)
        return (a.line.day(.due) ?? .latest, a.line.priority, left.offset)
          < (b.line.day(.due) ?? .latest, b.line.priority, right.offset)
      }
      groups.append(TaskGroup(heading: heading, tasks: sorted.map(\.element)))
    }
    add(Heading(text: "Overdue", isOverdue: true), late)
    for day in days.keys.compactMap({ $0 }).sorted() {
      let name =
        day == today ? "Today, " : day == today.adding(days: 1) ? "Tomorrow, " : ""
      add(Heading(text: name + day.inWords), days[day] ?? [])
    }
    add(Heading(text: "Without a day"), days[nil] ?? [])
    return groups
  }

  private static func byTag(_ tasks: [ListedTask]) -> [TaskGroup] {
    var groups: [Hashtag: [ListedTask]] = [:]
    for task in tasks {
      for tag in task.hashtags { groups[tag, default: []].append(task) }
    }
    let untagged = tasks.filter { $0.hashtags.isEmpty }
    return groups.sorted { $0.key.folded < $1.key.folded }.map {
      TaskGroup(heading: Heading(text: "#" + $0.key.name), tasks: $0.value)
    }
      + (untagged.isEmpty
        ? [] : [TaskGroup(heading: Heading(text: "Without a tag"), tasks: untagged)])
  }

  /// The tasks in the order of their groups, each once.
  package static func tasks(of groups: [TaskGroup]) -> [ListedTask] {
    var seen: Set<ListedTask> = []
    return groups.flatMap(\.tasks).filter { seen.insert($0).inserted }
  }

  /// The groups with some of their tasks.
  package static func keeping(_ tasks: [ListedTask], of groups: [TaskGroup]) -> [TaskGroup] {
    let kept = Set(tasks)
    return groups.compactMap { group in
      let tasks = group.tasks.filter(kept.contains)
      return tasks.isEmpty ? nil : TaskGroup(heading: group.heading, tasks: tasks)
    }
  }
}
