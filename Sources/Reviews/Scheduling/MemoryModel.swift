import OperatingSystem

/// The growth and decay of a memory: the formulas of FSRS-6 (open-spaced-repetition, py-fsrs
/// 6.3.2).
///
/// Days are whole; stability is in days, difficulty 1 to 10.
struct MemoryModel: Sendable {
  /// A person's memory of a card right after an answer.
  struct Memory: Hashable, Sendable {
    var stability: Double
    var difficulty: Double
  }

  /// Stability never falls below this.
  static let leastStability = 0.001
  /// Nor rises above this, which no life reaches: FSRS has no such bound, but a sum that overflows would
  /// make every state after it meaningless.
  static let greatestStability = 1e9

  private let weights: [Double]
  private let decay: Double
  private let factor: Double

  /// - Parameter parameters: taken as they are; ``Scheduler`` clamps them first.
  init(_ parameters: Parameters) {
    weights = parameters.weights
    decay = -weights[20]
    factor = pow(0.9, 1 / decay) - 1
  }

  /// The memory after the first answer.
  func memory(afterFirst grade: Grade) -> Memory {
    Memory(
      stability: Self.bounded(stability: weights[Int(grade.rawValue) - 1]),
      difficulty: Self.bounded(difficulty: startingDifficulty(grade)))
  }

  /// The memory after an answer that came some days after the last; 0 is the same day.
  func memory(after memory: Memory, _ grade: Grade, days: Int) -> Memory {
    let stability =
      if days < 1 {
        stabilitySameDay(memory, grade)
      } else if grade == .again {
        stabilityForgotten(memory, retrievability(of: memory.stability, days: days))
      } else {
        stabilityRecalled(memory, grade, retrievability(of: memory.stability, days: days))
      }
    return Memory(
      stability: Self.bounded(stability: stability), difficulty: difficulty(memory, grade))
  }

  /// The probability of remembering after some days.
  func retrievability(of stability: Double, days: Int) -> Double {
    pow(1 + factor * Double(days) / stability, decay)
  }

  /// The days after which the probability of remembering has fallen to `retention`, not rounded.
  func days(until retention: Double, _ stability: Double) -> Double {
    stability / factor * (pow(retention, 1 / decay) - 1)
  }

  // MARK: - Stability

  private func stabilitySameDay(_ memory: Memory, _ grade: Grade) -> Double {
    let growth =
      exp(weights[17] * (Double(grade.rawValue) - 3 + weights[18]))
      * pow(memory.stability, -weights[19])
    return memory.stability * (grade.isRemembered ? max(growth, 1) : growth)
  }

  private func stabilityRecalled(_ memory: Memory, _ grade: Grade, _ retrievability: Double)
    -> Double
  {
    let penalty = grade == .hard ? weights[15] : 1
    let bonus = grade == .easy ? weights[16] : 1
    return memory.stability
      * (1 + exp(weights[8]) * (11 - memory.difficulty) * pow(memory.stability, -weights[9])
        * (exp((1 - retrievability) * weights[10]) - 1) * penalty * bonus)
  }

  private func stabilityForgotten(_ memory: Memory, _ retrievability: Double) -> Double {
    let forgotten =
      weights[11] * pow(memory.difficulty, -weights[12])
      * (pow(memory.stability + 1, weights[13]) - 1) * exp((1 - retrievability) * weights[14])
    return min(forgotten, memory.stability / exp(weights[17] * weights[18]))
  }

  private static func bounded(stability: Double) -> Double {
    min(max(stability, leastStability), greatestStability)
  }

  // MARK: - Difficulty

  /// The difficulty after a first answer, before it is bounded.
  private func startingDifficulty(_ grade: Grade) -> Double {
    weights[4] - exp(weights[5] * (Double(grade.rawValue) - 1)) + 1
  }

  private func difficulty(_ memory: Memory, _ grade: Grade) -> Double {
    let change = -weights[6] * (Double(grade.rawValue) - 3)
    let moved = memory.difficulty + (10 - memory.difficulty) * change / 9
    return Self.bounded(
      difficulty: weights[7] * startingDifficulty(.easy) + (1 - weights[7]) * moved)
  }

  private static func bounded(difficulty: Double) -> Double { min(max(difficulty, 1), 10) }
}
