/// The branch or commit of a repository's work tree.
package enum Head: Equatable, Sendable {
  /// On a branch (`refs/heads/main`); the commit is nil if it has none yet.
  case branch(String, ObjectID?)
  case detached(ObjectID)

  /// The commit, or nil if there is none yet.
  package var commit: ObjectID? {
    switch self {
    case .branch(_, let commit): commit
    case .detached(let commit): commit
    }
  }
}

/// A ref that has moved since it was seen.
package struct ReferenceMoved: Error, Equatable, Sendable {
  package let name: String

  package init(name: String) { self.name = name }
}

/// The states in which `zib` does not write to a repository; each has one next command.
package enum Obstacle: Hashable, Sendable {
  case mergeInProgress, rebaseInProgress, cherryPickInProgress, revertInProgress, bisectInProgress
  case mailboxInProgress
  /// Entries of the staging index that a merge left unresolved, without a merge in progress.
  case unmergedPaths([TreePath])
  /// Another git holds the staging index, or died holding it.
  case indexLocked
  case bareRepository
  /// A format that is not read here (a split staging index, …): a sentence with its name and, if there is one, the
  /// command that makes another of it.
  case unsupported(String)
}
