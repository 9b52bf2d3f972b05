import Notes
import Search

extension VaultSearch {
  /// A key of front matter in use; keys of a mapping are written `outer.inner`.
  package struct PropertyCount: Sendable, Equatable {
    /// In the spelling that most notes have.
    package let key: String
    /// Notes that have it.
    package let notes: Int
    /// How many different values it has.
    package let values: Int
    /// What its values are, the most frequent first and empty ones last.
    package let kinds: [PropertyKind]
    /// Some of its values, the most frequent first.
    package let examples: [String]
  }

  /// What a value is, as its text shows.
  package enum PropertyKind: String, Sendable, CaseIterable {
    case text, number, date, truth, link, mapping, empty

    init(_ value: String) {
      if value.isEmpty {
        self = .empty
      } else if let number = Double(value), number.isFinite {
        self = .number
      } else if value == "true" || value == "false" {
        self = .truth
      } else if value.hasPrefix("[[") {
        self = .link
      } else {
        self = DateValue(value) != nil ? .date : .text
      }
    }
  }

  /// A value of a key.
  package struct PropertyValue: Sendable, Equatable {
    /// As most notes write it.
    package let text: String
    /// Notes that have it.
    package let notes: Int
  }

  /// The keys in the front matter of the notes that satisfy the query, by name.
  package func properties(of query: Query) throws(IndexError) -> [PropertyCount] {
    let allowed = query.root == .all ? nil : try searcher.documents(of: query.root)
    var spellings: [String: Spelling] = [:]
    try forEach(.propertyKey, [], allowed) { key, notes in
      let folded = String(decoding: key.prefix { $0 != 0 }, as: UTF8.self)
      if notes > 0 { spellings[folded, default: Spelling()].add(key, notes) }
    }
    var tallies: [String: PropertyTally] = [:]
    try forEach(.property, [], allowed) { key, notes in
      let folded = String(decoding: key.prefix { $0 != 0 }, as: UTF8.self)
      tallies[folded, default: PropertyTally()].add(PropertyKey.parts(key), notes)
    }
    for key in spellings.keys where tallies[key] == nil { tallies[key] = PropertyTally() }
    var counts: [PropertyCount] = []
    for (key, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      let values = tally.ordered
      // Notes that spell the key alike are counted already; one note may have two spellings of a key.
      let count =
        if let only = spellings[key], only.count == 1 { only.notes } else {
          try notes(withProperty: key, allowed)
        }
      counts.append(
        PropertyCount(
          key: spellings[key].map { PropertyKey.value($0.key) } ?? key,
          notes: count,
          values: values.count, kinds: tally.kinds.isEmpty ? [.mapping] : tally.kinds,
          examples: values.prefix(5).map(\.text)))
    }
    return counts
  }

  /// The values that a key has in the notes that satisfy the query, the most frequent first.
  package func values(
    of key: String, in query: Query
  ) throws(IndexError) -> (notes: Int, values: [PropertyValue]) {
    let allowed = query.root == .all ? nil : try searcher.documents(of: query.root)
    let folded = PropertyKey.fold(key)
    var tally = PropertyTally()
    try forEach(.property, Array(folded.utf8.prefix(120)) + [0], allowed) { key, notes in
      tally.add(PropertyKey.parts(key), notes)
    }
    return (try notes(withProperty: folded, allowed), tally.ordered)
  }

  /// Notes with a key, or with a key inside of a mapping.
  private func notes(
    withProperty folded: String, _ allowed: [DocumentSet]?
  ) throws(IndexError) -> Int {
    let prefix = Array(folded.utf8) + [0]
    var sets = try index.index.documents(
      space: VaultSchema.Space.propertyKey.rawValue, prefix: prefix
    ) { _ in true }
    if sets.allSatisfy({ $0.isEmpty }) {
      sets = try index.index.documents(
        space: VaultSchema.Space.property.rawValue, prefix: prefix
      ) { _ in true }
    }
    var count = 0
    for (number, set) in sets.enumerated() {
      var set = set
      if let allowed { set.formIntersection(allowed[number]) }
      count += set.count
    }
    return count
  }

  /// Every value of a key space in the allowed notes, with their number.
  private func forEach(
    _ space: VaultSchema.Space, _ prefix: [UInt8], _ allowed: [DocumentSet]?,
    _ body: ([UInt8], Int) -> Void
  ) throws(IndexError) {
    guard let allowed else {
      return try index.index.forEachKeyword(space: space.rawValue, prefix: prefix, body)
    }
    var keys: [[UInt8]] = []
    try index.index.forEachKeyword(space: space.rawValue, prefix: prefix) { key, _ in
      keys.append(key)
    }
    for key in keys {
      let documents = try index.index.documents(withKeyword: key, space: space.rawValue)
      let count = documents.count { allowed[$0.segment].contains($0.document) }
      if count > 0 { body(key, count) }
    }
  }
}

/// The spellings of a key.
private struct Spelling {
  /// The one of the most notes, as the index has it.
  var key: [UInt8] = []
  /// The notes of that one.
  var notes = 0
  /// How many there are.
  var count = 0

  mutating func add(_ key: [UInt8], _ notes: Int) {
    count += 1
    if notes > self.notes { (self.key, self.notes) = (key, notes) }
  }
}

/// Gathers the values of a key.
private struct PropertyTally {
  private var values: [String: (text: String, spelled: Int, notes: Int)] = [:]
  private var kindCounts: [VaultSearch.PropertyKind: Int] = [:]

  mutating func add(_ value: (folded: String, written: String), _ notes: Int) {
    var entry = values[value.folded] ?? (value.written, 0, 0)
    if notes > entry.spelled { (entry.text, entry.spelled) = (value.written, notes) }
    entry.notes += notes
    values[value.folded] = entry
    kindCounts[VaultSearch.PropertyKind(value.written), default: 0] += notes
  }

  var ordered: [VaultSearch.PropertyValue] {
    let sorted = values.sorted { left, right in
      (right.value.notes, left.key) < (left.value.notes, right.key)
    }
    return sorted.map { VaultSearch.PropertyValue(text: $0.value.text, notes: $0.value.notes) }
  }

  var kinds: [VaultSearch.PropertyKind] {
    // That a value may be missing says the least of a key, so it comes last.
    let counts = kindCounts.filter { $0.key != .empty }
    let kinds = VaultSearch.PropertyKind.allCases.filter { counts[$0] != nil }.sorted {
      counts[$0, default: 0] > counts[$1, default: 0]
    }
    return kindCounts[.empty] == nil ? kinds : kinds + [.empty]
  }
}
