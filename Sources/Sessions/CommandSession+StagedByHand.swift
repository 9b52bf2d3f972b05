import History
import Sync
import Terminals

/// Tells what becomes of what was staged with `git add`.
extension CommandSession {
  /// Names the files that were staged by hand and would have been held back, and those that the folder has otherwise.
  func tellStaged(_ snapshot: SnapshotReport, in scope: TreePath) {
    let isTaken = snapshot.commit != nil || snapshot.stagedCommit != nil
    tell(staged: snapshot.staged, isTaken: isTaken, in: scope)
    tell(stagedFirst: snapshot.stagedFirst, in: snapshot.stagedCommit, in: scope)
    tell(stagedLeftOut: snapshot.stagedLeftOut, keptIn: snapshot.stagedKept, in: scope)
  }

  /// Names what was staged by hand and would have been held back.
  ///
  /// - Parameter isTaken: true if it is committed now.
  private func tell(staged files: [HeldBack], isTaken: Bool, in scope: TreePath) {
    if files.isEmpty { return }
    messages.omission(
      "staged with `git add`, and so not held back:" + list(files, in: scope))
    guard let file = files.first(where: \.reason.isSecret) else { return }
    if isTaken {
      messages.note("`zib help recovery` tells what to do about a secret that was taken")
    } else {
      let command = file.isEdit ? "git restore --staged" : "git rm --cached"
      messages.note(
        "`\(command) -- \(typed(file.path, in: scope))` takes it out again; the file stays")
    }
  }

  /// Names the files of which a staged version that the folder does not have is in the history, or will be.
  ///
  /// - Parameter commit: the commit of these versions; nil for what is planned.
  private func tell(stagedFirst files: [StagedFile], in commit: ObjectID?, in scope: TreePath) {
    let state = commit == nil ? "is committed first, and sent" : "is in the history"
    for (isDeleted, change) in [(true, "deleted"), (false, "changed")] {
      let files = files.filter { $0.isDeleted == isDeleted }
      guard let file = files.first else { continue }
      let text =
        "in git's staging index and \(change) since; what was staged \(state):"
        + list(files) { shown($0.path, in: scope) }
      if isDeleted { messages.omission(text) } else { messages.note(text) }
      if let commit {
        if isDeleted { messages.note("`git show \(commit.hex.prefix(8))` shows what was staged") }
      } else {
        let command = file.isNew ? "git rm --cached" : "git restore --staged"
        messages.note("`\(command) -- \(typed(file.path, in: scope))` keeps it out")
      }
    }
  }

  /// Names the files of which a staged version has a secret that was taken out of the folder again.
  ///
  /// - Parameter commit: the commit that keeps these versions here; nil for what is planned.
  private func tell(
    stagedLeftOut files: [HeldBack], keptIn commit: ObjectID?, in scope: TreePath
  ) {
    if files.isEmpty { return }
    messages.omission(
      "staged with `git add` and out of the folder again, so "
        + (commit == nil ? "the next commit leaves it out:" : "neither committed nor sent:")
        + list(files, in: scope))
    messages.note(
      commit.map {
        "`git show \($0.hex.prefix(8))` shows what was staged; it is kept on this device alone"
      } ?? "`git diff --cached` shows what is staged; plain `git commit` takes it all the same")
  }
}
