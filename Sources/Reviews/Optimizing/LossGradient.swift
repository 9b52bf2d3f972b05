import OperatingSystem

/// The weighted cross-entropy of a model's predictions, and its derivative by each weight.
///
/// Each card is processed once forwards, whatever the number of its items, and once backwards: an
/// item's derivatives run back through all states before it. The formulas are those of
/// `MemoryModel`, differentiated by hand; `OptimizerTests` holds the two together.
struct LossGradient {
  /// The loss of all that was added, in nats.
  private(set) var loss = 0.0
  /// Its derivative by each weight.
  private(set) var gradient = [Double](repeating: 0, count: Parameters.count)

  private let w: [Double]
  private let decay: Double
  private let factor: Double
  /// The derivative of `factor` by `decay`.
  private let factorSlope: Double
  private let growth: Double
  private let easyDifficulty: Double
  private let easyPower: Double
  private let forgetScale: Double
  private var steps: [Step] = []

  /// - Parameter weights: twenty-one, within their ranges.
  init(_ weights: [Double], longest: Int) {
    w = weights
    decay = -weights[20]
    let base = exp(Self.logTarget / decay)
    factor = base - 1
    factorSlope = -base * Self.logTarget / (decay * decay)
    growth = exp(weights[8])
    easyPower = exp(3 * weights[5])
    easyDifficulty = weights[4] - easyPower + 1
    forgetScale = exp(-weights[17] * weights[18])
    steps = Array(repeating: Step(), count: longest)
  }

  private static let logTarget = -0.105_360_515_657_826_3  // log(0.9)

  /// The values of a forward step that the backward step needs.
  private struct Step {
    /// The state before the answer.
    var stability = 0.0
    var difficulty = 0.0
    var logStability = 0.0
    var base = 0.0
    var logBase = 0.0
    var retrievability = 1.0
    /// The derivatives of the next stability by this one, by difficulty and by retrievability.
    var byStability = 0.0
    var byDifficulty = 0.0
    var byRetrievability = 0.0
    /// Parts of the next stability that the weights' derivatives are made of.
    var part = 0.0
    var otherPart = 0.0
    var path = Path.none
    var isDifficultyFree = false
  }

  /// The formula that gave a stability; `none` if it stopped at a bound.
  private enum Path { case none, recall, forget, forgetBound, sameDay, sameDayKept }

  /// Adds a card's items.
  mutating func add(_ reviews: ArraySlice<TrainingSet.Review>) {
    let first = reviews.startIndex
    let start = reviews[first].grade
    var stability = w[Int(start.rawValue) - 1]
    let startPower = exp(w[5] * (Double(start.rawValue) - 1))
    let startDifficulty = w[4] - startPower + 1
    var difficulty = min(max(startDifficulty, 1), 10)
    let end = reviews.endIndex - 1
    for index in (first + 1)..<reviews.endIndex {
      let review = reviews[index]
      var step = Step()
      step.stability = stability
      step.difficulty = difficulty
      if review.days > 0 {
        step.base = 1 + factor * review.days / stability
        step.logBase = log(step.base)
        step.retrievability = exp(decay * step.logBase)
        if review.weight > 0 {
          let surprise =
            review.grade.isRemembered
            ? decay * step.logBase : log(max(1 - step.retrievability, .leastNormalMagnitude))
          loss -= review.weight * surprise
        }
      }
      // Steps after the last item do not matter.
      if index < end { advance(&stability, &difficulty, review, &step) }
      steps[index - first] = step
    }
    goBack(
      reviews, startPower: startPower, isStartFree: startDifficulty > 1 && startDifficulty < 10)
  }

  // MARK: - Forwards

  private func advance(
    _ stability: inout Double, _ difficulty: inout Double, _ review: TrainingSet.Review,
    _ step: inout Step
  ) {
    let grade = Double(review.grade.rawValue)
    let next: Double
    if review.days < 1 {
      step.logStability = log(stability)
      let gain = exp(w[17] * (grade - 3 + w[18]) - w[19] * step.logStability)
      if review.grade.isRemembered && gain < 1 {
        (next, step.path, step.byStability) = (stability, .sameDayKept, 1)
      } else {
        next = stability * gain
        (step.path, step.byStability, step.part) = (.sameDay, gain * (1 - w[19]), next)
      }
    } else if review.grade.isRemembered {
      step.logStability = log(stability)
      let bonus = review.grade == .hard ? w[15] : review.grade == .easy ? w[16] : 1
      let room = exp(w[10] * (1 - step.retrievability))
      let scale = stability * growth * exp(-w[9] * step.logStability)
      let gain = scale * (11 - difficulty) * (room - 1)
      next = stability + gain * bonus
      step.path = .recall
      step.part = gain
      step.otherPart = scale * (11 - difficulty) * room * bonus
      step.byStability = 1 + gain * bonus * (1 - w[9]) / stability
      step.byDifficulty = -scale * (room - 1) * bonus
      step.byRetrievability = -step.otherPart * w[10]
    } else {
      next = forget(stability, difficulty, &step)
    }
    stability = min(max(next, MemoryModel.leastStability), MemoryModel.greatestStability)
    if stability != next {
      step.path = .none
      (step.byStability, step.byDifficulty, step.byRetrievability) = (0, 0, 0)
    }
    let change = -w[6] * (grade - 3)
    let moved = difficulty + (10 - difficulty) * change / 9
    let blended = w[7] * easyDifficulty + (1 - w[7]) * moved
    step.isDifficultyFree = blended > 1 && blended < 10
    difficulty = min(max(blended, 1), 10)
  }

  private func forget(_ stability: Double, _ difficulty: Double, _ step: inout Step) -> Double {
    let bound = stability * forgetScale
    let scale =
      w[11] * exp(w[14] * (1 - step.retrievability) - w[12] * log(difficulty))
    let power = exp(w[13] * log(stability + 1))
    let next = scale * (power - 1)
    guard next < bound else {
      (step.path, step.part, step.byStability) = (.forgetBound, bound, forgetScale)
      return bound
    }
    step.path = .forget
    step.part = next
    step.otherPart = scale * power
    step.byStability = scale * power * w[13] / (stability + 1)
    step.byDifficulty = -w[12] * next / difficulty
    step.byRetrievability = -w[14] * next
    return next
  }

  // MARK: - Backwards

  private mutating func goBack(
    _ reviews: ArraySlice<TrainingSet.Review>, startPower: Double, isStartFree: Bool
  ) {
    let first = reviews.startIndex
    /// The derivatives of the loss by the state after the answer at hand.
    var byStability = 0.0
    var byDifficulty = 0.0
    for index in stride(from: reviews.endIndex - 1, to: first, by: -1) {
      let review = reviews[index]
      let step = steps[index - first]
      let grade = Double(review.grade.rawValue)
      if byStability != 0 { addPath(step, review.grade, grade, byStability) }
      var byRetrievability = byStability * step.byRetrievability
      let stabilityBefore = byStability * step.byStability
      var difficultyBefore = byStability * step.byDifficulty
      if step.isDifficultyFree {
        let change = -w[6] * (grade - 3) / 9
        let moved = step.difficulty + (10 - step.difficulty) * change
        gradient[4] += byDifficulty * w[7]
        gradient[5] -= byDifficulty * w[7] * 3 * easyPower
        gradient[6] -= byDifficulty * (1 - w[7]) * (10 - step.difficulty) * (grade - 3) / 9
        gradient[7] += byDifficulty * (easyDifficulty - moved)
        difficultyBefore += byDifficulty * (1 - w[7]) * (1 - change)
      }
      if review.weight > 0 {
        let retrievability = step.retrievability
        byRetrievability +=
          review.grade.isRemembered
          ? -review.weight / retrievability
          : review.weight / max(1 - retrievability, .leastNormalMagnitude)
      }
      byStability = stabilityBefore
      byDifficulty = difficultyBefore
      if byRetrievability != 0, review.days > 0 {
        let slope = byRetrievability * step.retrievability
        let share = decay / step.base * review.days / step.stability
        byStability -= slope * share * factor / step.stability
        gradient[20] -= slope * (step.logBase + share * factorSlope)
      }
    }
    let start = reviews[first].grade
    gradient[Int(start.rawValue) - 1] += byStability
    if isStartFree {
      gradient[4] += byDifficulty
      gradient[5] -= byDifficulty * (Double(start.rawValue) - 1) * startPower
    }
  }

  private mutating func addPath(
    _ step: Step, _ grade: Grade, _ number: Double, _ byStability: Double
  ) {
    switch step.path {
    case .none, .sameDayKept: return
    case .recall:
      let bonus = grade == .hard ? w[15] : grade == .easy ? w[16] : 1
      let gain = byStability * step.part
      gradient[8] += gain * bonus
      gradient[9] -= gain * bonus * step.logStability
      gradient[10] += byStability * step.otherPart * (1 - step.retrievability)
      if grade == .hard { gradient[15] += gain }
      if grade == .easy { gradient[16] += gain }
    case .forget:
      let value = byStability * step.part
      gradient[11] += value / w[11]
      gradient[12] -= value * log(step.difficulty)
      gradient[13] += byStability * step.otherPart * log(step.stability + 1)
      gradient[14] += value * (1 - step.retrievability)
    case .forgetBound:
      gradient[17] -= byStability * step.part * w[18]
      gradient[18] -= byStability * step.part * w[17]
    case .sameDay:
      let value = byStability * step.part
      gradient[17] += value * (number - 3 + w[18])
      gradient[18] += value * w[17]
      gradient[19] -= value * step.logStability
    }
  }
}
