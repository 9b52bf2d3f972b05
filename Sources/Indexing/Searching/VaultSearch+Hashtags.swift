import Files
import Notes
import Search

extension VaultSearch {
  /// A hashtag in use.
  package struct HashtagCount: Sendable, Equatable {
    /// In the spelling that most notes have.
    package let hashtag: Hashtag
    /// Notes that have it or one below it, each counted once.
    package let notes: Int
    /// Notes that have it itself; 0 of a parent that is only written with children.
    package let ownNotes: Int

    /// The number of hashtags above it.
    package var depth: Int { hashtag.name.utf8.count { $0 == UInt8(ascii: "/") } }
  }

  /// The hashtags of the notes that satisfy the query, parents before their children, by name.
  package func hashtags(of query: Query) throws(IndexError) -> [HashtagCount] {
    let space = VaultSchema.Space.hashtag.rawValue
    let allowed = query.root == .all ? nil : try searcher.documents(of: query.root)
    var keys: [[UInt8]] = []
    try index.notes.forEachKeyword(space: space) { key, _ in keys.append(key) }
    var tally = HashtagTally()
    for key in keys {
      var documents = try index.notes.documents(withKeyword: key, space: space)
      if let allowed { documents.removeAll { !allowed[$0.segment].contains($0.document) } }
      tally.add(Hashtag(HashtagKey.name(key)), documents)
    }
    return tally.counts
  }

  /// The notes that have a hashtag, or one below it.
  package func notes(tagged hashtag: Hashtag) throws(IndexError) -> [NotePath] {
    try index.notes(tagged: hashtag)
  }
}

extension VaultIndex {
  /// The notes that have a hashtag, or one below it, by path.
  ///
  /// - Parameter other: a hashtag that does not count, nor one below it.
  package func notes(
    tagged hashtag: Hashtag, besides other: Hashtag? = nil
  ) throws(IndexError) -> [NotePath] {
    var paths: Set<NotePath> = []
    let prefix = Array(hashtag.folded.utf8)
    try notes.forEachPostingList(
      space: VaultSchema.Space.hashtag.rawValue, prefix: prefix
    ) { (key, ids) throws(IndexError) in
      // The name may end here, or go on with a child.
      guard key[prefix.count] == 0 || key[prefix.count] == UInt8(ascii: "/") else { return }
      if let other, Hashtag(HashtagKey.name(key)).isWithin(other) { return }
      for id in ids {
        guard let path = NotePath(bytes: try notes.key(of: id)) else { throw .damaged("path") }
        paths.insert(path)
      }
    }
    return paths.sorted()
  }
}

/// Counts the notes of hashtags and of all above them.
private struct HashtagTally {
  private struct Entry {
    var name: String
    /// The number of notes with this spelling.
    var spelled = 0
    var documents: [DocumentID] = []
    var own: [DocumentID] = []
  }

  private var entries: [String: Entry] = [:]

  mutating func add(_ hashtag: Hashtag, _ documents: [DocumentID]) {
    guard !documents.isEmpty else { return }
    var next: Hashtag? = hashtag
    while let current = next {
      var entry = entries[current.folded] ?? Entry(name: current.name)
      if documents.count > entry.spelled {
        (entry.name, entry.spelled) = (current.name, documents.count)
      }
      entry.documents += documents
      if current == hashtag { entry.own += documents }
      entries[current.folded] = entry
      next = current.parent
    }
  }

  var counts: [VaultSearch.HashtagCount] {
    // A slash sorts before everything else, so that children follow their parent at once.
    let ordered = entries.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) { Self.order($0) < Self.order($1) }
    }
    return ordered.map { _, entry in
      VaultSearch.HashtagCount(
        hashtag: Hashtag(entry.name), notes: Set(entry.documents).count,
        ownNotes: Set(entry.own).count)
    }
  }

  private static func order(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }
}
