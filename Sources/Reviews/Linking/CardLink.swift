/// The present prompt of an edited card, found without asking.
package struct CardLink: Hashable, Sendable {
  /// The grounds of a link, from the surest on; the raw values order them.
  package enum Reason: UInt8, Comparable, Sendable {
    /// The same words, with other punctuation.
    case sameWords = 1
    /// The same question in the same note, with another answer.
    case sameQuestionInNote
    /// The same question in another note, with another answer.
    case sameQuestion
    /// A similarity of ``CardMatching/similar`` or more.
    case similar
    /// A similarity of ``CardMatching/alike`` or more, and no other prompt nearly as similar.
    case closest

    package static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  package let card: CardID
  /// The fingerprint that it has now.
  package let fingerprint: CardID
  package let reason: Reason

  package init(card: CardID, fingerprint: CardID, reason: Reason) {
    self.card = card
    self.fingerprint = fingerprint
    self.reason = reason
  }
}

/// A lost card that may be one of several prompts, or none: a person knows.
package struct CardQuestion: Hashable, Sendable {
  /// A prompt that the card may have become.
  package struct Candidate: Hashable, Sendable {
    package let prompt: PlacedPrompt
    /// 0 to 1.
    package let score: Double
    /// True if words of its question and answer were replaced, so that it seems to be another card.
    package let isReplacement: Bool

    package init(prompt: PlacedPrompt, score: Double, isReplacement: Bool = false) {
      self.prompt = prompt
      self.score = score
      self.isReplacement = isReplacement
    }
  }

  package let card: LostCard
  /// The likeliest first; never empty.
  package let candidates: [Candidate]

  package init(card: LostCard, candidates: [Candidate]) {
    self.card = card
    self.candidates = candidates
  }
}
