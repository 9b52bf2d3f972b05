import Files
import Notes
import Reviews

extension VaultReviews {
  /// The fate of a card whose note was edited in the middle of a session.
  package enum Reread {
    /// The card at its present place; with the link if its prompt was edited.
    case card(ReviewCard, link: CardLink?)
    /// The prompt was replaced or is unclear: this may be the card, or another one.
    case unclear(ReviewCard)
    /// The note no longer has it.
    case gone
  }

  /// Finds a card again after its note was edited in the middle of a session.
  ///
  /// If the prompt itself was edited, the card is linked to the new text, so that it keeps its
  /// history.
  /// - Parameter now: UTC milliseconds.
  /// - Throws: `WriteError` if the note cannot be read; as `append(_:at:)`.
  package func reread(_ card: ReviewCard, at now: Int64) throws -> Reread {
    let before = (try? prompts(in: card.path)) ?? []
    forget(card.path)
    let note = try search.note(at: card.path)
    let after = note.prompts
    keep(after, of: card.path)
    let lines = LineIndex(note.source)
    func placed(_ prompt: Prompt) -> ReviewCard {
      ReviewCard(
        id: card.id, fingerprint: prompt.id, kind: prompt.kind, path: card.path,
        line: lines.line(at: Int(prompt.range.start)), note: card.note, block: card.block)
    }
    if let same = after.first(where: { $0.id == card.fingerprint })
      ?? after.first(where: { history.card(of: $0.id) == card.id })
    {
      return .card(placed(same), link: nil)
    }
    guard let old = before.first(where: { $0.id == card.fingerprint }) else { return .gone }
    let known = Set(before.map(\.id))
    let isNew = { (prompt: Prompt) in
      !known.contains(prompt.id) && self.history[self.history.card(of: prompt.id)] == nil
        && !self.history.links.isOwn(prompt.id)
    }
    let name = card.path.text
    let left = Set(after.map(\.id))
    // All vanished prompts are matched, so that a card does not take the place of another.
    let matching = CardMatching(
      lost: before.filter { !left.contains($0.id) }.map { LostCard(id: $0.id, was: $0, in: name) },
      new: after.filter(isNew).map { PlacedPrompt($0, in: name) },
      kept: after.filter { !isNew($0) }.map { PlacedPrompt($0, in: name) })
    if let link = matching.links.first(where: { $0.card == old.id }),
      let prompt = after.first(where: { $0.id == link.fingerprint })
    {
      let now = try go(on: card.id, with: placed(prompt), at: now)
      return .card(now, link: link)
    }
    guard let question = matching.questions.first(where: { $0.card.id == old.id }) else {
      return .gone
    }
    return .unclear(placed(question.candidates[0].prompt.prompt))
  }

  /// Makes a prompt of a note the card that another prompt was.
  ///
  /// - Returns: the card as it is now.
  /// - Throws: as `append(_:at:)`.
  @discardableResult
  package func go(on card: CardID, with now: ReviewCard, at time: Int64) throws -> ReviewCard {
    try append([.link(card, to: now.fingerprint)], at: time)
    if let prompt = try prompts(in: now.path).first(where: { $0.id == now.fingerprint }) {
      texts.remember([RememberedText(prompt, in: now.path)])
    }
    return now
  }
}
