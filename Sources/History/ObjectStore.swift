/// A store of git objects, read and written by their ids.
///
/// A written object may be lost with the power until the owner of the store has flushed it.
package protocol ObjectStore: AnyObject {
  /// The bytes of a blob.
  /// - Throws: `MissingObject` if it is not there (a shallow or partial clone, a damaged store).
  func blob(_ id: ObjectID) throws -> [UInt8]
  /// The entries of a tree, in git's order.
  /// - Throws: `MissingObject`.
  func tree(_ id: ObjectID) throws -> [TreeEntry]
  /// - Throws: `MissingObject`.
  func commit(_ id: ObjectID) throws -> Commit

  /// Writes a blob, unless it is there already.
  func write(blob: [UInt8]) throws -> ObjectID
  /// Writes a tree; the entries may come in any order, and no two have one name.
  func write(tree: [TreeEntry]) throws -> ObjectID
  func write(commit: Commit) throws -> ObjectID
}

/// An object that a history names and the store does not have.
package struct MissingObject: Error, Equatable, Sendable {
  package let id: ObjectID

  package init(_ id: ObjectID) { self.id = id }
}
