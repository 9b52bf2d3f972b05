import History
import Layout

extension SyncSession {
  /// The commits that are looked at, and the files in them.
  private static let (manyCommits, manyFiles) = (100, 1_000)

  /// The files that a snapshot would have held back and that commits of plain git have, sorted by path.
  ///
  /// Only commits that the remote does not have count. A snapshot has the trailer `Device:`, and takes what the person
  /// included. Of very many commits and files the newest are looked at.
  /// - Parameter tip: the remote's commit; nil for none.
  func takenByGit(from tip: ObjectID?, to head: ObjectID) throws -> [HeldBack] {
    var open = NewestFirst<Commit>()
    var seen: Set<ObjectID> = []
    var found: [TreePath: HeldBack] = [:]
    var files = Self.manyFiles
    func add(_ id: ObjectID) throws {
      guard seen.count < Self.manyCommits, seen.insert(id).inserted else { return }
      do {
        if let tip, try repository.isAncestor(id, of: tip) { return }
        let commit = try repository.commit(id)
        open.push(id, seconds: commit.committer.seconds, commit)
      } catch is MissingObject {}  // A shallow clone ends here.
    }
    try add(head)
    while files > 0, let (_, commit) = open.pop() {
      for parent in commit.parents { try add(parent) }
      // A merge has what its parents have.
      if commit.parents.count > 1 || SnapshotMessage.isOurs(commit) { continue }
      for file in try takenByGit(commit, &files) where found[file.path] == nil {
        found[file.path] = file
      }
    }
    let tree = try tree(of: head)
    return try found.values.filter { try $0.canBeIncluded || isGone($0, in: tree) }
      .sorted { $0.path < $1.path }
  }

  /// The files that one commit takes and a snapshot would have held back.
  private func takenByGit(_ commit: Commit, _ files: inout Int) throws -> [HeldBack] {
    let old = try commit.parents.first.flatMap { try tree(of: $0) }
    var found: [HeldBack] = []
    let changes = try repository.fileChanges(from: old, to: commit.tree)
    if let old, try isFolder(ownFolder, in: old), try !isFolder(ownFolder, in: commit.tree) {
      found.append(HeldBack(ownFolder, .missingSettings))
    }
    for change in changes where isInScope(change.path) && !holding.includes(change.path) {
      files -= 1
      if files < 0 { break }
      let path = change.path
      let before = try old.flatMap { try repository.version(at: path, in: $0) }
      guard let after = try repository.version(at: path, in: commit.tree) else {
        if OwnFiles.isReviewLog(path.bytes), found.first?.reason != .missingSettings {
          found.append(HeldBack(path, .missingReviews))
        }
        continue
      }
      // A file that only got another name is in the history.
      if case .moved = change.kind { continue }
      guard after.mode.isFile else { continue }
      let size = try repository.size(ofBlob: after.id)
      if let limit = holding.largestFile, size > limit {
        if before == nil { found.append(HeldBack(path, .tooLarge(size: size, limit: limit))) }
        continue
      }
      if size > workTree.sizeLimit { continue }
      let bytes = try repository.blob(after.id)
      guard let before, before.mode.isFile else {
        if let reason = holding.reason(toHold: path, bytes, mode: after.mode) {
          found.append(HeldBack(path, reason))
        }
        continue
      }
      if OwnFiles.isReviewLog(path.bytes) {
        if try !ReviewLogText.linesLost(from: repository.blob(before.id), in: bytes).isEmpty {
          found.append(HeldBack(path, .shortenedReviews))
        }
      } else if let secret = try holding.secret(
        inEditOf: path, bytes, mode: after.mode, since: { [try repository.blob(before.id)] })
      {
        found.append(HeldBack(path, .secretEdit(secret)))
      }
    }
    return found
  }

  /// True if what a commit took away is not back in a later one.
  private func isGone(_ file: HeldBack, in tree: ObjectID?) throws -> Bool {
    guard let tree else { return true }
    if file.reason == .shortenedReviews { return true }
    return try repository.version(at: file.path, in: tree) == nil
  }

  private func isFolder(_ path: TreePath, in tree: ObjectID) throws -> Bool {
    try repository.version(at: path, in: tree)?.mode == .folder
  }
}
