import Reviews

/// A vault's settings for reviews.
package struct ReviewSettings: Equatable, Sendable {
  package var scheduler = SchedulerSettings()
  /// The number of cards of a session; nil for all that are due.
  package var limit: Int? = 20
  /// The number of new cards a day.
  package var newPerDay = 10
  /// The number of lapses that make a card a leech.
  package var leeches = LeechRule()
  package var kinds: Set<Prompt.Kind> = Set(Prompt.Kind.allCases)
  /// A query for notes that are not reviewed, empty for none.
  package var exclude = ""

  package init(_ configuration: Configuration) {
    scheduler.desiredRetention =
      configuration.value("review.retention").flatMap(Self.share) ?? scheduler.desiredRetention
    scheduler.learningSteps =
      configuration.value("review.learning-steps").flatMap(Self.steps) ?? scheduler.learningSteps
    scheduler.relearningSteps =
      configuration.value("review.relearning-steps").flatMap(Self.steps)
      ?? scheduler.relearningSteps
    scheduler.maximumInterval = configuration.number("review.maximum-interval")
    scheduler.dayRule = .local(rollOverHour: configuration.number("review.rollover"))
    let most = configuration.number("review.limit")
    limit = most == 0 ? nil : most
    newPerDay = configuration.number("review.new-per-day")
    leeches = LeechRule(threshold: configuration.number("review.leech"))
    kinds = configuration.value("review.kinds").flatMap(Self.kinds) ?? kinds
    exclude = configuration.text("review.exclude")
  }

  /// A probability as `0.9`, `90%` or `90`.
  static func share(_ value: ConfigurationValue) -> Double? {
    guard case .text(let text) = value else { return nil }
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let number = Double(digits) else { return nil }
    let share = number > 1 || text.hasSuffix("%") ? number / 100 : number
    return (0.7...0.99).contains(share) ? share : nil
  }

  /// Times such as `30s`, `10m`, `1h`, `1d`, in seconds; minutes without a unit.
  static func steps(_ value: ConfigurationValue) -> [Double]? {
    guard case .list(let items) = value else { return nil }
    var steps: [Double] = []
    for item in items {
      let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      let unit = item.last.flatMap { units[$0] }
      guard let number = Double(unit == nil ? item : String(item.dropLast())), number > 0,
        number.isFinite
      else { return nil }
      let seconds = number * (unit ?? 60)
      // Steps longer than a month are refused.
      guard seconds >= 1, seconds <= 31 * 86_400 else { return nil }
      steps.append(seconds)
    }
    return steps
  }

  /// The kinds of prompts that a list names, in the singular or the plural.
  static func kinds(_ value: ConfigurationValue) -> Set<Prompt.Kind>? {
    guard case .list(let items) = value else { return nil }
    var kinds: Set<Prompt.Kind> = []
    for item in items {
      let item = item.lowercased()
      guard
        let kind = Prompt.Kind.allCases.first(where: { [$0.word, $0.word + "s"].contains(item) })
      else { return nil }
      kinds.insert(kind)
    }
    return kinds
  }
}
