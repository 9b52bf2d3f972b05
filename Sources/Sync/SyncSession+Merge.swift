import History
import Merge

extension SyncSession {
  /// Merges a commit into the branch that is checked out, and updates the folder.
  ///
  /// The folder must have been snapshotted just before.
  /// - Throws: `SyncRefusal`; `ReferenceMoved` if the branch moved in between and nothing was done.
  package func merge(
    _ commit: ObjectID, kind: OperationKind = .sync, refused: [FileRefused] = []
  ) throws -> (update: UpdateReport, report: MergeReport) {
    let branch = try writableBranch()
    guard let head = branch.commit else {
      return (
        try update(to: commit, from: nil, on: branch.name, kind: kind, refused: refused),
        MergeReport()
      )
    }
    let merge = try merged(head, commit)
    if merge.commit == head { return (UpdateReport(), merge.report) }
    let update = try update(
      to: merge.commit, from: head, on: branch.name, kind: kind, refused: refused)
    return (update, merge.report)
  }

  /// A commit with all of two commits: one of them if it has the other, else a merge of both.
  ///
  /// No ref is moved, and until a flush a loss of power may lose the commit.
  /// - Parameter everywhere: true to merge files outside of the vault as those in it.
  /// - Throws: `SyncRefusal`.
  func merged(
    _ left: ObjectID, _ right: ObjectID, everywhere: Bool = false
  ) throws -> (commit: ObjectID, report: MergeReport) {
    do {
      if try repository.isAncestor(right, of: left) { return (left, MergeReport()) }
      if try repository.isAncestor(left, of: right) { return (right, MergeReport()) }
      let bases = try repository.mergeBases(left, right)
      let result = try mergingTrees(repository, everywhere ? .root : scope, left, right, bases)
      let commit = try MergeCommit.commit(
        tree: result.tree, parents: (left, right), store: repository)
      return (try repository.write(commit: commit), result.report)
    } catch let missing as MissingObject {
      throw SyncRefusal.historyMissing(missing.id)
    }
  }

  /// Commits edits on top of the commits that their authors saw, and merges them into a commit.
  ///
  /// Several versions of one path go into several commits, the first of each into the first.
  func merged(
    _ edits: [UpdateJournal.Edit], into commit: ObjectID
  ) throws -> (commit: ObjectID, report: MergeReport) {
    var layers: [(base: ObjectID?, files: [TreePath: FileVersion?])] = []
    for edit in edits {
      let free = layers.firstIndex { layer in
        layer.base == edit.base
          && !layer.files.keys.contains {
            $0 == edit.path || $0.isInside(edit.path) || edit.path.isInside($0)
          }
      }
      if let free {
        layers[free].files[edit.path] = edit.version
      } else {
        layers.append((edit.base, [edit.path: edit.version]))
      }
    }
    var (commit, report) = (commit, MergeReport())
    for layer in layers {
      let base = try tree(of: layer.base)
      let tree = try repository.tree(base, replacing: layer.files)
      let edit = try self.commit(edit: tree, to: base, of: layer.base)
      // Outside of the vault edits are found only where a person wrote at the very moment of the update.
      let merge = try merged(commit, edit, everywhere: !layer.files.keys.allSatisfy(isInScope))
      commit = merge.commit
      report.decisions += merge.report.decisions
    }
    report.decisions.sort { $0.path < $1.path }
    return (commit, report)
  }

  /// Commits as a snapshot, or without the person's hooks, signature and name if these fail,
  /// because no other copy of the bytes exists.
  private func commit(
    edit tree: ObjectID, to base: ObjectID?, of origin: ObjectID?
  ) throws -> ObjectID {
    let changes = try repository.fileChanges(from: base, to: tree)
    let message = SnapshotMessage.text(changes, device: device)
    let parents = origin.map { [$0] } ?? []
    do {
      return try repository.commitSnapshot(tree: tree, parents: parents, message: message)
    } catch {
      // Not the errors of hooks and signatures alone: git's words for a signature are many, and where the cause is
      // another, such as a full disk, the commit below fails by it too and tells it.
      let time = now()
      let who = Signature.zibaldone(seconds: time.seconds, offset: time.offset)
      return try repository.write(
        commit: Commit(
          tree: tree, parents: parents, author: who, committer: who, message: message))
    }
  }
}
