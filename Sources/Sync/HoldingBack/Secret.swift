/// The reason why a file looks like a secret: its name, a private key in it, or a token of a known form.
///
/// Names and forms are chosen so that a note *about* keys and tokens is none: a key counts with its whole body, a token
/// with its length, its alphabet and, where its maker has one, its checksum. Examples from documentation
/// (`AKIAIOSFODNN7EXAMPLE`, `ghp_xxxx…`) do not count.
package struct Secret: Hashable, Sendable {
  /// The kind of secret that was recognised.
  package enum Kind: Hashable, Sendable {
    /// The file's name, such as `.env` or `id_ed25519`.
    case name
    /// A private key, from `-----BEGIN … PRIVATE KEY-----` to its end.
    case privateKey
    /// An access token, with its maker's name.
    case token(String)
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
  /// - Parameters:
  ///   - name: the file's name without its folder.
  ///   - bytes: its contents as git would store them. Contents that a filter has encrypted are no secret.
  /// - Complexity: linear in the number of bytes. Of a binary file only the first bytes are looked at.
  package init?(named name: ArraySlice<UInt8>, _ bytes: [UInt8]) {
    if Self.isEncrypted(bytes) { return nil }
    if Self.isNameOfSecret(name) {
      self.init(kind: .name, line: nil)
    } else if let found = Self.first(in: bytes) {
      self = found
    } else {
      return nil
    }
  }

  /// True for the files of git-crypt, age, sops (binary) and Ansible, which are meant to be shared.
  private static func isEncrypted(_ bytes: [UInt8]) -> Bool {
    ["\0GITCRYPT\0", "age-encryption.org/", "-----BEGIN AGE ENCRYPTED FILE", "$ANSIBLE_VAULT;"]
      .contains { bytes.starts(with: $0.utf8) }
  }

  // MARK: Names

  /// True for names that programs give to files of passwords and keys; case does not matter.
  package static func isNameOfSecret(_ name: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    if names.contains(name) { return true }
    if name.hasPrefix(".env.") { return !sampleEndings.contains { name.hasSuffix($0) } }
    return endings.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }

  private static let names: Set<String> = [
    ".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
    ".netrc", "_netrc", ".pgpass", ".git-credentials", "credentials", ".htpasswd",
  ]
  private static let sampleEndings = [
    ".example", ".sample", ".template", ".dist", ".defaults", ".md",
  ]
  private static let endings = [".kdbx", ".kdb", ".p12", ".pfx", ".jks", ".keystore"]

  // MARK: Contents

  private static func first(in bytes: [UInt8]) -> Secret? {
    var scan = SecretScan(bytes)
    guard let (kind, offset) = scan.next() else { return nil }
    let line = bytes[..<offset].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    return Secret(kind: kind, line: line)
  }
}
