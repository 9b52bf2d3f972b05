import Reviews

/// The prompts of a note that was read, and the first of each text.
struct ReadPrompts {
  let prompts: [Prompt]
  private let places: [CardID: Int]

  init(_ prompts: [Prompt]) {
    self.prompts = prompts
    places = Dictionary(
      prompts.indices.map { (prompts[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The prompt with a fingerprint.
  func prompt(_ fingerprint: CardID) -> Prompt? { places[fingerprint].map { prompts[$0] } }
}
