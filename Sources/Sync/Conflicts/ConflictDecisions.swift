import Merge

/// What a person decides for a place that both sides changed.
package enum OverlapChoice: Equatable, Sendable {
  /// The note's text.
  case note
  /// The copy's text.
  case copy
  /// The note's text and after it the copy's.
  case both
  /// The text that both sides began with.
  case ancestor
  /// The two merged word by word.
  case suggestion
  case text([UInt8])
}

extension Overlap {
  /// The text that a choice gives, where the left side is the note; nothing for a suggestion that there is not.
  package func text(_ choice: OverlapChoice) -> [UInt8]? {
    switch choice {
    case .note: left
    case .copy: right
    case .both: Self.joined(left, right)
    case .ancestor: base
    case .suggestion: suggestion
    case .text(let bytes): bytes
    }
  }

  /// Two texts one after the other, on lines of their own.
  private static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    guard let end = first.last, end != 0x0A, !second.isEmpty else { return first + second }
    return first + [0x0A] + second
  }
}

/// The decisions on the places of one conflict, as far as they are made.
package struct ConflictDecisions: Sendable {
  package let merge: OverlappingMerge
  package let overlaps: [Overlap]
  private var choices: [OverlapChoice?]
  private var steps: [(index: Int, before: OverlapChoice?)] = []

  package init(_ merge: OverlappingMerge) {
    self.merge = merge
    overlaps = merge.overlaps
    choices = Array(repeating: nil, count: overlaps.count)
  }

  /// The places that are not decided yet, in order.
  package var open: [Int] { choices.indices.filter { choices[$0] == nil } }

  /// What was decided for a place.
  package subscript(index: Int) -> OverlapChoice? { choices[index] }

  /// Decides a place; false, and nothing decided, for a suggestion that there is not.
  @discardableResult
  package mutating func choose(_ choice: OverlapChoice, at index: Int) -> Bool {
    guard overlaps[index].text(choice) != nil else { return false }
    steps.append((index, choices[index]))
    choices[index] = choice
    return true
  }

  /// Takes back the last decision; gives its place, nothing where there is none.
  package mutating func undo() -> Int? {
    guard let step = steps.popLast() else { return nil }
    choices[step.index] = step.before
    return step.index
  }

  /// The note as decided; nothing while a place is open.
  package var text: [UInt8]? {
    var texts: [[UInt8]] = []
    for (overlap, choice) in zip(overlaps, choices) {
      guard let choice, let text = overlap.text(choice) else { return nil }
      texts.append(text)
    }
    var next = texts.makeIterator()
    return merge.text { _ in next.next() ?? [] }
  }
}
