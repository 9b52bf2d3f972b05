/// One of the two sides of a merge.
package enum Side: Hashable, Sendable, CaseIterable {
  case left, right

  /// The other one.
  package var other: Side { self == .left ? .right : .left }
}
