import Files
import Git
import History
import Merge
import OperatingSystem

/// The note merge as plain git calls it (`gitattributes(5)`, "Defining a custom merge driver").
///
/// If edits overlap, no markers are written: the file gets the current branch's text in those
/// places, the other version is put beside it as a conflict copy, and git gets the exit code of a
/// conflict.
package struct MergeDriver {
  /// The three files that git made, and the path they are versions of.
  package let base: DiskPath
  package let left: DiskPath
  package let right: DiskPath
  package let path: TreePath
  /// The top of the work tree, where git runs drivers.
  package let top: DiskPath

  /// The outcome for the note.
  package enum Outcome: Equatable, Sendable {
    case merged
    case keptBoth(copy: TreePath, overlaps: Int)
  }

  package init(base: DiskPath, left: DiskPath, right: DiskPath, path: TreePath, top: DiskPath) {
    self.base = base
    self.left = left
    self.right = right
    self.path = path
    self.top = top
  }

  /// Merges, and writes the result where git reads it: over the left file.
  ///
  /// - Throws: `SystemError`, `WriteError`, `GitError`; then nothing is written.
  package func run() throws -> Outcome {
    // Git gives an empty base if both sides added the note.
    let old = try read(base)
    let versions = NoteVersions(
      base: old.isEmpty ? nil : old, left: try read(left), right: try read(right))
    switch NoteMerge().merge(versions) {
    case .merged(let bytes):
      try write(bytes, to: left)
      return .merged
    case .overlapping(let merge):
      let copy = try writeCopy(versions.right)
      try write(merge.text(preferring: .left), to: left)
      return .keptBoth(copy: copy, overlaps: merge.overlaps.count)
    }
  }

  private func writeCopy(_ bytes: [UInt8]) throws -> TreePath {
    let id = try Git.Repository.id(ofBlob: bytes)
    let folder = VaultFolder(root: top)
    let copy = try ConflictCopyName.path(for: path, blob: id) { candidate in
      guard let note = NotePath(bytes: candidate.bytes) else { return true }
      guard FileStatus.at(top.appending(note), following: false) != nil else { return false }
      return try folder.read(note).bytes != bytes
    }
    guard let note = NotePath(bytes: copy.bytes) else {
      throw SystemError("write", copy.bytes, code: EINVAL)
    }
    // It is there already if the merge is repeated.
    if FileStatus.at(top.appending(note), following: false) == nil {
      try FileReplacement(in: folder).create(note, with: bytes)
    }
    return copy
  }

  private func read(_ path: DiskPath) throws -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY | O_CLOEXEC)
    let size = try file.status(of: path).size
    return try file.readAll(
      expecting: Int(size), limit: Int(VaultFolder.sizeLimit), path: path.bytes)
  }

  private func write(_ bytes: [UInt8], to path: DiskPath) throws {
    let file = try Descriptor.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    try file.writeAll(bytes, path: path.bytes)
  }
}
