/// Matches lost cards with new prompts: links clear pairs, and asks about the others.
///
/// Each card is linked to one prompt at most and each prompt to one card. The result does not
/// depend on the order of the input. The rules, in order:
///
/// 1. The same words, anywhere, once.
/// 2. The same question in the same note, once among all prompts there; then in any note.
/// 3. A similarity of 0.7 or more, with no rival within 0.05.
/// 4. One of 0.5 or more (0.6 if the answer is common), with no rival within 0.1 (0.15 in another
///    note).
///
/// *Rivals* are searched among the lost cards, the new prompts, and the prompts that stayed,
/// because cards made after a template are as similar to those that stayed as to new ones. The
/// similarity of two prompts of one kind is 0.6 of the Dice coefficient of their questions'
/// trigrams and 0.4 of their answers'; it is the questions' alone for quotes. Answers of one word,
/// `true` or `7`, cannot lift it above the questions'. Two clozes of which one shows what the other
/// asks are two, however alike.
package struct CardMatching: Sendable {
  /// The links, in order of cards.
  package private(set) var links: [CardLink] = []
  /// Questions that a person may answer, in order of cards.
  package private(set) var questions: [CardQuestion] = []
  /// Cards without any trace, in order: deleted, or rewritten.
  package private(set) var gone: [CardID] = []

  /// From here on two prompts are one.
  package static let similar = 0.70
  /// The least similarity of a link without a close rival.
  package static let alike = 0.50
  /// The same where the question alone speaks: of quotes, and where the answer is a word of many.
  package static let alikeAlone = 0.60
  /// The least similarity of a question to the person.
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
