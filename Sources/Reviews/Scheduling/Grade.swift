/// The quality of an answer, in the numbers of FSRS and Anki.
package enum Grade: UInt8, Sendable, CaseIterable {
  case again = 1
  case hard, good, easy

  /// True if the answer was remembered at all.
  package var isRemembered: Bool { self != .again }
}
