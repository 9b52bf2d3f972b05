import Arguments
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Sessions
import Terminals

/// `zib review due`: how much there is to review.
enum ReviewDue {
  static let command = Command(
    "due", summary: "Count the cards that are due",
    discussion: """
      Counts the cards that are due now, those in their steps, and the new ones that today may
      still bring.
      """,
    arguments: [Review.query, Review.new, Review.json],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        The document of `zib review --json`, with all cards that are due, in the order in which
        they would be asked.
        """)
    ],
    examples: [
      "zib review due": "How much is there today?",
      "zib review due -q && notify-send 'Cards are due'": "A reminder.",
      "zib review due tag:latin --json": "What is due of some notes, for another program.",
    ],
    exitStatuses: [0: "Something is due.", 1: "Nothing is."],
    seeAlso: ["zib-review(1)", "zib-review-stats(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[Review.query])
      let (reviews, query) = try session.reviews(text, .supposed)
      let moment = session.moment
      let due = try reviews.due(
        query, at: moment, limit: .unlimited, isNewUnlimited: arguments[Review.new], isAhead: false)
      let isNothing = due.queue.cards.isEmpty
      if arguments[Review.json] {
        try ReviewDocument(reviews, session).write(due.queue, due.cards, text, at: moment)
      } else if isNothing {
        try session.tellNothingDue(due, query, reviews, at: moment)
      } else {
        var counts = CardCounts()
        for card in due.queue.cards {
          if card.state == nil { counts.new += 1 } else if card.isLearning { counts.learning += 1 }
        }
        counts.due = due.queue.cards.count - counts.new - counts.learning
        var columns = TextColumns([.left, .right, .left])
        for (name, count) in [("due", counts.due), ("learning", counts.learning)] where count > 0 {
          columns.add([StyledText(name, .faint), StyledText(Amount.count(count), .position)])
        }
        if counts.new > 0 {
          let rest = due.queue.ready.new - counts.new
          var cells = [
            StyledText("new", .faint), StyledText(Amount.count(counts.new), .position),
          ]
          if rest > 0 {
            cells.append(StyledText("today; \(Amount.count(rest)) more later", .faint))
          }
          columns.add(cells)
        }
        for line in columns.lines() { try session.output.writeLine(line) }
      }
      return isNothing ? .nothingFound : .done
    }
  }
}
