import Files
import Notes
import Search

/// The keys of front matter whose values are of one kind, and the notes in which one is not.
struct ValueKinds {
  /// The kind that the values of a key should have.
  private(set) var expected: [String: VaultSearch.PropertyKind] = [:]
  /// The notes with another value.
  private(set) var notes: Set<DocumentID> = []

  /// Keys whose values `zib` reads as dates.
  private static let dates: Set<String> = [
    "created", "created-at", "created_at", "date", "updated", "modified", "updated-at",
    "updated_at", "lastmod",
  ]
  /// Fewer notes tell nothing.
  private static let fewest = 10

  /// - Parameter keys: the keys that are of interest, folded; nil for all.
  /// - Throws: `IndexError.damaged`
  init(_ index: Index, of keys: Set<String>? = nil) throws(IndexError) {
    typealias Value = (kind: VaultSearch.PropertyKind, ids: [DocumentID])
    var values: [String: [Value]] = [:]
    let prefixes = keys?.map { PropertyKey.value("", of: $0) } ?? [[]]
    for prefix in prefixes {
      try index.forEachPostingList(space: VaultSchema.Space.property.rawValue, prefix: prefix) {
        key, ids in
        let name = String(decoding: key.prefix { $0 != 0 }, as: UTF8.self)
        let kind = Self.kind(PropertyKey.value(key), of: name)
        values[name, default: []].append((kind, ids))
      }
    }
    for (key, values) in values {
      var counts: [VaultSearch.PropertyKind: Int] = [:]
      for value in values where value.kind != .empty {
        counts[value.kind, default: 0] += value.ids.count
      }
      let all = counts.values.reduce(0, +)
      guard let kind = Self.expected(of: key, counts, all) else { continue }
      let odd = values.filter { Self.isOdd($0.kind, where: kind) }
      if odd.isEmpty { continue }
      expected[key] = kind
      for value in odd { notes.formUnion(value.ids) }
    }
  }

  private static func expected(
    of key: String, _ counts: [VaultSearch.PropertyKind: Int], _ all: Int
  ) -> VaultSearch.PropertyKind? {
    if dates.contains(key), counts[.text, default: 0] * 2 <= all { return .date }
    if all < fewest || Book.spellings(of: "isbn").contains(key) { return nil }
    return [.number, .date, .truth].first { counts[$0, default: 0] * 10 >= all * 9 }
  }

  /// True for a kind of value that does not fit. A number may be a year, and a link may lead to a day.
  private static func isOdd(
    _ kind: VaultSearch.PropertyKind, where expected: VaultSearch.PropertyKind
  ) -> Bool {
    kind == .text || expected == .truth && (kind == .number || kind == .date)
      || expected != .truth && kind == .truth
  }

  private static func kind(_ value: String, of key: String) -> VaultSearch.PropertyKind {
    // A value such as `{{date}}` is to be filled in.
    var last: UInt8 = 0
    for byte in value.utf8 {
      if byte == UInt8(ascii: "{"), last == byte { return .empty }
      last = byte
    }
    let kind = VaultSearch.PropertyKind(value)
    return kind == .text && Book.number(value, key: key) != nil ? .number : kind
  }

  /// The keys of a note that have values, folded; those of mappings with the keys around them.
  static func keys(of note: Note) -> Set<String> {
    var keys: Set<String> = []
    func add(_ node: FrontMatter.Node, _ key: String, _ depth: Int) {
      keys.insert(key)
      for element in node.elements where depth < 3 { add(element, key, depth + 1) }
      for entry in node.entries where depth < 3 {
        if let inner = entry.key.text {
          add(entry.value, key + "." + PropertyKey.fold(inner), depth + 1)
        }
      }
    }
    for entry in note.frontMatter?.entries ?? [] {
      if let key = entry.key.text { add(entry.value, PropertyKey.fold(key), 0) }
    }
    return keys
  }

  /// The values of a note that are of another kind than they should be.
  func findings(in note: Note, at path: NotePath) -> [CheckFinding] {
    guard let frontMatter = note.frontMatter else { return [] }
    var findings: [CheckFinding] = []
    var lines: LineIndex?
    func add(_ node: FrontMatter.Node, _ key: String, _ depth: Int) {
      for element in node.elements where depth < 3 { add(element, key, depth + 1) }
      for entry in node.entries where depth < 3 {
        if let inner = entry.key.text {
          add(entry.value, key + "." + PropertyKey.fold(inner), depth + 1)
        }
      }
      guard node.kind == .scalar, let expected = expected[key], let value = node.string,
        Self.isOdd(Self.kind(value, of: key), where: expected)
      else { return }
      let known = lines ?? note.lines
      lines = known
      findings.append(
        CheckFinding(
          .wrongType(key: key, value: value, expected: expected), at: path.bytes,
          known.position(at: Int(node.range.start))))
    }
    for entry in frontMatter.entries {
      if let key = entry.key.text { add(entry.value, PropertyKey.fold(key), 0) }
    }
    return findings
  }
}
