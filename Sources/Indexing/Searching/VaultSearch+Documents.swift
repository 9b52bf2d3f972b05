import Files
import Notes
import Search

extension VaultSearch {
  /// The notes that satisfy a condition, as a set for each segment of the index.
  package func documents(of root: QueryNode) throws(IndexError) -> [DocumentSet] {
    try searcher.documents(of: root)
  }

  /// The notes whose front matter gives a key that value, as it is written.
  package func documents(withProperty key: String, _ value: String) throws(IndexError)
    -> [DocumentSet]
  {
    try index.notes.documents(
      space: VaultSchema.Space.property.rawValue, prefix: PropertyKey.value(value, of: key)
    ) { _ in true }
  }

  /// Those of the documents that have one of the flags.
  package func flagged(
    _ flags: Set<NoteFlag>, _ documents: [DocumentSet]
  ) throws(IndexError) -> [DocumentSet] {
    let names = flags.map { Array($0.rawValue.utf8) }
    var sets = try index.notes.documents(space: VaultSchema.Space.flag.rawValue, prefix: []) {
      names.contains($0)
    }
    for number in sets.indices { sets[number].formIntersection(documents[number]) }
    return sets
  }

  /// The number of links in the notes of `documents`, and of those without a target; a note's links
  /// to one target count once.
  package func linkCounts(
    from documents: [DocumentSet]
  ) throws(IndexError) -> (links: Int, broken: Int) {
    try linkCounts().sum(of: documents)
  }

  /// The paths of documents, in order.
  package func paths(of documents: [DocumentSet]) throws(IndexError) -> [NotePath] {
    var ids: [DocumentID] = []
    for (segment, set) in documents.enumerated() {
      set.forEach { ids.append(DocumentID(segment: segment, document: $0)) }
    }
    return try paths(of: ids)
  }

  private func linkCounts() throws(IndexError) -> LinkCounts {
    try predicates.linkCounts.counts()
  }

  /// A number that is another when settings change how notes are read.
  package var settingsFingerprint: UInt32 { indexing.settings.fingerprint }
}

extension VaultSearch {
  /// The notes whose front matter gives a key that value, as it is written, by path.
  ///
  /// - Throws: `IndexError.damaged`
  package func notes(withProperty key: String, _ value: String) throws(IndexError) -> [NotePath] {
    let wanted = PropertyKey.value(value, of: key)
    return try paths(
      of: index.notes.documents(withKeyword: wanted, space: VaultSchema.Space.property.rawValue))
  }

  /// The notes whose front matter has a key, with whichever value and in whichever case, by path.
  ///
  /// - Throws: `IndexError.damaged`
  package func notes(withProperty key: String) throws(IndexError) -> [NotePath] {
    var found: Set<DocumentID> = []
    try index.notes.forEachPostingList(
      space: VaultSchema.Space.propertyKey.rawValue,
      prefix: Array(PropertyKey.fold(key).utf8) + [0]
    ) { _, ids in found.formUnion(ids) }
    return try paths(of: found)
  }

  private func paths(of ids: some Sequence<DocumentID>) throws(IndexError) -> [NotePath] {
    var paths: [NotePath] = []
    for id in ids {
      if let path = NotePath(bytes: try index.notes.key(of: id)) { paths.append(path) }
    }
    return paths.sorted()
  }
}
