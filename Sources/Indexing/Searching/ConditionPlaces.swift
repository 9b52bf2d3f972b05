import Notes
import Search

/// Finds the places in a note that satisfy the conditions of a query: its hashtags, properties,
/// links, and the tests of `has:`.
struct ConditionPlaces {
  private let predicates: [Predicate]
  private let today: CivilDate
  private let zone: Zone
  /// The other names of the note that a link means.
  private let otherNames: (String) -> Set<String>
  /// The links of a note that lead nowhere.
  private let brokenLinks: (Note) -> [ByteRange]

  init(
    _ root: QueryNode, today: CivilDate, zone: Zone,
    otherNames: @escaping (String) -> Set<String> = { _ in [] },
    brokenLinks: @escaping (Note) -> [ByteRange] = { _ in [] }
  ) {
    self.otherNames = otherNames
    self.brokenLinks = brokenLinks
    predicates = root.wantedPredicates
    self.today = today
    self.zone = zone
  }

  /// The places by their order in the note.
  func matches(in note: Note) -> [TextMatcher.Match] {
    var matches: [TextMatcher.Match] = []
    for (number, predicate) in predicates.enumerated() {
      for range in ranges(of: predicate, in: note) where !range.isEmpty {
        matches.append(TextMatcher.Match(range: range.indices, part: number, isRaw: true))
      }
    }
    return matches.sorted { ($0.range.lowerBound, $0.part) < ($1.range.lowerBound, $1.part) }
  }

  private func ranges(of predicate: Predicate, in note: Note) -> [ByteRange] {
    let match = ValueMatch(predicate.test, key: predicate.key, today: today, zone: zone)
    switch ConditionKey(rawValue: predicate.key) {
    case .tag: return hashtags(predicate.test, match, note)
    case .links where predicate.test.isOfNumbers:
      return note.links.filter { !$0.isExternal && !$0.target.isEmpty }.map { $0.range }
    case .link, .links: return links(predicate.test, match, note)
    case .has, .is: return flags(predicate, note)
    case .mood:
      let moods = note.journalEntries.compactMap { $0.mood }
      return moods.filter { match.accepts(note.text($0)) || isNamed(note.text($0), predicate.test) }
        + properties(predicate.key, match, note)
    case .created: return [note.created?.range].compactMap { $0 }
    case .date: return [note.frontMatter?["date"]?.range].compactMap { $0 }
    case .lang:
      return [note.frontMatter?.first(of: ["lang", "language"])?.range].compactMap { $0 }
    case .due, .scheduled, .start, .done, .cancelled, .priority:
      return properties(predicate.key, match, note) + tasks(predicate, note)
    case .path, .file, .words, .modified, .backlinks, .linkedFrom: return []
    case nil: return properties(predicate.key, match, note)
    }
  }

  private func hashtags(_ test: ValueTest, _ match: ValueMatch, _ note: Note) -> [ByteRange] {
    note.hashtags.filter {
      let hashtag = Hashtag(note.text($0.name))
      return switch test {
      case .exists: true
      case .matches(let name): hashtag.isWithin(Hashtag(name))
      case .equals(let name): hashtag == Hashtag(name)
      case .like(let pieces):
        ValueMatch.isLike(hashtag.folded, HashtagKey.pieces(pieces))
      case .compares, .between: match.accepts(hashtag.folded)
      }
    }.map { $0.range }
  }

  /// Links by the name of their target: the last part of its path, without extension.
  private func links(_ test: ValueTest, _ match: ValueMatch, _ note: Note) -> [ByteRange] {
    let links = note.links.filter { !$0.isExternal && !$0.target.isEmpty }
    switch test {
    case .matches(let target), .equals(let target):
      let wanted = Self.name(target)
      let same = links.filter { Self.name(note.target(of: $0)) == wanted }
      if !same.isEmpty { return same.map { $0.range } }
      // By an alias, or by the name of a note that was asked for by its alias.
      let others = Set(otherNames(target).map(Self.name))
      return links.filter { others.contains(Self.name(note.target(of: $0))) }.map { $0.range }
    case .exists, .like, .compares, .between:
      return links.filter { match.accepts(note.target(of: $0)) }.map { $0.range }
    }
  }

  private static func name(_ target: String) -> String {
    var name = target[...]
    if name.hasPrefix("[["), name.hasSuffix("]]") { name = name.dropFirst(2).dropLast(2) }
    return LinkResolver.lastName(String(name))
  }

  private func flags(_ predicate: Predicate, _ note: Note) -> [ByteRange] {
    guard case .matches(let flag) = predicate.test else { return [] }
    switch NoteFlag(rawValue: "\(predicate.key):\(CaseFolding.fold(flag))") {
    case .hasQuote: return note.quotes.map { $0.text }
    case .hasCloze: return note.clozes.map { $0.range }
    case .hasQuestion: return note.questions.map { $0.question }
    case .hasTask: return note.tasks.map(\.place)
    case .isTodo: return note.tasks.filter { !$0.isDone }.map(\.place)
    case .hasLink: return note.links.filter { !$0.isExternal }.map { $0.range }
    case .hasAttachment: return note.links.filter { note.isAttachment($0) }.map { $0.range }
    case .hasTag: return note.hashtags.map { $0.range }
    case .hasCode: return note.runs.filter { $0.role == .code }.map { $0.range }
    case .hasAlias:
      return [note.frontMatter?.first(of: ["aliases", "alias"])?.range].compactMap { $0 }
    case .isPinned: return [note.frontMatter?["pinned"]?.range].compactMap { $0 }
    case .isBroken: return brokenLinks(note)
    case .isBook, .isConflict, .isJournal, .isOrphan, nil: return []
    }
  }

  /// The facts in the lines of tasks.
  private func tasks(_ predicate: Predicate, _ note: Note) -> [ByteRange] {
    let match = TaskFact.Match(predicate.key, predicate.test, today: today, zone: zone)
    return note.tasks.flatMap { (task) -> [ByteRange] in
      let line = note.line(of: task)
      return TaskFact.all(of: line, isOpen: !task.isDone).compactMap { fact, value in
        guard fact.rawValue == predicate.key, match.accepts(value) else { return nil }
        return line.field(fact.field)?.range
      }
    }
  }

  private func isNamed(_ emoji: String, _ test: ValueTest) -> Bool {
    guard case .matches(let name) = test, !Mood.isEmoji(name) else { return false }
    return Mood.matching(name).contains { $0.emoji == emoji }
  }

  /// The ranges of a key's values, `outer.inner` for one in a mapping; of the key if it has no
  /// value.
  private func properties(_ key: String, _ match: ValueMatch, _ note: Note) -> [ByteRange] {
    var ranges: [ByteRange] = []
    let names = Book.asked(as: PropertyKey.fold(key))
    func collect(_ node: FrontMatter.Node, _ name: String, _ keyRange: ByteRange) {
      switch node.kind {
      case .scalar where names.contains(PropertyKey.fold(name)):
        if match.accepts(node.string ?? "") {
          ranges.append(node.range.isEmpty ? keyRange : node.range)
        }
      case .scalar: break
      case .list: for element in node.elements { collect(element, name, keyRange) }
      case .mapping:
        for entry in node.entries {
          guard let inner = entry.key.text else { continue }
          collect(entry.value, name.isEmpty ? inner : name + "." + inner, entry.key.range)
        }
      }
    }
    if let root = note.frontMatter {
      for entry in root.entries {
        if let name = entry.key.text { collect(entry.value, name, entry.key.range) }
      }
    }
    return ranges
  }
}

extension QueryNode {
  /// The conditions that a document may satisfy: not those under a NOT.
  fileprivate var wantedPredicates: [Predicate] {
    switch self {
    case .predicate(let predicate): [predicate]
    case .and(let parts), .or(let parts): parts.flatMap { $0.wantedPredicates }
    default: []
    }
  }
}
