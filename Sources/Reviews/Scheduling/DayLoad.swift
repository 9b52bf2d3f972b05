/// The number of cards that come back on each day in the long run, so that a card can be given the
/// emptiest day of its spread.
///
/// It follows from the states of all cards, and those follow from the set of all events: every device that has the same
/// logs gives a card the same day.
package struct DayLoad: Hashable, Sendable {
  /// By days since 1970; a clock that was centuries ahead makes no long list.
  private var counts: [Int32] = []

  private static let days = 0..<Int32(73_000)

  package init() {}

  /// The load of all cards in these states.
  package init(of states: some Sequence<CardState?>) {
    for state in states { move(from: nil, to: state) }
  }

  /// The number of cards that come back on a day.
  subscript(day: Int32) -> Int32 { counts.indices.contains(Int(day)) ? counts[Int(day)] : 0 }

  /// Takes a card from the day on which it would have come back to the one on which it will.
  package mutating func move(from before: CardState?, to after: CardState?) {
    if let day = before?.dueDay, counts.indices.contains(Int(day)) { counts[Int(day)] -= 1 }
    guard let day = after?.dueDay, Self.days.contains(day) else { return }
    while counts.count <= Int(day) { counts.append(0) }
    counts[Int(day)] += 1
  }
}

extension CardState {
  /// The day on which a card in the long run comes back.
  var dueDay: Int32? {
    guard phase == .review, case .day(let day) = due else { return nil }
    return day.number
  }
}
