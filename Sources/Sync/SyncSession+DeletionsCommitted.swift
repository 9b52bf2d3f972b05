import History
import Merge

extension SyncSession {
  /// The commit up to which a person has allowed on this device that the deletions of plain git are sent.
  static let deletionsAllowed = "refs/zib/deletions"

  /// Of many commits the newest are looked at.
  private static let manyCommits = 1_000

  /// The deletions that a push would take to a remote and that plain git committed, if they are many.
  ///
  /// A commit counts until some remote has it, or until a person allowed it here. A snapshot has asked already, and a
  /// merge has what its parents have.
  /// - Parameters:
  ///   - tips: the remote's commits, first the one that its branch has; none if it has no branch yet.
  ///   - target: the commit that would be pushed.
  package func deletionsCommitted(
    from tips: [ObjectID], to target: ObjectID
  ) throws -> Deletions? {
    guard let tip = tips.first, let old = try tree(of: tip) else { return nil }
    let gone = try readableChanges(from: old, to: tree(of: target)).deletedPaths.filter(isInScope)
    if try Deletions(from: .commits([]), gone, of: paths(in: old)) == nil { return nil }
    let (deleted, commits) = try deletedByGit(since: tips, in: target)
    let sent = gone.filter { deleted[$0] != nil }
    let theirs = Set(sent.compactMap { deleted[$0] })
    return try Deletions(
      from: .commits(commits.filter(theirs.contains)), sent, of: paths(in: old))
  }

  /// The files that commits of plain git deleted, by the names that they had before, each with its commit; and all
  /// commits that were looked at, the newest first.
  private func deletedByGit(
    since tips: [ObjectID], in target: ObjectID
  ) throws -> (files: [TreePath: ObjectID], commits: [ObjectID]) {
    let allowed = try repository.reference(Self.deletionsAllowed)
    let graph = CommitGraph(store: repository)
    let sent = try tips + tipsOfRemotes() + [allowed].compactMap(\.self)
    let open: [ObjectID]
    do {
      open = try graph.commits(since: sent, from: [target])
    } catch is MissingObject {
      return ([:], [])  // A shallow clone ends before the remote's commit.
    }
    let commits = Array(open.prefix(Self.manyCommits))
    var deleted: [TreePath: ObjectID] = [:]
    for id in commits {
      let commit = try repository.commit(id)
      if commit.parents.count > 1 || SnapshotMessage.isOurs(commit) { continue }
      let old = try commit.parents.first.flatMap { try tree(of: $0) }
      for change in try readableChanges(from: old, to: commit.tree) {
        switch change.kind {
        case .deleted: deleted[change.path] = deleted[change.path] ?? id
        case .moved(let former): deleted[former] = deleted[former] ?? deleted[change.path]
        case .added, .edited: break
        }
      }
    }
    return (deleted, commits)
  }

  /// The changes between two trees; none where one of them cannot be read.
  private func readableChanges(from old: ObjectID?, to new: ObjectID?) throws -> [FileChange] {
    do {
      return try repository.fileChanges(from: old, to: new)
    } catch let error as any ObjectDamage where error.isDamage || error.isHostile {
      return []
    } catch is MissingObject {
      return []
    }
  }

  /// The commits of all branches of remotes, as they were last seen; none where one of them cannot be read.
  private func tipsOfRemotes() throws -> [ObjectID] {
    do {
      return try repository.references("refs/remotes/").map(\.commit)
    } catch let error as any ObjectDamage where error.isDamage {
      return []
    } catch is MissingObject {
      return []
    }
  }

  /// Asks if many files that plain git deleted would be deleted on a remote; once, whatever becomes of the push.
  ///
  /// - Parameters:
  ///   - target: the commit that would be pushed.
  ///   - head: the branch's commit.
  func confirmCommitted(
    from tips: [ObjectID], to target: ObjectID, at head: ObjectID?, _ options: SyncOptions
  ) throws {
    guard let many = try deletionsCommitted(from: tips, to: target) else { return }
    guard try options.confirm(many) else { throw SyncRefusal.deletionsNotConfirmed(many) }
    guard let head else { return }
    let name = Self.deletionsAllowed
    let former = try repository.reference(name)
    if former == head { return }
    try repository.setReference(
      name, from: former, to: head, because: "zib: deletions allowed")
  }
}
