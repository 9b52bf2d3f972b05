/// What a search asks of whoever knows what the documents are.
package protocol SearchClient: Sendable {
  /// The living documents of each segment that satisfy `predicate`; deleted ones do no harm.
  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]

  /// The text of a document, or of one of its fields, for regular expressions; nil where it is gone.
  ///
  /// Every word of it was given to the index, as text or as hidden words.
  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?

  /// Takes note that a regular expression reached the bound of its steps on a document, which
  /// therefore is not found; called from any thread.
  func gaveUp(on id: DocumentID, matching pattern: String, _ index: Index) throws(IndexError)
}
