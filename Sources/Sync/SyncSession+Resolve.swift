import History
import Layout
import Merge

/// A decision on a conflict.
package struct ConflictDecision: Sendable {
  package let conflict: Conflict
  package let outcome: ConflictOutcome

  package init(_ conflict: Conflict, _ outcome: ConflictOutcome) {
    self.conflict = conflict
    self.outcome = outcome
  }

  /// - Parameter text: the note's new bytes; nil if the note was deleted and stays so.
  package init(_ conflict: Conflict, text: [UInt8]?) {
    self.init(conflict, text.map { .text($0) } ?? .deleted)
  }
}

/// A note or a copy that has changed since a person decided between them; nothing was written.
package struct ConflictChanged: Error, Equatable, Sendable {
  package let path: TreePath

  package init(_ path: TreePath) { self.path = path }
}

/// The result of a resolution.
package struct ResolveReport: Equatable, Sendable {
  /// The snapshot of uncommitted changes in the folder.
  package let snapshot: SnapshotReport
  package let update: UpdateReport
  /// The copies that became files with names of their own, and these names.
  package var newFiles: [TreePath: TreePath] = [:]
}

extension SyncSession {
  /// Writes notes as decided and removes their copies, as one commit on top of a snapshot of both versions.
  ///
  /// Edits made to a note or a copy in the meantime are kept: an edited copy stays, and so does the
  /// conflict.
  /// - Parameter following: gives further notes that change in the same commit, because copies got other names; from
  ///   the tree with the decisions, the snapshot, and these names. It may be called again.
  /// - Throws: `ConflictChanged`, `ResolutionRefusal.markersLeft`, `SyncRefusal`, errors of `following`, and errors of
  ///   a snapshot.
  package func resolve(
    _ decisions: [ConflictDecision], confirm: (Deletions) throws -> Bool = { _ in false },
    following: (_ tree: ObjectID, _ snapshot: SnapshotReport, _ newFiles: [TreePath: TreePath])
      throws -> [TreePath: FileVersion?] = { _, _, _ in [:] }
  ) throws -> ResolveReport {
    _ = try recover()
    for _ in 0..<Self.attempts {
      let snapshot = try snapshot(confirm: confirm)
      let branch = try writableBranch()
      // There is a copy in the folder, so that the snapshot has a commit.
      guard let head = branch.commit, let first = decisions.first else {
        return ResolveReport(snapshot: snapshot, update: UpdateReport())
      }
      let old = try repository.commit(head).tree
      let (files, newFiles) = try files(of: decisions, in: old)
      var tree = try repository.tree(old, replacing: files)
      if !newFiles.isEmpty {
        tree = try repository.tree(tree, replacing: following(tree, snapshot, newFiles))
      }
      let message = SnapshotMessage.text(
        try repository.fileChanges(from: old, to: tree),
        subject: Self.subject(first.conflict.path, count: decisions.count), device: device)
      let commit = try repository.commitSnapshot(tree: tree, parents: [head], message: message)
      do {
        let update = try update(
          to: commit, from: head, on: branch.name, kind: .resolve, refused: snapshot.inTheWay)
        return ResolveReport(snapshot: snapshot, update: update, newFiles: newFiles)
      } catch is ReferenceMoved {
        continue
      }
    }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// The files to change, if notes and copies are still as they were at the decision.
  private func files(
    of decisions: [ConflictDecision], in tree: ObjectID
  ) throws -> (files: [TreePath: FileVersion?], newFiles: [TreePath: TreePath]) {
    var files: [TreePath: FileVersion?] = [:]
    var newFiles: [TreePath: TreePath] = [:]
    for decision in decisions {
      let conflict = decision.conflict
      // Of two copies of one note the second is decided about when the first is done.
      if files[conflict.path] != nil { throw ConflictChanged(conflict.path) }
      let found = try repository.version(at: conflict.path, in: tree)
      // A folder in the note's place stays, and the copy is just a file with another name.
      let isFolder = found?.mode == .folder
      let note = isFolder ? nil : found
      let copy = try repository.version(at: conflict.copy.path, in: tree)
      let expected = [
        (conflict.path, note, conflict.noteVersion?.text),
        (conflict.copy.path, copy, conflict.copyVersion.text),
      ]
      for (path, version, text) in expected {
        guard try version?.id == text.map({ try repository.write(blob: $0) }),
          version.map({ $0.mode.isFile || $0.mode == .link }) ?? true
        else { throw ConflictChanged(path) }
      }
      files[conflict.copy.path] = .some(nil)
      let text: [UInt8]
      switch decision.outcome {
      case .deleted: continue
      case .text(let bytes): text = bytes
      case .bothFiles:
        // So that a second copy of the note is decided about when this one is done.
        if !isFolder { files[conflict.path] = note }
        let path = try freePath(for: conflict.path, in: tree, besides: files)
        files[path] = copy
        newFiles[conflict.copy.path] = path
        continue
      }
      // A copy may be text typed between the markers of a conflicted `git pull`.
      if GitMarkers.areLeft(in: text, beside: [conflict.noteVersion?.text ?? []]) {
        throw ResolutionRefusal.markersLeft
      }
      let path =
        isFolder ? try freePath(for: conflict.path, in: tree, besides: files) : conflict.path
      if isFolder { newFiles[conflict.copy.path] = path }
      let id = try repository.write(blob: text)
      let versions = [note, copy].compactMap(\.self)
      // The address of a link is no text of a file, and the other way about.
      files[path] =
        versions.first { $0.id == id && $0.mode == .link }
        ?? FileVersion(mode: versions.first(where: \.mode.isFile)?.mode ?? .file, id: id)
    }
    return (files, newFiles)
  }

  /// A free name for a second file: `pic (2).png`; also free on file systems that fold case.
  private func freePath(
    for path: TreePath, in tree: ObjectID, besides files: [TreePath: FileVersion?]
  ) throws -> TreePath {
    var taken = Set(files.keys.map { PortableKey($0.bytes) })
    try repository.forEachFile(in: tree) { path, _ in taken.insert(PortableKey(path.bytes)) }
    var number = 2
    while true {
      let candidate = path.folder.appending(ConflictName.numbered(path.name, number))
      // Ignored files are in no tree and may be in the way all the same.
      if !taken.contains(PortableKey(candidate.bytes)), try workTree.kind(of: candidate) == .nothing
      {
        return candidate
      }
      number += 1
    }
  }

  private static func subject(_ path: TreePath, count: Int) -> String {
    "Resolve " + SnapshotMessage.title(of: path) + (count > 1 ? " and \(count - 1) more" : "")
  }
}
