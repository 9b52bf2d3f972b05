import Notes
import Search

extension VaultSearch {
  /// A key of front matter in use; keys of a mapping are written `outer.inner`.
  package struct PropertyCount: Sendable, Equatable {
    /// In the spelling that most notes have.
    package let key: String
    /// Notes that have it.
    package let notes: Int
    /// The number of distinct values.
    package let values: Int
    /// The kinds of its values, the most frequent first and empty ones last.
    package let kinds: [PropertyKind]
    /// Some of its values, the most frequent first.
    package let examples: [String]
  }

  /// The kind of a value, judged by its text.
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
    /// The spelling of most notes.
    package let text: String
    /// Notes that have it.
    package let notes: Int
  }

  /// The keys in the front matter of the notes that satisfy the query, by name.
  package func properties(of query: Query) throws(IndexError) -> [PropertyCount] {
    let allowed = query.root == .all ? nil : try searcher.documents(of: query.root)
    // Keys come in the order of their bytes, so that the spellings and values of one are neighbours.
    var spellings: [(folded: ArraySlice<UInt8>, spelling: PropertySpelling)] = []
    try forEach(.propertyKey, [], allowed) { key, notes in
      let folded = key.prefix { $0 != 0 }
      if notes == 0 { return }
      if spellings.last?.folded != folded { spellings.append((folded, PropertySpelling())) }
      spellings[spellings.count - 1].spelling.add(key, notes)
    }
    var counts: [PropertyCount] = []
    var next = 0
    func add(_ folded: ArraySlice<UInt8>, _ tally: PropertyTally) throws(IndexError) {
      let isSpelled = next < spellings.count && spellings[next].folded == folded
      counts.append(
        try count(of: folded, isSpelled ? spellings[next].spelling : nil, tally, allowed))
      if isSpelled { next += 1 }
    }
    /// Keys whose values are mappings have none themselves.
    func addKeysWithoutValues(before folded: ArraySlice<UInt8>?) throws(IndexError) {
      while next < spellings.count,
        folded.map({ spellings[next].folded.lexicographicallyPrecedes($0) }) ?? true
      {
        try add(spellings[next].folded, PropertyTally())
      }
    }
    var current: ArraySlice<UInt8>?
    var tally = PropertyTally()
    func finish() throws(IndexError) {
      guard let folded = current else { return }
      try addKeysWithoutValues(before: folded)
      try add(folded, tally)
      tally = PropertyTally()
    }
    try forEach(.property, [], allowed) { (key, notes) throws(IndexError) in
      let folded = key.prefix { $0 != 0 }
      if folded != current {
        try finish()
        current = folded
      }
      tally.add(PropertyKey.parts(key), notes)
    }
    try finish()
    try addKeysWithoutValues(before: nil)
    return counts
  }

  private func count(
    of folded: ArraySlice<UInt8>, _ spelling: PropertySpelling?, _ tally: PropertyTally,
    _ allowed: [DocumentSet]?
  ) throws(IndexError) -> PropertyCount {
    let key = String(decoding: folded, as: UTF8.self)
    // Notes that spell the key alike are counted already; one note may have two spellings of a key.
    let notes =
      if let spelling, spelling.count == 1 { spelling.notes } else {
        try notes(withProperty: key, allowed)
      }
    let values = tally.ordered
    return PropertyCount(
      key: spelling.map { PropertyKey.value($0.key) } ?? key, notes: notes, values: values.count,
      kinds: tally.kinds.isEmpty ? [.mapping] : tally.kinds,
      examples: values.prefix(5).map(\.text))
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

  /// The keys in the front matter of all notes, by name: without their values cheaper than ``properties(of:)``.
  package func propertyKeys() throws(IndexError) -> [(key: String, notes: Int)] {
    var keys: [(key: String, notes: Int)] = []
    var last: (folded: ArraySlice<UInt8>, spelling: PropertySpelling, notes: Int)?
    func add() {
      if let last { keys.append((PropertyKey.value(last.spelling.key), last.notes)) }
    }
    try forEach(.propertyKey, [], nil) { key, notes in
      let folded = key.prefix { $0 != 0 }
      if notes == 0 { return }
      if last?.folded != folded {
        add()
        last = (folded, PropertySpelling(), 0)
      }
      last?.spelling.add(key, notes)
      last?.notes += notes
    }
    add()
    return keys
  }

  /// Notes with a key, or with a key inside of a mapping.
  private func notes(
    withProperty folded: String, _ allowed: [DocumentSet]?
  ) throws(IndexError) -> Int {
    let prefix = Array(folded.utf8) + [0]
    var sets = try index.notes.documents(
      space: VaultSchema.Space.propertyKey.rawValue, prefix: prefix
    ) { _ in true }
    if sets.allSatisfy({ $0.isEmpty }) {
      sets = try index.notes.documents(
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
    _ body: ([UInt8], Int) throws(IndexError) -> Void
  ) throws(IndexError) {
    guard let allowed else {
      return try index.notes.forEachKeyword(space: space.rawValue, prefix: prefix, body)
    }
    var keys: [[UInt8]] = []
    try index.notes.forEachKeyword(space: space.rawValue, prefix: prefix) { key, _ in
      keys.append(key)
    }
    for key in keys {
      let documents = try index.notes.documents(withKeyword: key, space: space.rawValue)
      let count = documents.count { allowed[$0.segment].contains($0.document) }
      if count > 0 { try body(key, count) }
    }
  }
}

/// The spellings of a key.
private struct PropertySpelling {
  /// The spelling of the most notes, from the index.
  var key: [UInt8] = []
  /// The notes of that one.
  var notes = 0
  /// The number of notes with the value.
  var count = 0

  mutating func add(_ key: [UInt8], _ notes: Int) {
    count += 1
    if notes > self.notes { (self.key, self.notes) = (key, notes) }
  }
}

/// Gathers the values of a key.
private struct PropertyTally {
  private var values: [String: (text: String, spelled: Int, notes: Int)] = [:]
  /// In few entries, because a key has few kinds.
  private var kindCounts: [(kind: VaultSearch.PropertyKind, notes: Int)] = []

  mutating func add(_ value: (folded: String, written: String), _ notes: Int) {
    var entry = values[value.folded] ?? (value.written, 0, 0)
    if notes > entry.spelled { (entry.text, entry.spelled) = (value.written, notes) }
    entry.notes += notes
    values[value.folded] = entry
    let kind = VaultSearch.PropertyKind(value.written)
    if let index = kindCounts.firstIndex(where: { $0.kind == kind }) {
      kindCounts[index].notes += notes
    } else {
      kindCounts.append((kind, notes))
    }
  }

  var ordered: [VaultSearch.PropertyValue] {
    let sorted = values.sorted { left, right in
      (right.value.notes, left.key) < (left.value.notes, right.key)
    }
    return sorted.map { VaultSearch.PropertyValue(text: $0.value.text, notes: $0.value.notes) }
  }

  var kinds: [VaultSearch.PropertyKind] {
    if kindCounts.count < 2 { return kindCounts.map(\.kind) }
    // A missing value is the least informative kind, so it comes last.
    return VaultSearch.PropertyKind.allCases
      .compactMap { kind in kindCounts.first { $0.kind == kind } }
      .sorted { ($0.kind == .empty ? 0 : $0.notes) > ($1.kind == .empty ? 0 : $1.notes) }
      .map(\.kind)
  }
}
