import Reviews

/// A card as it is exported to Anki, with its schedule.
package struct AnkiCard: Hashable, Sendable {
  /// The ways in which reviews leave it out.
  package enum Hold: Hashable, Sendable {
    case none, suspended
    /// Until the next day begins.
    case buried
  }

  /// The card's id in the vault, whatever its prompt is now.
  package var id: CardID
  /// The scheduler's state; nil for a card that is new, or new again.
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

  /// One answer to a card, with the scheduler's result.
  package struct Answer: Hashable, Sendable {
    package var grade: Grade
    /// The time until the answer, in milliseconds.
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
