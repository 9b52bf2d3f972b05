import Notes
import Reviews

extension VaultReviews {
  /// A card after its note was edited in the middle of a session.
  ///
  /// Where the prompt itself was edited, the card is linked to what it has become, so that it goes on as it was.
  /// - Parameter now: UTC milliseconds.
  /// - Returns: the card where it stands now; nothing where it is no longer in the note.
  /// - Throws: `WriteError` where the note cannot be read; as `append(_:at:)`.
  package func reread(_ card: ReviewCard, at now: Int64) throws -> ReviewCard? {
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
    if let same = after.first(where: { history.card(of: $0.id) == card.id }) { return placed(same) }
    guard let old = before.first(where: { $0.id == card.fingerprint }) else { return nil }
    let known = Set(before.map(\.id))
    let isNew = { (prompt: Prompt) in
      !known.contains(prompt.id) && self.history[self.history.card(of: prompt.id)] == nil
    }
    let name = card.path.text
    let left = Set(after.map(\.id))
    // All that vanished is matched, so that a card does not become what another was.
    let matching = CardMatching(
      lost: before.filter { !left.contains($0.id) }.map { LostCard(id: $0.id, was: $0, in: name) },
      new: after.filter(isNew).map { PlacedPrompt($0, in: name) },
      kept: after.filter { !isNew($0) }.map { PlacedPrompt($0, in: name) })
    guard let link = matching.links.first(where: { $0.card == old.id }),
      let prompt = after.first(where: { $0.id == link.fingerprint })
    else { return nil }
    try append([.link(card.id, to: link.fingerprint)], at: now)
    texts.remember([RememberedText(prompt, in: card.path)])
    return placed(prompt)
  }
}
