/// A file in the staging index.
package struct StagedEntry: Hashable, Sendable {
  package var version: FileVersion
  /// The file's stamp when it was last known to hold this version; with nil, git compares the
  /// bytes.
  ///
  /// Read from the staging index it has git's precision (times in 32 bits of seconds, size and
  /// inode cut to 32 bits), and is nil if the file was changed no earlier than the index was
  /// written (racily clean).
  package var stamp: WorkStamp?
  /// `git update-index --skip-worktree`, as a sparse checkout has it: the file is meant not to be there.
  package var isSkipped: Bool
  /// True for an entry of `git add --intent-to-add`, which has no version yet.
  package var isIntent: Bool

  package let path: TreePath

  package init(
    path: TreePath, version: FileVersion, stamp: WorkStamp?, isSkipped: Bool = false,
    isIntent: Bool = false
  ) {
    self.path = path
    self.version = version
    self.stamp = stamp
    self.isSkipped = isSkipped
    self.isIntent = isIntent
  }
}

/// The facts of a file from the file system that suffice to notice a change.
package struct WorkStamp: Hashable, Sendable {
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// Nanoseconds since 1970, of the last change of the inode.
  package var changed: Int64
  package var size: UInt64
  package var inode: UInt64
  package var device: UInt64
  package var owner: UInt32
  package var group: UInt32

  package init(
    modified: Int64, changed: Int64, size: UInt64, inode: UInt64, device: UInt64 = 0,
    owner: UInt32 = 0, group: UInt32 = 0
  ) {
    self.modified = modified
    self.changed = changed
    self.size = size
    self.inode = inode
    self.device = device
    self.owner = owner
    self.group = group
  }
}

/// A path at which the staging index and a commit differ; nil for the one that lacks the path.
package struct StagedDifference: Hashable, Sendable {
  package let committed: FileVersion?
  package let staged: FileVersion?

  package init(committed: FileVersion?, staged: FileVersion?) {
    self.committed = committed
    self.staged = staged
  }
}
