import Synchronization

extension Array where Element: Sendable {
  /// The results for all elements, in their order, worked out by some threads.
  package func mapConcurrently<Result: Sendable>(
    threads: Int, _ body: @Sendable (Element) -> Result
  ) -> [Result] {
    let next = Atomic(0)
    let results = Mutex<[(place: Int, result: Result)]>([])
    concurrently(Swift.min(threads, count)) { _ in
      var own: [(place: Int, result: Result)] = []
      while case let place = next.wrappingAdd(1, ordering: .relaxed).oldValue, place < count {
        own.append((place, body(self[place])))
      }
      results.withLock { $0 += own }
    }
    return results.withLock { $0 }.sorted { $0.place < $1.place }.map(\.result)
  }
}
