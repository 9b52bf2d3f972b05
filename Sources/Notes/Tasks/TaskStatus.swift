/// The status that a mark in a task's box gives it: `[/]` is in progress.
package struct TaskStatus: Hashable, Sendable {
  /// The kinds of statuses that Obsidian Tasks knows.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case todo
    case inProgress = "in-progress"
    case onHold = "on-hold"
    case done, cancelled
    /// A box that is no task: a mark of a theme, such as a bookmark.
    case none

    /// True if there is still something to do.
    package var isOpen: Bool {
      switch self {
      case .todo, .inProgress, .onHold: true
      case .done, .cancelled, .none: false
      }
    }
  }

  /// The character in the box.
  package let symbol: String
  package let kind: Kind
  /// The character that follows it where the box is clicked.
  package let next: String

  package init(symbol: String, kind: Kind, next: String) {
    self.symbol = symbol
    self.kind = kind
    self.next = next
  }
}

/// The statuses of a vault's tasks: those of the settings, else those of Obsidian Tasks.
package struct TaskStatuses: Hashable, Sendable {
  private let own: [TaskStatus]

  private static let core = [
    TaskStatus(symbol: " ", kind: .todo, next: "x"),
    TaskStatus(symbol: "x", kind: .done, next: " "),
    TaskStatus(symbol: "X", kind: .done, next: " "),
    TaskStatus(symbol: "/", kind: .inProgress, next: "x"),
    TaskStatus(symbol: "-", kind: .cancelled, next: " "),
  ]

  /// - Parameter own: further statuses; of two with one symbol the first counts.
  package init(_ own: [TaskStatus] = []) { self.own = own }

  /// Statuses as settings write them, `>:on-hold:x` each: symbol, kind and the symbol that follows.
  package init(written items: [String]) { self.init(items.compactMap(Self.status(written:))) }

  /// A status as settings write it; nil for any other text.
  package static func status(written text: String) -> TaskStatus? {
    guard let symbol = text.first, symbol.unicodeScalars.count == 1 else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].isEmpty,
      let kind = TaskStatus.Kind(rawValue: String(parts[1]))
    else { return nil }
    let next = parts.count == 3 && !parts[2].isEmpty ? String(parts[2]) : "x"
    guard next.unicodeScalars.count == 1 else { return nil }
    return TaskStatus(symbol: String(symbol), kind: kind, next: next)
  }

  /// Equal for equal statuses, and the same in each process.
  package var fingerprint: String {
    own.map { "\($0.symbol):\($0.kind.rawValue):\($0.next)" }.joined(separator: " ")
  }

  /// The status of a mark; one that nobody has named is to do, and done next.
  package func status(of symbol: String) -> TaskStatus {
    own.first { $0.symbol == symbol } ?? Self.core.first { $0.symbol == symbol }
      ?? TaskStatus(symbol: symbol, kind: .todo, next: "x")
  }

  /// The first mark of a kind that is reached from `symbol` by clicking.
  private func reached(from symbol: String, _ kind: TaskStatus.Kind) -> String? {
    var status = status(of: symbol)
    for _ in 0..<(own.count + Self.core.count) {
      status = self.status(of: status.next)
      if status.kind == kind { return status.symbol }
    }
    return nil
  }

  /// The mark that `symbol` gets when its task is done.
  package func done(from symbol: String) -> String { reached(from: symbol, .done) ?? "x" }

  /// The mark that `symbol` gets when its task is given up.
  package func cancelled(from symbol: String) -> String {
    reached(from: symbol, .cancelled) ?? own.first { $0.kind == .cancelled }?.symbol ?? "-"
  }

  /// The mark that a task with `symbol` gets when there is something to do again; also the mark of the task that
  /// follows a recurring one.
  package func reopened(from symbol: String) -> String {
    reached(from: symbol, .todo) ?? reached(from: symbol, .inProgress) ?? " "
  }
}
