/// The number of cards that come back on each of the next days, if none is answered before.
package struct DueForecast: Hashable, Sendable {
  /// The cards that were due before today.
  package var overdue = 0
  /// The cards that come back today, tomorrow and so on.
  package var days: [Int]
}

extension ReviewHistory {
  /// The number of cards that come back on each of the next days; suspended and new ones are not
  /// counted, and buried ones come back when their burial ends.
  ///
  /// - Parameters:
  ///   - cards: the cards to count; nil for all.
  ///   - count: the number of days, with today.
  package func forecast(
    of cards: Set<CardID>? = nil, days count: Int, from moment: ReviewMoment
  ) -> DueForecast {
    let rule = settings.dayRule
    let today = moment.day(rule)
    var forecast = DueForecast(days: Array(repeating: 0, count: max(0, count)))
    for (card, record) in zip(self.cards, records) {
      guard let state = record.state, !record.isSuspended, cards?.contains(card) ?? true else {
        continue
      }
      var day =
        switch state.due {
        case .day(let day): day
        case .time(let time):
          ReviewMoment(time: time, zoneMinutes: moment.zoneMinutes).day(rule)
        }
      if let buriedUntil = record.buriedUntil, buriedUntil > today { day = max(day, buriedUntil) }
      let ahead = Int(day.number) - Int(today.number)
      if ahead < 0 {
        forecast.overdue += 1
      } else if ahead < forecast.days.count {
        forecast.days[ahead] += 1
      }
    }
    return forecast
  }
}
