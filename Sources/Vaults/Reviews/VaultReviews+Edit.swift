import Files
import Indexing
import Notes
import Reviews

extension VaultReviews {
  /// A card, with its text and its note as one reading of the file gave them.
  package struct ReadCard: Sendable {
    package let card: ReviewCard
    package let prompt: Prompt
    package let note: Note
  }

  /// The fate of a card whose note may have been edited in the middle of a session.
  package enum Reread {
    /// The card where it is now; with the link where its prompt was edited.
    case card(ReadCard, link: CardLink?)
    /// The prompt was replaced or is unclear: this may be the card that had the text `was`, or another one.
    case unclear(ReadCard, was: LostCard)
    /// The note no longer has it.
    case gone
    /// The note is gone, or cannot be read.
    case unreadable(WriteError)
  }

  /// Reads the note of a card again, and finds the card in it, whoever edited it in the middle of a session.
  ///
  /// If the prompt itself was edited, the card is linked to the new text, so that it keeps its
  /// history.
  /// - Parameter time: UTC milliseconds.
  /// - Throws: as `append(_:at:)`.
  package func reread(_ card: ReviewCard, at time: Int64) throws -> Reread {
    let note: Note
    do throws(WriteError) {
      note = try search.note(at: card.path)
    } catch {
      return .unreadable(error)
    }
    let after = note.prompts
    let seen = seenPrompts[card.path] ?? []
    keep(after, of: card.path)
    let lines = note.lines
    func placed(_ prompt: Prompt) -> ReadCard {
      ReadCard(
        card: ReviewCard(
          id: card.id, fingerprint: prompt.id, kind: prompt.kind, path: card.path,
          line: lines.line(at: Int(prompt.range.start)), note: card.note, block: card.block),
        prompt: prompt, note: note)
    }
    if let same = after.first(where: { $0.id == card.fingerprint })
      ?? after.first(where: { history.card(of: $0.id) == card.id })
    {
      return .card(placed(same), link: nil)
    }
    let first = Set(table.prompts[table.notes[card.note].prompts].map(\.fingerprint))
    let lost = lostTexts(of: card.path, first, seen, after)
    guard let old = lost[card.id] else { return .gone }
    let isNew = { (prompt: Prompt) in
      !first.contains(prompt.id) && self.history.card(of: prompt.id) == prompt.id
        && self.history[prompt.id] == nil && !self.history.links.isOwn(prompt.id)
    }
    let name = card.path.text
    // All that vanished is matched, so that a card does not become what another was.
    let matching = CardMatching(
      lost: Array(lost.values),
      new: after.filter(isNew).map { PlacedPrompt($0, in: name) },
      kept: after.filter { !isNew($0) }.map { PlacedPrompt($0, in: name) })
    if let link = matching.links.first(where: { $0.card == card.id }),
      let prompt = after.first(where: { $0.id == link.fingerprint })
    {
      let now = placed(prompt)
      try append([.link(card.id, to: prompt.id)], at: time)
      texts.remember([RememberedText(prompt, in: card.path)])
      return .card(now, link: link)
    }
    guard let question = matching.questions.first(where: { $0.card.id == card.id }) else {
      return .gone
    }
    return .unclear(placed(question.candidates[0].prompt.prompt), was: old)
  }

  /// The last text of each card that a note has no longer: as this session has seen it, otherwise as the cache
  /// remembers it.
  private func lostTexts(
    of path: NotePath, _ first: Set<CardID>, _ seen: [Prompt], _ after: [Prompt]
  ) -> [CardID: LostCard] {
    let present = Set(after.map { history.card(of: $0.id) })
    var lost: [CardID: LostCard] = [:]
    for prompt in seen {
      let card = history.card(of: prompt.id)
      if !present.contains(card) { lost[card] = LostCard(id: card, was: prompt, in: path.text) }
    }
    let unseen = Set(first.map { history.card(of: $0) }).subtracting(present).subtracting(lost.keys)
    return lost.merging(rememberedTexts(of: unseen)) { seen, _ in seen }
  }

  /// Makes a prompt the card that another prompt was, because a person said so.
  ///
  /// - Throws: as `append(_:at:)`.
  package func go(on card: CardID, with now: ReadCard, at time: Int64) throws {
    try decide(card, isNow: now.prompt.id, at: time)
    texts.remember([RememberedText(now.prompt, in: now.card.path)])
  }
}
