extension ReviewLog {
  /// The events that others of them take back.
  ///
  /// - Complexity: O(n) in the number of events.
  package static func takenBack(in events: [ReviewEvent]) -> Set<ReviewEvent.ID> {
    Retractions(in: events).targets
  }

  /// The events of several logs as one sequence, each once, by time and id: the same on every device,
  /// however the events are spread over logs and in whichever order the logs are given.
  ///
  /// An event is identified by its time and id. Two with the same time and id and different actions
  /// come from a damaged or forged log; the one whose line sorts first stays.
  ///
  /// - Complexity: O(n log n) in the number of events, O(n) where each log is in order.
  package static func union(_ logs: [[ReviewEvent]]) -> [ReviewEvent] {
    var runs = chained(logs.filter { !$0.isEmpty }.map { $0.isInOrder ? $0 : sorted($0) })
    // The two shortest first, so that many small logs beside a large one cost little.
    runs.sort { $0.count > $1.count }
    while let left = runs.popLast() {
      guard let right = runs.popLast() else { return left }
      let merged = merge(left, right)
      let place = runs.lastIndex { $0.count >= merged.count }.map { $0 + 1 } ?? 0
      runs.insert(merged, at: place)
    }
    return []
  }

  /// Concatenates logs that follow one another, as the years of a device do.
  private static func chained(_ logs: [[ReviewEvent]]) -> [[ReviewEvent]] {
    var runs: [[ReviewEvent]] = []
    for log in logs.sorted(by: { $0[0] < $1[0] }) {
      // Few runs stay open: those of devices that review at the same time.
      if let place = runs.firstIndex(where: { $0[$0.count - 1] < log[0] }) {
        runs[place] += log
      } else {
        runs.append(log)
      }
    }
    return runs
  }

  private static func sorted(_ events: [ReviewEvent]) -> [ReviewEvent] {
    var result: [ReviewEvent] = []
    result.reserveCapacity(events.count)
    for event in events.sorted() { append(event, to: &result) }
    return result
  }

  private static func merge(_ left: [ReviewEvent], _ right: [ReviewEvent]) -> [ReviewEvent] {
    var result: [ReviewEvent] = []
    result.reserveCapacity(left.count + right.count)
    var (at, other) = (0, 0)
    while at < left.count, other < right.count {
      if left[at] < right[other] {
        append(left[at], to: &result)
        at += 1
      } else {
        append(right[other], to: &result)
        other += 1
      }
    }
    for event in left[at...] { append(event, to: &result) }
    for event in right[other...] { append(event, to: &result) }
    return result
  }

  @inline(__always)
  private static func append(_ event: ReviewEvent, to events: inout [ReviewEvent]) {
    guard let last = events.last, last.time == event.time, last.id == event.id else {
      events.append(event)
      return
    }
    if last != event, line(for: event).lexicographicallyPrecedes(line(for: last)) {
      events[events.count - 1] = event
    }
  }
}

extension [ReviewEvent] {
  /// True if each event comes before the next.
  var isInOrder: Bool { indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] } }
}
