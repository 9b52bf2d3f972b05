/// The result of fitting the weights.
package struct OptimizationReport: Hashable, Sendable {
  /// The use of the fit.
  package enum Outcome: Hashable, Sendable {
    /// All weights were fitted, and predict better than the standard ones.
    case fitted
    /// With so few items the first four only; they predict better than the standard ones.
    case fittedInitialStability
    /// The standard weights stay: there are fewer than ``Optimizer/leastItems`` items.
    case tooFewItems
    /// The standard weights stay: fitted ones do not predict unseen answers better.
    case noBetter
  }

  /// The quality of three sets of weights as predictions of the same items.
  package struct Predictions: Hashable, Sendable {
    /// The weights that FSRS-6 comes with.
    package let standard: Prediction
    /// The weights in force before.
    package let current: Prediction
    /// The fitted ones.
    package let fitted: Prediction

    /// True if the fitted weights have less loss than the standard ones.
    package var isFittedBetter: Bool { fitted.logLoss < standard.logLoss }
  }

  package let outcome: Outcome
  /// The weights to use: the fitted ones, or the standard ones where these stay.
  package let parameters: Parameters
  /// The number of answers.
  package let reviews: Int
  /// The number of answers that came on a later day than the one before.
  package let items: Int
  /// The number of items, the last fifth, that were held out.
  package let heldOutItems: Int
  /// On all items; nil if there are none.
  package let all: Predictions?
  /// On the last fifth of the items, with weights fitted to the first four fifths; nil if there are
  /// too few items.
  package let heldOut: Predictions?
}
