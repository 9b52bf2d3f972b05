/// Maps fingerprints to cards by the links in the logs.
///
/// A link maps the fingerprint of an edited prompt to a card; the card may be a fingerprint that is
/// linked itself. All fingerprints in a ring of links are one card: the one with the smallest
/// fingerprint, so that no device prefers the link it saw first. A link of a fingerprint to itself
/// makes it a card of its own, which is never linked to another card automatically.
package struct CardLinks: Hashable, Sendable {
  /// The last link of each fingerprint.
  private(set) var direct: [CardID: CardID] = [:]
  private var ends: [CardID: CardID] = [:]
  private var linked: Set<CardID> = []

  init() {}

  /// Follows the last link of each fingerprint, which the closure gives.
  init(_ direct: [CardID: CardID]) {
    self.direct = direct
    linked = Set(direct.values)
    ends.reserveCapacity(direct.count)
    for start in direct.keys where ends[start] == nil { follow(from: start) }
  }

  /// All fingerprints that are linked to a card, in no order.
  package var fingerprints: some Collection<CardID> { direct.keys }

  /// The card of a fingerprint: the fingerprint itself if it has no link.
  ///
  /// - Complexity: O(1).
  package func card(of fingerprint: CardID) -> CardID { ends[fingerprint] ?? fingerprint }

  /// True if a link makes a fingerprint a card of its own.
  package func isOwn(_ fingerprint: CardID) -> Bool { direct[fingerprint] == fingerprint }

  /// The card or fingerprint to which the last link of a fingerprint leads; nil if it has none.
  package func target(of fingerprint: CardID) -> CardID? { direct[fingerprint] }

  /// True if the links of a fingerprint lead through one of others before they end.
  package func leads(_ fingerprint: CardID, through others: Set<CardID>) -> Bool {
    var passed: Set<CardID> = []
    var at = fingerprint
    while passed.insert(at).inserted, let next = direct[at] {
      if others.contains(next) { return true }
      at = next
    }
    return false
  }

  /// Notes that a fingerprint without a link is a card of its own, which it was.
  mutating func setOwn(_ fingerprint: CardID) {
    direct[fingerprint] = fingerprint
    linked.insert(fingerprint)
    ends[fingerprint] = fingerprint
  }

  /// Adds a link of a fingerprint to another; false if the fingerprint has a link, or another is linked to
  /// it, as then more than one fingerprint may change its card.
  mutating func add(_ fingerprint: CardID, to card: CardID) -> Bool {
    if direct[fingerprint] != nil || linked.contains(fingerprint) { return false }
    direct[fingerprint] = card
    linked.insert(card)
    ends[fingerprint] = self.card(of: card)
    return true
  }

  private mutating func follow(from start: CardID) {
    var path: [CardID] = []
    var places: [CardID: Int] = [:]
    var at = start
    var end: CardID?
    while end == nil {
      if let known = ends[at] {
        end = known
      } else if let place = places[at] {
        end = path[place...].min()
      } else if let next = direct[at] {
        places[at] = path.count
        path.append(at)
        at = next
      } else {
        end = at
      }
    }
    for fingerprint in path { ends[fingerprint] = end }
  }
}
