/// The answers that a fit learns from, with a weight for each item.
///
/// Cards that went through a rare beginning are left out, and newer items weigh more (fsrs-rs 6.6.1).
struct TrainingSet {
  /// An answer and its weight.
  struct Review {
    var grade: Grade
    var days: Double
    /// The weight; 0 if the answer is no item.
    var weight: Double
  }

  /// The beginning of a card: its first grade, and the days until it first came back on another
  /// day.
  struct Beginning: Hashable {
    var grade: Grade
    var days: Int
  }

  private(set) var reviews: [Review] = []
  /// The range of each card's answers in ``reviews``, from its first to its last item.
  private(set) var cards: [Range<Int>] = []
  /// The number of items of each card.
  private(set) var itemCounts: [Int] = []
  private(set) var itemCount = 0
  /// The beginnings that were kept: the number of cards, and of remembered ones.
  private(set) var beginnings: [Beginning: (count: Int, remembered: Int)] = [:]
  /// The share of the items that were remembered, with those left out.
  private(set) var averageRecall = 0.0

  /// - Parameters:
  ///   - history: all answers.
  ///   - limit: items from this number on are not looked at.
  init(_ history: AnswerHistory, itemsBelow limit: Int) {
    var groups: [Beginning: (count: Int, remembered: Int)] = [:]
    var remembered = 0
    var used: [(range: Range<Int>, beginning: Beginning)] = []
    for card in history.cards {
      let isUsed = { (index: Int) in history.reviews[index].item.map { $0 < limit } ?? false }
      guard let first = card.first(where: isUsed), let last = card.last(where: isUsed) else {
        continue
      }
      let review = history.reviews[first]
      let beginning = Beginning(grade: history.reviews[card.lowerBound].grade, days: review.days)
      groups[beginning, default: (0, 0)].count += 1
      if review.grade.isRemembered { groups[beginning, default: (0, 0)].remembered += 1 }
      used.append((card.lowerBound..<last + 1, beginning))
      remembered += (first...last).count { isUsed($0) && history.reviews[$0].grade.isRemembered }
    }
    averageRecall = limit > 0 ? Double(remembered) / Double(min(limit, history.itemCount)) : 0
    let rare = Self.rareBeginnings(groups)
    beginnings = groups.filter { !rare.contains($0.key) }
    used.removeAll { rare.contains($0.beginning) }
    append(used.map(\.range), of: history, itemsBelow: limit)
  }

  private mutating func append(
    _ ranges: [Range<Int>], of history: AnswerHistory, itemsBelow limit: Int
  ) {
    var isKept = [Bool](repeating: false, count: min(limit, history.itemCount))
    for range in ranges {
      for index in range {
        if let item = history.reviews[index].item, item < limit { isKept[item] = true }
      }
    }
    var places = [Int](repeating: 0, count: isKept.count)
    for item in isKept.indices where isKept[item] {
      places[item] = itemCount
      itemCount += 1
    }
    let last = Double(max(itemCount - 1, 1))
    for range in ranges {
      let start = reviews.count
      var items = 0
      for review in history.reviews[range] {
        var weight = 0.0
        if let item = review.item, item < limit {
          let age = Double(places[item]) / last
          weight = 0.25 + 0.75 * age * age * age
          items += 1
        }
        reviews.append(
          Review(grade: review.grade, days: Double(review.days), weight: weight))
      }
      cards.append(start..<reviews.count)
      itemCounts.append(items)
    }
  }

  /// The rarest beginnings of each first grade, which are left out: a twentieth of its cards, 20 at
  /// least, and those that are too rare or too long to be significant.
  private static func rareBeginnings(
    _ groups: [Beginning: (count: Int, remembered: Int)]
  ) -> Set<Beginning> {
    var rare: Set<Beginning> = []
    for grade in Grade.allCases {
      let ofGrade = groups.filter { $0.key.grade == grade }
        .map { (beginning: $0.key, count: $0.value.count) }
        .sorted { ($0.count, -$0.beginning.days) < ($1.count, -$1.beginning.days) }
      let share = max(20, ofGrade.reduce(0) { $0 + $1.count } / 20)
      var removed = 0
      for (beginning, count) in ofGrade {
        if removed + count < share {
          removed += count
          rare.insert(beginning)
        } else if count < 6 || beginning.days > (grade == .easy ? 365 : 100) {
          rare.insert(beginning)
        }
      }
    }
    return rare
  }
}
