import History

/// The folder of notes as syncing sees and changes it; all paths are the repository's.
///
/// Each method is one step before or after which the power may fail, so that the simulator can stop
/// between any two. Written data is on the disk only after the method that promises it.
package protocol WorkTree: AnyObject {
  /// The files of the vault that differ from the staging index.
  ///
  /// Compares stamps first, and bytes only if the stamps differ or may have changed within one tick
  /// of the clock. Files that git ignores and does not track are left out, and so are files outside
  /// of the vault. Files of a folder that cannot be listed are refused and not missing; a vault
  /// that cannot be listed at all is an error.
  func changes(since staged: [StagedEntry]) throws -> [WorkChange]

  /// A file as git would store it (line ends, filters), with its stamp; nil if there is no file.
  ///
  /// A link's bytes are its target. The stamp is taken before the bytes are read and holds after.
  /// Paths through a link to a folder do not exist.
  /// - Throws: `FileRefused` for a file that a snapshot does not take, `UnsettledFile` if it
  ///   changes all the time.
  func read(_ path: TreePath) throws -> WorkFile?

  /// True if git ignores a path that it does not track, by the rules that are on the disk now.
  func ignores(_ path: TreePath) throws -> Bool
  /// The files that git ignores now and would not under other rules; folders that are ignored as a whole have a slash
  /// at the end, unless files come into them.
  ///
  /// - Parameters:
  ///   - rules: the bytes that `.gitignore` files are about to have; nil for one that goes.
  ///   - coming: files that are about to be tracked.
  func noLongerIgnored(
    under rules: [TreePath: [UInt8]?], coming: [TreePath], since staged: [StagedEntry]
  ) throws -> [TreePath]
  /// Has git ignore a path on this device alone (`info/exclude`); the rule is on the disk when this returns.
  func exclude(_ path: TreePath) throws
  /// Excludes several paths as one; a slash at the end is a folder's.
  func exclude(_ paths: [TreePath]) throws
  /// True if the rules of this device alone ignore a path, whatever a `.gitignore` says, which goes
  /// before them.
  func excludes(_ path: TreePath) throws -> Bool

  /// The most bytes of a file that are read or written here.
  var sizeLimit: Int64 { get }

  /// The kind of file at a path now, without reading it.
  func kind(of path: TreePath) throws -> WorkKind

  /// False where the file at a path does not answer to its name in another case.
  func mayIgnoreCase(at path: TreePath) throws -> Bool

  /// Writes a version's bytes (as git would check them out) to a new hidden file in the path's folder, and forces
  /// them to the disk; folders that are missing are made.
  ///
  /// - Throws: `FileRefused` if this path cannot be written, as do all that follow; `SomethingThere`.
  func prepare(_ blob: [UInt8], mode: FileMode, for path: TreePath) throws -> PreparedFile
  /// Prepares several files at once, with little more waiting for the disk than for one.
  ///
  /// - Returns: nil for files that are refused, or whose path is blocked by now.
  func prepare(_ files: [NewFile]) throws -> [PreparedFile?]
  /// Puts a prepared file at its path in one step; the file that was there gets the prepared file's
  /// name.
  ///
  /// - Returns: the file that was displaced.
  /// - Throws: `NothingThere` if there was no file to exchange with, `SomethingThere` for a folder.
  func exchange(_ prepared: PreparedFile) throws -> PreparedFile
  /// Puts a prepared file at its path if the path is free.
  ///
  /// - Throws: `SomethingThere`.
  func place(_ prepared: PreparedFile) throws
  /// Moves a file out of its place in one step, to a hidden name in its folder.
  ///
  /// - Throws: `NothingThere`; `SomethingThere` for a folder, which stays.
  func displace(_ path: TreePath) throws -> PreparedFile
  /// Gives a file another name in its folder, which may differ from the old one in nothing that the
  /// folder tells apart; it is under one of them at each moment, and after a loss of power.
  ///
  /// That it has the name already is no error. A file system that does not change the case of a
  /// name in one step shows neither for a moment.
  /// - Throws: `NothingThere`; `SomethingThere` for a folder, and where another file has the name.
  func rename(_ path: TreePath, to new: TreePath) throws
  /// The bytes of a prepared or displaced file as git would store them, with its stamp; nil if it
  /// is gone.
  ///
  /// Filters are those of the path that it is for.
  /// - Throws: `FileRefused`, `UnsettledFile`.
  func read(_ file: PreparedFile) throws -> WorkFile?
  /// Reads several files at once, as ``read(_:)`` does each; nil for those that have to be read by themselves.
  ///
  /// A file at its path is a prepared file of its own name.
  func read(_ files: [PreparedFile]) throws -> [WorkFile?]
  /// True if a file has the bytes that it had at its path when a stamp was taken there; nothing is read, and no filter
  /// is asked.
  ///
  /// The time of the last change of the inode is not compared, because a new name changes it.
  func isUnchanged(_ file: PreparedFile, since stamp: WorkStamp) throws -> Bool
  /// The encoding that the attributes of now name for the file at a path, or nil.
  func encoding(of path: TreePath) throws -> String?
  /// Removes a prepared or displaced file, if it is there.
  func discard(_ file: PreparedFile) throws
  /// Removes several files at once, each right after a look at it, if its bytes as they are, and its mode, are this
  /// version's.
  ///
  /// - Returns: true for those that are gone; the others have to be looked at by themselves.
  func discard(_ files: [(file: PreparedFile, version: FileVersion)]) throws -> [Bool]
  /// The existing prepared and displaced files, also those of earlier processes, anywhere in the
  /// repository; each may hold a person's edit.
  ///
  /// A file that was being written when its process ended is removed and not returned, so that half
  /// a file is not taken for an edit. Files in a nested repository are left to that one.
  /// - Parameter tracked: files of such names that git tracks are ordinary files, and left alone.
  func leftovers(besides tracked: Set<TreePath>) throws -> [PreparedFile]
  /// True if the last `changes(since:)` came across a hidden file of a name that only a sync gives.
  var hasSeenLeftovers: Bool { get }
  /// Removes the folder of a path and those above it as long as they are empty, up to the vault's
  /// root.
  func removeEmptyFolders(above path: TreePath) throws
  /// Makes an empty folder, in which a submodule can be checked out.
  func makeFolder(at path: TreePath) throws
  /// Forces to the disk the names in the folders of these paths.
  func flushFolders(of paths: [TreePath]) throws

  /// The journal of the present update, or nil if there is none.
  func journal() throws -> [UInt8]?
  /// Writes the journal of the present update in one step, or (nil) removes it; it is on the disk
  /// when this returns.
  func setJournal(_ bytes: [UInt8]?) throws
  /// Gives a journal that cannot be read another name, under which it is kept, in one step.
  ///
  /// - Returns: the name, in the journal's folder.
  func setJournalAside() throws -> String

  /// The record of the files that could not be written; empty if there is none.
  func unwritten() throws -> [UInt8]
  /// Replaces the record of the files that could not be written, in one step, or (nil) takes it away.
  func setUnwritten(_ bytes: [UInt8]?) throws

  /// The mark of the many staged versions that were looked at last, and of which none would have been held back; empty
  /// where none is on record.
  func harmlessStaging() -> [UInt8]
  /// Puts such a mark on record, if that is possible: it only spares a second look.
  func setHarmlessStaging(_ mark: [UInt8])

  /// The record of operations, for `undo`; empty if there is none.
  func operations() throws -> [UInt8]
  /// Replaces the record of operations in one step.
  func setOperations(_ bytes: [UInt8]) throws
}

extension WorkTree {
  /// All prepared and displaced files that are there, none of them tracked.
  package func leftovers() throws -> [PreparedFile] { try leftovers(besides: []) }

  package var sizeLimit: Int64 { .max }

  package func noLongerIgnored(
    under rules: [TreePath: [UInt8]?], coming: [TreePath], since staged: [StagedEntry]
  ) throws -> [TreePath] { [] }

  package func read(_ files: [PreparedFile]) throws -> [WorkFile?] { files.map { _ in nil } }

  package func discard(_ files: [(file: PreparedFile, version: FileVersion)]) throws -> [Bool] {
    files.map { _ in false }
  }

  package func isUnchanged(_ file: PreparedFile, since stamp: WorkStamp) throws -> Bool { false }

  package func encoding(of path: TreePath) throws -> String? { nil }

  package func harmlessStaging() -> [UInt8] { [] }

  package func setHarmlessStaging(_ mark: [UInt8]) {}

  package func exclude(_ paths: [TreePath]) throws { for path in paths { try exclude(path) } }

  package func excludes(_ path: TreePath) throws -> Bool { false }

  package func prepare(_ files: [NewFile]) throws -> [PreparedFile?] {
    try files.map { file in
      do {
        return try prepare(file.blob, mode: file.mode, for: file.path)
      } catch is FileRefused {
        return nil
      } catch is SomethingThere {
        return nil
      }
    }
  }
}

/// A version to be written to the folder.
package struct NewFile: Sendable {
  package let path: TreePath
  package let blob: [UInt8]
  package let mode: FileMode

  package init(path: TreePath, blob: [UInt8], mode: FileMode) {
    self.path = path
    self.blob = blob
    self.mode = mode
  }
}

/// A file that differs from the staging index.
package struct WorkChange: Hashable, Sendable {
  /// The kinds of difference.
  package enum Kind: Hashable, Sendable {
    /// Other bytes, or another mode; the file's stamp.
    case edited(WorkStamp, FileMode)
    /// Not in the staging index, and not ignored.
    case untracked(WorkStamp, FileMode)
    case missing
    /// The same bytes with another stamp: no change, but the staging index can be refreshed.
    case touched(WorkStamp)
    /// It is not taken into a snapshot, and keeps the last commit's version.
    case refused(RefusedFile)
  }

  package let path: TreePath
  package let kind: Kind

  package init(_ path: TreePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// A file that was changed while it was read.
package struct UnsettledFile: Error, Equatable, Sendable {
  package let path: TreePath

  package init(_ path: TreePath) { self.path = path }
}

/// The bytes of a file as git stores them.
package struct WorkFile: Equatable, Sendable {
  package let blob: [UInt8]
  package let mode: FileMode
  package let stamp: WorkStamp

  package init(blob: [UInt8], mode: FileMode, stamp: WorkStamp) {
    self.blob = blob
    self.mode = mode
    self.stamp = stamp
  }
}

/// The kinds of file at a path.
package enum WorkKind: Hashable, Sendable {
  case nothing, file, link, folder, special
}

/// A hidden file beside the place that it is for, or that it came from.
package struct PreparedFile: Hashable, Sendable {
  /// The path it is for, or came from.
  package let path: TreePath
  /// The hidden name, in the same folder.
  package let name: [UInt8]

  package init(path: TreePath, name: some Sequence<UInt8>) {
    self.path = path
    self.name = Array(name)
  }

  /// The part of a prepared file's name that identifies its blob: the first digits.
  ///
  /// So a file that was never put in its place is recognised even without a journal. The file that
  /// it displaces takes over the name, with other contents.
  package static func mark(of blob: ObjectID) -> [UInt8] {
    Array("-".utf8) + Array(blob.hex.utf8.prefix(16))
  }

  /// True if the name says that the file was prepared with this blob.
  func wasPrepared(with blob: ObjectID) -> Bool {
    name.prefix { $0 != 0x7E }.suffix(17).elementsEqual(Self.mark(of: blob))
  }
}

/// A path that was to hold a file, and does not.
package struct NothingThere: Error, Equatable, Sendable {
  package let path: TreePath

  package init(_ path: TreePath) { self.path = path }
}

/// A path that was to be free, and is not.
package struct SomethingThere: Error, Equatable, Sendable {
  package let path: TreePath

  package init(_ path: TreePath) { self.path = path }
}
