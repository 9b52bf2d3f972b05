/// A card that a session may ask, as its queue sees it.
package struct SessionCard: Hashable, Sendable {
  package let id: CardID
  /// The number of its note among the notes in question: cards of one note are siblings.
  package let note: Int
  /// The number of its block among all blocks in question: cards of one paragraph give each other away.
  package let block: Int
  /// The scheduler's state; nil for a new card.
  package var state: CardState?
  /// The reason and the end of its being left out; nil if it is not.
  package let absence: Absence?

  /// The reason why a card is not to be asked.
  package enum Absence: Hashable, Sendable {
    /// The person put it off until tomorrow.
    case buried
    /// The person wants to see it no more.
    case suspended
  }

  /// - Parameters:
  ///   - note: counted from 0, without gaps.
  ///   - block: counted from 0, without gaps, over all notes.
  package init(
    id: CardID, note: Int, block: Int, state: CardState?, absence: Absence? = nil
  ) {
    self.id = id
    self.note = note
    self.block = block
    self.state = state
    self.absence = absence
  }

  /// True if it is in its first steps, or in those after it was forgotten.
  package var isLearning: Bool {
    switch state?.phase {
    case .learning, .relearning: true
    case .review, nil: false
    }
  }
}

/// The number of cards of each kind.
package struct CardCounts: Hashable, Sendable {
  /// Never answered.
  package var new = 0
  /// In their steps.
  package var learning = 0
  /// Back from the long run.
  package var due = 0

  package init(new: Int = 0, learning: Int = 0, due: Int = 0) {
    self.new = new
    self.learning = learning
    self.due = due
  }

  /// All of them.
  package var total: Int { new + learning + due }

  mutating func count(_ card: SessionCard, _ number: Int = 1) {
    if card.state == nil {
      new += number
    } else if card.isLearning {
      learning += number
    } else {
      due += number
    }
  }
}
