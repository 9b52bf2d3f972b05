import History
import OperatingSystem

/// A name and an address for commits, from the person's account on this machine.
package struct AccountIdentity: Equatable, Sendable {
  /// The full name of the account, else its login.
  package var name: String
  /// `login@host`.
  package var email: String

  package init(name: String, email: String) {
    self.name = name
    self.email = email
  }

  /// The account that runs this process on a host; nil if the system has no entry for it.
  static func ofThisProcess(host: String) -> AccountIdentity? {
    var record = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let code = unsafe getpwuid_r(geteuid(), &record, &buffer, buffer.count, &found)
    guard code == 0, unsafe found != nil,
      let login = unsafe record.pw_name.map({ unsafe String(cString: $0) }),
      !login.isEmpty
    else { return nil }
    let gecos = unsafe record.pw_gecos.map { unsafe String(cString: $0) } ?? ""
    return AccountIdentity(
      name: name(login: login, gecos: gecos), email: "\(login)@\(host)")
  }

  /// The name of an account.
  ///
  /// - Parameter gecos: the full name and, after commas, rooms and telephones; `&` is the login with a capital.
  static func name(login: String, gecos: String) -> String {
    let full = gecos.prefix { $0 != "," }
    let name = CommitIdentity.clean(
      String(full).replacing("&", with: login.prefix(1).uppercased() + login.dropFirst()))
    return name.isEmpty ? login : name
  }
}

extension Repository {
  /// The identity that commits would have if the account's name and host supplied the missing
  /// parts.
  ///
  /// - Returns: nil if git knows the committer, if `user.useConfigOnly` forbids guesses, or if the
  ///   account has no name.
  package func offeredIdentity(host: String) throws -> AccountIdentity? {
    let environment = program?.environment ?? ProcessEnvironment.current
    var missing: Set<String> = []
    for role in [CommitIdentity.Role.author, .committer] {
      do {
        _ = try CommitIdentity(role, self, environment: environment)
      } catch let error as NoIdentity {
        missing.formUnion(error.settings)
      }
    }
    guard !missing.isEmpty, try flag("user.useConfigOnly") != true,
      var identity = AccountIdentity.ofThisProcess(host: host)
    else { return nil }
    if !missing.contains("user.name"), let name = try setting("user.name") { identity.name = name }
    if !missing.contains("user.email"),
      let email = try setting("user.email") ?? environment["EMAIL"]
    {
      identity.email = email
    }
    return identity
  }

  /// Signs the commits of this repository, and of no other, with an identity from now on.
  package func setIdentity(_ identity: AccountIdentity) throws {
    try setOwn("user.name", to: identity.name)
    try setOwn("user.email", to: identity.email)
  }
}
