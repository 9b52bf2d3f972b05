/// How well a person remembered, in the numbers of FSRS and Anki.
package enum Grade: UInt8, Sendable, CaseIterable {
  case again = 1
  case hard, good, easy

  /// Whether the answer was remembered at all.
  package var isRemembered: Bool { self != .again }
}
