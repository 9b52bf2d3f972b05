/// The share remembered in the long run, as Anki's "true retention" counts it: the first answer of
/// a card on a day, if the card was not in its steps.
package struct TrueRetention: Hashable, Sendable {
  /// Of cards whose interval was less than 21 days.
  package var young = Share()
  /// Of the others.
  package var mature = Share()

  /// A share: a number out of a total.
  package struct Share: Hashable, Sendable {
    package var remembered: Int
    package var total: Int

    package init(_ remembered: Int = 0, of total: Int = 0) {
      self.remembered = remembered
      self.total = total
    }

    /// 0 to 1; nil of none.
    package var fraction: Double? { total == 0 ? nil : Double(remembered) / Double(total) }
  }

  package init(young: Share = Share(), mature: Share = Share()) {
    self.young = young
    self.mature = mature
  }

  /// Of all cards.
  package var all: Share {
    Share(young.remembered + mature.remembered, of: young.total + mature.total)
  }

  /// Takes in an answer, if it is one that counts.
  mutating func add(_ answer: GivenAnswer) {
    guard !answer.isAgainOnDay else { return }
    let remembered = answer.grade.isRemembered ? 1 : 0
    switch answer.stage {
    case .learning: break
    case .young: young = Share(young.remembered + remembered, of: young.total + 1)
    case .mature: mature = Share(mature.remembered + remembered, of: mature.total + 1)
    }
  }

  /// The spans of days for which it is reported, as in Anki.
  package enum Window: Hashable, Sendable, CaseIterable {
    case today
    case yesterday
    /// Today and the six days before.
    case week
    /// Today and the 29 days before.
    case month
    /// Today and the 364 days before.
    case year
    case all

    /// The days of the window; nil for all.
    package func days(today: LocalDay) -> ClosedRange<LocalDay>? {
      func back(_ days: Int32) -> LocalDay { LocalDay(number: today.number &- days) }
      return switch self {
      case .today: today...today
      case .yesterday: back(1)...back(1)
      case .week: back(6)...today
      case .month: back(29)...today
      case .year: back(364)...today
      case .all: nil
      }
    }
  }
}

extension ReviewStatistics {
  /// The share remembered on some days.
  ///
  /// - Parameter days: nil for all.
  package func trueRetention(on days: ClosedRange<LocalDay>? = nil) -> TrueRetention {
    var retention = TrueRetention()
    for answer in answers where days?.contains(answer.day) ?? true { retention.add(answer) }
    return retention
  }
}
