import Notes
import Reviews
import Testing

struct EarlierReviewsTests {
  private static let first = CardID(bits: 1)
  private static let second = CardID(bits: 2)
  private static let third = CardID(bits: 3)

  private static func review(
    _ time: Int64, _ card: CardID, _ correct: Int, _ incorrect: Int
  ) -> EarlierReviews.Review {
    .init(
      time: time, key: "k\(card)", fingerprint: card, correct: correct, incorrect: incorrect)
  }

  private func actions(_ reviews: EarlierReviews) -> [ReviewEvent.Action] {
    reviews.events.map(\.action)
  }

  @Test func `each wrong answer is an again, and a right one in the end a good`() {
    let reviews = EarlierReviews(
      [Self.review(5000, Self.first, 1, 2), Self.review(9000, Self.first, 0, 1)],
      destinations: [:], zone: Zone { _ in 7200 })
    #expect(
      actions(reviews) == [
        .review(Self.first, .again, milliseconds: 0), .review(Self.first, .again, milliseconds: 0),
        .review(Self.first, .good, milliseconds: 0), .review(Self.first, .again, milliseconds: 0),
      ])
    #expect(reviews.events.map(\.time) == [5000, 5001, 5002, 9000])
    #expect(reviews.events.allSatisfy { $0.zoneMinutes == 120 })
  }

  @Test func `reviews of a text and of what it became are those of one card, which is linked`() {
    let reviews = EarlierReviews(
      [Self.review(9000, Self.second, 1, 0), Self.review(5000, Self.first, 1, 0)],
      destinations: [Self.first: Self.third, Self.second: Self.third], zone: .utc)
    #expect(
      actions(reviews) == [
        .review(Self.first, .good, milliseconds: 0), .review(Self.first, .good, milliseconds: 0),
        .link(Self.first, to: Self.third),
      ])
    let history = ReviewHistory(replaying: reviews.events)
    #expect(history.card(of: Self.third) == Self.first)
    #expect(history[Self.first]?.state?.reviews == 2)
  }

  @Test func `ids hang on what is given alone`() {
    let all = [Self.review(5000, Self.first, 1, 3), Self.review(6000, Self.second, 1, 0)]
    let once = EarlierReviews(all, destinations: [:], zone: .utc)
    let again = EarlierReviews(all.reversed(), destinations: [:], zone: .utc)
    #expect(once.events == again.events)
    #expect(Set(once.events.map(\.id)).count == once.events.count)
    #expect(
      EarlierReviews(all, destinations: [:], zone: Zone { _ in 3600 }).events.map(\.id)
        == once.events.map(\.id))
  }

  @Test(arguments: [-1, 101, Int.max])
  func `a damaged number gives no more answers than a person`(count: Int) {
    let reviews = EarlierReviews(
      [Self.review(0, Self.first, 0, count)], destinations: [:], zone: .utc)
    #expect(reviews.events.count <= 100)
  }
}
