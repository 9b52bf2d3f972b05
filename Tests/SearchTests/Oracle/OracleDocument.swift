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

  /// The text that regular expressions see.
  func text(in scope: FieldScope) -> String {
    var text = ""
    var isFirst = true
    for run in runs where scope == .any || scope == .field(Self.schema.fields[run.field].name) {
      if !isFirst, !run.joinsPrevious { text += "\n" }
      text += run.text
      isFirst = false
    }
    // Behind a last line end PCRE has no line to begin, and the standard library has one.
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}

extension OracleDocument {
  /// The fields of the documents here; the last has no lists of its own.
  static let schema = IndexSchema(
    fields: [
      IndexSchema.Field(name: "body", weight: 1, isSearchable: true),
      IndexSchema.Field(name: "title", weight: 5, isSearchable: true),
      IndexSchema.Field(name: "alias", weight: 3, isSearchable: true),
      IndexSchema.Field(name: "quote", weight: 1, isSearchable: false),
    ], columnCount: 1, tieBreakColumn: 0, revision: 1)

  /// The key of a predicate, and the key space of its values.
  static let spaces = ["tag": 0, "kind": 1]

  static let vocabulary = QueryVocabulary(
    textFields: ["body": "body", "title": "title", "alias": "alias", "quote": "quote"],
    keys: ["tag": "tag", "kind": "kind"])
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
