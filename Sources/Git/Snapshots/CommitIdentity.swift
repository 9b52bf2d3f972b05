import History
import OperatingSystem

/// The person's name and address in git, as author or as committer.
struct CommitIdentity {
  let name: String
  let email: String

  /// The two roles of a person in a commit.
  enum Role: String { case author, committer }

  /// Reads git's variables, then its settings for the role, then those for both.
  ///
  /// Git would make up an address of the names of user and machine where it finds none; that is not done here.
  /// - Parameter environment: with `GIT_AUTHOR_NAME` and its like.
  /// - Throws: `NoIdentity`.
  init(_ role: Role, _ repository: Repository, environment: [String: String]) throws {
    let prefix = "GIT_\(role.rawValue.uppercased())_"
    func find(_ part: String) throws -> String {
      let found =
        try environment[prefix + part.uppercased()] ?? repository.setting(
          "\(role.rawValue).\(part)")
        ?? repository.setting("user.\(part)") ?? (part == "email" ? environment["EMAIL"] : nil)
      return Self.clean(found ?? "")
    }
    name = try find("name")
    email = try find("email")
    let missing = (name.isEmpty ? ["user.name"] : []) + (email.isEmpty ? ["user.email"] : [])
    if !missing.isEmpty { throw NoIdentity(settings: missing) }
  }

  /// Git's variables for it.
  func variables(_ role: Role) -> [String: String] {
    let prefix = "GIT_\(role.rawValue.uppercased())_"
    return [prefix + "NAME": name, prefix + "EMAIL": email]
  }

  /// Now, in this machine's time zone.
  func signature() -> Signature {
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    return unsafe signature(at: Int64(seconds), offset: Int(parts.tm_gmtoff) / 60)
  }

  /// At some other time.
  ///
  /// - Parameters:
  ///   - seconds: since 1970 in UTC.
  ///   - offset: minutes east of UTC.
  func signature(at seconds: Int64, offset: Int) -> Signature {
    Signature(name: name, email: email, seconds: seconds, offset: offset)
  }

  /// Cleans a name as git's `ident.c` does: removes characters that would break the line, and
  /// punctuation at both ends.
  static func clean(_ text: String) -> String {
    let crud = Set(".,:;<>\"\\'".utf8)
    let bytes = text.utf8.filter { $0 != 0x0A && $0 != 0x3C && $0 != 0x3E }
    let isCrud = { (byte: UInt8) in byte <= 0x20 || crud.contains(byte) }
    guard let first = bytes.firstIndex(where: { !isCrud($0) }),
      let last = bytes.lastIndex(where: { !isCrud($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
