/// When a card is forgotten so often that it should be written anew: at a threshold of lapses, which is told once.
package struct LeechRule: Hashable, Sendable {
  /// How many lapses make a leech; none do where it is zero or less.
  package let threshold: Int

  package init(threshold: Int = 8) { self.threshold = threshold }

  /// Whether a card has been forgotten too often.
  package func isLeech(lapses: Int32) -> Bool { threshold > 0 && Int(lapses) >= threshold }

  /// Whether the person is to be warned after this lapse of a card.
  package func warns(atLapse lapses: Int32) -> Bool {
    isLeech(lapses: lapses) && Int(lapses) == threshold
  }
}
