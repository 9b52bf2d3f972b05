import Reviews

/// A card as it goes to Anki, with what was remembered of it.
package struct AnkiCard: Hashable, Sendable {
  /// Whether reviews leave it out.
  package enum Hold: Hashable, Sendable {
    case none, suspended
    /// Until the next day begins.
    case buried
  }

  /// What it is called in the vault, whatever its prompt says now.
  package var id: CardID
  /// Where it stands; nil for a card that is new, or new again.
  package var state: CardState?
  /// Its answers, oldest first, those before it was made new again included.
  package var answers: [Answer]
  package var hold: Hold

  package init(
    id: CardID, state: CardState? = nil, answers: [Answer] = [], hold: Hold = .none
  ) {
    self.id = id
    self.state = state
    self.answers = answers
    self.hold = hold
  }

  /// One answer to a card, with what the scheduler made of it.
  package struct Answer: Hashable, Sendable {
    package var grade: Grade
    /// What the person took, in milliseconds.
    package var milliseconds: UInt32
    /// Nil for the first answer to a card that was new, or new again.
    package var before: CardState?
    /// Has the time of the answer as its last review.
    package var after: CardState

    package init(grade: Grade, milliseconds: UInt32, before: CardState?, after: CardState) {
      self.grade = grade
      self.milliseconds = milliseconds
      self.before = before
      self.after = after
    }
  }
}
