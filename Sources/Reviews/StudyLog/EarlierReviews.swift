import Notes

/// Reviews of another application, as events.
///
/// That application knew right and wrong only: each wrong answer to a prompt in a session becomes
/// an answer `again`, and if it was right in the end a `good` follows. Reviews of one prompt whose
/// text was edited on the way are those of one card, which has the fingerprint that was reviewed
/// first, and is linked to its present text. The ids of events depend on the input alone, so that
/// reviews imported twice, or on two devices, count once.
package struct EarlierReviews: Sendable {
  /// The result of a prompt in a session.
  package struct Review: Hashable, Sendable {
    /// UTC milliseconds.
    package let time: Int64
    /// The identity of the prompt there.
    package let key: String
    /// Of its text at that time.
    package let fingerprint: CardID
    package let correct: Int
    package let incorrect: Int

    package init(time: Int64, key: String, fingerprint: CardID, correct: Int, incorrect: Int) {
      self.time = time
      self.key = key
      self.fingerprint = fingerprint
      self.correct = correct
      self.incorrect = incorrect
    }
  }

  /// By time.
  package private(set) var events: [ReviewEvent] = []

  /// Answers that one review may hold of a kind; more are a damaged number.
  private static let mostAnswers = 100

  /// - Parameters:
  ///   - reviews: in any order.
  ///   - destinations: the present fingerprints of those that have changed.
  ///   - zone: the person's zone.
  package init(_ reviews: [Review], destinations: [CardID: CardID], zone: Zone) {
    var groups: [CardID: [Review]] = [:]
    for review in reviews {
      groups[destinations[review.fingerprint] ?? review.fingerprint, default: []].append(review)
    }
    for (destination, reviews) in groups {
      let reviews = reviews.sorted { ($0.time, $0.key) < ($1.time, $1.key) }
      let card = reviews[0].fingerprint
      for review in reviews { append(review, of: card, zone) }
      guard card != destination, let last = reviews.last else { continue }
      // A link does not affect the past, so it may come after all events.
      let time = last.time + Int64(2 * Self.mostAnswers)
      append(
        "link \(card) \(destination)", at: time, .link(card, to: destination), zone)
    }
    events.sort()
  }

  private mutating func append(_ review: Review, of card: CardID, _ zone: Zone) {
    let grades =
      Array(repeating: Grade.again, count: min(max(review.incorrect, 0), Self.mostAnswers))
      + (review.correct > 0 ? [.good] : [])
    for (place, grade) in grades.enumerated() {
      append(
        "review \(review.key) \(review.time) \(place)",
        // A millisecond keeps the answers of a session in their order.
        at: review.time + Int64(place), .review(card, grade, milliseconds: 0), zone)
    }
  }

  private mutating func append(
    _ name: String, at time: Int64, _ action: ReviewEvent.Action, _ zone: Zone
  ) {
    events.append(
      ReviewEvent(
        id: ReviewEvent.ID(bits: XXHash64.hash(Array("earlier \(name)".utf8))), time: time,
        zoneMinutes: Int16(clamping: zone.secondsEast(time) / 60), action: action))
  }
}
