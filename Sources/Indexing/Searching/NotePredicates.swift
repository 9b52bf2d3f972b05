import Files
import Notes
import Search

/// Evaluates the predicates of a query for notes.
struct NotePredicates: SearchClient {
  let folder: VaultFolder
  let indexing: NoteIndexing
  let table: FolderTable
  let today: CivilDate
  let zone: Zone
  let linkCounts: LinkCounts.Source
  /// Notes that a regular expression was given up on.
  let unfinished = UnfinishedMatches()

  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]
  {
    switch ConditionKey(rawValue: predicate.key) {
    case .tag: return try hashtags(predicate.test, index)
    case .path: return try paths(pathTest(predicate.test), index)
    case .file: return try paths(fileTest(predicate.test), index)
    case .has, .is: return try flags(predicate.key, predicate.test, index)
    case .modified: return try modified(predicate.test, index)
    case .created: return try created(predicate.test, index)
    case .date: return try days(predicate.test, index)
    case .words: return try numbers(predicate.test, .words, index)
    case .link: return try links(predicate.test, index)
    case .links:
      return predicate.test.isOfNumbers
        ? try linkNumbers(predicate.test) { $0.links + $0.broken }
        : try links(predicate.test, index)
    case .backlinks: return try linkNumbers(predicate.test) { $0.backlinks }
    case .linkedFrom: return try linked(predicate.test, index)
    case .lang: return try languages(predicate.test, index)
    case .mood: return try moods(predicate.test, index)
    case .due, .scheduled, .start, .done, .cancelled, .priority:
      return try tasks(predicate.key, predicate.test, index)
    case nil: return try properties(predicate.key, predicate.test, index)
    }
  }

  /// The paths of the notes that satisfy a predicate, for a search of their parts.
  func paths(matching predicate: Predicate, in index: Index) throws(IndexError) -> Set<[UInt8]> {
    var paths: Set<[UInt8]> = []
    for (segment, set) in try documents(matching: predicate, in: index).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        paths.insert(try index.key(of: DocumentID(segment: segment, document: document)))
      }
    }
    return paths
  }

  private func hashtags(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    let space = VaultSchema.Space.hashtag.rawValue
    func folded(_ key: [UInt8]) -> String {
      String(decoding: key.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch test {
    case .matches(let text):
      let name = Hashtag(text).folded
      return try index.documents(space: space, prefix: Array(name.utf8)) { key in
        // The name may end here, or go on with a child.
        key.count == name.utf8.count || key[name.utf8.count] == 0 || key[name.utf8.count] == 0x2F
      }
    case .equals(let text):
      return try index.documents(space: space, prefix: Array(Hashtag(text).folded.utf8) + [0]) {
        _ in true
      }
    case .like(let pieces):
      let wanted = HashtagKey.pieces(pieces)
      return try index.documents(space: space, prefix: []) { ValueMatch.isLike(folded($0), wanted) }
    case .exists: return try index.documents(space: space, prefix: []) { _ in true }
    case .compares, .between:
      let match = ValueMatch(test, today: today, zone: zone)
      return try index.documents(space: space, prefix: []) { match.accepts(folded($0)) }
    }
  }

  private func paths(
    _ isWanted: (String) -> Bool, _ index: Index
  ) throws(IndexError) -> [DocumentSet] {
    try index.documents { _, key in
      isWanted(CaseFolding.fold(String(decoding: key, as: UTF8.self)))
    }
  }

  private func flags(
    _ key: String, _ test: ValueTest, _ index: Index
  ) throws(IndexError) -> [DocumentSet] {
    let names: [String]
    switch test {
    case .matches(let text), .equals(let text): names = [CaseFolding.fold(text)]
    case .exists: names = NoteFlag.names(of: key)
    case .like(let pieces):
      names = NoteFlag.names(of: key).filter {
        ValueMatch.isLike($0, pieces.map { CaseFolding.fold($0) })
      }
    case .compares, .between: names = []
    }
    var sets = index.emptySets()
    for name in names {
      guard let flag = NoteFlag(rawValue: "\(key):\(name)") else { continue }
      let found = try documents(with: flag, index)
      sets.formUnion(found)
    }
    return sets
  }

  private func documents(with flag: NoteFlag, _ index: Index) throws(IndexError) -> [DocumentSet] {
    switch flag {
    case .isOrphan: return try linkCounts.counts().documents { $0.backlinks == 0 }
    case .isBroken: return try linkCounts.counts().documents { $0.broken > 0 }
    case .isPinned: return try pinned(index)
    default:
      let wanted = Array(flag.rawValue.utf8)
      return try index.documents(space: VaultSchema.Space.flag.rawValue, prefix: wanted) {
        $0 == wanted
      }
    }
  }

  /// The notes whose front matter pins them.
  func pinned(_ index: Index) throws(IndexError) -> [DocumentSet] {
    try index.documents(
      space: VaultSchema.Space.property.rawValue, prefix: Array("pinned".utf8) + [0]
    ) { Note.isPinning(PropertyKey.value($0)) }
  }

  /// The span of days that a test names; nil if it names none.
  static func range(_ test: ValueTest, today: CivilDate) -> DateRange? {
    func days(_ text: String) -> DateRange? { DateRange(text, today: today) }
    switch test {
    case .matches(let text), .equals(let text): return days(text)
    case .compares(let relation, let text):
      guard let span = days(text) else { return nil }
      switch relation {
      case .less: return span.before
      case .lessOrEqual: return span.throughEnd
      case .greater: return span.after
      case .greaterOrEqual: return span.fromStart
      }
    case .between(let from, let through):
      let start = from.flatMap(days)
      let end = through.flatMap(days)
      if from != nil, start == nil { return nil }
      if through != nil, end == nil { return nil }
      return DateRange(start: start?.start, end: end?.end)
    case .exists: return DateRange(start: nil, end: nil)
    case .like: return nil
    }
  }

  private func modified(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    guard let range = Self.range(test, today: today) else { return index.emptySets() }
    let span = range.milliseconds(in: zone)
    guard span.lowerBound < span.upperBound else { return index.emptySets() }
    let milliseconds = max(VaultSchema.unknown + 1, span.lowerBound)...(span.upperBound - 1)
    return try index.documents(column: VaultSchema.Column.modified.rawValue, in: milliseconds)
  }

  private func created(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    guard let range = Self.range(test, today: today) else { return index.emptySets() }
    let span = range.milliseconds(in: zone)
    return try moments(.created, index) { span.contains($0.milliseconds(in: zone)) }
  }

  private func days(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    guard let range = Self.range(test, today: today) else { return index.emptySets() }
    return try moments(.day, index) { moment in
      let day = moment.day(in: zone)
      return (range.start.map { $0 <= day } ?? true) && (range.end.map { day < $0 } ?? true)
    }
  }

  /// The documents whose moment in a column is taken.
  private func moments(
    _ column: VaultSchema.Column, _ index: Index, where matches: (IndexedMoment) -> Bool
  ) throws(IndexError) -> [DocumentSet] {
    try index.documents(column: column.rawValue) { value in
      IndexedMoment(indexed: value).map(matches) ?? false
    }
  }

  private func numbers(
    _ test: ValueTest, _ column: VaultSchema.Column, _ index: Index
  ) throws(IndexError) -> [DocumentSet] {
    let match = ValueMatch(test, today: today, zone: zone)
    return try index.documents(column: column.rawValue) { match.accepts(String($0)) }
  }

  /// A mood by its emoji, or by a name of it.
  private func moods(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    var sets = try properties("mood", test, index)
    guard case .matches(let name) = test, !Mood.isEmoji(name) else { return sets }
    for mood in Mood.matching(name) {
      let more = try properties("mood", .equals(mood.emoji), index)
      sets.formUnion(more)
    }
    return sets
  }

  /// The notes with a task that has such a fact, and those whose front matter has it.
  private func tasks(
    _ key: String, _ test: ValueTest, _ index: Index
  ) throws(IndexError) -> [DocumentSet] {
    var sets = try properties(key, test, index)
    let match = TaskFact.Match(key, test, today: today, zone: zone)
    let more = try index.documents(
      space: VaultSchema.Space.task.rawValue, prefix: PropertyKey.value("", of: key)
    ) { match.accepts(PropertyKey.value($0)) }
    sets.formUnion(more)
    return sets
  }

  private func languages(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    switch test {
    case .matches(let text), .equals(let text):
      let tag = LanguageName.tag(for: text)
      if let sets = try index.documents(language: tag) { return sets }
      return try namedLanguages(CaseFolding.fold(tag), index)
    default: break
    }
    return try properties("lang", test, index)
  }

  /// Notes whose front matter names the language, also with its region; of the vault's own
  /// language also those that name none.
  private func namedLanguages(
    _ wanted: String, _ index: Index
  ) throws(IndexError) -> [DocumentSet] {
    let isOwn = CaseFolding.fold(indexing.settings.language) == wanted
    var sets = try index.documents { _, _ in isOwn }
    for key in ["lang", "language"] {
      let prefix = Array(key.utf8) + [0]
      let naming = try index.documents(
        space: VaultSchema.Space.property.rawValue, prefix: prefix
      ) { _ in true }
      let named = try index.documents(
        space: VaultSchema.Space.property.rawValue, prefix: prefix
      ) {
        let value = LanguageName.tag(for: PropertyKey.parts($0).folded)
        return value == wanted || value.hasPrefix(wanted + "-") || value.hasPrefix(wanted + "_")
      }
      for number in sets.indices {
        sets[number].subtract(naming[number])
        sets[number].formUnion(named[number])
      }
    }
    return sets
  }

  private func properties(
    _ key: String, _ test: ValueTest, _ index: Index
  ) throws(IndexError) -> [DocumentSet] {
    let space: VaultSchema.Space = test == .exists ? .propertyKey : .property
    let match = ValueMatch(test, key: key, today: today, zone: zone)
    var sets = index.emptySets()
    for name in Book.asked(as: PropertyKey.fold(key)) {
      let found = try index.documents(space: space.rawValue, prefix: Array(name.utf8) + [0]) {
        test == .exists || match.accepts(PropertyKey.value($0))
      }
      sets.formUnion(found)
    }
    return sets
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    guard let path = NotePath(bytes: try index.key(of: id)) else { return nil }
    if scope == .field("title") { return try index.title(of: id) }
    let bytes: [UInt8]
    do throws(WriteError) {
      bytes = try folder.read(path).bytes
    } catch {
      // Gone since the look at the folder: it no longer matches anything.
      return nil
    }
    switch scope {
    case .field("heading"):
      let note = indexing.note(bytes, at: path)
      return Array(note.headings.map { note.plainText(in: $0.text) }.joined(separator: "\n").utf8)
    case .field("alias"):
      return Array(indexing.note(bytes, at: path).aliases.joined(separator: "\n").utf8)
    default: return bytes
    }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    guard let path = NotePath(bytes: try index.key(of: id)) else { return nil }
    let bytes: [UInt8]
    do throws(WriteError) {
      bytes = try folder.read(path).bytes
    } catch {
      // Gone since the look at the folder: it no longer matches anything.
      return nil
    }
    let title = String(decoding: try index.title(of: id), as: UTF8.self)
    let name = String(decoding: path.stem, as: UTF8.self)
    guard sieve.passes([bytes, Array(title.utf8), Array(name.utf8)]) else { return nil }
    return indexing.note(bytes, at: path).documentText(
      names: [(title, "title"), (name, "name")], today: today, zone: zone)
  }

  func documents(withPart kind: String, in index: Index) throws(IndexError) -> [DocumentSet]? {
    guard let flag = PartKind(rawValue: kind)?.flag else { return nil }
    return try documents(with: flag, index)
  }

  func gaveUp(
    on id: DocumentID, matching pattern: String, _ bound: MatchBound, _ index: Index
  ) throws(IndexError) {
    guard let path = NotePath(bytes: try index.key(of: id)) else { return }
    unfinished.add(pattern, on: path, bound)
  }
}
