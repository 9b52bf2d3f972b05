/// All answers to all cards, flat, with the items among them that measure a model's predictions.
///
/// An item is an answer that came on a later day than the one before; what the model knows of it is the
/// answers before. Items are numbered by time. (As fsrs-rs 6.6.1 has it.)
struct AnswerHistory {
  /// An answer, in its card's sequence.
  struct Review {
    var grade: Grade
    /// Days since the answer before; 0 for the first.
    var days: Int
    /// Its number among the items by time; nil if it is none.
    var item: Int?
  }

  /// The answers of all cards, card after card, each in order of time.
  private(set) var reviews: [Review] = []
  /// The range of each card's answers in ``reviews``.
  private(set) var cards: [Range<Int>] = []
  /// The number of items.
  private(set) var itemCount = 0

  /// - Parameter sequences: the answers of each card; they need not be in order.
  init(_ sequences: [[Optimizer.Answer]], rule: SchedulerSettings.DayRule) {
    var items: [(time: Int64, index: Int)] = []
    for sequence in sequences where !sequence.isEmpty {
      let answers = sequence.sorted { $0.time < $1.time }
      let start = reviews.count
      for (index, answer) in answers.enumerated() {
        let days =
          index == 0
          ? 0
          : CardState.elapsedDays(
            from: answers[index - 1].time, answers[index - 1].zoneMinutes,
            to: answer.time, answer.zoneMinutes, rule: rule)
        if days > 0 { items.append((answer.time, reviews.count)) }
        reviews.append(Review(grade: answer.grade, days: days))
      }
      cards.append(start..<reviews.count)
    }
    // The order of cards breaks ties, so that the numbers depend on nothing else.
    items.sort { ($0.time, $0.index) < ($1.time, $1.index) }
    for (number, item) in items.enumerated() { reviews[item.index].item = number }
    itemCount = items.count
  }
}
