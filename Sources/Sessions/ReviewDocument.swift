import Exchange
import Notes
import Rendering
import ReviewStore
import Reviews
import Settings
import Terminals
import Wording

/// Cards with their texts as JSON, for other front ends; `zib review` documents its fields.
package struct ReviewDocument {
  private let reviews: VaultReviews
  private let session: CommandSession
  private let scheduler: Scheduler

  /// A document on the cards of `reviews`.
  package init(_ reviews: VaultReviews, _ session: CommandSession) {
    self.reviews = reviews
    self.session = session
    scheduler = Scheduler(reviews.history.parameters, settings: reviews.settings.scheduler)
  }

  /// Prints the cards of a queue; a card whose note has changed this very moment is left out.
  package func write(
    _ queue: SessionQueue, _ cards: [CardID: ReviewCard], _ query: String,
    at moment: ReviewMoment
  ) throws {
    let sources = CardSources(reviews, session)
    try session.output.writeJSON {
      $0.field("query", query)
      $0.object("ready") {
        $0.field("due", queue.ready.due)
        $0.field("learning", queue.ready.learning)
        $0.field("new", queue.ready.new)
      }
      try $0.array("cards") {
        for queued in ReviewSession.order(of: queue.cards, scheduler, at: moment) {
          guard let card = cards[queued.id], let prompt = try reviews.prompt(of: card) else {
            continue
          }
          let title = try reviews.title(of: card)
          let source = try sources.source(of: card)
          $0.object {
            $0.identity(of: card, titled: title, shownAs: session.shownPath(card.path))
            $0.field("question", prompt.question)
            $0.field("answer", source?.plainAnswer ?? prompt.answer)
            $0.source(source)
            $0.field("hint", prompt.hint)
            $0.schedule(queued.state, scheduler, at: moment, session.zone)
            let outcomes = scheduler.outcomes(
              after: queued.state, of: queued.id, at: moment.time, zoneMinutes: moment.zoneMinutes,
              load: reviews.history.load)
            $0.object("intervals") {
              for grade in Grade.allCases {
                $0.field(grade.word, Int(outcomes[grade].interval))
              }
            }
          }
          try session.output.write(draining: &$0)
        }
      }
      $0.array("linked") {
        for linked in reviews.linkReport.linked {
          $0.object { $0.link(linked, shownAs: session.shownPath(linked.card.path)) }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the Markdown of a card's text, and the files of the vault that it shows.
  package mutating func source(_ source: CardSources.Source?) {
    field("questionMarkdown", source?.question)
    field("answerMarkdown", source?.answer)
    array("media") { for path in source?.media ?? [] { $0.element(path) } }
  }
}
