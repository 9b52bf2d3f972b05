import Merge
import Objects

/// What is to become of a conflict.
package struct ConflictDecision: Sendable {
  package let conflict: Conflict
  /// The note's new bytes; nothing where the note is gone and stays so.
  package let text: [UInt8]?

  package init(_ conflict: Conflict, text: [UInt8]?) {
    self.conflict = conflict
    self.text = text
  }
}

/// A note or a copy that is not as it was when a person decided between them; nothing was written.
package struct ConflictChanged: Error, Equatable, Sendable {
  package let path: TreePath

  package init(_ path: TreePath) { self.path = path }
}

/// What a resolution did.
package struct ResolveReport: Equatable, Sendable {
  /// What stood in the folder and was not committed.
  package let snapshot: SnapshotReport
  package let update: UpdateReport
}

extension SyncSession {
  /// Writes notes as decided and removes their copies, as one commit on top of a snapshot of both versions.
  ///
  /// What a person writes into a note or a copy meanwhile is kept: a copy that was edited stays, and the conflict with
  /// it.
  /// - Throws: `ConflictChanged`, `ResolutionRefusal.markersLeft`, `SyncRefusal`, and what a snapshot throws.
  package func resolve(
    _ decisions: [ConflictDecision], confirm: (Deletions) throws -> Bool = { _ in false }
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
      let tree = try repository.tree(old, replacing: files(of: decisions, in: old))
      let message = SnapshotMessage.text(
        try repository.fileChanges(from: old, to: tree),
        subject: Self.subject(first.conflict.path, count: decisions.count), device: device)
      let commit = try repository.commitSnapshot(tree: tree, parents: [head], message: message)
      do {
        let update = try update(
          to: commit, from: head, on: branch.name, kind: .resolve, refused: snapshot.refused)
        return ResolveReport(snapshot: snapshot, update: update)
      } catch is ReferenceMoved {
        continue
      }
    }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// The files that change, if notes and copies stand as they were decided about.
  private func files(
    of decisions: [ConflictDecision], in tree: ObjectID
  ) throws -> [TreePath: FileVersion?] {
    var files: [TreePath: FileVersion?] = [:]
    for decision in decisions {
      let conflict = decision.conflict
      // Of two copies of one note the second is decided about when the first is done.
      if files[conflict.path] != nil { throw ConflictChanged(conflict.path) }
      let note = try repository.version(at: conflict.path, in: tree)
      let copy = try repository.version(at: conflict.copy.path, in: tree)
      let expected = [
        (conflict.path, note, conflict.noteVersion?.text),
        (conflict.copy.path, copy, conflict.copyVersion.text),
      ]
      for (path, version, text) in expected {
        guard try version?.id == text.map({ try repository.write(blob: $0) }),
          version.map(\.mode.isFile) ?? true
        else { throw ConflictChanged(path) }
      }
      files[conflict.copy.path] = .some(nil)
      guard let text = decision.text else { continue }
      // A copy may be what was typed between the markers of a conflicted `git pull`.
      if GitMarkers.areLeft(in: text, beside: [conflict.noteVersion?.text ?? []]) {
        throw ResolutionRefusal.markersLeft
      }
      files[conflict.path] = FileVersion(
        mode: note?.mode ?? copy?.mode ?? .file, id: try repository.write(blob: text))
    }
    return files
  }

  private static func subject(_ path: TreePath, count: Int) -> String {
    "Resolve " + SnapshotMessage.title(of: path) + (count > 1 ? " and \(count - 1) more" : "")
  }
}
