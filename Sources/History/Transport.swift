/// Moves commits between the repository and a remote.
package protocol Transport: AnyObject {
  /// Brings the remote's branches, and moves the refs that track them (`refs/remotes/origin/main`).
  ///
  /// A branch that is gone from the remote loses its tracking ref.
  /// - Throws: `TransportError`.
  func fetch(_ remote: String) throws
  /// Moves the remote's branch (`refs/heads/main`) from its last known commit (nil if the branch is
  /// new) to a descendant; never by force. The tracking ref follows.
  ///
  /// - Throws: `TransportError`; `.raced` if the branch has moved in between.
  func push(_ commit: ObjectID, to branch: String, of remote: String) throws
  /// Moves the remote's branch to a descendant of `expected` if it is there now, without a fetch before.
  ///
  /// The tracking ref follows.
  /// - Returns: false if it cannot be tried, and a fetch has to come first.
  /// - Throws: `TransportError`; `.raced` if the branch is elsewhere or gone.
  func push(
    _ commit: ObjectID, to branch: String, of remote: String, from expected: ObjectID
  ) throws -> Bool
}

extension Transport {
  package func push(
    _ commit: ObjectID, to branch: String, of remote: String, from expected: ObjectID
  ) throws -> Bool { false }
}

/// The reasons why a fetch or a push failed.
package enum TransportError: Error, Equatable, Sendable {
  /// The branch has moved since it was fetched.
  case raced
  /// The remote refused, because of a hook, a protected branch or a quota; with its message.
  case rejected(String)
  /// A hook of this repository refused; with its message.
  case refusedByHook(String)
  /// The remote is a repository with files of its own, into whose branch git does not push.
  case checkedOut
  /// It could not be reached; with git's message.
  case offline(String)
  /// There is no repository at its address; with git's message.
  case notFound(String)
  /// The server failed; with git's message.
  case serverFailed(String)
  /// The answer did not come from a git server, but from the login page of a network, say; with
  /// git's message.
  case notGit(String)
  case authentication(String)
  /// A disk is full, here or at the remote; with git's message.
  case diskFull(String)
  /// It was there and did not answer in time, in seconds.
  case timedOut(seconds: Int)
  case noSuchRemote(String)
  /// Anything else that git said.
  case failed(String)
}
