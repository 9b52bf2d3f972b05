/// Chooses cards by their states in the schedule.
///
/// In a query these are words of their own: `is:due`, `is:new`, `-is:suspended`. A card must
/// satisfy all of them.
package struct CardStates: Hashable, Sendable {
  /// The states in which a card may be.
  package enum Condition: String, CaseIterable, Sendable {
    /// It was never answered.
    case new
    /// It is in its steps.
    case learning
    /// Its time has come, and it was not put off.
    case due
    /// It was forgotten too often.
    case leech
    /// It is left out of all reviews.
    case suspended
    /// It is left out until tomorrow.
    case buried
  }

  /// The states that are asked for.
  package private(set) var wanted: Set<Condition> = []
  /// The states that are left out.
  package private(set) var unwanted: Set<Condition> = []

  /// The words of a query that are about cards, and the rest of it, which is about notes.
  package struct Split: Hashable, Sendable {
    /// The states, or nil if there is no such word.
    package var states: CardStates?
    package var rest: String
    /// A word about cards in parentheses or beside an `OR`, where it has no meaning.
    package var misplaced: String?
  }

  /// Takes the words about cards out of a query.
  ///
  /// - Complexity: linear in the length of the text.
  package static func split(_ text: String) -> Split {
    var states = CardStates()
    var rest: [Substring] = []
    var depth = 0
    var isQuoted = false
    var hasOr = false
    var found: String?
    var misplaced: String?
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let isInside = depth > 0 || isQuoted
      let opens = word.contains("(")
      for character in word {
        if character == "\"" { isQuoted.toggle() }
        if !isQuoted, character == "(" { depth += 1 }
        if !isQuoted, character == ")" { depth = max(0, depth - 1) }
      }
      if word == "OR" || word == "|" { hasOr = true }
      let isNegative = word.hasPrefix("-")
      let name = word.drop { $0 == "-" || $0 == "(" }.lowercased()
      guard name.hasPrefix("is:"),
        let condition = Condition(rawValue: String(name.dropFirst(3).prefix { $0 != ")" }))
      else {
        rest.append(word)
        continue
      }
      if isInside && !isQuoted || opens || name.hasSuffix(")") {
        misplaced = misplaced ?? String(word)
        rest.append(word)
      } else if isInside {
        rest.append(word)
      } else {
        found = found ?? String(word)
        if isNegative { states.unwanted.insert(condition) } else { states.wanted.insert(condition) }
      }
    }
    if hasOr, let found { misplaced = misplaced ?? found }
    return Split(
      states: states == CardStates() ? nil : states,
      rest: rest.joined(separator: " "), misplaced: misplaced)
  }

  /// True if a card satisfies all conditions.
  package func admits(
    _ card: SessionCard, at moment: ReviewMoment, _ settings: SchedulerSettings,
    _ leeches: LeechRule
  ) -> Bool {
    func holds(_ condition: Condition) -> Bool {
      switch condition {
      case .new: card.state == nil
      case .learning: card.isLearning
      case .due:
        card.absence == nil && card.state?.isDue(at: moment, settings.dayRule) == true
      case .leech: card.state.map { leeches.isLeech(lapses: $0.lapses) } ?? false
      case .suspended: card.absence == .suspended
      case .buried: card.absence == .buried
      }
    }
    return wanted.allSatisfy(holds) && !unwanted.contains(where: holds)
  }
}
