/// Which new prompt is which lost card: links where that is clear, questions where it is not.
///
/// Each card is linked to one prompt at most and each prompt to one card. The result does not hang
/// on the order of what is given. In this order:
///
/// 1. The same words, anywhere, once.
/// 2. The same question in the same note, once among all prompts there; then in any note.
/// 3. A similarity of 0.7 or more, with nothing else within 0.05.
/// 4. One of 0.5 or more (0.6 where the answer tells nothing), with nothing else within 0.1 (0.15
///    in another note).
///
/// *Nothing else* is looked for among the lost cards, the new prompts, and the prompts that stayed:
/// where cards are made after a template, what stayed is as similar as what is new. The similarity
/// of two prompts of one kind is 0.6 of the Dice coefficient of their questions' trigrams and 0.4
/// of their answers'; it is the questions' alone for quotes. Answers of one word, `true` or `7`,
/// cannot lift it above the questions'. Two clozes of which one shows what the other asks are two,
/// however alike.
package struct CardMatching: Sendable {
  /// What was found out, in order of cards.
  package private(set) var links: [CardLink] = []
  /// What a person may know, in order of cards.
  package private(set) var questions: [CardQuestion] = []
  /// Cards with no trace of them, in order: deleted, or written anew.
  package private(set) var gone: [CardID] = []

  /// From here on two prompts are one.
  package static let similar = 0.70
  /// From here on they are if nothing else comes near.
  package static let alike = 0.50
  /// The same where the question alone speaks: of quotes, and where the answer is a word of many.
  package static let alikeAlone = 0.60
  /// Below it nobody is asked.
  static let askable = 0.40
  private static let candidateLimit = 5

  /// Matches lost cards with prompts.
  ///
  /// - Parameters:
  ///   - lost: cards that no prompt has the fingerprint of; of one id the first counts.
  ///   - new: prompts without a history of their own; of one fingerprint the first counts, those in
  ///     the order of notes.
  ///   - kept: other prompts of the same notes, which no lost card can be.
  /// - Complexity: linear in the text but for common trigrams: two thousand cards among twenty
  ///   thousand prompts take about a second.
  package init(lost: [LostCard], new: [PlacedPrompt], kept: [PlacedPrompt] = []) {
    var matcher = CardMatcher(lost: lost, new: new, kept: kept)
    matcher.match()
    links = matcher.links.sorted { $0.card < $1.card }
    for (index, card) in matcher.lost.enumerated() where !matcher.isLinked[index] {
      let candidates = matcher.openCandidates(of: index).prefix(Self.candidateLimit)
      if candidates.isEmpty {
        gone.append(card.id)
      } else {
        questions.append(CardQuestion(card: card, candidates: Array(candidates)))
      }
    }
  }
}
