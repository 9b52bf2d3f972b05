/// One thing that happened to a card, as a line of a device's log keeps it.
package struct ReviewEvent: Hashable, Sendable {
  /// The identity of the event, unique on all devices.
  package struct ID: Hashable, Sendable {
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }
  }

  /// The kinds of event.
  package enum Action: Hashable, Sendable {
    /// A card was answered; the time until the answer is in milliseconds.
    case review(CardID, Grade, milliseconds: UInt32)
    /// A card's prompt has been edited: the prompt with that fingerprint is the card now. A
    /// fingerprint that is linked to itself is a card of its own again.
    case link(CardID, to: CardID)
    /// A card is left out of reviews, or taken in again.
    case suspend(CardID, Bool)
    /// A card is left out until the next day begins.
    case bury(CardID)
    /// A card is new again; its earlier events no longer count.
    case reset(CardID)
    /// A card was exported to Anki: as this card of this Anki note, from 1.
    case export(CardID, note: CardID, number: UInt16)
    /// Another event is as if it had not been.
    case retract(ID)
    /// The scheduler has these parameters, and all states are computed with them.
    case parameters(Parameters)
  }

  package let id: ID
  /// The time of the event, in UTC milliseconds.
  package let time: Int64
  /// The offset of the person's clocks from UTC then, in minutes.
  package let zoneMinutes: Int16
  package let action: Action

  package init(id: ID, time: Int64, zoneMinutes: Int16, action: Action) {
    self.id = id
    self.time = time
    self.zoneMinutes = zoneMinutes
    self.action = action
  }
}

extension ReviewEvent: Comparable {
  /// By time, then by id: the order in which all devices replay.
  package static func < (left: ReviewEvent, right: ReviewEvent) -> Bool {
    (left.time, left.id.bits) < (right.time, right.id.bits)
  }
}

extension ReviewEvent.ID: CustomStringConvertible {
  /// Sixteen hexadecimal digits, in lower case.
  package var description: String { HexDigits.text(of: bits) }
}
