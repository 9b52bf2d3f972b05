import Reviews

/// A note in Anki's sense: a text with the cards that are made of it.
package struct AnkiNote: Hashable, Sendable {
  /// The kinds of question.
  package enum Content: Hashable, Sendable {
    /// A quote that asks for its source.
    case quote(AnkiText, source: AnkiText, AnkiCard)
    case question(AnkiText, answer: AnkiText, AnkiCard)
    /// A paragraph with its gaps, and the text shown below it with the answer.
    case cloze([ClozePart], extra: AnkiText)
  }

  /// A piece of a paragraph that has gaps.
  package enum ClozePart: Hashable, Sendable {
    case text(AnkiText)
    /// The hidden text, its hint (may be empty), and its card. Gaps of one card are asked together.
    case gap(AnkiText, hint: String, AnkiCard)
  }

  package var content: Content
  package var origin: AnkiOrigin
  /// The name that an earlier export gave it; nil for that of its first card.
  package var name: CardID?
  /// The number of each of its cards, from 1; cards without one follow in their order.
  package var numbers: [CardID: UInt16] = [:]

  package init(_ content: Content, from origin: AnkiOrigin) {
    self.content = content
    self.origin = origin
  }

  /// Its cards in Anki's order: of a paragraph one for each that has a gap, in the order of their first gaps.
  package var cards: [AnkiCard] {
    switch content {
    case .quote(_, _, let card), .question(_, _, let card): return [card]
    case .cloze(let parts, _):
      var seen: Set<CardID> = []
      return parts.compactMap { part in
        guard case .gap(_, _, let card) = part, seen.insert(card.id).inserted else { return nil }
        return card
      }
    }
  }

  /// The identity of the note, by which a second import finds it.
  package var identity: CardID? { name ?? cards.first?.id }

  /// Its cards with their numbers, from 1.
  var numberedCards: [(number: UInt16, card: AnkiCard)] {
    var next = numbers.values.max() ?? 0
    return cards.map { card in
      if let number = numbers[card.id] { return (number, card) }
      next += 1
      return (next, card)
    }
  }
}

/// The note of the vault that something in a package is from.
package struct AnkiOrigin: Hashable, Sendable {
  /// Its path in the vault.
  package var path: String
  package var title: String
  /// The deck that its cards are put into, outermost first. Of none: a deck named after the package.
  package var deck: [String]
  /// Its hashtags without their signs: `books/2021`.
  package var tags: [String]
  /// The time of its last edit, in UTC milliseconds. Anki replaces a text that was edited after its
  /// own.
  package var modified: Int64
  /// The time of its creation, in UTC milliseconds, which Anki shows and counts by; nil if it is
  /// unknown.
  package var created: Int64?

  package init(
    path: String, title: String, deck: [String] = [], tags: [String] = [], modified: Int64,
    created: Int64? = nil
  ) {
    self.path = path
    self.title = title
    self.deck = deck
    self.tags = tags
    self.modified = modified
    self.created = created
  }
}
