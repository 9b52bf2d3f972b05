/// A change of one file of a vault, before it is made.
package struct FileEdit: Sendable {
  package let path: NotePath
  /// The file as it was read; nil for a new one.
  package let old: VaultFolder.Contents?
  /// The bytes that it gets; nil where it is removed.
  package let new: [UInt8]?
  /// The number of folders that are made for a new file, when it is recorded.
  package internal(set) var newFolders = 0

  package init(_ path: NotePath, from old: VaultFolder.Contents?, to new: [UInt8]?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
