/// The identity of a card: the fingerprint of its prompt at its first event.
///
/// The same type holds the fingerprint of any prompt's present text. After an edit of the prompt
/// the two differ, and a link (``ReviewEvent/Action/link(_:to:)``) joins them.
package struct CardID: Hashable, Sendable {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  /// Reads the sixteen hexadecimal digits that ``description`` writes; nil for anything else.
  package init?(_ text: some Collection<UInt8>) {
    guard let bits = HexDigits.value(of: text) else { return nil }
    self.bits = bits
  }
}

extension CardID: Comparable {
  package static func < (left: CardID, right: CardID) -> Bool { left.bits < right.bits }
}

extension CardID: CustomStringConvertible {
  /// Sixteen hexadecimal digits, in lower case.
  package var description: String { HexDigits.text(of: bits) }
}
