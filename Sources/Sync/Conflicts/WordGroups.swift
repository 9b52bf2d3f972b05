import Merge

/// The two texts of a place as words that both have, and groups of words that only one of them has.
package struct WordGroups: Equatable, Sendable {
  /// A stretch of the place.
  package enum Part: Equatable, Sendable {
    case same([UInt8])
    /// The words of the note and those of the copy, of which either may be empty.
    case group(note: [UInt8], copy: [UInt8])
  }

  /// A decision on one group.
  package enum Choice: Equatable, Sendable { case note, copy, both }

  /// The stretches in the order of the texts.
  package let parts: [Part]
  /// The number of groups.
  package let count: Int
  private var choices: [Choice?]
  private var steps: [(group: Int, before: Choice?)] = []
  private var undone: [(group: Int, after: Choice?)] = []

  /// - Returns: nil where the two have no words in common, so that there is nothing to decide but the whole.
  package init?(_ overlap: Overlap) {
    guard PlainText.isValid(overlap.left), PlainText.isValid(overlap.right) else { return nil }
    var parts: [Part] = []
    for part in WordDifference(from: overlap.left, to: overlap.right).parts {
      switch (part.kind, parts.last) {
      case (.same, _): parts.append(.same(part.bytes))
      case (.removed, .group(let note, let copy)?):
        parts[parts.count - 1] = .group(note: note + part.bytes, copy: copy)
      case (.removed, _): parts.append(.group(note: part.bytes, copy: []))
      case (.added, .group(let note, let copy)?):
        parts[parts.count - 1] = .group(note: note, copy: copy + part.bytes)
      case (.added, _): parts.append(.group(note: [], copy: part.bytes))
      }
    }
    let hasWords = parts.contains { part in
      if case .same(let bytes) = part { bytes.contains { $0 > 0x20 } } else { false }
    }
    guard hasWords else { return nil }
    self.parts = parts
    count = parts.count { if case .group = $0 { true } else { false } }
    choices = Array(repeating: nil, count: count)
  }

  package static func == (a: WordGroups, b: WordGroups) -> Bool {
    a.parts == b.parts && a.choices == b.choices
  }

  /// The decisions on all groups.
  package var all: [Choice?] { choices }

  /// Makes decisions that were made before; none where they are not on as many groups.
  package mutating func choose(all choices: [Choice?]) {
    guard choices.count == count else { return }
    for (group, choice) in choices.enumerated() {
      if let choice { choose(choice, at: group) }
    }
  }

  /// The decision on a group.
  package subscript(group: Int) -> Choice? { choices[group] }

  /// The groups that are not decided yet, in order.
  package var open: [Int] { choices.indices.filter { choices[$0] == nil } }

  /// Decides a group.
  package mutating func choose(_ choice: Choice, at group: Int) {
    steps.append((group, choices[group]))
    undone = []
    choices[group] = choice
  }

  /// Takes back the last decision and returns its group, or nil if there is none.
  package mutating func undo() -> Int? {
    guard let step = steps.popLast() else { return nil }
    undone.append((step.group, choices[step.group]))
    choices[step.group] = step.before
    return step.group
  }

  /// Makes the decision again that was taken back last, and returns its group, or nil if there is none.
  package mutating func redo() -> Int? {
    guard let step = undone.popLast() else { return nil }
    steps.append((step.group, choices[step.group]))
    choices[step.group] = step.after
    return step.group
  }

  /// The words that a choice leaves of a group.
  package static func words(of choice: Choice, note: [UInt8], copy: [UInt8]) -> [UInt8] {
    switch choice {
    case .note: return note
    case .copy: return copy
    case .both:
      let isApart = note.isEmpty || copy.isEmpty || note.last ?? 0 <= 0x20 || copy[0] <= 0x20
      return note + (isApart ? [] : [0x20]) + copy
    }
  }

  /// The place as it is decided; nil while a group is open.
  package var text: [UInt8]? {
    var text: [UInt8] = []
    var group = 0
    for part in parts {
      switch part {
      case .same(let bytes): text += bytes
      case .group(let note, let copy):
        guard let choice = choices[group] else { return nil }
        text += Self.words(of: choice, note: note, copy: copy)
        group += 1
      }
    }
    return text
  }
}
