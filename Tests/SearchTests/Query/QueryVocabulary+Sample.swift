import Search

extension QueryVocabulary {
  /// A vocabulary of the kind that notes have; only `secret` and `nope…` are no keys of it.
  static let sample = QueryVocabulary(
    textFields: [
      "title": "title", "heading": "heading", "alias": "alias", "body": "body", "text": "body",
    ],
    parts: ["block": "block", "section": "section", "code": "code"],
    keys: [
      "tag": "tag", "tags": "tag", "path": "path", "link": "link", "has": "has", "is": "is",
      "date": "date", "modified": "modified", "author": "author",
    ],
    fault: { predicate in
      let known = [
        "tag", "path", "link", "has", "is", "date", "modified", "author", "rating", "status",
        "isbn",
        "title", "body", "ключ", "two words", "a",
      ]
      return known.contains(predicate.key) ? nil : "no note has “\(predicate.key)”"
    },
    remark: { $0.key == "link" && $1.hasPrefix(" M.") ? "followed by “\($1)”" : nil },
    nestingFault: { $0 != "section" && $1 == "section" ? "no part of a block" : nil },
    regexFault: { $0.hasPrefix("[") && !$0.contains("]") ? "the bracket is not closed" : nil }
  )
}

extension Query {
  init(_ text: String) { self.init(text, vocabulary: .sample) }
}
