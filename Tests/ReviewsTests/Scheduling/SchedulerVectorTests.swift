import Reviews
import TestSupport
import Testing

/// The sequences of `vectors/fsrs6.json`, which PyPI `fsrs` 6.3.2 made.
struct SchedulerVectorTests {
  static let vectors = SharedFile("vectors/fsrs6.json")

  @Test(.enabled(if: vectors.isThere, "vectors/fsrs6.json is not on this machine"))
  func `a thousand sequences go as in py-fsrs`() throws {
    let cases = JSON(Self.vectors.bytes)["cases"].array
    #expect(cases.count == 1000)
    var reviews = 0
    for vector in cases {
      reviews += try check(vector)
    }
    #expect(reviews == 11_651)
  }

  private func check(_ vector: JSON) throws -> Int {
    var settings = SchedulerSettings()
    settings.dayRule = .spans
    settings.isFuzzed = false
    settings.desiredRetention = try #require(vector["desired_retention"].number)
    settings.learningSteps = vector["learning_steps"].array.compactMap(\.number)
    settings.relearningSteps = vector["relearning_steps"].array.compactMap(\.number)
    settings.maximumInterval = Int(try #require(vector["maximum_interval"].number))
    let weights = vector["w"].array.compactMap(\.number)
    let parameters = weights.isEmpty ? .standard : try #require(Parameters(weights))
    let scheduler = Scheduler(parameters, settings: settings)
    #expect(scheduler.settings == settings)
    #expect(scheduler.parameters == parameters)

    let id = Int(try #require(vector["id"].number))
    var state: CardState?
    for (index, review) in vector["reviews"].array.enumerated() {
      let columns = review.array
      let place: Comment = "case \(id), review \(index)"
      let time = Int64(try #require(columns[0].number)) * 1000
      let before = state.map { scheduler.retrievability(of: $0, at: time, zoneMinutes: 0) }
      #expect(isClose(before, columns[2].number), place)
      let grade = try #require(Grade(rawValue: UInt8(columns[1].number ?? 0)))
      let next = scheduler.state(
        after: state, grade, of: CardID(bits: 1), at: time, zoneMinutes: 0)
      let (phase, step): (Double, Double?) =
        switch next.phase {
        case .learning(let step): (1, Double(step))
        case .review: (2, nil)
        case .relearning(let step): (3, Double(step))
        }
      #expect(phase == columns[3].number, place)
      #expect(step == columns[4].number, place)
      #expect(isClose(next.stability, columns[5].number), place)
      #expect(isClose(next.difficulty, columns[6].number), place)
      #expect(next.interval == columns[7].number, place)
      #expect(next.due == .time(time + Int64(next.interval * 1000)), place)
      state = next
    }
    return vector["reviews"].array.count
  }

  /// Within 1e-9, relative to numbers above one.
  private func isClose(_ ours: Double?, _ theirs: Double?) -> Bool {
    guard let ours, let theirs else { return ours == nil && theirs == nil }
    return abs(ours - theirs) <= 1e-9 * max(1, abs(theirs))
  }
}
