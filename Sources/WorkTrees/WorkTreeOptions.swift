import Files
import History
import Sync

/// The options by which a repository's settings control how its folder is read.
package struct WorkTreeOptions: Sendable {
  /// `core.trustctime`: true if a change of a file's status counts.
  package var trustsStatusTime = true
  /// `core.checkStat=minimal`: only whole seconds and the size are compared.
  package var checksMinimally = false
  /// `core.fileMode`: true if the executable bit is meaningful.
  package var hasExecutableBit = true
  /// `core.symlinks`: true if links can be made; otherwise a link is a file with the link's target.
  package var hasLinks = true
  /// `core.excludesFile`: the person's own ignore rules.
  package var excludesFile: DiskPath?
  /// Larger files are not taken into a snapshot, in bytes: git and its hosts begin to fail at 2 GiB.
  package var sizeLimit: Int64 = 2 << 30 - 1
  /// True to list ignored files as well; an ignored folder counts as one.
  package var listsIgnored = false
  /// The number of threads that check files.
  package var workers = FolderWalk.usualWorkers

  package init() {}
}

/// Converts between the bytes of files and of blobs: line ends, encodings, filters.
package struct WorkTreeContent {
  /// The id that a blob of these bytes has.
  package let id: @Sendable (_ blob: [UInt8]) throws -> ObjectID
  /// The bytes that git would store of a file's bytes.
  package let stored: (_ bytes: [UInt8], _ path: TreePath) throws -> [UInt8]
  /// The bytes that git would check out of a blob.
  package let checkedOut: (_ blob: [UInt8], _ path: TreePath) throws -> [UInt8]
  /// The encoding that attributes name for a file.
  package let encoding: (_ path: TreePath) throws -> String?

  /// - Parameters:
  ///   - stored: throws `FileRefused` where a filter cannot be run; so does `checkedOut`.
  package init(
    id: @escaping @Sendable (_ blob: [UInt8]) throws -> ObjectID,
    stored: @escaping (_ bytes: [UInt8], _ path: TreePath) throws -> [UInt8] = { bytes, _ in bytes
    },
    checkedOut: @escaping (_ blob: [UInt8], _ path: TreePath) throws -> [UInt8] = { blob, _ in blob
    },
    encoding: @escaping (_ path: TreePath) throws -> String? = { _ in nil }
  ) {
    self.id = id
    self.stored = stored
    self.checkedOut = checkedOut
    self.encoding = encoding
  }
}
