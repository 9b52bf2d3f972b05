import Objects

/// How commits come from a remote and go to it.
package protocol Transport: AnyObject {
  /// Brings the remote's branches, and moves the refs that track them (`refs/remotes/origin/main`).
  ///
  /// A branch that is gone from the remote loses its tracking ref.
  /// - Throws: `TransportError`.
  func fetch(_ remote: String) throws
  /// Moves the remote's branch (`refs/heads/main`) from the commit it was last seen at (nothing: it is new) to one
  /// that descends from it; never by force. The tracking ref follows.
  ///
  /// - Throws: `TransportError`; `.raced` where the branch has moved meanwhile.
  func push(_ commit: ObjectID, to branch: String, of remote: String) throws
}

/// Why nothing came or went.
package enum TransportError: Error, Equatable, Sendable {
  /// The branch has moved since it was fetched.
  case raced
  /// The remote refused: a hook, a protected branch, a quota; with what it said.
  case rejected(String)
  /// It could not be reached; with what git said.
  case offline(String)
  /// There is no repository at its address; with what git said.
  case notFound(String)
  /// The server failed; with what git said.
  case serverFailed(String)
  /// Something answered that is no git server, as the login page of a network does; with what git said.
  case notGit(String)
  case authentication(String)
  /// A disk is full, here or at the remote; with what git said.
  case diskFull(String)
  /// It was there and did not answer in time, in seconds.
  case timedOut(seconds: Int)
  case noSuchRemote(String)
  /// Anything else that git said.
  case failed(String)
}
