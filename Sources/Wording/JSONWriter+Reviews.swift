import Exchange
import Files
import Notes
import Rendering
import ReviewStore
import Reviews

extension JSONWriter {
  /// Writes the identity and place of a card.
  package mutating func identity(of card: ReviewCard, titled title: String, shownAs path: String) {
    field("card", card.id.description)
    field("kind", card.kind.word)
    field("path", path)
    field("line", card.line)
    field("title", title)
  }

  /// Writes an edited prompt that kept its history.
  package mutating func link(_ linked: VaultReviews.RelinkReport.Linked, shownAs path: String) {
    field("card", linked.card.id.description)
    field("fingerprint", linked.card.fingerprint.description)
    field("path", path)
    field("line", linked.card.line)
    field("why", linked.link.reason.words)
    field("was", linked.was?.question)
    field("event", linked.event.id.description)
  }

  /// Writes the schedule of a card.
  package mutating func schedule(
    _ state: CardState?, _ scheduler: Scheduler, at moment: ReviewMoment, _ zone: Zone
  ) {
    field("state", ReviewWords.phase(state))
    field("due", state.map { Int($0.due.time(scheduler.settings, zone)) })
    field(
      "retrievability",
      state.map {
        scheduler.retrievability(of: $0, at: moment.time, zoneMinutes: moment.zoneMinutes)
      })
  }

  /// Writes a card that was lost, and the prompts that it may be now.
  package mutating func question(_ question: CardQuestion) {
    field("card", question.card.id.description)
    field("kind", question.card.kind.word)
    field("note", question.card.note)
    field("question", question.card.question)
    field("answer", question.card.answer)
    array("candidates") {
      for candidate in question.candidates {
        $0.object {
          $0.field("card", candidate.prompt.prompt.id.description)
          $0.field("note", candidate.prompt.note)
          $0.field("question", candidate.prompt.prompt.question)
          $0.field("answer", candidate.prompt.prompt.answer)
          $0.field("score", candidate.score)
          $0.field("replaced", candidate.isReplacement)
        }
      }
    }
  }
}

extension CardState.Due {
  /// The time until then: `10m`, and `1d` for any hour of tomorrow.
  package func words(_ settings: SchedulerSettings, _ moment: ReviewMoment) -> String {
    switch self {
    case .time(let time): IntervalText.short(Double(time - moment.time) / 1000)
    case .day(let day):
      IntervalText.short(
        Double(day.number - moment.day(settings.dayRule).number) * 86_400)
    }
  }

  /// The instant from which it counts, in UTC milliseconds: a day begins at its roll-over hour, by the clocks of that
  /// day.
  package func time(_ settings: SchedulerSettings, _ zone: Zone) -> Int64 {
    switch self {
    case .time(let time): time
    case .day(let day):
      CivilDateTime(day.date, ClockTime(secondOfDay: settings.dayRule.rollOverHour * 3600))
        .milliseconds(in: zone)
    }
  }
}
