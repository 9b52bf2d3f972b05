import Reviews

/// The cards of all prompts, by the logs of a vault's reviews.
package struct AnkiCards: Sendable {
  /// The history of the logs; has the parameters that the cards were scheduled with.
  package let history: ReviewHistory
  private var answers: [CardID: [AnkiCard.Answer]] = [:]
  private let today: LocalDay

  /// Replays the logs of all devices.
  ///
  /// - Parameter today: the day on which the package is made; cards that are buried beyond it stay so.
  package init(replaying events: [ReviewEvent], settings: SchedulerSettings, today: LocalDay) {
    var answers: [CardID: [AnkiCard.Answer]] = [:]
    history = ReviewHistory(replaying: events, settings: settings) { answer in
      answers[answer.card, default: []].append(
        AnkiCard.Answer(
          grade: answer.grade, milliseconds: answer.milliseconds, before: answer.before,
          after: answer.after))
    }
    self.answers = answers
    self.today = today
  }

  /// The card of a prompt; a new one where the logs do not know it.
  package subscript(prompt: Prompt) -> AnkiCard {
    let id = history.card(of: prompt.id)
    guard let record = history[id] else { return AnkiCard(id: id) }
    let hold: AnkiCard.Hold =
      record.isSuspended ? .suspended : record.isLeftOut(on: today) ? .buried : .none
    return AnkiCard(id: id, state: record.state, answers: answers[id] ?? [], hold: hold)
  }
}
