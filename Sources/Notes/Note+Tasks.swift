extension Note {
  /// The line of a task with its facts.
  ///
  /// - Complexity: linear in the length of the line.
  package func line(of task: TaskItem) -> TaskLine { TaskLine(task, in: source) }

  /// The lines of all tasks, in order.
  package var taskLines: [TaskLine] { tasks.map { line(of: $0) } }
}
