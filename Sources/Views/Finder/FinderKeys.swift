import Screens

/// The keys of the finder, with what each does.
package struct FinderKeys: Sendable {
  /// A setting that is not followed.
  package struct Problem: Equatable, Sendable {
    /// The setting as it was written.
    package let setting: String
    /// The reason, in words.
    package let message: String
  }

  /// A setting that gives keys to an action.
  private struct Entry {
    let setting: String
    let action: FinderAction
    let keys: [KeyStroke]
  }

  private var typing: [KeyStroke: FinderAction] = [:]
  private var list: [KeyStroke: FinderAction] = [:]
  /// The keys of each action in their order, while typing and elsewhere.
  private var shown: [FinderAction: (typing: [KeyStroke], list: [KeyStroke])] = [:]
  /// Settings that are not followed, in their order.
  package private(set) var problems: [Problem] = []

  /// - Parameter settings: `action=key key …` each, instead of the keys that the action has without it.
  package init(_ settings: [String] = []) {
    for action in FinderAction.allCases {
      shown[action] = (action.keys(isTyping: true), action.keys(isTyping: false))
    }
    let entries = settings.compactMap { read($0) }
    for entry in entries {
      if let words = Self.obstacle(to: entry, among: entries) {
        problems.append(Problem(setting: entry.setting, message: words))
        continue
      }
      let keys = entry.keys
      // A key has one action.
      for other in FinderAction.allCases where other != entry.action {
        shown[other]?.typing.removeAll { keys.contains($0) }
        shown[other]?.list.removeAll { keys.contains($0) }
      }
      let typed = keys.filter { key in
        if case .character = key.base { return !key.modifiers.isEmpty }
        return true
      }
      shown[entry.action] = (typed, keys)
    }
    for action in FinderAction.allCases {
      for key in keys(of: action, isTyping: true) { typing[key] = action }
      for key in keys(of: action, isTyping: false) { list[key] = action }
    }
  }

  /// The keys that a setting gives to an action; what is not understood becomes a problem.
  private mutating func read(_ setting: String) -> Entry? {
    let halves = setting.split(separator: "=", maxSplits: 1)
    let name = halves.first.map(String.init) ?? ""
    func refuse(_ message: String) {
      problems.append(Problem(setting: setting, message: message))
    }
    guard let action = FinderAction(rawValue: name) else {
      refuse("`\(name)` is no action of the finder")
      return nil
    }
    // `open=` takes all keys of an action; without the sign nothing is said of them.
    guard setting.contains("=") else {
      refuse("`\(name)` has no keys; write `\(name)=ctrl-x`")
      return nil
    }
    var keys: [KeyStroke] = []
    for word in halves.count == 2 ? halves[1].split(separator: " ") : [] {
      guard let key = KeyStroke(named: String(word)) else {
        refuse("`\(word)` is no name of a key, such as ctrl-x, alt-a, f2 or enter")
        return nil
      }
      keys.append(key)
    }
    return Entry(setting: setting, action: action, keys: keys)
  }

  /// The reason why a setting cannot be followed beside the others; nil if it can.
  private static func obstacle(to entry: Entry, among entries: [Entry]) -> String? {
    let set = Set(entries.map(\.action))
    if entry.keys.contains(.control("c")), ![.quit, .clear].contains(entry.action) {
      return "`ctrl-c` leaves, and is for `quit` and `clear` alone"
    }
    for key in entry.keys {
      let rivals = entries.filter { $0.keys.contains(key) && $0.action != entry.action }
      if let rival = rivals.first {
        return "`\(key.name)` is given to `\(rival.action.rawValue)` as well"
      }
    }
    let given = Set(entries.flatMap(\.keys))
    for other in FinderAction.allCases where !set.contains(other) {
      let keys = other.keys(isTyping: true)
      if !keys.isEmpty, keys.allSatisfy(given.contains), keys.contains(where: entry.keys.contains) {
        return "`\(other.rawValue)` has no key left; give it one as well"
      }
    }
    if entry.action == .quit, entry.keys.isEmpty {
      return "no key would leave the finder from anywhere; write `quit=ctrl-x`"
    }
    let ways = entries.filter { [.quit, .clear].contains($0.action) }
    if entry.keys.isEmpty, Set(ways.map(\.action)).count == 2, ways.allSatisfy(\.keys.isEmpty) {
      return "no key would leave the finder"
    }
    return nil
  }

  /// The action of a key.
  package func action(of key: KeyStroke, isTyping: Bool) -> FinderAction? {
    isTyping ? typing[key] : list[key]
  }

  /// The keys of an action, the one to name first.
  package func keys(of action: FinderAction, isTyping: Bool) -> [KeyStroke] {
    (isTyping ? shown[action]?.typing : shown[action]?.list) ?? []
  }
}
