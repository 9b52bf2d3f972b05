import CGit2
import History

extension Repository: SyncRepository {
  /// The commits that any ref leads to, each once, sorted.
  package func tips() throws -> [ObjectID] { try Set(references("refs/").map(\.commit)).sorted() }

  /// The reason why this repository must not be written to, or nil if there is none.
  package func obstacle() throws -> Obstacle? {
    guard workTree != nil else { return .bareRepository }
    switch unsafe git_repository_state_t(
      rawValue: numericCast(git_repository_state(handle.pointer)))
    {
    case GIT_REPOSITORY_STATE_MERGE: return .mergeInProgress
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: return .revertInProgress
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE:
      return .cherryPickInProgress
    case GIT_REPOSITORY_STATE_BISECT: return .bisectInProgress
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
      GIT_REPOSITORY_STATE_REBASE_MERGE:
      return .rebaseInProgress
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: return .mailboxInProgress
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE: return .rebaseInProgress
    default: break
    }
    do {
      let unmerged = try unmergedPaths()
      if !unmerged.isEmpty { return .unmergedPaths(unmerged) }
    } catch let error as GitError where error.kind == .unsupported {
      return .unsupported(error.detail)
    }
    if try GitLock.isHeld(gitFile("index"), in: gitFolder) { return .indexLocked }
    // Without an index each file of the commit would read as deleted by hand, even those that were
    // never written.
    if try DiskFile.status(gitFile("index")) == nil, try head().commit != nil {
      return .unsupported(
        "its staging index is missing, as after a `git clone` that was stopped; `git read-tree HEAD && "
          + "git checkout-index --all --quiet` writes the files that are missing")
    }
    return nil
  }
}
