import OperatingSystem

/// The quality of a set of weights as a prediction of answers.
package struct Prediction: Hashable, Sendable {
  /// The mean binary cross-entropy, in nats; less is better.
  package let logLoss: Double
  /// The distance between predicted and real shares of remembered answers, over bins of similar
  /// items.
  package let binError: Double

  package init(logLoss: Double, binError: Double) {
    self.logLoss = logLoss
    self.binError = binError
  }
}

extension Prediction {
  /// Items that are alike in days, length and lapses: the bins of fsrs-rs 6.6.1.
  private struct Bin: Hashable {
    var days: Int
    var length: Int
    var lapses: Int

    init(days: Int, length: Int, lapses: Int) {
      self.days = Self.bin(days, first: 2.48, base: 3.62)
      self.length = Self.bin(length, first: 1.99, base: 1.89)
      self.lapses = lapses == 0 ? 0 : Self.bin(lapses, first: 1.65, base: 1.73)
    }

    private static func bin(_ value: Int, first: Double, base: Double) -> Int {
      Int((100 * first * pow(base, (log(Double(value)) / log(base)).rounded(.down))).rounded())
    }
  }

  /// Predicts the items of a range; nil if there are none.
  init?(of history: AnswerHistory, items: Range<Int>, _ parameters: Parameters) {
    guard !items.isEmpty else { return nil }
    let model = MemoryModel(parameters)
    var loss = 0.0
    var bins: [Bin: (count: Double, foretold: Double, real: Double)] = [:]
    for card in history.cards {
      var memory = model.memory(afterFirst: history.reviews[card.lowerBound].grade)
      var length = 1
      var lapses = 0
      for review in history.reviews[card.dropFirst()] {
        if let item = review.item {
          length += 1
          if items.contains(item) {
            let recall = model.retrievability(of: memory.stability, days: review.days)
            let isRemembered = review.grade.isRemembered
            loss -= log(max(isRemembered ? recall : 1 - recall, .leastNormalMagnitude))
            let bin = Bin(days: review.days, length: length, lapses: lapses)
            let sum = bins[bin] ?? (0, 0, 0)
            bins[bin] = (sum.count + 1, sum.foretold + recall, sum.real + (isRemembered ? 1 : 0))
          }
          if !review.grade.isRemembered { lapses += 1 }
        }
        memory = model.memory(after: memory, review.grade, days: review.days)
      }
    }
    // Sums in the order of a dictionary would differ from run to run in their last digits.
    let squares = bins.values.map { sum in
      let difference = (sum.foretold - sum.real) / sum.count
      return difference * difference * sum.count
    }
    let error = squares.sorted().reduce(0, +)
    self.init(
      logLoss: loss / Double(items.count), binError: (error / Double(items.count)).squareRoot())
  }
}
