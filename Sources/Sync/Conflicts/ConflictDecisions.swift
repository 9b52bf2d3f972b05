import Merge

/// A person's decision for a place that both sides changed.
package enum OverlapChoice: Equatable, Sendable {
  /// The note's text.
  case note
  /// The copy's text.
  case copy
  /// The note's text, followed by the copy's; in front matter one list with the items of both.
  case both
  /// The text that both sides began with.
  case ancestor
  /// The two merged word by word.
  case suggestion
  case text([UInt8])
}

extension OverlappingMerge {
  /// The text of a choice at a place, whose left side is the note.
  ///
  /// - Parameter index: the overlap's place in `overlaps`.
  /// - Returns: nil for a missing suggestion, and for both versions if they cannot be one text.
  package func text(_ choice: OverlapChoice, at index: Int) -> [UInt8]? {
    let overlap = overlaps[index]
    switch choice {
    case .note: return overlap.left
    case .copy: return overlap.right
    case .both: if case .text(let bytes) = both(at: index) { return bytes } else { return nil }
    case .ancestor: return overlap.base
    case .suggestion: return overlap.suggestion
    case .text(let bytes): return bytes
    }
  }
}

/// The decisions on the places of one conflict, as far as they are made.
package struct ConflictDecisions: Sendable {
  package let merge: OverlappingMerge
  package let overlaps: [Overlap]
  private var choices: [OverlapChoice?]
  private var steps: [(index: Int, before: OverlapChoice?, after: OverlapChoice?)] = []
  /// Steps that were taken back, with the choice that was.
  private var undone: [(index: Int, after: OverlapChoice?)] = []

  package init(_ merge: OverlappingMerge) {
    self.merge = merge
    overlaps = merge.overlaps
    choices = Array(repeating: nil, count: overlaps.count)
  }

  /// The places that are not decided yet, in order.
  package var open: [Int] { choices.indices.filter { choices[$0] == nil } }

  /// The decision for a place.
  package subscript(index: Int) -> OverlapChoice? { choices[index] }

  /// Decides a place; returns false and decides nothing if the choice gives no text.
  @discardableResult
  package mutating func choose(_ choice: OverlapChoice, at index: Int) -> Bool {
    guard merge.text(choice, at: index) != nil else { return false }
    steps.append((index, choices[index], choice))
    undone = []
    choices[index] = choice
    return true
  }

  /// Every decision that was made and not taken back, in order; made again, they give the same.
  package var history: [(index: Int, choice: OverlapChoice)] {
    steps.compactMap { step in step.after.map { (step.index, $0) } }
  }

  /// Takes back the last decision and returns its place, or nil if there is none.
  package mutating func undo() -> Int? {
    guard let step = steps.popLast() else { return nil }
    undone.append((step.index, choices[step.index]))
    choices[step.index] = step.before
    return step.index
  }

  /// Makes the decision again that was taken back last, and returns its place, or nil if there is none.
  package mutating func redo() -> Int? {
    guard let step = undone.popLast() else { return nil }
    steps.append((step.index, choices[step.index], step.after))
    choices[step.index] = step.after
    return step.index
  }

  /// The note as decided, or nil while a place is open.
  package var text: [UInt8]? {
    var texts: [[UInt8]] = []
    for (index, choice) in choices.enumerated() {
      guard let choice, let text = merge.text(choice, at: index) else { return nil }
      texts.append(text)
    }
    var next = texts.makeIterator()
    return merge.text { _ in next.next() ?? [] }
  }
}
