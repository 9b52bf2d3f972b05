import CGit2
import History
import OperatingSystem

/// The reason why something could not be done with a repository.
package struct GitError: ObjectDamage, Equatable, Sendable {
  /// The causes that a caller can act on.
  package enum Kind: Equatable, Sendable {
    case notFound, exists, locked, notFastForward, ambiguous
    /// The store is damaged; `git fsck` reports the extent.
    case corrupt
    /// A tree has a name that is never written: `.git` in any spelling, `..`, a name with a slash.
    case forbiddenName(String)
    /// A format that is not read here: SHA-256 ids, reftable, a split or sparse index.
    case unsupported
    /// The repository belongs to another user, and `safe.directory` does not have this folder.
    case notOwned(folder: [UInt8])
    /// libgit2 is not installed, or is another than zib was built for.
    case libraryMissing
    /// The system refused, with its `errno`.
    case system(Int32)
    /// libgit2's number.
    case other(Int32)
  }

  package let kind: Kind
  /// The operation that failed, in the infinitive: `read the commit 1a2b3c`.
  package let operation: String
  /// The message of libgit2 or git.
  package let detail: String
  /// libgit2's class of the error: the part of it that failed; `GIT_ERROR_NONE` for an error of ours.
  let origin: git_error_t

  /// True if a disk, or the person's quota, is full.
  package var tellsOfFullDisk: Bool {
    if case .system(ENOSPC) = kind { return true }
    if case .system(EDQUOT) = kind { return true }
    // libgit2 keeps no `errno`, and ends its message with the system's words.
    return [ENOSPC, EDQUOT].contains { detail.hasSuffix(systemWords(for: $0)) }
  }

  package var isDamage: Bool { kind == .corrupt }

  package var isHostile: Bool { if case .forbiddenName = kind { true } else { false } }

  package init(_ kind: Kind, operation: String, detail: String) {
    self.init(kind, operation: operation, detail: detail, origin: GIT_ERROR_NONE)
  }

  private init(_ kind: Kind, operation: String, detail: String, origin: git_error_t) {
    self.origin = origin
    self.kind = kind
    self.operation = operation
    self.detail = detail
  }

  /// The error of the libgit2 call that has just failed with `code`.
  init(code: Int32, operation: String) {
    let (detail, origin) = Self.last()
    let kind: Kind =
      switch git_error_code(code) {
      case GIT_ENOTFOUND: .notFound
      case GIT_EEXISTS: .exists
      case GIT_ELOCKED: .locked
      case GIT_ENONFASTFORWARD: .notFastForward
      case GIT_EAMBIGUOUS: .ambiguous
      case GIT_EMISMATCH: .corrupt
      default: .other(code)
      }
    self.init(kind, operation: operation, detail: detail, origin: origin)
  }

  /// True for an error without a code of its own in one part of libgit2.
  func isUnnamed(in part: git_error_t) -> Bool {
    kind == .other(GIT_ERROR.rawValue) && origin == part
  }

  /// The last message of libgit2 on this thread, and its class.
  static func last() -> (detail: String, kind: git_error_t) {
    var kind: Int32 = 0
    let message = unsafe zib_git_error_message(&kind)
    let detail = unsafe message.map { unsafe String(cString: $0) } ?? "no reason was given"
    return (detail, git_error_t(rawValue: git_error_t.RawValue(kind)))
  }

  /// Throws libgit2's message unless a call succeeded.
  static func check(_ code: Int32, _ operation: @autoclosure () -> String) throws(GitError) {
    if code < 0 { throw GitError(code: code, operation: operation()) }
  }
}
