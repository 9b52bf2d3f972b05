import Notes

extension ConfigurationKey {
  /// The settings of tasks.
  static let tasks: [ConfigurationKey] = [
    ConfigurationKey(
      "tasks.form", .choice(["signs", "brackets", "parentheses"]), .text("signs"),
      "The form of dates in the line of a task that has none yet: 📅 2026-11-30, [due:: 2026-11-30] or "
        + "(due:: 2026-11-30)."),
    ConfigurationKey(
      "tasks.done-date", .choice(TaskStyle.DatedTasks.allCases.map(\.rawValue)), .text("auto"),
      "Which tasks get the day on which they are done or given up: always, never, or with auto those that "
        + "have other dates, a priority or a rule of recurrence."),
    ConfigurationKey(
      "tasks.created-date", .flag, .flag(false),
      "Give new tasks the day on which they are made."),
    ConfigurationKey(
      "tasks.next", .choice(["before", "after"]), .text("before"),
      "The place of the next task when a recurring one is done: the line before it, or the line after it."
    ),
    ConfigurationKey(
      "tasks.drop-scheduled", .flag, .flag(false),
      "Give the next task of a recurring one no scheduled day, where it has a due day or a first day."
    ),
    ConfigurationKey(
      "tasks.filter", .text, .text(""),
      "The text without which an item with a box is no task, such as #task; empty where each box is one."
    ),
    ConfigurationKey(
      "tasks.statuses", .list, .list([]),
      bounds: Bounds(
        expectation:
          "a list of a mark, a kind and the mark that follows, such as >:on-hold:x; kinds are "
          + TaskStatus.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      ) {
        guard case .list(let items) = $0 else { return false }
        return items.allSatisfy { TaskStatuses.status(written: $0) != nil }
      },
      "Further marks in the boxes of tasks, each with its kind and the mark that follows it: "
        + "\">:on-hold:x\". A mark that is not named is to do."),
  ]
}

extension TaskStyle {
  /// The style that the settings name.
  package init(_ configuration: Configuration) {
    self.init()
    statuses = TaskStatuses(written: configuration.list("tasks.statuses"))
    form =
      switch configuration.text("tasks.form") {
      case "brackets": .brackets
      case "parentheses": .parentheses
      default: .sign
      }
    doneDates = DatedTasks(rawValue: configuration.text("tasks.done-date")) ?? .auto
    cancelledDates = doneDates
    hasCreatedDates = configuration.flag("tasks.created-date")
    putsNextAfter = configuration.text("tasks.next") == "after"
    dropsScheduled = configuration.flag("tasks.drop-scheduled")
    filter = configuration.text("tasks.filter")
  }
}
