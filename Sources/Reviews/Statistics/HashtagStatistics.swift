import Notes

/// The states of the cards below a hashtag, and their retention.
package struct HashtagStatistics: Sendable {
  package let hashtag: Hashtag
  /// The states of its cards.
  package fileprivate(set) var cards = CardStatistics()
  /// The share of asked cards that was remembered.
  package fileprivate(set) var retention = TrueRetention()

  fileprivate init(hashtag: Hashtag) { self.hashtag = hashtag }
}

extension ReviewStatistics {
  /// The statistics of each hashtag, by name.
  ///
  /// A hashtag includes the hashtags below it, and each card once; a card with several counts in
  /// each of them.
  ///
  /// - Parameters:
  ///   - hashtags: those of each card; other cards are left out.
  ///   - days: the days whose answers count for the retention; nil for all.
  package func byHashtag(
    _ hashtags: [CardID: [Hashtag]], at moment: ReviewMoment,
    on days: ClosedRange<LocalDay>? = nil
  ) -> [HashtagStatistics] {
    let scheduler = Scheduler(history.parameters, settings: history.settings)
    var places: [Hashtag: Int] = [:]
    var all: [HashtagStatistics] = []
    var placesOfCards: [CardID: Set<Int>] = [:]
    // In the order of cards, so that the spelling that is shown does not depend on the dictionary.
    for (card, own) in hashtags.sorted(by: { $0.key < $1.key }) {
      var ofCard: Set<Int> = []
      for hashtag in own {
        var next: Hashtag? = hashtag
        while let one = next {
          let place = places[one] ?? all.count
          if place == all.count {
            places[one] = place
            all.append(HashtagStatistics(hashtag: one))
          }
          ofCard.insert(place)
          next = one.parent
        }
      }
      for place in ofCard { all[place].cards.add(history[card], scheduler, at: moment) }
      placesOfCards[card] = ofCard
    }
    for answer in answers where days?.contains(answer.day) ?? true {
      for place in placesOfCards[answer.card] ?? [] { all[place].retention.add(answer) }
    }
    return all.sorted { $0.hashtag.folded < $1.hashtag.folded }
  }
}
