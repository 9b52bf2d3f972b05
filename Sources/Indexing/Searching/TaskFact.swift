import Notes
import Search

/// A fact of a task that queries ask for by name.
enum TaskFact: String, CaseIterable {
  case due, scheduled, start, done, cancelled, priority

  /// The fact in the line.
  var field: TaskField.Kind {
    switch self {
    case .due: .due
    case .scheduled: .scheduled
    case .start: .start
    case .done: .done
    case .cancelled: .cancelled
    case .priority: .priority
    }
  }

  /// The facts that a task has for a search of notes, with their values.
  ///
  /// One that is ended has only the day of its end: nothing of it is due.
  static func all(of line: TaskLine, isOpen: Bool) -> [(fact: TaskFact, value: String)] {
    allCases.compactMap { fact in
      switch fact {
      case .done, .cancelled: if isOpen { return nil }
      case .due, .scheduled, .start, .priority: if !isOpen { return nil }
      }
      return value(fact, of: line).map { (fact, $0) }
    }
  }

  /// A fact of a line as queries compare it; nil without it.
  static func value(_ fact: TaskFact, of line: TaskLine) -> String? {
    if fact == .priority { return line.priority == .normal ? nil : line.priority.name }
    return line.day(fact.field)?.description
  }

  /// Tests a fact's value against a query.
  struct Match {
    private let values: ValueMatch
    private let isOfPriority: Bool
    private let test: ValueTest

    init(_ key: String, _ test: ValueTest, today: CivilDate, zone: Zone) {
      values = ValueMatch(test, today: today, zone: zone)
      isOfPriority = TaskFact(rawValue: key) == .priority
      self.test = test
    }

    func accepts(_ value: String) -> Bool {
      if isOfPriority, case .compares(let relation, let text) = test,
        let wanted = TaskPriority(named: text.lowercased()), let own = TaskPriority(named: value)
      {
        // The highest is the first.
        return switch relation {
        case .less: own > wanted
        case .lessOrEqual: own >= wanted
        case .greater: own < wanted
        case .greaterOrEqual: own <= wanted
        }
      }
      return values.accepts(value)
    }
  }
}
