/// The names that a query may use, given by the client, who knows the documents.
package struct QueryVocabulary: Sendable {
  /// Names before a colon that limit the search to a field, with the field of each: `["text":
  /// "body", "body": "body"]`.
  package var textFields: [String: String]
  /// Names before a colon that limit the search to one part of a document, with the kind of part of
  /// each: `["block": "block"]`. One that is the name of a field as well means the part.
  package var parts: [String: String]
  /// Names of the keys that are always keys, with the key of each: `["tags": "tag"]`. Any other
  /// name before a colon is a key too, if ``fault`` finds nothing wrong with it.
  package var keys: [String: String]
  /// The key of a bare `#name`.
  package var hashtagKey: String
  /// Queries by the names that stand for them after an `@`: `["reading": "status:reading"]`.
  package var saved: [String: String] = [:]
  /// The reason why a predicate cannot be understood, in a few words, or nil if it can. Such a
  /// predicate is searched as text, with these words as a note.
  package var fault: @Sendable (Predicate) -> String?
  /// A few words on a predicate that is understood and may not be what was meant, or nil. Plain words may follow its
  /// value, as typed.
  package var remark: @Sendable (Predicate, _ following: String) -> String?
  /// The reason why no part of a kind has a field, or a part of another kind, within it; nil if it may have one. Kinds and
  /// fields are those of ``parts`` and ``textFields``.
  package var nestingFault: @Sendable (_ kind: String, _ inner: String) -> String?
  /// The reason why a regular expression cannot be, or nil if it can.
  package var regexFault: @Sendable (String) -> String?

  package init(
    textFields: [String: String], parts: [String: String] = [:], keys: [String: String],
    hashtagKey: String = "tag",
    fault: @escaping @Sendable (Predicate) -> String? = { _ in nil },
    remark: @escaping @Sendable (Predicate, String) -> String? = { _, _ in nil },
    nestingFault: @escaping @Sendable (String, String) -> String? = { _, _ in nil },
    regexFault: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.textFields = textFields
    self.parts = parts
    self.keys = keys
    self.hashtagKey = hashtagKey
    self.fault = fault
    self.remark = remark
    self.nestingFault = nestingFault
    self.regexFault = regexFault
  }
}
