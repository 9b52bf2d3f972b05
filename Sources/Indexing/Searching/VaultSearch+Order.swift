import Files
import Notes
import Search

extension VaultSearch {
  /// The notes that a person has ordered, as in `list --sort order` without pins.
  package func orderedNotes() throws(IndexError) -> [(path: NotePath, key: OrderKey)] {
    let keys = try orderKeys()
    var notes: [(path: NotePath, key: OrderKey)] = []
    for id in try inOrder(Array(keys.keys), pinnedFirst: false) {
      guard let path = NotePath(bytes: try index.notes.key(of: id)), let key = keys[id] else {
        throw .damaged("path")
      }
      notes.append((path, key))
    }
    return notes
  }

  /// Documents with pinned ones first, then by their `order`, those without one last; where that
  /// is the same by title and path.
  func inOrder(
    _ ids: [DocumentID], pinnedFirst: Bool = true
  ) throws(IndexError) -> [DocumentID] {
    let keys = try orderKeys()
    let pinned = pinnedFirst ? try predicates.pinned(index.notes) : index.notes.emptySets()
    var entries: [(rank: Int, key: OrderKey?, title: String, path: [UInt8], id: DocumentID)] = []
    var paths = KeyReader(index.notes)
    for id in ids {
      let isPinned = pinned[id.segment].contains(id.document)
      let title = String(decoding: try index.notes.title(of: id), as: UTF8.self)
      entries.append(
        (
          (isPinned ? 0 : 2) + (keys[id] == nil ? 1 : 0), keys[id], CaseFolding.fold(title),
          try paths.key(of: id), id
        ))
    }
    entries.sort { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if let one = left.key, let other = right.key, one != other { return one < other }
      if left.title != right.title { return left.title < right.title }
      return left.path.lexicographicallyPrecedes(right.path)
    }
    return entries.map { $0.id }
  }

  /// The key of every note that has one.
  private func orderKeys() throws(IndexError) -> [DocumentID: OrderKey] {
    let space = VaultSchema.Space.property.rawValue
    var values: [[UInt8]] = []
    try index.notes.forEachKeyword(space: space, prefix: Array("order".utf8) + [0]) { value, _ in
      values.append(value)
    }
    var keys: [DocumentID: OrderKey] = [:]
    for value in values {
      guard let key = OrderKey(PropertyKey.value(value)) else { continue }
      for id in try index.notes.documents(withKeyword: value, space: space) { keys[id] = key }
    }
    return keys
  }
}
