/// A place for a note among those that are in order.
package enum OrderPlacement<ID: Hashable & Sendable>: Hashable, Sendable {
  case first, last
  case before(ID)
  case after(ID)
}

extension OrderKey {
  /// The keys that put a note in a place: its own, those of neighbours that have none, and those of
  /// others that equal the key before them and have to make room.
  ///
  /// - Parameter ordered: the notes that have keys, in order.
  /// - Returns: empty if the note is there already.
  package static func keys<ID: Hashable>(
    moving note: ID, _ placement: OrderPlacement<ID>,
    among ordered: [(path: ID, key: OrderKey)]
  ) -> [(path: ID, key: OrderKey)] {
    var others = ordered.filter { $0.path != note }
    var changed: [(path: ID, key: OrderKey)] = []
    /// The place of a note, which is added after all that are in order if it is not among them.
    func place(of other: ID) -> Int {
      if let place = others.firstIndex(where: { $0.path == other }) { return place }
      // After the last there is always a key.
      let key = OrderKey.between(others.last?.key, nil) ?? OrderKey(1)
      changed.append((other, key))
      others.append((other, key))
      return others.count - 1
    }
    let index: Int
    switch placement {
    case .first: index = 0
    case .last: index = others.count
    case .before(let other): index = place(of: other)
    case .after(let other): index = place(of: other) + 1
    }
    let below = index > 0 ? others[index - 1].key : nil
    // Notes of the same key are ordered by their titles alone: they have to make room.
    let end = others[index...].firstIndex { $0.key != below } ?? others.count
    let above = end < others.count ? others[end].key : nil
    if index == end, let own = ordered.first(where: { $0.path == note })?.key,
      below.map({ $0 < own }) ?? true, above.map({ own < $0 }) ?? true
    {
      return changed
    }
    var last = below
    for path in [note] + others[index..<end].map(\.path) {
      guard let key = OrderKey.between(last, above) else { break }
      changed.append((path, key))
      last = key
    }
    return changed
  }
}
