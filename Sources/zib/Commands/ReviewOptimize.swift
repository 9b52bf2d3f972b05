import Arguments
import Exchange
import Rendering
import ReviewStore
import Reviews
import Sessions
import Settings
import Terminals

/// `zib review optimize`: fits the scheduler's weights to the person's answers.
enum ReviewOptimize {
  static let dryRun = Flag("dry-run", short: "n", help: "Print the report; keep the weights.")

  static let command = Command(
    "optimize", summary: "Fit the scheduler to your own memory",
    discussion: """
      Fits the twenty-one weights of FSRS-6 to all answers in the logs, and compares them with the
      usual weights and with those in force: how far off are their predictions on all answers, and
      on the last fifth of them with weights that were fitted to the others only? Weights that
      predict no better than the usual ones are not kept.

      The new weights are an event in this device's log. All devices compute all cards with the
      last ones; `zib review undo` takes them back.
      """,
    arguments: [dryRun, Review.json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `outcome` (`fitted`, `fitted-initial-stability`,
        `too-few-items` or `no-better`), `kept` (whether the weights are in force now), `reviews`,
        `items`, `weights` and `event` (for `zib review undo`, or null); `all` and `heldOut` have
        `items` and the `logLoss` and `binError` of `standard`, `current` and `fitted`, or are null
        where there are too few items.
        """)
    ],
    examples: [
      "zib review optimize --dry-run": "See whether it would help.",
      "zib review optimize": "Take the fitted weights.",
    ],
    exitStatuses: [
      0: "Fitted weights are in force, or would be with --dry-run.",
      1: "The weights stay as they are.", 3: "They could not be written.",
    ],
    seeAlso: ["zib-review(1)", "zib-review-stats(1)", "zib-review-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (reviews, _) = try session.reviews("", .supposed)
      let optimizer = Optimizer(
        replaying: try reviews.events(), settings: reviews.settings.scheduler)
      let report = optimizer.report(current: reviews.history.parameters, seed: 1)
      let isBetter = report.outcome == .fitted || report.outcome == .fittedInitialStability
      var event: ReviewEvent?
      if isBetter, !arguments[dryRun] {
        event = try reviews.append([.parameters(report.parameters)], at: session.moment.time).first
        reviews.saveState()
      }
      if arguments[Review.json] {
        try printJSON(report, event, session)
      } else {
        try printText(report, session)
        tell(report, event, isDryRun: arguments[dryRun], session)
      }
      return isBetter ? .done : .nothingFound
    }
  }

  private static func printText(_ report: OptimizationReport, _ session: CommandSession) throws {
    var columns = TextColumns([.left, .right, .right, .right])
    columns.add(
      ["", "usual", "in force", "fitted"].map { StyledText($0, .faint) })
    func add(_ name: String, _ predictions: OptimizationReport.Predictions?) {
      guard let predictions else { return }
      columns.add([
        StyledText(name, .faint), StyledText(loss(predictions.standard)),
        StyledText(loss(predictions.current)), StyledText(loss(predictions.fitted), .position),
      ])
    }
    add("log loss, all answers", report.all)
    add("the last fifth, unseen", report.heldOut)
    try session.output.writeLine(
      "\(Amount.count(report.reviews, "answer")), \(Amount.count(report.items)) on a later day than "
        + "the one before")
    guard report.all != nil else { return }
    for line in columns.lines() { try session.output.writeLine(line) }
  }

  private static func tell(
    _ report: OptimizationReport, _ event: ReviewEvent?, isDryRun: Bool, _ session: CommandSession
  ) {
    switch report.outcome {
    case .tooFewItems:
      session.messages.note(
        "too few answers: at least \(Optimizer.leastItems) on later days are needed; the default weights stay"
      )
    case .noBetter:
      session.messages.note(
        "the fitted weights predict unseen answers no better; nothing changes")
    case .fitted, .fittedInitialStability:
      let what =
        report.outcome == .fitted
        ? "the weights"
        : "the first intervals (for more there must be \(Optimizer.leastItemsForAll))"
      if isDryRun {
        session.messages.note("would fit \(what)")
      } else if let event {
        session.messages.note("fitted \(what); `zib review undo \(event.id)` takes it back")
      }
    }
  }

  private static func printJSON(
    _ report: OptimizationReport, _ event: ReviewEvent?, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("outcome", report.outcome.word)
      $0.field("kept", event != nil)
      $0.field("reviews", report.reviews)
      $0.field("items", report.items)
      $0.array("weights") { for weight in report.parameters.weights { $0.element(weight) } }
      $0.field("event", event?.id.description)
      $0.predictions("all", report.all, items: report.items)
      $0.predictions("heldOut", report.heldOut, items: report.heldOutItems)
    }
  }

  /// A loss with four decimals.
  private static func loss(_ prediction: Prediction) -> String {
    let value = Int((prediction.logLoss * 10_000).rounded())
    let digits = String(value % 10_000)
    return "\(value / 10_000).\(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }
}

extension JSONWriter {
  fileprivate mutating func predictions(
    _ key: String, _ predictions: OptimizationReport.Predictions?, items: Int
  ) {
    guard let predictions else { return field(key, nil as String?) }
    object(key) {
      $0.field("items", items)
      for (name, prediction) in [
        ("standard", predictions.standard), ("current", predictions.current),
        ("fitted", predictions.fitted),
      ] {
        $0.object(name) {
          $0.field("logLoss", prediction.logLoss)
          $0.field("binError", prediction.binError)
        }
      }
    }
  }
}

extension OptimizationReport.Outcome {
  fileprivate var word: String {
    switch self {
    case .fitted: "fitted"
    case .fittedInitialStability: "fitted-initial-stability"
    case .tooFewItems: "too-few-items"
    case .noBetter: "no-better"
    }
  }
}
