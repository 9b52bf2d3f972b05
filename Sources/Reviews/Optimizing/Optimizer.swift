/// Fits the weights of FSRS-6 to a person's answers, and reports whether the fit is useful.
///
/// Pure: the same answers and the same seed give the same weights.
package struct Optimizer {
  /// The least number of items for any fit.
  package static let leastItems = 8
  /// The least number of items for a fit of more than the first four weights.
  package static let leastItemsForAll = 64

  private let history: AnswerHistory

  /// - Parameters:
  ///   - sequences: the answers of each card since it was new; a card that was made new again has several.
  ///   - rule: how days are counted.
  package init(
    _ sequences: [[Answer]], rule: SchedulerSettings.DayRule = .local(rollOverHour: 4)
  ) {
    history = AnswerHistory(sequences, rule: rule)
  }

  /// The number of answers.
  package var reviewCount: Int { history.reviews.count }

  /// The number of answers that came on a later day than the one before, and so measure a model's
  /// predictions.
  package var itemCount: Int { history.itemCount }

  /// Weights fitted to all items, without asking whether they are any better.
  package func fit(seed: UInt64) -> Parameters { fit(itemsBelow: history.itemCount, seed: seed) }

  /// The quality of weights as a prediction of all items; nil without items.
  package func prediction(with parameters: Parameters) -> Prediction? {
    Prediction(of: history, items: 0..<history.itemCount, parameters.clamped)
  }

  /// The quantity that a fit minimises, without its pull towards the usual weights: the weighted
  /// cross-entropy of the items it learns from, in nats, and its derivative by each weight.
  package func trainingLoss(at parameters: Parameters) -> (loss: Double, gradient: [Double]) {
    let set = TrainingSet(history, itemsBelow: history.itemCount)
    let longest = set.cards.reduce(0) { max($0, $1.count) }
    var total = LossGradient(parameters.clamped.weights, longest: longest)
    for card in set.cards { total.add(set.reviews[card]) }
    return (total.loss, total.gradient)
  }

  /// Fits the weights and compares: on all items, and on the last fifth with weights fitted to the others.
  ///
  /// - Parameter current: the weights in force, for comparison.
  package func report(current: Parameters = .standard, seed: UInt64) -> OptimizationReport {
    let count = history.itemCount
    let all = 0..<count
    let fitted = fit(seed: seed)
    let isEnough = count >= Self.leastItems
    let heldOut = isEnough ? count - max(1, count / 5)..<count : count..<count
    let unseen = isEnough ? fit(itemsBelow: heldOut.lowerBound, seed: seed) : .standard
    func predictions(_ items: Range<Int>, _ fitted: Parameters) -> OptimizationReport.Predictions? {
      guard let standard = Prediction(of: history, items: items, .standard),
        let before = Prediction(of: history, items: items, current.clamped),
        let after = Prediction(of: history, items: items, fitted)
      else { return nil }
      return OptimizationReport.Predictions(standard: standard, current: before, fitted: after)
    }
    let onAll = predictions(all, fitted)
    let onHeldOut = predictions(heldOut, unseen)
    let outcome: OptimizationReport.Outcome
    if !isEnough {
      outcome = .tooFewItems
    } else if !(onAll?.isFittedBetter ?? false) || !(onHeldOut?.isFittedBetter ?? false) {
      outcome = .noBetter
    } else {
      outcome = count < Self.leastItemsForAll ? .fittedInitialStability : .fitted
    }
    let isKept = outcome == .tooFewItems || outcome == .noBetter
    return OptimizationReport(
      outcome: outcome, parameters: isKept ? .standard : fitted, reviews: reviewCount,
      items: count, heldOutItems: heldOut.count, all: onAll, heldOut: onHeldOut)
  }

  private func fit(itemsBelow limit: Int, seed: UInt64) -> Parameters {
    let set = TrainingSet(history, itemsBelow: limit)
    guard set.itemCount >= Self.leastItems else { return .standard }
    let start = InitialStability(set)
    var weights = start.stabilities + Parameters.standard.weights[4...]
    if set.itemCount >= Self.leastItemsForAll {
      weights = start.smoothed(Training(seed: seed).weights(from: weights, set))
    }
    return Parameters(weights) ?? .standard
  }
}
