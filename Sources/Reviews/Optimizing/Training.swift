import OperatingSystem

/// Fits weights to a training set: Adam in batches of whole cards, with a rate that falls as a cosine.
///
/// As fsrs-rs 6.6.1 has it, but for the batches: there each item is a sequence of its own, and cards are
/// gone through once for each of their items. Here a batch holds whole cards, so that each is gone through
/// once. That leaves the loss the same, and time for ten rounds instead of five.
struct Training {
  let seed: UInt64

  private static let epochs = 10
  /// In items.
  private static let batchSize = 512
  private static let learningRate = 0.04

  /// The usual deviations of a person's weights from the standard ones (fsrs-rs 6.6.1).
  private static let deviations = [
    6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25,
    1.03, 0.31, 0.32, 0.14, 0.27,
  ]

  /// The weights after training, from those at the start.
  func weights(from start: [Double], _ set: TrainingSet) -> [Double] {
    let batches = max(1, (set.itemCount + Self.batchSize / 2) / Self.batchSize)
    let steps = batches * Self.epochs
    let longest = set.cards.reduce(0) { max($0, $1.count) }
    var random = SplitMix64(seed: seed)
    var order = Array(set.cards.indices)
    var weights = start
    var adam = Adam(count: weights.count)
    for epoch in 0..<Self.epochs {
      order.shuffle(using: &random)
      var next = 0
      var items = 0
      for batch in 0..<batches {
        var total = LossGradient(weights, longest: longest)
        let before = items
        while next < order.count, items * batches < (batch + 1) * set.itemCount {
          total.add(set.reviews[set.cards[order[next]]])
          items += set.itemCounts[order[next]]
          next += 1
        }
        var gradient = total.gradient
        let share = Double(items - before) / Double(set.itemCount)
        for index in gradient.indices {
          let deviation = Self.deviations[index]
          gradient[index] +=
            2 * share * (weights[index] - start[index]) / (deviation * deviation)
        }
        let progress = Double(epoch * batches + batch) / Double(steps)
        adam.step(&weights, gradient, rate: Self.learningRate * (1 + cos(.pi * progress)) / 2)
        for (index, range) in Parameters.ranges.enumerated() {
          weights[index] = min(max(weights[index], range.lowerBound), range.upperBound)
        }
      }
    }
    return weights
  }
}

/// Adam (Kingma and Ba, 2014) with its usual constants.
private struct Adam {
  private var mean: [Double]
  private var square: [Double]
  private var meanShare = 1.0
  private var squareShare = 1.0

  init(count: Int) {
    mean = Array(repeating: 0, count: count)
    square = mean
  }

  mutating func step(_ weights: inout [Double], _ gradient: [Double], rate: Double) {
    meanShare *= 0.9
    squareShare *= 0.999
    for index in weights.indices {
      let slope = gradient[index].isFinite ? gradient[index] : 0
      mean[index] = 0.9 * mean[index] + 0.1 * slope
      square[index] = 0.999 * square[index] + 0.001 * slope * slope
      let direction = mean[index] / (1 - meanShare)
      let size = (square[index] / (1 - squareShare)).squareRoot()
      weights[index] -= rate * direction / (size + 1e-8)
    }
  }
}
