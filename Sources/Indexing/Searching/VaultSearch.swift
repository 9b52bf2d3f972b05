import Files
import Notes
import Search
import Settings

/// Answers queries over a vault, as its files were when the index was brought in step.
package struct VaultSearch: Sendable {
  package let vault: Vault
  package let index: VaultIndex
  let searcher: Searcher
  let predicates: NotePredicates
  private let vocabulary: QueryVocabulary
  let indexing: NoteIndexing
  /// The notes that are searched.
  let vaultNotes: VaultNotes
  package let zone: Zone
  let linkNames = LinkNames()

  /// The orders of results.
  package enum Order: String, CaseIterable, Sendable {
    /// By how well they fit, the best first.
    case score
    /// By the file's modification time, the latest first.
    case modified
    /// By the front matter's date of creation, the latest first; notes without one last.
    case created
    /// By the journal day or the front matter's `date`, the latest first; notes without one last.
    case date
    case title
    case path
    /// By length, the longest first.
    case words
    /// Pinned notes first, then by the front matter's `order`; notes without one last, by title.
    case order
  }

  /// A note that was found.
  package struct Result: Sendable, Equatable {
    package let id: DocumentID
    package let path: NotePath
    package let title: String
    /// The score of the match; 0 if none was asked for.
    package let score: Float
    /// True if it comes first because the query is its title, file name or alias.
    package let isTitled: Bool
  }

  /// - Parameters:
  ///   - today: the day to which relative dates in queries refer.
  package init(_ vault: Vault, _ index: VaultIndex, today: CivilDate, zone: Zone) {
    self.vault = vault
    self.index = index
    self.zone = zone
    indexing = NoteIndexing(NoteIndexing.Settings(vault.configuration))
    vaultNotes = VaultNotes(
      vault: vault, indexing: indexing, index: index.notes, table: index.table)
    vocabulary = VaultVocabulary.make(
      index.notes, language: indexing.settings.language, today: today,
      saved: vault.configuration.members(of: "query"))
    predicates = NotePredicates(
      folder: vault.folder, indexing: indexing, table: index.table, today: today, zone: zone,
      linkCounts: LinkCounts.Source(vaultNotes))
    searcher = Searcher(index.notes, client: predicates)
  }

  /// Reads a query in the vault's names.
  package func query(_ text: String) -> Query { Query(text, vocabulary: vocabulary) }

  /// A text without the operator at its end that still lacks its operand.
  package func finished(_ text: String) -> String { Query.finished(text, vocabulary: vocabulary) }

  /// A text without the single letter at its end: ``Query/withoutLastLetter(_:vocabulary:)``.
  package func withoutLastLetter(_ text: String) -> String? {
    Query.withoutLastLetter(text, vocabulary: vocabulary)
  }

  /// The query of all that the last word of a text may become, ``Query/growing(_:vocabulary:)``; nil where it is
  /// finished.
  package func growing(_ text: String) -> Query? {
    guard let grown = Query.growing(text, vocabulary: vocabulary) else { return nil }
    let query = query(grown)
    // A condition that is not understood so would be searched as text.
    return query.notes.count > self.query(text).notes.count ? nil : query
  }

  /// True if a text is words alone, which may be meant as a title.
  package func isPlainWords(_ text: String) -> Bool {
    Query.isPlainWords(text, vocabulary: vocabulary)
  }

  /// The number of notes that satisfy the query.
  package func count(_ query: Query) throws(IndexError) -> Int {
    try searcher.documents(of: query.root).reduce(0) { $0 + $1.count }
  }

  /// The query's parts that have to hold together, as text, and how many notes satisfy each by
  /// itself; of a query of one part, or of very many, none.
  package func partCounts(
    _ query: Query
  ) throws(IndexError) -> [(part: String, count: Int)] {
    guard case .and(let parts) = query.root, parts.count <= 100 else { return [] }
    var counts: [(part: String, count: Int)] = []
    for part in parts {
      let count = try searcher.documents(of: part).reduce(0) { $0 + $1.count }
      counts.append((part.description, count))
    }
    return counts
  }

  /// The notes that satisfy the query.
  ///
  /// By score, notes with the query as their title come first; several words count for more if they
  /// are adjacent.
  /// - Parameter limit: the greatest number of results; nil for all.
  package func results(
    _ query: Query, order: Order = .score, reversed: Bool = false, limit: Int? = nil
  ) throws(IndexError) -> [Result] {
    if order == .score, !reversed, query.root != .all {
      return try best(query, limit ?? index.notes.documentCount)
    }
    var results = try found(query, order)
    if reversed { results.reverse() }
    if let limit { results.removeLast(max(0, results.count - limit)) }
    var keys = KeyReader(index.notes)
    return try results.map { (id) throws(IndexError) in try result(id, keys.key(of: id), 0) }
  }

  private func best(_ query: Query, _ limit: Int) throws(IndexError) -> [Result] {
    var hits: [Hit] = []
    var seen = Set<DocumentID>()
    let ranking = try searcher.ranking(of: query.root, preferring: query.root.preference)
    let titled = try query.root.titleText.map { (title) throws(IndexError) in
      try documents(titled: title, among: ranking.titled)
    }
    for allowed in [titled, nil] {
      if let allowed, allowed.allSatisfy({ $0.isEmpty }) { continue }
      guard hits.count < limit else { break }
      for hit in try ranking.best(limit, within: allowed)
      where hits.count < limit && seen.insert(hit.id).inserted {
        hits.append(hit)
      }
      if titled == nil { break }
    }
    return try hits.map { (hit) throws(IndexError) in
      let isTitled = titled?[hit.id.segment].contains(hit.id.document) == true
      return try result(
        hit.id, index.notes.key(of: hit.id), hit.score, isTitled: isTitled)
    }
  }

  /// Notes with this title, file name or alias.
  ///
  /// - Parameter candidates: notes that have all its words in their titles; nil where they are not known.
  private func documents(
    titled title: String, among candidates: [DocumentSet]?
  ) throws(IndexError) -> [DocumentSet] {
    let key = TitleKey.make(title)
    var sets = index.notes.emptySets()
    let named = try index.notes.documents(
      withKeyword: key, space: VaultSchema.Space.otherTitle.rawValue)
    for id in named { sets[id.segment].insert(id.document) }
    let found = if let candidates { candidates } else { try documents(withInTitle: title) }
    for (number, set) in found.enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: number, document: document)
        if TitleKey.isKey(key, of: try index.notes.title(of: id)) { sets[number].insert(document) }
      }
    }
    return sets
  }

  /// The notes that have a text in their titles; signs do not count.
  private func documents(withInTitle text: String) throws(IndexError) -> [DocumentSet] {
    let letters = String(text.map { $0.isLetter || $0.isNumber ? $0 : " " })
    return try searcher.documents(of: .phrase(letters, lastIsPrefix: false, in: .field("title")))
  }

  /// Every note that satisfies the query, in order.
  private func found(_ query: Query, _ order: Order) throws(IndexError) -> [DocumentID] {
    let sets = try searcher.documents(of: query.root)
    var ids: [DocumentID] = []
    for (number, set) in sets.enumerated() {
      set.forEach { ids.append(DocumentID(segment: number, document: $0)) }
    }
    switch order {
    case .score: return try sorted(ids, by: .modified)
    case .modified: return try sorted(ids, by: .modified)
    case .created: return try sorted(ids, by: .created)
    case .date: return try sorted(ids, by: .day)
    case .words: return try sorted(ids, by: .words)
    case .order: return try inOrder(ids)
    case .path:
      // Within one segment documents are in the order of their paths already.
      return index.notes.segmentCount == 1 ? ids : try sorted(ids) { (_) in [] }
    case .title:
      return try sorted(ids) { (id) throws(IndexError) in
        Array(
          CaseFolding.fold(String(decoding: try index.notes.title(of: id), as: UTF8.self)).utf8)
      }
    }
  }

  /// Largest first, then by path.
  private func sorted(
    _ ids: [DocumentID], by column: VaultSchema.Column
  ) throws(IndexError) -> [DocumentID] {
    var entries: [(value: Int64, key: [UInt8], id: DocumentID)] = []
    entries.reserveCapacity(ids.count)
    for id in ids {
      let value =
        switch column {
        case .modified, .words: try index.notes.value(column.rawValue, of: id)
        case .created: try moment(column, of: id)?.milliseconds(in: zone) ?? VaultSchema.unknown
        case .day:
          try moment(column, of: id).map { Int64($0.day(in: zone).daysSinceEpoch) }
            ?? VaultSchema.unknown
        }
      entries.append((value, [], id))
    }
    if index.notes.segmentCount > 1 {
      // Within one segment documents are in the order of their paths already.
      var keys = KeyReader(index.notes)
      for number in entries.indices { entries[number].key = try keys.key(of: entries[number].id) }
    }
    entries.sort { left, right in
      if left.value != right.value { return left.value > right.value }
      if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
      return left.id < right.id
    }
    return entries.map { $0.id }
  }

  private func sorted(
    _ ids: [DocumentID], by key: (DocumentID) throws(IndexError) -> [UInt8]
  ) throws(IndexError) -> [DocumentID] {
    var entries: [(key: [UInt8], path: [UInt8], id: DocumentID)] = []
    entries.reserveCapacity(ids.count)
    var keys = KeyReader(index.notes)
    for id in ids { entries.append((try key(id), try keys.key(of: id), id)) }
    entries.sort { left, right in
      left.key == right.key
        ? left.path.lexicographicallyPrecedes(right.path)
        : left.key.lexicographicallyPrecedes(right.key)
    }
    return entries.map { $0.id }
  }

  private func result(
    _ id: DocumentID, _ key: [UInt8], _ score: Float, isTitled: Bool = false
  ) throws(IndexError) -> Result {
    guard let path = NotePath(bytes: key) else { throw .damaged("path") }
    return Result(
      id: id, path: path,
      title: String(decoding: try index.notes.title(of: id), as: UTF8.self), score: score,
      isTitled: isTitled)
  }

  /// A note as if it were found; nil if the index has none at that path.
  package func result(at path: NotePath) throws(IndexError) -> Result? {
    guard let id = try index.notes.document(withKey: path.bytes) else { return nil }
    return try result(id, path.bytes, 0)
  }

  /// The query with words that no note has replaced by near ones, as text; nil if there are none, or if that finds
  /// nothing either.
  package func correction(of query: Query) throws(IndexError) -> String? {
    guard let correction = try searcher.correction(of: query.root)?.description,
      try count(self.query(correction)) > 0
    else { return nil }
    return correction
  }

  /// The score of `result`, part by part.
  package func explanation(of result: Result, for query: Query) throws(IndexError)
    -> ScoreExplanation
  {
    try searcher.explanation(
      of: result.id, for: query.root, preferring: query.root.preference)
  }

  // MARK: Places

  /// The places in the note that match the query's words; without words, those of its conditions.
  ///
  /// - Parameter limit: the greatest number of places.
  /// - Throws: `WriteError` if the note cannot be read.
  package func places(
    in result: Result, for query: Query, limit: Int = .max
  ) throws -> NotePlaces {
    let matcher = TextMatcher(query.root, language: try index.notes.language(of: result.id))
    let conditions = ConditionPlaces(
      query.root, today: predicates.today, zone: zone,
      otherNames: { names(ofLinked: $0) },
      brokenLinks: { brokenLinks(of: $0, at: result.path) })
    let note = try note(result)
    let text = note.documentText(today: predicates.today, zone: zone)
    return NotePlaces(note, text, matcher, conditions, limit: limit)
  }

  /// Notes that a regular expression was given up on, in all that was asked so far.
  package var unfinished: [UnfinishedMatches.Match] { predicates.unfinished.all }

  /// A note's bytes, read as the index reads them.
  package func note(_ result: Result) throws -> Note {
    try note(at: result.path)
  }

  /// The note at a path, read as the index reads it.
  package func note(at path: NotePath) throws(WriteError) -> Note {
    note(try vault.folder.read(path).bytes, at: path)
  }

  /// A note of bytes that were read already.
  package func note(_ bytes: [UInt8], at path: NotePath) -> Note { indexing.note(bytes, at: path) }
}

extension QueryNode {
  /// A title has no more words than this, and no more are worth looking for in a row.
  private static let maximumRow = 32

  /// The words of a query of plain words only, as typed; nil for any other.
  fileprivate var titleText: String? {
    if case .phrase(let text, false, .any) = self { return text }
    return plainWords?.joined(separator: " ")
  }

  /// The preference for a query of plain words; nil for any other query.
  fileprivate var preference: Preference? {
    plainWords.map { Preference($0, titles: "title", headings: "heading") }
  }

  private var plainWords: [String]? {
    let parts = if case .and(let parts) = self { parts } else { [self] }
    guard parts.count <= Self.maximumRow else { return nil }
    var words: [String] = []
    for part in parts {
      guard case .word(let word, .any) = part else { return nil }
      words.append(word)
    }
    return words
  }
}
