/// Finds cards that are forgotten so often that they should be rewritten: at a threshold of lapses,
/// reported once.
package struct LeechRule: Hashable, Sendable {
  /// The number of lapses that make a leech; zero or less for none.
  package let threshold: Int

  package init(threshold: Int = 8) { self.threshold = threshold }

  /// True if a card has been forgotten too often.
  package func isLeech(lapses: Int32) -> Bool { threshold > 0 && Int(lapses) >= threshold }

  /// True if the person is to be warned after this lapse of a card.
  package func warns(atLapse lapses: Int32) -> Bool {
    isLeech(lapses: lapses) && Int(lapses) == threshold
  }
}
