import OperatingSystem

/// The first four weights, fitted alone: how long a first answer of each grade holds (fsrs-rs 6.6.1).
struct InitialStability {
  /// The number of cards that began with each grade.
  private let counts: [Int]
  /// The stability after a first answer of each grade, in days.
  private(set) var stabilities: [Double]

  init(_ set: TrainingSet) {
    var counts = [Int](repeating: 0, count: 4)
    var found = [Double?](repeating: nil, count: 4)
    for (index, grade) in Grade.allCases.enumerated() {
      let points = set.beginnings.filter { $0.key.grade == grade }
        .sorted { $0.key.days < $1.key.days }
        .map { beginning, group in
          Point(
            days: Double(beginning.days), count: Double(group.count),
            recall: (Double(group.remembered) + set.averageRecall) / Double(group.count + 1))
        }
      guard !points.isEmpty else { continue }
      counts[index] = Int(points.reduce(0) { $0 + $1.count })
      found[index] = Self.search(points, usual: Parameters.standard.weights[index])
    }
    self.counts = counts
    stabilities = Self.filled(found, counts: counts)
  }

  /// Weights after training, with their first four brought into order and filled as at the start.
  func smoothed(_ weights: [Double]) -> [Double] {
    let known = (0..<4).map { counts[$0] > 0 ? weights[$0] : nil }
    return Self.filled(known, counts: counts) + weights[4...]
  }

  /// Cards that came back after the same days.
  private struct Point {
    var days: Double
    var count: Double
    /// The share that was remembered, drawn towards the average by one more card.
    var recall: Double
  }

  /// The stability with the least loss, by ternary search.
  private static func search(_ points: [Point], usual: Double) -> Double {
    let decay = -Parameters.standard.weights[20]
    let factor = pow(0.9, 1 / decay) - 1
    func loss(_ stability: Double) -> Double {
      var loss = abs(stability - usual) / 16
      for point in points {
        let logRecall = decay * log(1 + factor * point.days / stability)
        loss -=
          point.count
          * (point.recall * logRecall + (1 - point.recall) * log(-expm1(logRecall)))
      }
      return loss
    }
    var low = Parameters.ranges[0].lowerBound
    var high = Parameters.ranges[0].upperBound
    while high - low > 1e-7 {
      let third = (high - low) / 3
      if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    return (low + high) / 2
  }

  /// The usual positions of the four on a logarithmic scale, from 0 to 1 for good.
  private static let anchors = [0, 0.59, 1, 0.59 + 0.41 / 0.54]

  /// Four stabilities that do not fall from grade to grade; missing ones are taken from their
  /// neighbours.
  private static func filled(_ found: [Double?], counts: [Int]) -> [Double] {
    var found = found
    // If a worse grade lasts longer than a better one, the one with more cards is right.
    for (worse, better) in [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)] {
      guard let low = found[worse], let high = found[better], low > high else { continue }
      if counts[worse] > counts[better] { found[better] = low } else { found[worse] = high }
    }
    let usual = Parameters.standard.weights
    let known = (0..<4).filter { found[$0] != nil }
    let filled: [Double] = (0..<4).map { index in
      if let value = found[index] { return value }
      guard known.count > 1 else {
        // One known value gives the ratio to the usual; without any the usual values stay.
        let scale = known.first.flatMap { only in found[only].map { $0 / usual[only] } } ?? 1
        return usual[index] * scale
      }
      let after = min(max(known.firstIndex { $0 > index } ?? known.count - 1, 1), known.count - 1)
      let (left, right) = (known[after - 1], known[after])
      guard let low = found[left], let high = found[right] else { return usual[index] }
      let place = (anchors[index] - anchors[left]) / (anchors[right] - anchors[left])
      return low * pow(high / low, place)
    }
    return zip(filled, Parameters.ranges).map { min(max($0, $1.lowerBound), $1.upperBound) }
  }
}
