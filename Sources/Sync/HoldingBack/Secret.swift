import History

/// The reason why a file looks like a secret: its name, a private key in it, or a token of a known form.
///
/// Names and forms are chosen so that a note *about* keys and tokens is none: a key counts with its whole body, a token
/// with its length, its alphabet and, where its maker has one, its checksum. Examples from documentation
/// (`AKIAIOSFODNN7EXAMPLE`, `ghp_xxxx…`, `https://user:password@host`) do not count.
package struct Secret: Hashable, Sendable {
  /// The kind of secret that was recognised.
  package enum Kind: Hashable, Sendable {
    /// The file's name, such as `.env` or `id_ed25519`.
    case name
    /// A private key, from `-----BEGIN … PRIVATE KEY-----` to its end.
    case privateKey
    /// An access token, with its maker's name.
    case token(String)
    /// An address that whoever knows it can post to, with its maker's name.
    case webhook(String)
    /// A signed JSON Web Token, as many services give to who has logged in.
    case webToken
    /// A password in a URL.
    case password
  }

  package let kind: Kind
  /// The number of the line, from 1; nil for a name.
  package let line: Int?

  package init(kind: Kind, line: Int?) {
    self.kind = kind
    self.line = line
  }

  /// The first reason to take a file for a secret, or nil.
  ///
  /// - Parameter bytes: the file's contents as git would store them. Contents that a filter has encrypted are no secret.
  /// - Complexity: linear in the number of bytes. Of a binary file only the first bytes are looked at.
  package init?(at path: TreePath, _ bytes: [UInt8]) {
    if Self.isEncrypted(bytes) { return nil }
    if SecretName.matches(path) {
      self.init(kind: .name, line: nil)
      return
    }
    var scan = SecretScan(bytes, at: path)
    guard let found = scan.next() else { return nil }
    self.init(kind: found.kind, line: scan.line(of: found))
  }

  /// The first secret in new contents of a tracked file that its last version does not have; nil for a file with the
  /// name of a secret, because a person has decided about it.
  ///
  /// - Parameter old: the last version, which is asked for only where the new one has a secret.
  package init?(
    newIn bytes: [UInt8], at path: TreePath, since old: () throws -> [UInt8]
  ) rethrows {
    if Self.isEncrypted(bytes) || SecretName.matches(path) { return nil }
    var scan = SecretScan(bytes, at: path)
    guard let first = scan.next() else { return nil }
    var (known, past) = (Set<[UInt8]>(), SecretScan(try old(), at: path))
    while let found = past.next() { known.insert(past.text(of: found)) }
    var next: SecretScan.Found? = first
    while let found = next, known.contains(scan.text(of: found)) { next = scan.next() }
    guard let next else { return nil }
    self.init(kind: next.kind, line: scan.line(of: next))
  }

  /// True for the files of git-crypt, age, sops (binary) and Ansible, which are meant to be shared.
  private static func isEncrypted(_ bytes: [UInt8]) -> Bool {
    ["\0GITCRYPT\0", "age-encryption.org/", "-----BEGIN AGE ENCRYPTED FILE", "$ANSIBLE_VAULT;"]
      .contains { bytes.starts(with: $0.utf8) }
  }
}

extension Secret {
  private static let copiesTitle = "Copies of them"

  /// Every kind that is known, for help, guide and articles, and how it is recognised.
  package static let known: [(name: String, signs: [String])] = {
    var kinds: [(name: String, signs: [String])] = [
      (Kind.name.title, SecretName.patterns),
      (copiesTitle, SecretName.copies),
      (
        Kind.privateKey.title,
        ["-----BEGIN … PRIVATE KEY-----", "PuTTY-User-Key-File-…"]
          + TokenForm.all.filter { $0.kind == .privateKey }.map(\.sign)
      ),
    ]
    let forms = Dictionary(grouping: TokenForm.all.filter { $0.kind != .privateKey }) {
      $0.kind.title
    }
    for (title, forms) in forms.sorted(by: { $0.key.lowercased() < $1.key.lowercased() }) {
      kinds.append((title, forms.map(\.sign)))
    }
    kinds.append((Kind.password.title, ["https://joe:…@host"]))
    return kinds
  }()
}

extension Secret.Kind {
  /// A name for lists.
  package var title: String {
    switch self {
    case .name: "File names"
    case .privateKey: "Private keys"
    case .token(let maker): maker
    case .webhook(let maker): maker
    case .webToken: "JSON Web Tokens"
    case .password: "Passwords in URLs"
    }
  }
}
