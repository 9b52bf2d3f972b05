/// The twenty-one weights of FSRS-6, `w[0]` to `w[20]`.
package struct Parameters: Hashable, Sendable {
  package let weights: [Double]

  /// The number of weights.
  package static let count = 21

  /// Nil unless there are twenty-one finite weights.
  package init?(_ weights: [Double]) {
    guard weights.count == Self.count, weights.allSatisfy(\.isFinite) else { return nil }
    self.weights = weights
  }

  private init(unchecked weights: [Double]) { self.weights = weights }

  /// The weights that FSRS-6 comes with (open-spaced-repetition, py-fsrs 6.3.2).
  package static let standard = Parameters(unchecked: [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ])

  /// The ranges within which FSRS-6 keeps the weights (py-fsrs 6.3.2).
  package static let ranges: [ClosedRange<Double>] = [
    0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75,
    0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2,
    0...2, 0...0.8, 0.1...0.8,
  ]

  /// The nearest weights within ``ranges``.
  package var clamped: Parameters {
    Parameters(
      unchecked: zip(weights, Self.ranges).map { weight, range in
        min(max(weight, range.lowerBound), range.upperBound)
      })
  }
}
