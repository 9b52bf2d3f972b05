import Reviews
import TestSupport

/// Devices that review, edit and take back while they are offline, and sometimes hear from each other.
struct Devices {
  /// The events that each device has written.
  private(set) var logs: [[ReviewEvent]]
  /// The events that each device knows.
  private(set) var known: [Set<ReviewEvent>]
  private var clocks: [Int64]

  private static let fingerprints: UInt64 = 8

  init(count: Int, steps: Int, random: inout SeededRandom) {
    logs = Array(repeating: [], count: count)
    known = Array(repeating: [], count: count)
    // Clocks are up to three days apart.
    clocks = (0..<count).map { _ in
      1_700_000_000_000 + .random(in: 0...259_200_000, using: &random)
    }
    for _ in 0..<steps {
      let device = Int.random(in: 0..<count, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        known[device].formUnion(known[Int.random(in: 0..<count, using: &random)])
      } else {
        act(device, random: &random)
      }
    }
  }

  private mutating func act(_ device: Int, random: inout SeededRandom) {
    // A clock may be set back.
    clocks[device] += .random(in: -3_600_000...86_400_000 * 9, using: &random)
    var event = random.event(
      cards: Self.fingerprints, times: clocks[device]...clocks[device])
    if Int.random(in: 0..<6, using: &random) == 0,
      let other = known[device].sorted().randomElement(using: &random)
    {
      event = ReviewEvent(
        id: event.id, time: event.time, zoneMinutes: event.zoneMinutes, action: .retract(other.id))
    }
    logs[device].append(event)
    known[device].insert(event)
  }

  /// The bytes of the files of all devices, one a year or all in one.
  func files(byYear: Bool) -> [[UInt8]] {
    logs.flatMap { log in
      Dictionary(grouping: log) { byYear ? $0.time / 31_556_952_000 : 0 }.values.map { events in
        events.flatMap(ReviewLog.line(for:))
      }
    }
  }
}
