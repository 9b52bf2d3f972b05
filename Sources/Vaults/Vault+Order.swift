import Files
import Notes
import Search

extension VaultSearch {
  /// The notes that a person has ordered, as in `list --sort order` without pins.
  package func orderedNotes() throws(IndexError) -> [(path: NotePath, key: OrderKey)] {
    let keys = try orderKeys()
    var notes: [(path: NotePath, key: OrderKey)] = []
    for id in try inOrder(Array(keys.keys), pinnedFirst: false) {
      guard let path = NotePath(bytes: try index.index.key(of: id)), let key = keys[id] else {
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
    let pinned = pinnedFirst ? try predicates.pinned(index.index) : index.index.emptySets()
    var entries: [(rank: Int, key: OrderKey?, title: String, path: [UInt8], id: DocumentID)] = []
    for id in ids {
      let isPinned = pinned[id.segment].contains(id.document)
      let title = String(decoding: try index.index.title(of: id), as: UTF8.self)
      entries.append(
        (
          (isPinned ? 0 : 2) + (keys[id] == nil ? 1 : 0), keys[id], CaseFolding.fold(title),
          try index.index.key(of: id), id
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
    try index.index.forEachKeyword(space: space, prefix: Array("order".utf8) + [0]) { value, _ in
      values.append(value)
    }
    var keys: [DocumentID: OrderKey] = [:]
    for value in values {
      guard let key = OrderKey(PropertyKey.value(value)) else { continue }
      for id in try index.index.documents(withKeyword: value, space: space) { keys[id] = key }
    }
    return keys
  }
}

extension Vault {
  /// Plans a note's new place: only its own `order` changes, unless a neighbour has none yet, or
  /// has the same as the note after it.
  ///
  /// - Parameter ordered: the notes that are in order.
  /// - Returns: the plan, empty if the note is there already.
  package func planOrder(
    of note: NotePath, _ placement: OrderPlacement<NotePath>,
    among ordered: [(path: NotePath, key: OrderKey)]
  ) -> EditPlan {
    let keys = OrderKey.keys(moving: note, placement, among: ordered)
    return EditPlan(for: keys.map(\.path), in: folder) { source, path in
      var editor = try FrontMatterEditor(source)
      if let key = keys.first(where: { $0.path == path })?.key,
        Note(parsing: source).order != key
      {
        try editor.set("order", to: key.frontMatterValue)
      }
      return editor.source
    }
  }
}
