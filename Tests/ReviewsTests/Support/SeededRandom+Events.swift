import Reviews
import TestSupport

extension SeededRandom {
  /// Any event, of one of so many cards, at a time in a range.
  mutating func event(cards: UInt64, times: ClosedRange<Int64>) -> ReviewEvent {
    let card = CardID(bits: .random(in: 0..<cards, using: &self))
    let action: ReviewEvent.Action
    switch Int.random(in: 0..<20, using: &self) {
    case 0: action = .link(card, to: CardID(bits: .random(in: 0..<cards, using: &self)))
    case 1: action = .suspend(card, .random(using: &self))
    case 2: action = .bury(card)
    case 3: action = .reset(card)
    case 4: action = .retract(ReviewEvent.ID(bits: next()))
    case 5: action = .parameters(parameters())
    case 6:
      action = .export(
        card, note: CardID(bits: .random(in: 0..<cards, using: &self)),
        number: .random(in: 1...9, using: &self))
    default:
      action = .review(
        card, Grade.allCases.randomElement(using: &self) ?? .good,
        milliseconds: .random(
          in: 0...60_000, using: &self))
    }
    return ReviewEvent(
      id: ReviewEvent.ID(bits: next()), time: .random(in: times, using: &self),
      zoneMinutes: .random(in: -720...840, using: &self), action: action)
  }

  /// Weights near those that FSRS-6 comes with.
  mutating func parameters() -> Parameters {
    let weights = Parameters.standard.weights.map {
      $0 * Double.random(in: 0.9...1.1, using: &self)
    }
    return Parameters(weights) ?? .standard
  }
}
