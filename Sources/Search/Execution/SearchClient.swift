/// The questions of a search to its caller, who knows the meaning of the documents.
package protocol SearchClient: Sendable {
  /// The living documents of each segment that satisfy `predicate`; deleted ones do no harm.
  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]

  /// The text of a document, or of one of its fields, for regular expressions; nil if it is gone.
  ///
  /// Every word of it was given to the index, as text or as hidden words.
  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?

  /// A document's text with what is known of it, for words that are typed exactly and for what is
  /// asked of its parts; nil where it is gone, and where the sieve says that it cannot satisfy the query.
  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText?

  /// Documents among which are all with a part of a kind; nil if that is not known without their texts.
  func documents(withPart kind: String, in index: Index) throws(IndexError) -> [DocumentSet]?

  /// Takes note that a regular expression reached a bound on a document, which therefore is not found; called from any
  /// thread.
  func gaveUp(
    on id: DocumentID, matching pattern: String, _ bound: MatchBound, _ index: Index
  ) throws(IndexError)
}

/// A bound that a regular expression reached, so that it is not known to match.
package enum MatchBound: Hashable, Sendable {
  /// The steps of one match.
  case steps
  /// The time of all matches of a query.
  case time
}

extension SearchClient {
  package func documents(
    withPart kind: String, in index: Index
  ) throws(IndexError) -> [DocumentSet]? { nil }
}
