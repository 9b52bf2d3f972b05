import History
import Layout

/// The names that programs give to files of passwords and keys.
package enum SecretName {
  /// Names and endings, of which `*` stands for some text, and folders, in which all files count.
  package static let patterns = [
    ".env", ".env.*", "*.env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk",
    "id_ed25519_sk", ".netrc", "_netrc", ".pgpass", ".git-credentials", "credentials", ".htpasswd",
    "secring.gpg", "*.kdbx", "*.kdb", "*.p12", "*.pfx", "*.jks", "*.keystore",
    "askpass", "askpass.sh", "*-askpass", "*-askpass.sh", "private-keys-v1.d/*",
    ".password-store/*",
  ]

  /// Examples of the copies that ``FileCopyName`` knows, for the lists of what is known.
  static let copies = [
    ".env copy", ".env copy 2", ".env (1)", ".env - Copy (2)", ".env (another copy)",
    "Copy of id_rsa", "id_rsa.bak", "id_rsa.old", "id_rsa~", "#id_rsa#",
    "id_rsa (conflicted copy …)", "id_rsa.sync-conflict-…",
  ]

  /// Words in the name of a `.env` that is there to be filled in, or is a note.
  private static let samples: Set<String> = [
    "example", "sample", "template", "dist", "default", "defaults", "md",
  ]

  private static let exact = Set(patterns.filter { !$0.contains("*") })
  private static let endings = patterns.filter { $0.hasPrefix("*") }.map { $0.dropFirst() }
  private static let folders = Set(
    patterns.filter { $0.hasSuffix("/*") }.map { String($0.dropLast(2)) })

  /// True for a path with such a name, or the copy of one; case does not matter, and a note is never one.
  package static func matches(_ path: TreePath) -> Bool {
    let isInFolder = path.components.dropLast().contains { name in
      FileCopyName.originals(of: name).contains(where: folders.contains)
    }
    return isInFolder
      || !NoteName.matches(path.name)
        && FileCopyName.originals(of: path.name).contains(where: matches)
  }

  private static func matches(_ name: String) -> Bool {
    if name.hasPrefix(".env.") || name.hasSuffix(".env"), name.utf8.count > 4 {
      return samples.isDisjoint(
        with: name.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
    return exact.contains(name)
      || endings.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }
}
