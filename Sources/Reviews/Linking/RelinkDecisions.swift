/// The answers to questions about lost cards. The refusals are written at the end, because a prompt that is none
/// of some cards may be another.
package struct RelinkDecisions {
  private let questions: [CardQuestion]
  /// The number of questions that were answered or skipped.
  private var asked = 0
  /// The prompts that a card has become.
  private var taken: Set<CardID> = []
  /// The candidates of each question that was answered by none.
  private var refused: [Set<CardID>] = []
  /// The candidates of each question that was skipped, or not asked.
  private var undecided: [Set<CardID>] = []

  package init(_ questions: [CardQuestion]) { self.questions = questions }

  /// The next question, with the candidates that no card has become; nil where none is left.
  package mutating func next() -> CardQuestion? {
    while asked < questions.count {
      let question = questions[asked]
      let left = question.candidates.filter { !taken.contains($0.prompt.prompt.id) }
      if !left.isEmpty { return CardQuestion(card: question.card, candidates: left) }
      asked += 1
    }
    return nil
  }

  /// Answers a question with the prompt that the card is now; nil for none of its candidates.
  package mutating func decide(_ question: CardQuestion, _ chosen: CardID?) {
    asked += 1
    if let chosen { taken.insert(chosen) } else { refused.append(Self.ids(question)) }
  }

  /// Leaves a question for another time.
  package mutating func skip(_ question: CardQuestion) {
    asked += 1
    undecided.append(Self.ids(question))
  }

  /// Leaves all further questions for another time.
  package mutating func quit() {
    while let question = next() { skip(question) }
  }

  /// The prompts that are cards of their own.
  package var own: [CardID] {
    refused.reduce(into: Set<CardID>()) { $0.formUnion($1) }.subtracting(taken).subtracting(open)
      .sorted()
  }

  /// The number of cards that are asked about again.
  package var unclear: Int {
    // A refused card is asked about again while one of its prompts may be an unclear card.
    undecided.count + refused.count { !$0.isDisjoint(with: open) }
  }

  private var open: Set<CardID> {
    undecided.reduce(into: Set<CardID>()) { $0.formUnion($1) }.subtracting(taken)
  }

  private static func ids(_ question: CardQuestion) -> Set<CardID> {
    Set(question.candidates.map(\.prompt.prompt.id))
  }
}
