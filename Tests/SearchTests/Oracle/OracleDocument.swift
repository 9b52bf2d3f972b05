import Search

/// A document as the oracle sees it: what a client would hand to the index, and nothing cleverer.
struct OracleDocument: Equatable, Sendable {
  /// A stretch of text of one field.
  struct Run: Equatable, Sendable {
    var field = 0
    var text: String
    /// The text goes on from the run before, in the same field.
    var joinsPrevious = false
    /// Phrases do not reach into it from before.
    var startsBlock = false
  }

  struct Keyword: Hashable, Sendable {
    var space: Int
    var value: String
  }

  var runs: [Run]
  var keywords: [Keyword] = []
  var language = ""
  /// The value that breaks ties, larger first.
  var time: Int64 = 0

  /// The parts of a kind: `block` up to where the next block begins, `quote` all text of that field that
  /// is not interrupted; each by the numbers of its runs.
  func parts(_ kind: String) -> [[Int]] {
    var parts: [[Int]] = []
    var last = -1
    for (number, run) in runs.enumerated() {
      let isQuote = Self.schema.fields[run.field].name == "quote"
      guard kind == "block" || isQuote else { continue }
      let begins = kind == "block" ? run.startsBlock : last != number - 1
      if begins || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(number)
      last = number
    }
    return parts
  }

  /// The document with some of its runs alone.
  func with(runs numbers: [Int]) -> OracleDocument {
    var copy = self
    copy.runs = numbers.map { runs[$0] }
    return copy
  }

  /// The text that regular expressions see: all of it a run a line, that of a field a block a line.
  func text(in scope: FieldScope) -> String {
    var text = ""
    var isFirst = true
    let isEverywhere = scope == .any || scope == .field("body")
    for run in runs where isEverywhere || scope == .field(Self.schema.fields[run.field].name) {
      if !isFirst, !run.joinsPrevious { text += isEverywhere || run.startsBlock ? "\n" : " " }
      text += run.text
      isFirst = false
    }
    return text
  }
}

extension OracleDocument {
  /// The fields of the documents here; the first has no lists of its own and is everywhere.
  static let schema = IndexSchema(
    fields: [
      IndexSchema.Field(name: "body", weight: 1, isSearchable: false),
      IndexSchema.Field(name: "title", weight: 5, isSearchable: true),
      IndexSchema.Field(name: "alias", weight: 3, isSearchable: true),
      IndexSchema.Field(name: "quote", weight: 1, isSearchable: true),
    ], columnCount: 1, tieBreakColumn: 0, revision: 1)

  /// The key of a predicate, and the key space of its values.
  static let spaces = ["tag": 0, "kind": 1]

  static let vocabulary = QueryVocabulary(
    textFields: ["body": "body", "title": "title", "alias": "alias", "quote": "quote"],
    parts: ["block": "block", "quote": "quote"], keys: ["tag": "tag", "kind": "kind"])
}

extension OracleDocument: CustomStringConvertible {
  var description: String {
    let runs = runs.map { run in
      let field = Self.schema.fields[run.field].name
      let joint = run.joinsPrevious ? "+" : run.startsBlock ? "¶" : ""
      return "\(joint)\(field) \(run.text.debugDescription)"
    }
    let keywords = keywords.map { "\($0.space)=\($0.value.debugDescription)" }
    let words = runs + keywords + (language.isEmpty ? [] : ["language " + language])
    return "{" + words.joined(separator: ", ") + ", time \(time)}"
  }
}
