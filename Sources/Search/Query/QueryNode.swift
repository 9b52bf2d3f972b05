/// The condition of a query, as a tree in normal form.
///
/// Normal form: `and` and `or` hold at least two parts, none of them of their own kind; `not` never
/// holds a `not`, `all` or `none`; `all` and `none` occur only as the root. Build nodes with
/// ``all(of:)``, ``any(of:)`` and ``negation(of:)``, which keep it. A parsed tree is never deeper
/// than three times ``Query/maximumDepth``, so that walking it by recursion is safe.
package indirect enum QueryNode: Sendable, Hashable {
  /// Every document: the empty query.
  case all
  /// No document.
  case none
  /// One word as typed, for the index to split: `well-being` may become two words in a row.
  case word(String, in: FieldScope)
  /// `word*`: words that begin so.
  case prefix(String, in: FieldScope)
  /// `word~`, `word~2`: words at most `edits` (1 or 2) edits away.
  case fuzzy(String, edits: Int, in: FieldScope)
  /// `"exact phrase"`: the words in a row; with `lastIsPrefix` (`"exact phr*"`) the last may go on.
  case phrase(String, lastIsPrefix: Bool, in: FieldScope)
  /// `*sync*`, `wo*d`, `"live *ing"`: words in a row, with stars for any letters of a word. The pieces
  /// between the stars, at least two; each star has a letter or digit beside it.
  case wildcard([String], in: FieldScope)
  /// `=Résumé`, `="On Walden Pond"`: the words in a row with these capitals and accents.
  case exact(String, in: FieldScope)
  /// `block:(a b)`: a part of that kind (``QueryVocabulary/parts``) that has all that is asked for.
  case within(String, QueryNode)
  /// `a NEAR/5 b NEAR/5 c`: each part with at most `distance` other words between it and the next,
  /// in either order. The parts are words, prefixes, fuzzy words and phrases of the same scope.
  case near([QueryNode], distance: Int, in: FieldScope)
  /// `/pattern/`, `/pattern/i`: the text itself, not its words.
  case regex(String, options: RegexOptions, in: FieldScope)
  /// A condition on the document's keywords or properties.
  case predicate(Predicate)
  case and([QueryNode])
  case or([QueryNode])
  case not(QueryNode)
}

/// The fields of a document in which words are searched.
package enum FieldScope: Sendable, Hashable {
  /// In every text field.
  case any
  /// In the field of that name (``QueryVocabulary/textFields``).
  case field(String)
}

/// The options of a regular expression, beyond its pattern.
package struct RegexOptions: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `i`: capitals and small letters are the same.
  package static let ignoresCase = RegexOptions(rawValue: 1)
  /// `s`: the dot matches line ends as well.
  package static let dotMatchesLineEnds = RegexOptions(rawValue: 2)
}

/// A condition on a key of a document: `status:read`, `rating>=3`, `modified:2026-01..`, `isbn:*`.
package struct Predicate: Sendable, Hashable {
  /// The key in lower case, with its aliases resolved (``QueryVocabulary/keys``).
  package let key: String
  package let test: ValueTest

  package init(_ key: String, _ test: ValueTest) {
    self.key = key
    self.test = test
  }
}

/// The test that a ``Predicate`` applies to the values of its key. Values are text as typed; the
/// client, who knows the key, decides whether they are dates, numbers or words.
package enum ValueTest: Sendable, Hashable {
  /// `key:*`: there is a value.
  case exists
  /// `key:value`: the loose match that suits the key (a tag and its children, a day in a month).
  case matches(String)
  /// `key:Jour*/x`: the pieces in this order, the first at the beginning and the last at the end,
  /// with anything between them (`["Jour", "/x"]`). At least two pieces, not all of them empty.
  case like([String])
  /// `key=value`: the whole value, but for case.
  case equals(String)
  /// `key>=value` and `key:>=value`.
  case compares(Relation, String)
  /// `key:from..through`, both ends included; at least one of them is there.
  case between(String?, String?)

  /// True if it names numbers and nothing else.
  package var isOfNumbers: Bool {
    switch self {
    case .exists, .like: false
    case .matches(let text), .equals(let text), .compares(_, let text): Self.isNumber(text)
    case .between(let from, let through):
      [from, through].allSatisfy { $0.map(Self.isNumber) ?? true }
    }
  }

  /// True for digits with a sign or point; `Infinity` and `nan` are words.
  private static func isNumber(_ text: String) -> Bool {
    Double(text) != nil
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }
}

/// An ordering that a value is asked to be in.
package enum Relation: String, Sendable, Hashable, CaseIterable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}
