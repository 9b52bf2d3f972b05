/// The author or committer of a commit, and the time.
package struct Signature: Hashable, Sendable {
  package let name: String
  package let email: String
  /// Seconds since 1970 in UTC.
  package let seconds: Int64
  /// Minutes east of UTC where it was done.
  package let offset: Int

  package init(name: String, email: String, seconds: Int64, offset: Int) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offset = offset
  }

  /// Zibaldone's own, for commits that no person's settings may change or stop.
  package static func zibaldone(seconds: Int64, offset: Int) -> Signature {
    Signature(name: "Zibaldone", email: ownEmail, seconds: seconds, offset: offset)
  }

  /// True for Zibaldone's own.
  package var isZibaldone: Bool { email == Self.ownEmail }

  private static let ownEmail = "zibaldone@localhost"
}

/// A commit, as far as it is read and written here; signatures and other headers are not kept.
package struct Commit: Hashable, Sendable {
  package let tree: ObjectID
  package let parents: [ObjectID]
  package let author: Signature
  package let committer: Signature
  package let message: String

  package init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.message = message
  }
}

/// A time on a device's clock.
package struct CommitTime: Equatable, Sendable {
  /// Since 1970 in UTC.
  package let seconds: Int64
  /// Minutes east of UTC.
  package let offset: Int

  package init(seconds: Int64, offset: Int) {
    self.seconds = seconds
    self.offset = offset
  }
}
