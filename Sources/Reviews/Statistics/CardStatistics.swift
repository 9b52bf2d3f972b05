/// The states of some cards at a moment, counted.
package struct CardStatistics: Hashable, Sendable {
  /// Never answered, or new again.
  package var new = 0
  /// In their first steps, or in those back after they were forgotten.
  package var learning = 0
  /// In the long run, with intervals of less than 21 days.
  package var young = 0
  /// In the long run, with longer ones.
  package var mature = 0
  /// Of all above: left out for good.
  package var suspended = 0
  /// Of all above: left out for this day.
  package var buried = 0
  /// Of all above: to be asked now, new cards not counted.
  package var due = 0
  /// The expected number of remembered cards: the sum of the probabilities of remembering each.
  package var known = 0.0

  private var stability = 0.0
  private var difficulty = 0.0

  package init() {}

  /// The number of cards.
  package var total: Int { new + learning + young + mature }

  /// The number of answered cards.
  package var answered: Int { total - new }

  /// The mean days after which a card is remembered with a probability of 0.9; nil if none was answered.
  package var meanStability: Double? { mean(stability) }

  /// The mean difficulty, 1 (easy) to 10 (hard); nil if none was answered.
  package var meanDifficulty: Double? { mean(difficulty) }

  private func mean(_ sum: Double) -> Double? {
    answered == 0 ? nil : sum / Double(answered)
  }

  /// Adds a card; nil for one without a record.
  mutating func add(_ record: CardRecord?, _ scheduler: Scheduler, at moment: ReviewMoment) {
    let rule = scheduler.settings.dayRule
    let today = moment.day(rule)
    if let record, record.isSuspended {
      suspended += 1
    } else if let record, record.isLeftOut(on: today) {
      buried += 1
    } else if let state = record?.state, state.isDue(at: moment, rule) {
      due += 1
    }
    guard let state = record?.state else {
      new += 1
      return
    }
    switch state.stage {
    case .learning: learning += 1
    case .young: young += 1
    case .mature: mature += 1
    }
    stability += state.stability
    difficulty += state.difficulty
    known += scheduler.retrievability(
      of: state, at: moment.time, zoneMinutes: moment.zoneMinutes)
  }
}

extension ReviewHistory {
  /// The states of some cards at a moment, counted; each card counts once.
  package func statistics(
    of cards: some Sequence<CardID>, at moment: ReviewMoment
  ) -> CardStatistics {
    let scheduler = Scheduler(parameters, settings: settings)
    var statistics = CardStatistics()
    // In order: sums of floating-point numbers hang on it.
    for card in Set(cards).sorted() { statistics.add(self[card], scheduler, at: moment) }
    return statistics
  }
}
