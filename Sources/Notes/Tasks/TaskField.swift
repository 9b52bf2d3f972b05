/// The importance of a task.
package enum TaskPriority: Int, Hashable, Sendable, CaseIterable, Comparable {
  case highest, high, medium, normal, low, lowest

  /// `high`
  package var name: String { "\(self)" }

  /// The sign of Obsidian Tasks; nil for a normal one, which has none.
  package var sign: String? {
    switch self {
    case .highest: "🔺"
    case .high: "⏫"
    case .medium: "🔼"
    case .normal: nil
    case .low: "🔽"
    case .lowest: "⏬"
    }
  }

  package init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  package static func < (left: TaskPriority, right: TaskPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A fact that a task's line states in signs: `📅 2026-11-30`, `[due:: 2026-11-30]`.
package struct TaskField: Hashable, Sendable {
  /// The facts that lines state; the raw value is the key in Dataview's form.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case due, scheduled, start, created
    case done = "completion"
    case cancelled, priority
    case recurrence = "repeat"
    case id, dependsOn, onCompletion, reminder

    /// The signs of Obsidian Tasks; the first is the one to write, and a priority has others.
    var signs: [String] {
      switch self {
      case .due: ["📅", "📆", "🗓"]
      case .scheduled: ["⏳", "⌛"]
      case .start: ["🛫"]
      case .created: ["➕"]
      case .done: ["✅"]
      case .cancelled: ["❌"]
      case .priority: TaskPriority.allCases.compactMap(\.sign)
      case .recurrence: ["🔁"]
      case .id: ["🆔"]
      case .dependsOn: ["⛔"]
      case .onCompletion: ["🏁"]
      case .reminder: ["⏰"]
      }
    }

    /// True for the facts that are a day.
    package var isDate: Bool {
      switch self {
      case .due, .scheduled, .start, .created, .done, .cancelled: true
      case .priority, .recurrence, .id, .dependsOn, .onCompletion, .reminder: false
      }
    }
  }

  /// The ways to write a fact.
  package enum Style: Hashable, Sendable {
    /// `📅 2026-11-30`
    case sign
    /// `[due:: 2026-11-30]`
    case brackets
    /// `(due:: 2026-11-30)`
    case parentheses
  }

  package let kind: Kind
  package let style: Style
  /// All of it.
  package let range: ByteRange
  /// The value alone; of a priority in signs the sign.
  package let value: ByteRange

  /// The text of a fact, with the blanks that Obsidian Tasks writes before it.
  static func text(_ kind: Kind, _ value: String, _ style: Style) -> String {
    switch style {
    case .sign:
      if kind == .priority { return TaskPriority(named: value)?.sign.map { " \($0)" } ?? "" }
      return " \(kind.signs[0]) \(value)"
    // Obsidian hides every other of several fields in brackets that one space divides.
    case .brackets: return "  [\(kind.rawValue):: \(value)]"
    case .parentheses: return "  (\(kind.rawValue):: \(value))"
    }
  }
}
