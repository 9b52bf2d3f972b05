import History
import Layout
import Merge

/// Deletions that a person is asked about first: more than 20 and more than a tenth of the notes, or of the other
/// files; and three quarters of the notes, of what is not in
/// `.zib`, or of all files, if these are five or more. Conflict copies do not count.
package struct Deletions: Equatable, Sendable {
  /// The origin of the deletions.
  package enum Source: Equatable, Sendable {
    /// Files are missing from the folder.
    case folder
    /// Other devices deleted them.
    case merge
    /// Commits of plain git deleted them, and no remote has these yet; the newest first.
    case commits([ObjectID])
  }

  package let source: Source
  /// Sorted.
  package let paths: [TreePath]
  /// The number of files in the vault.
  package let total: Int

  package init(source: Source, paths: [TreePath], total: Int) {
    self.source = source
    self.paths = paths
    self.total = total
  }

  /// Deletions if they are many.
  ///
  /// - Parameter files: the files of the vault before.
  package init?(
    from source: Source, _ deleted: [TreePath], of files: @autoclosure () throws -> [TreePath]
  ) rethrows {
    // A conflict copy that is gone was resolved: its text is in the note, or a person decided against it.
    let deleted = deleted.filter { ConflictCopy($0) == nil }
    guard deleted.count >= Self.fewestOfAll else { return nil }
    // Files that plain git took out of its index are of the vault before as well.
    let files = Set(try files().filter { ConflictCopy($0) == nil }).union(deleted)
    let notes = deleted.count(where: Self.isNote)
    let allNotes = files.count(where: Self.isNote)
    // A vault has files of its own, which nobody wrote and which stay when it is emptied.
    let (written, allWritten) = (
      deleted.count { !Self.isOwn($0) }, files.count { !Self.isOwn($0) }
    )
    guard
      Self.areMany(notes, of: allNotes)
        || Self.areMany(deleted.count - notes, of: files.count - allNotes)
        || Self.areMany(deleted.count, of: files.count)
        || Self.areMost(notes, of: allNotes)
        || Self.areMost(written, of: allWritten)
        || Self.areMost(deleted.count, of: files.count)
    else { return nil }
    self.init(source: source, paths: deleted, total: files.count)
  }

  private static let fewest = 20
  private static let fewestOfAll = 5

  private static func areMany(_ count: Int, of total: Int) -> Bool {
    count > max(fewest, total / 10)
  }

  /// True if little is left of a small vault.
  private static func areMost(_ count: Int, of total: Int) -> Bool {
    count >= fewestOfAll && count * 4 >= total * 3
  }

  private static func isNote(_ path: TreePath) -> Bool {
    // Templates are no notes.
    !isOwn(path) && TrackedFiles.isNote(path)
  }

  /// True for what is in `.zib`, the vault's or another's.
  private static func isOwn(_ path: TreePath) -> Bool {
    path.components.contains { $0.elementsEqual(OwnFiles.folder) }
  }
}

extension [UInt8] {
  fileprivate func ends(with ending: StaticString) -> Bool {
    suffix(ending.utf8CodeUnitCount).elementsEqual(ending.description.utf8)
  }
}
