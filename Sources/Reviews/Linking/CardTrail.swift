/// Follows cards through versions of a vault, one small step after the other.
///
/// From one version to the next little changes, so an edit is found that is far from where it began
/// many versions later. Feed it what changed in each version, the oldest first (commits of a
/// history, or two states of the folder); then ask where each card has come to.
///
/// ```swift
/// var trail = CardTrail(following: [card: fingerprint], taken: fingerprintsWithHistory)
/// for commit in commits { trail.step(commit.changes) }
/// let now = CardMatching(lost: trail.lost, new: promptsWithoutHistory, kept: others)
/// // trail.links and now.links are what the cards have become; now.questions are for a person.
/// ```
package struct CardTrail: Sendable {
  /// A note that has changed between two versions.
  package struct Change: Sendable {
    /// The note's name: any text, but the same in all steps for the same note. A note whose
    /// renaming is known is one change; otherwise it is two.
    package let note: String
    /// Its prompts in the older version; none if it is new.
    package let before: [Prompt]
    /// Its prompts in the newer version; none if it was deleted.
    package let after: [Prompt]

    package init(note: String, before: [Prompt], after: [Prompt]) {
      self.note = note
      self.before = before
      self.after = after
    }
  }

  /// Cards whose trail was lost, with their last texts: deleted, or edited beyond recognition. In
  /// order of cards.
  package var lost: [LostCard] { cold.values.sorted { $0.id < $1.id } }

  /// The present prompts of the edited cards, in order; the reason is the weakest on the way.
  ///
  /// If two cards have become one prompt, the one that was edited least wins.
  package var links: [CardLink] {
    followed.values.compactMap { cards in
      guard let card = Self.nearest(cards), let reason = card.reason, !card.isReplaced else {
        return nil
      }
      return CardLink(card: card.card, fingerprint: card.fingerprint, reason: reason)
    }
    .sorted { $0.card < $1.card }
  }

  /// Cards whose edits, taken together, may have made them other cards: with the first text of
  /// each, and its present prompt. In order of cards.
  package var doubtful: [(card: LostCard, prompt: PlacedPrompt)] {
    followed.values.compactMap { cards in
      guard let card = Self.nearest(cards), card.isReplaced, let origin = card.origin,
        let now = card.now
      else { return nil }
      return (origin, now)
    }
    .sorted { $0.card.id < $1.card.id }
  }

  /// The text that each card began with which was edited since.
  package var origins: [CardID: LostCard] {
    var origins: [CardID: LostCard] = [:]
    for card in followed.values.joined() { origins[card.card] = card.origin }
    return origins
  }

  private static func nearest(_ cards: [Followed]) -> Followed? {
    guard let card = cards.min(by: { ($0.weakness, $0.card) < ($1.weakness, $1.card) }),
      card.start != card.fingerprint
    else { return nil }
    return card
  }

  /// The fingerprint that each card has now, or had last, where that is another than it began with.
  ///
  /// Two cards that have become one have the same.
  package var destinations: [CardID: CardID] {
    var destinations: [CardID: CardID] = [:]
    for card in followed.values.joined() where card.fingerprint != card.start {
      destinations[card.card] = card.fingerprint
    }
    for card in coldFollowed.values where card.fingerprint != card.start {
      destinations[card.card] = card.fingerprint
    }
    return destinations
  }

  /// Cards by the fingerprint that they have now.
  private var followed: [CardID: [Followed]] = [:]
  /// Cards whose prompt is missing at the moment.
  private var cold: [CardID: LostCard] = [:]
  private var coldFollowed: [CardID: Followed] = [:]
  /// Cold cards by the fingerprint that they had.
  private var coldFingerprints: [CardID: [CardID]] = [:]
  private let taken: Set<CardID>

  private struct Followed: Sendable {
    let card: CardID
    let start: CardID
    var fingerprint: CardID
    var reason: CardLink.Reason?

    /// The card at the beginning of the trail; nil before the first edit.
    var origin: LostCard?
    /// The prompt at the end of the trail.
    var now: PlacedPrompt?

    /// True if all edits together seem to have made it another card.
    var isReplaced: Bool {
      guard let origin, let now else { return false }
      return Replacement.isLikely(afterEditsOf: origin, to: now.prompt)
    }

    var weakness: UInt8 { start == fingerprint ? 0 : reason?.rawValue ?? 0 }
  }

  /// - Parameters:
  ///   - cards: the cards to follow, each with the fingerprint it had last.
  ///   - taken: fingerprints that are cards of their own and no other's.
  package init(following cards: [CardID: CardID], taken: Set<CardID> = []) {
    self.taken = taken
    for (card, fingerprint) in cards {
      followed[fingerprint, default: []].append(
        Followed(card: card, start: fingerprint, fingerprint: fingerprint))
    }
  }

  /// Continues to the next version.
  ///
  /// - Parameter changes: the differences from the version before; a prompt that vanishes in one
  ///   note and appears in another has moved.
  /// - Complexity: linear in the prompts; edits are matched only if a followed card has vanished.
  package mutating func step(_ changes: [Change]) {
    var before: [CardID: (prompt: Prompt, note: String)] = [:]
    var after: [CardID: PlacedPrompt] = [:]
    for change in changes {
      for prompt in change.before where before[prompt.id] == nil {
        before[prompt.id] = (prompt, change.note)
      }
      for prompt in change.after where after[prompt.id] == nil {
        after[prompt.id] = PlacedPrompt(prompt, in: change.note)
      }
    }
    revive(after)
    let vanished = before.filter { after[$0.key] == nil }
    guard vanished.contains(where: { followed[$0.key] != nil }) else { return }
    let new = after.values.filter { before[$0.prompt.id] == nil && !taken.contains($0.prompt.id) }
    let kept = after.values.filter { before[$0.prompt.id] != nil || taken.contains($0.prompt.id) }
    // Prompts that were never reviewed compete too, because a new prompt may be an edit of one.
    let matching = CardMatching(
      lost: vanished.map { LostCard(id: $0.key, was: $0.value.prompt, in: $0.value.note) },
      new: new, kept: kept)
    var links: [CardID: CardLink] = [:]
    for link in matching.links { links[link.card] = link }
    for (fingerprint, place) in vanished {
      guard let cards = followed.removeValue(forKey: fingerprint) else { continue }
      for var card in cards {
        if let link = links[fingerprint] {
          card.origin =
            card.origin ?? LostCard(id: card.card, was: place.prompt, in: place.note)
          card.now = after[link.fingerprint]
          card.fingerprint = link.fingerprint
          card.reason = max(card.reason ?? link.reason, link.reason)
          followed[link.fingerprint, default: []].append(card)
        } else {
          cold[card.card] = LostCard(id: card.card, was: place.prompt, in: place.note)
          coldFollowed[card.card] = card
          coldFingerprints[fingerprint, default: []].append(card.card)
        }
      }
    }
  }

  /// Cards whose text is there again, as after a cut in one version and a paste in a later one.
  private mutating func revive(_ after: [CardID: PlacedPrompt]) {
    guard !cold.isEmpty else { return }
    for fingerprint in after.keys {
      for card in coldFingerprints.removeValue(forKey: fingerprint) ?? [] {
        cold[card] = nil
        if let follower = coldFollowed.removeValue(forKey: card) {
          followed[fingerprint, default: []].append(follower)
        }
      }
    }
  }
}
