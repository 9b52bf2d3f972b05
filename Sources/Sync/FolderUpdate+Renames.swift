import History
import Layout

/// Files whose name changes in case or Unicode form alone: at no moment the folder shows neither name.
///
/// A folder without both reads as a deletion for plain git, and for a `zib` that cannot read the journal.
extension FolderUpdate {
  /// Brings a file under its new name before it goes from the old one.
  ///
  /// The new bytes come first and then the name, each in one step: stopped in between, the old name reads as an edit that
  /// equals the other side's.
  /// - Returns: true where the old name is gone by that.
  func changeCase(of path: TreePath) throws -> Bool {
    // A file on record as not written is not taken for deleted.
    if journal.kind == .rewrite { return false }
    for other in try renamed(path) {
      guard let file = journal.files[other], let new = file.new, waiting[other] == nil,
        new.mode != .submodule
      else { continue }
      if try !isFile(path) {
        if file.old == nil, other.folder == path.folder {
          try finishRename(of: path, to: other, holding: new)
        }
      } else if other.folder != path.folder {
        // Only a folder that keeps the names apart lacks the new one.
        if try workTree.kind(of: other) == .nothing { try put(new, at: other, old: file.old) }
      } else if file.old == nil, try isFree(other, for: path) {
        if done[other] != nil { return true }
        return try rename(path, to: other, holding: new)
      }
    }
    return false
  }

  /// The files that come under a name that differs from a path only in case or Unicode form, sorted.
  private func renamed(_ path: TreePath) throws -> [TreePath] {
    let coming = self.coming ?? PortablePaths(journal)
    self.coming = coming
    return (coming.named[PortableKey(path.bytes)] ?? []).filter { $0 != path }.sorted()
  }

  private func isFile(_ path: TreePath) throws -> Bool {
    do {
      return try [.file, .link].contains(workTree.kind(of: path))
    } catch is FileRefused {
      return false
    }
  }

  /// True where nothing has a name but the file at a path.
  private func isFree(_ name: TreePath, for path: TreePath) throws -> Bool {
    try workTree.kind(of: name) == .nothing || session.areOneFile(path, name)
  }

  /// - Returns: false where the name cannot be changed, and the folder is as it was.
  private func rename(
    _ path: TreePath, to other: TreePath, holding new: FileVersion
  ) throws -> Bool {
    for _ in 0..<SyncSession.attempts {
      var displaced: PreparedFile?
      do {
        guard try isFile(path), try isFree(other, for: path) else { return false }
        if try !isExchanged(path, for: new) && !stands(new, at: path) {
          let file = try workTree.exchange(try prepare(new, for: path))
          try take(file, seenAt: journal.origin)
          trail.append(.exchanged(file))
          displaced = file
        }
        try workTree.rename(path, to: other)
        trail.append(.renamed(path, other))
        done[path] = journal.to
        done[other] = journal.to
        return true
      } catch is NothingThere {
        continue
      } catch is SomethingThere {
        if displaced == nil { continue }
      } catch is FileRefused {
        if displaced == nil { return false }
      }
      if let displaced {
        versions[displaced] = nil
        trail.append(.final)
        do {
          held[try workTree.exchange(displaced)] = .some(journal.origin)
          return false
        } catch is NothingThere {
          continue
        }
      }
    }
    throw SyncRefusal.unsettled([path])
  }

  /// Counts text written under the new name as an edit of the note, if an interrupted run had already renamed it.
  private func finishRename(
    of path: TreePath, to other: TreePath, holding new: FileVersion
  ) throws {
    guard wasStopped, done[other] == nil, try isFile(other) else { return }
    if try !isExchanged(path, for: new) && !stands(new, at: other) {
      // The old name went by itself, and this is another file.
      if held.keys.contains(where: { $0.path == path }) { return }
      do {
        let file = try workTree.exchange(try prepare(new, for: other))
        held[file] = nil
        try take(PreparedFile(path: path, name: file.name), seenAt: journal.origin)
      } catch is NothingThere {
        return
      } catch is SomethingThere {
        return
      } catch is FileRefused {
        return
      }
    }
    done[other] = journal.to
  }

  /// True for a hidden file that the new bytes displaced before the name changed.
  func isDisplacedByRename(_ file: PreparedFile) throws -> Bool {
    try renamed(file.path).contains { other in
      journal.files[other]?.new.map { file.wasPrepared(with: $0.id) } ?? false
    }
  }

  /// True where a file was displaced by the new bytes, in this run or in one that was stopped before the name changed.
  ///
  /// A file that has the name by now was written by someone who saw them.
  private func isExchanged(_ path: TreePath, for new: FileVersion) -> Bool {
    held.keys.contains { file in
      file.path == path && file.wasPrepared(with: new.id)
        && versions[file].map { $0.id != new.id } ?? false
    }
  }
}
