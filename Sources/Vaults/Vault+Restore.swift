import Files
import History
import Merge
import Notes
import PastNotes
import Sync
import WorkTrees

/// Files of the past that are to come back.
package struct RestorePlan: Sendable {
  /// The version of each file, by its path in the vault.
  package let files: [NotePath: FileVersion]
  /// The version they are taken from; nil if each is its last before it was deleted.
  package let version: PastVersion?
  /// The paths at which that version has them, where they were moved since.
  package var former: [NotePath: NotePath] = [:]
}

/// The reasons why a name does not lead to files of the past.
package enum RestoreError: Error, Equatable, Sendable {
  /// No file of the past has that name.
  case notFound(String)
  /// Several deleted notes are called so.
  case several(String, [NotePath])
  /// The note is there, and the version was not named.
  case notDeleted(NotePath)
  /// The note is there, and not in the version that was named.
  case notYet(NotePath)
}

extension VaultHistory {
  /// Finds a named file in a past version: by the path of a file or folder, or the name of a note.
  ///
  /// - Throws: `RestoreError`.
  package func restoration(
    of name: String, from version: PastVersion
  ) throws -> RestorePlan {
    guard let tree = try tree(of: version.commit) else { throw RestoreError.notFound(name) }
    if name == "." {
      let files = try files(in: tree, at: .root)
      if files.isEmpty { throw RestoreError.notFound(name) }
      return RestorePlan(files: files, version: version)
    }
    for candidate in Self.spellings(of: name) {
      guard let found = try repository.version(at: TreePath(candidate), in: tree) else { continue }
      var files: [NotePath: FileVersion] = [:]
      if found.mode == .folder {
        files = try self.files(in: found.id, at: TreePath(candidate))
      } else if let path = NotePath(candidate), found.mode != .submodule {
        files[path] = found
      }
      if !files.isEmpty { return RestorePlan(files: files, version: version) }
    }
    var notes: [NotePath: FileVersion] = [:]
    try repository.forEachFile(in: tree) { path, version in
      guard let path = NotePath(bytes: path.bytes), path.isMarkdown, path.isCalled(name) else {
        return
      }
      notes[path] = version
    }
    return RestorePlan(files: try Self.only(notes, name), version: version)
  }

  /// Finds the version of a note that is there now, also where it had another path then.
  ///
  /// - Throws: `RestoreError.notYet`
  package func restoration(ofPresent path: NotePath, from version: PastVersion) throws
    -> RestorePlan
  {
    guard let place = try formerPath(of: path, at: version),
      let tree = try tree(of: version.commit),
      let found = try repository.version(at: TreePath(bytes: place.bytes), in: tree)
    else { throw RestoreError.notYet(path) }
    var plan = RestorePlan(files: [path: found], version: version)
    if place != path { plan.former[path] = place }
    return plan
  }

  /// The path that a note had in a version, through moves of the identical bytes; nil if it was not there.
  ///
  /// - Complexity: linear in the commits since then.
  func formerPath(of path: NotePath, at version: PastVersion) throws -> NotePath? {
    guard let tree = try tree(of: version.commit) else { return nil }
    func isThere(_ place: NotePath) throws -> Bool {
      try repository.version(at: TreePath(bytes: place.bytes), in: tree)?.mode.isFile == true
    }
    var former: NotePath?
    do {
      try forEachVersion(of: path) { change in
        let entry = change.entry
        if entry.commit == version.commit || entry.milliseconds <= version.milliseconds,
          try isThere(change.path)
        {
          former = change.path
          return false
        }
        if former == nil, let old = change.movedFrom, try isThere(old) { former = old }
        return true
      }
    } catch PastError.noCommit {}
    return try former ?? (isThere(path) ? path : nil)
  }

  /// Finds a deleted note by its path or name, as it was before it was deleted.
  ///
  /// - Throws: `RestoreError`.
  package func restoration(ofDeleted name: String) throws -> RestorePlan {
    let deletions = try deletions()
    for candidate in Self.spellings(of: name) {
      if let path = NotePath(candidate), let deletion = deletions[path] {
        return RestorePlan(files: [path: deletion.version], version: nil)
      }
    }
    let found = deletions.filter { $0.key.isCalled(name) }.mapValues(\.version)
    return RestorePlan(files: try Self.only(found, name), version: nil)
  }

  /// The plan for those files alone that are not in the folder.
  package func gone(of plan: RestorePlan) throws -> RestorePlan {
    let gone = try plan.files.filter {
      try workTree.kind(of: treePath($0.key)) == WorkKind.nothing
    }
    return RestorePlan(files: gone, version: plan.version)
  }

  private func files(
    in folder: ObjectID, at place: TreePath
  ) throws -> [NotePath: FileVersion] {
    var files: [NotePath: FileVersion] = [:]
    try repository.forEachFile(in: folder, at: place) { path, version in
      if let path = NotePath(bytes: path.bytes), version.mode != .submodule {
        files[path] = version
      }
    }
    return files
  }

  /// A path as it may have been typed: with or without `.md`, and without a slash at its end.
  private static func spellings(of name: String) -> [String] {
    let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
    return [trimmed, trimmed + ".md"]
  }

  private static func only(
    _ found: [NotePath: FileVersion], _ name: String
  ) throws(RestoreError) -> [NotePath: FileVersion] {
    if found.isEmpty { throw .notFound(name) }
    if found.count > 1 { throw .several(name, found.keys.sorted()) }
    return found
  }
}

extension VaultHistory {
  /// The files of a plan that would be left as they are, because the folder alone has edits of them that are held back:
  /// the path of each in the folder, by its path in the history.
  package func heldBack(from plan: RestorePlan) throws -> [TreePath: TreePath] {
    let session = session(in: .system)
    return try session.heldBack(from: wanted(plan), session.pendingSnapshot())
  }

  fileprivate func wanted(_ plan: RestorePlan) -> [TreePath: FileVersion?] {
    var files: [TreePath: FileVersion?] = [:]
    for (path, version) in plan.files { files[treePath(path)] = .some(version) }
    return files
  }
}

extension Vault {
  /// Puts files back as planned; their present versions are in a snapshot before.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`.
  package func restore(
    _ plan: RestorePlan, subject: String, waiting: (Int32?) -> Void = { _ in }
  ) throws -> RestoreReport {
    try withHistory(waiting: waiting) { history in
      try history.session(in: .system).restore(history.wanted(plan), subject: subject)
    }
  }
}
