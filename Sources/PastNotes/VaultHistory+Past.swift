import Git
import History

/// The reason why a past version cannot be looked at.
package enum PastError: Error, Equatable, Sendable {
  /// The repository has no commit yet.
  case noCommit
  /// The name is neither a revision of git nor a date.
  case unknownRevision(String)
  /// The history begins later than the time that was named.
  case beforeHistory(String)
  /// There is no place to keep the notes of a past version.
  case noCache
}

extension VaultHistory {
  /// The tree of the vault's folder in a commit, or nil if the commit lacks the folder.
  package func tree(of commit: ObjectID) throws -> ObjectID? {
    let version = try repository.version(at: scope, in: repository.commit(commit).tree)
    return version.flatMap { $0.mode == .folder ? $0.id : nil }
  }
}
