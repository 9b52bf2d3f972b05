import History
import Layout
import Merge

/// The base of an edit: the commit that the person saw when they wrote to a file of the update.
extension FolderUpdate {
  /// The commit that a person saw at a path before it is changed now.
  func seen(at path: TreePath) throws -> ObjectID? {
    if let commit = done[path] { return try lastWithRoom(for: path, commit) }
    // Of a file that waits, the version when it began to wait is in the folder.
    if let file = recorded[path] { return try lastWithRoom(for: path, file.base) }
    // Displaced files stay beside their paths until all is done: a stopped update has not reached
    // this one yet.
    let isUntouched =
      try journal.order == .refLast && journal.taken.isEmpty && journal.files[path]?.new == nil
      && !isRenamed(path)
    if wasStopped, !isUntouched { return try perhapsSeen(at: path) }
    // When files that waited are written, all others are those of the last commit.
    return try lastWithRoom(for: path, journal.kind == .rewrite ? journal.from : journal.origin)
  }

  /// The base for an edit found after a crash, if it is unknown whether the person saw the new
  /// version.
  ///
  /// It is the older commit, so that at worst deleted text returns. But for a file that the update
  /// removes it is a commit without the file: text written in the place of a note that moved away
  /// removes nothing from that note. A file whose name only changes its case, or that makes way for
  /// a folder of such a name, still counts until the new name is there. The edit belongs to it,
  /// because as a note of its own it would have the same name as another device's note.
  func perhapsSeen(at path: TreePath) throws -> ObjectID? {
    guard let file = journal.files[path], file.new == nil, try !isToBeRenamed(path) else {
      return try lastWithRoom(for: path, journal.origin)
    }
    return try lastWithRoom(for: path, journal.to)
  }

  /// True if a rename that changes only case or Unicode form is done already. It leaves no hidden file.
  ///
  /// On a file system that keeps the names apart, a file at the old path is newer.
  private func isRenamed(_ path: TreePath) throws -> Bool {
    let coming = self.coming ?? PortablePaths(journal)
    self.coming = coming
    return try (coming.named[PortableKey(path.bytes)] ?? []).contains { other in
      if other == path || other.folder != path.folder || waiting[other] != nil { return false }
      do {
        return try [.file, .link].contains(workTree.kind(of: other))
          && !session.areOneFile(path, other)
      } catch is FileRefused {
        return false
      }
    }
  }

  /// True if an incoming file, not written yet, has this path but for the case or Unicode form of a component, or is in a
  /// folder that has it.
  private func isToBeRenamed(_ path: TreePath) throws -> Bool {
    let coming = self.coming ?? PortablePaths(journal)
    self.coming = coming
    func isAwaited(_ other: TreePath) throws -> Bool {
      if other == path || waiting[other] != nil || refused[other] != nil { return false }
      do { return try workTree.kind(of: other) == .nothing } catch is FileRefused { return false }
    }
    let key = PortableKey(path.bytes)
    if try (coming.named[key] ?? []).contains(where: isAwaited) { return true }
    if try (coming.below[key] ?? []).contains(where: isAwaited) { return true }
    var folder = path.folder
    while folder != .root {
      if try (coming.named[PortableKey(folder.bytes)] ?? []).contains(where: isAwaited) {
        return true
      }
      folder = folder.folder
    }
    return false
  }

  /// The newest of `commit` and `journal.origin` in which nothing blocks `path`, or nil: then the file is new.
  ///
  /// A folder at the path or a file above it blocks it, because an edit based on such a commit
  /// would delete them. They may be files that could not be written, so that nobody saw them here.
  private func lastWithRoom(for path: TreePath, _ commit: ObjectID?) throws -> ObjectID? {
    try [commit, journal.origin].compactMap(\.self).first { try !isTaken(path, in: $0) }
  }

  private func isTaken(_ path: TreePath, in commit: ObjectID) throws -> Bool {
    let tree = try repository.commit(commit).tree
    if let version = try repository.version(at: path, in: tree) {
      // The file that was in the place of this folder was moved away; the file there now is newer.
      if version.mode == .folder || isEmptied(path) { return true }
    }
    var folder = path.folder
    while folder != .root {
      if let version = try repository.version(at: folder, in: tree) {
        return version.mode != .folder
      }
      folder = folder.folder
    }
    return false
  }

  /// True if an earlier update cleared the path for waiting files below it.
  private func isEmptied(_ path: TreePath) -> Bool {
    journal.kind == .rewrite && recorded[path] == nil && journal.files[path] == nil
      && journal.files.keys.contains { $0 != path && $0.isInside(path) }
  }
}
