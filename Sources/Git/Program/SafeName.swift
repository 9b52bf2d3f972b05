/// Checks names that become arguments of git: none may become an option, a program or another ref.
package enum SafeName {
  /// True for a name that git accepts for a remote, and that cannot be read as an option or an
  /// address.
  ///
  /// - Parameter remote: `origin`.
  package static func isRemote(_ remote: String) -> Bool {
    isReference("refs/remotes/\(remote)/x") && !remote.hasPrefix("-") && !remote.contains(":")
  }

  /// True for a branch's name without `refs/heads/`.
  package static func isBranch(_ branch: String) -> Bool {
    isReference("refs/heads/\(branch)") && !branch.hasPrefix("-") && branch != "HEAD"
  }

  /// True for an address that can be fetched from: no option, and no remote helper that would run
  /// its text (`ext::`) or take a descriptor of this process (`fd::`).
  ///
  /// Other helpers (`gcrypt::`) are programs that the person has installed, as git sees it too.
  package static func isAddress(_ address: String) -> Bool {
    guard let first = address.utf8.first, first != 0x2D,
      address.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return false }
    // `ssh://-oProxyCommand=…` and `-oProxyCommand=…:path` are refused by git since 2.14, and here as well.
    if let host = address.firstRange(of: "://")?.upperBound, address[host...].hasPrefix("-") {
      return false
    }
    let name = address.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
    guard !name.isEmpty, address[name.endIndex...].hasPrefix("::") else { return true }
    return !["ext", "fd"].contains(name.lowercased())
  }

  /// The rules of `git check-ref-format`.
  package static func isReference(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let last = bytes.last, last != 0x2E, last != 0x2F, name != "@" else { return false }
    let forbidden = Set(" ~^:?*[\\".utf8)
    guard bytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F && !forbidden.contains($0) }) else {
      return false
    }
    for (byte, next) in zip(bytes, bytes.dropFirst()) {
      // `..`, `@{`
      if byte == 0x2E && next == 0x2E || byte == 0x40 && next == 0x7B { return false }
    }
    return bytes.split(separator: 0x2F, omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != 0x2E && !part.reversed().starts(with: ".lock".utf8.reversed())
    }
  }
}
