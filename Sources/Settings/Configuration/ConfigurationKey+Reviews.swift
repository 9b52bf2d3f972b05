import Reviews

extension ConfigurationKey {
  /// The settings of `zib review`. All but the counts affect every card's state, so they belong in
  /// the vault's settings, which all devices follow.
  static let reviews: [ConfigurationKey] = [
    ConfigurationKey(
      "review.retention", .text, .text("0.9"),
      bounds: Bounds(expectation: "a number from 0.7 to 0.99") { value in
        ReviewSettings.share(value) != nil
      },
      "How likely you want to be to remember a card when it comes back: 0.9, or 90%. "
        + "Higher means more reviews."),
    ConfigurationKey(
      "review.learning-steps", .list, .list(["1m", "10m"]), bounds: steps,
      "After how long a new card comes back before it is counted in days: 1m, 10m, 1h. "
        + "An empty list begins with days."),
    ConfigurationKey(
      "review.relearning-steps", .list, .list(["10m"]), bounds: steps,
      "The same for a card that was forgotten."),
    ConfigurationKey(
      "review.maximum-interval", .number(1...36_500), .number(36_500),
      "The longest time between two reviews, in days."),
    ConfigurationKey(
      "review.rollover", .number(0...23), .number(4),
      "The hour at which a day of reviews begins."),
    ConfigurationKey(
      "review.limit", .number(0...Int.max), .number(20),
      "How many cards a session has; 0 means all that are due."),
    ConfigurationKey(
      "review.new-per-day", .number(0...Int.max), .number(10),
      "How many new cards a day brings, on all your devices together."),
    ConfigurationKey(
      "review.leech", .number(0...1000), .number(8),
      "After how many lapses a card is shown as one whose text may be at fault; 0 for never."),
    ConfigurationKey(
      "review.kinds", .list, .list(Prompt.Kind.allCases.map(\.word)),
      bounds: Bounds(
        expectation: "some of " + Prompt.Kind.allCases.map(\.word).joined(separator: ", ")
      ) { value in
        ReviewSettings.kinds(value) != nil
      },
      "Which prompts are reviewed."),
    ConfigurationKey(
      "review.exclude", .text, .text(""),
      "Notes that this query finds are not reviewed: path:Archive OR #private. "
        + "A note with review: false in its front matter is never reviewed."),
  ]

  private static let steps = Bounds(expectation: "a list of times such as 1m, 10m or 1h") {
    ReviewSettings.steps($0) != nil
  }
}
