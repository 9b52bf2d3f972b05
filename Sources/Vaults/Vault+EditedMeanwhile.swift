import Files
import Git
import History
import Layout
import Merge
import PastNotes
import Steps
import Sync

/// A note that a sync or another command of the history changed while it was open in an editor, which saved its own text over it.
package enum EditedMeanwhile: Equatable, Sendable {
  /// Both changes are in the note.
  case merged(NotePath)
  /// The changes overlap: the text that came is beside the note, for a person to resolve.
  case beside(NotePath, copy: NotePath)
}

extension Vault {
  /// The commits in which the operations on record ended; nil where the vault has no history.
  package func endsOfOperations() -> Set<ObjectID>? {
    guard isVault, RepositoryPlace.holding(root) != nil,
      let operations = try? history().session(in: .system).operations()
    else { return nil }
    return Set(operations.map(\.after))
  }

  /// Brings back what operations changed in notes while an editor had them open, where the editor saved over it.
  ///
  /// The texts before and after each operation, and the note as it is, are merged as two devices' are. An editor that has
  /// read the file again has the change already, and nothing is written.
  /// - Parameter ends: ``endsOfOperations()`` before the editor was opened.
  /// - Throws: errors of the history and of files.
  package func mergeEdited(
    _ paths: [NotePath], besidesOperationsTo ends: Set<ObjectID>
  ) throws -> [EditedMeanwhile] {
    let history = try history()
    let operations = try history.session(in: .system).operations().filter {
      !ends.contains($0.after)
    }
    var outcomes: [EditedMeanwhile] = []
    for path in paths {
      for operation in operations {
        func text(_ commit: ObjectID) throws -> [UInt8]? {
          let tree = try history.repository.commit(commit).tree
          return try history.repository.version(at: history.treePath(path), in: tree).flatMap {
            $0.mode.isFile ? try history.repository.blob($0.id) : nil
          }
        }
        guard let old = try text(operation.before), let new = try text(operation.after),
          old != new, FileStatus.at(root.appending(path)) != nil
        else { continue }
        if let outcome = try merge(old, new, into: path) { outcomes.append(outcome) }
      }
    }
    return outcomes
  }

  private func merge(
    _ old: [UInt8], _ new: [UInt8], into path: NotePath
  ) throws -> EditedMeanwhile? {
    let saved = try folder.read(path).bytes
    switch NoteMerge().merge(NoteVersions(base: old, left: saved, right: new)) {
    case .merged(saved): return nil
    case .merged(let merged):
      let plan = EditPlan(for: [path], in: folder) { source, _ in
        source == saved ? merged : source
      }
      // Another program has written to it since it was read.
      if plan.isEmpty, plan.refusals.isEmpty { return try merge(old, new, into: path) }
      let outcome = try apply(plan)
      if let failure = plan.refusals.first ?? outcome.failure { throw failure.reason }
      return .merged(path)
    case .overlapping:
      let id = try Git.Repository.id(ofBlob: new)
      let name = try ConflictName.name(
        for: path.name, digits: Array(id.hex.utf8), infix: ConflictName.infix
      ) { name in
        guard let place = sibling(of: path, named: name) else { return true }
        guard FileStatus.at(root.appending(place)) != nil else { return false }
        return try folder.read(place).bytes != new
      }
      guard let copy = sibling(of: path, named: name) else { return nil }
      if FileStatus.at(root.appending(copy)) == nil {
        let lock = try writeLock()
        try recordedReplacement.create(copy, with: new)
        _ = consume lock
      }
      return .beside(path, copy: copy)
    }
  }

  private func sibling(of path: NotePath, named name: [UInt8]) -> NotePath? {
    path.folder?.appending(name) ?? NotePath(bytes: name)
  }
}
