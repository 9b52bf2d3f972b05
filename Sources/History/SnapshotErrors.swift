/// A hook of the person's that does not let a snapshot be committed.
package struct HookRefused: Error, Equatable, Sendable {
  /// `pre-commit`, `commit-msg`, …
  package let name: String
  /// The hook's output, of both its streams.
  package let output: String

  package init(name: String, output: String) {
    self.name = name
    self.output = output
  }
}

/// A hook that changed the files to be committed, as formatters do.
///
/// Only the state of the folder is committed: it is read again, with the hook's changes. A hook
/// that changes the staging index alone does so each time, and is reported.
package struct HookChangedTree: Error, Equatable, Sendable {
  /// `pre-commit`.
  package let name: String

  package init(name: String) { self.name = name }
}

/// Git does not know who commits: `git config --global user.name NAME` and `user.email ADDRESS` tell it.
package struct NoIdentity: Error, Equatable, Sendable {
  /// The settings that are missing: `user.name`, `user.email`.
  package let settings: [String]

  package init(settings: [String]) { self.settings = settings }
}
