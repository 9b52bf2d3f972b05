/// A query as a person typed it, read.
///
/// Every string is a query. Parts that cannot be understood are searched as text and noted.
package struct Query: Sendable {
  /// The greatest depth of parentheses; deeper ones are left out.
  package static let maximumDepth = 64
  /// The distance of `NEAR` without a number, as in SQLite and Xapian.
  package static let defaultDistance = 10
  /// The greatest distance that `NEAR/n` means.
  package static let maximumDistance = 100_000
  /// The most saved searches that one query is made of.
  package static let maximumSaved = 100
  /// The most edits that `word~n` means.
  package static let maximumEdits = 2

  /// The query as typed.
  package let text: String
  /// The root of the query's tree.
  package let root: QueryNode
  /// Notes on text that may have been read in another way than it was meant, in the order of the
  /// text.
  package let notes: [QueryNote]

  /// Reads `text`.
  ///
  /// - Complexity: Linear in the length of `text`.
  package init(_ text: String, vocabulary: QueryVocabulary) {
    self.text = text
    var parser = QueryParser(text, vocabulary: vocabulary)
    (root, notes) = parser.run()
  }

  /// The text of a query that was typed as several words of a shell.
  ///
  /// A word that begins as a regular expression after whose slash a space follows, `/ of/`, is one:
  /// the space is written as `\x20`, because in a text such a slash stands between words.
  package static func text(ofWords words: [String]) -> String {
    words.map { word in
      guard word.hasPrefix("/ ") else { return word }
      let pattern = "/\\x20" + word.dropFirst(2)
      var lexer = QueryLexer(pattern, vocabulary: QueryVocabulary(textFields: [:], keys: [:]))
      lexer.run()
      if case .regex? = lexer.tokens.first?.kind { return pattern }
      return word
    }.joined(separator: " ")
  }
}

/// A remark about one place of a query.
package struct QueryNote: Sendable, Equatable {
  /// UTF-8 offsets in the query's text.
  package let range: Range<Int>
  /// A few words without a full stop: ``missing `)` ``.
  package let message: String

  package init(range: Range<Int>, message: String) {
    self.range = range
    self.message = message
  }
}
