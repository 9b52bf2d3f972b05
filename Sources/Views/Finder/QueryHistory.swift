import Rendering

/// The queries of earlier times, the latest last.
struct QueryHistory: Equatable, Sendable {
  private(set) var queries: [String]
  /// The one that is shown, while one goes through them.
  private var place: Int?
  /// The query that was typed before one began to go through them.
  private var typed = ""

  private static let longest = 200

  init(_ queries: [String]) { self.queries = queries.suffix(Self.longest) }

  /// Adds a query; one that is there already becomes the latest.
  mutating func add(_ query: String) {
    let query = query.trimmingSpaces()
    leave()
    guard !query.isEmpty, !query.contains("\n") else { return }
    queries.removeAll { $0 == query }
    queries.append(query)
    if queries.count > Self.longest { queries.removeFirst() }
  }

  /// The query before the one that is shown; nil if there is none.
  mutating func earlier(than current: String) -> String? {
    if place == nil { typed = current }
    var next = (place ?? queries.count) - 1
    if place == nil, next >= 0, queries[next] == current { next -= 1 }
    guard next >= 0 else { return nil }
    place = next
    return queries[next]
  }

  /// The query after it, or what was typed at last; nil if it is shown already.
  mutating func later() -> String? {
    guard let shown = place else { return nil }
    guard shown + 1 < queries.count else {
      place = nil
      return typed
    }
    place = shown + 1
    return queries[shown + 1]
  }

  /// Ends going through them.
  mutating func leave() { place = nil }
}
