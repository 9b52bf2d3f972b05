/// Spreads intervals a little, so that cards that were learned together do not stay together.
///
/// The widths are those of FSRS; the place within them comes from a hash of the card and of its count of
/// reviews, so that a replay gives the same days. It is the same for all grades, so that a better grade
/// never brings a card back sooner.
struct IntervalSpread {
  /// The days among which one is taken.
  let range: ClosedRange<Int>

  /// - Parameters:
  ///   - days: the interval; under 2.5 days there is no spread.
  ///   - longest: the longest interval allowed, in days.
  init(around days: Int, longest: Int) {
    guard Double(days) >= 2.5 else {
      range = days...days
      return
    }
    let interval = Double(days)
    var delta = 1.0
    for (start, end, share) in [(2.5, 7, 0.15), (7, 20, 0.1), (20, .infinity, 0.05)] {
      delta += share * max(min(interval, end) - start, 0)
    }
    let upper = min(Int((interval + delta).rounded(.toNearestOrEven)), longest)
    let lower = max(2, Int((interval - delta).rounded(.toNearestOrEven)))
    range = min(lower, upper)...upper
  }

  /// The interval that ends on the emptiest day; of several the one nearest to ``days(card:reviews:)``.
  ///
  /// - Parameters:
  ///   - floor: no interval below it, if the range has one above.
  ///   - load: the number of cards that come back after a number of days.
  func days(
    card: CardID, reviews: Int32, notBefore floor: Int, load: (Int) -> Int32
  ) -> Int {
    let wish = days(card: card, reviews: reviews)
    let first = min(max(range.lowerBound, floor), range.upperBound)
    var best = (load: Int32.max, distance: Int.max, days: first)
    for days in first...range.upperBound {
      let next = (load: load(days), distance: abs(days - wish), days: days)
      if (next.load, next.distance) < (best.load, best.distance) { best = next }
    }
    return best.days
  }

  /// The interval of a card after a number of reviews.
  func days(card: CardID, reviews: Int32) -> Int {
    let place = SplitMix64.mixed(
      card.bits &+ UInt64(truncatingIfNeeded: reviews) &* 0x9E37_79B9_7F4A_7C15)
    let width = UInt64(range.upperBound - range.lowerBound + 1)
    return range.lowerBound + Int(place.multipliedFullWidth(by: width).high)
  }
}
