import Indexing

/// Called while a change of many notes is planned and made.
package struct ChangeProgress: Sendable {
  /// Called with the number of notes that the index has got, and of all that it has to get.
  package var indexing: Vault.IndexProgress?
  /// Called with the number of notes that are written, and of all that change.
  package var writing: Vault.IndexProgress?

  package init(
    indexing: Vault.IndexProgress? = nil, writing: Vault.IndexProgress? = nil
  ) {
    self.indexing = indexing
    self.writing = writing
  }
}
