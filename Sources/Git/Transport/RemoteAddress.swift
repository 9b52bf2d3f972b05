/// Hides the secrets in the address of a remote.
package enum RemoteAddress {
  /// True for a text that is meant as the address of another computer: `https://…`, `name@host:path`.
  package static func isMeant(by text: String) -> Bool {
    if text.contains("://") { return true }
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[..<colon].contains("@") && !text[..<colon].contains("/")
  }

  /// A text with the passwords in its addresses replaced by `***`: `https://ada:***@example.org/notes.git`.
  ///
  /// Hidden as well are the tokens in the query of an address, and a name alone before the `@` that does not look like
  /// the name of a person or an account: an access token is given there. A password that holds `/`, `@` or `:` is hidden
  /// whole, if need be with the host after it. The text may be an address, or any text that holds some.
  package static func hidingPasswords(in text: String) -> String {
    guard text.utf8.contains(0x40) || text.contains("://") else { return text }
    // A password may have quotes in it; only in a sentence they may be those around the address.
    let isAddress = !text.contains(where: \.isWhitespace)
    func isBetween(_ letter: Character) -> Bool {
      letter.isWhitespace || !isAddress && "'\"<>`".contains(letter)
    }
    var shown = ""
    var rest = text[...]
    while !rest.isEmpty {
      let gap = rest.prefix(while: isBetween)
      var word = rest[gap.endIndex...].prefix { !isBetween($0) }
      if isCutPassword(word),
        let at = rest[word.endIndex...].prefix(while: { !$0.isNewline }).firstIndex(of: "@")
      {
        let end = rest[at...].firstIndex(where: isBetween) ?? rest.endIndex
        word = rest[word.startIndex..<end]
      }
      shown += gap + shownWord(word)
      rest = rest[word.endIndex...]
    }
    return shown
  }

  /// True if an address holds a password or a token, which git keeps in plain text with it.
  package static func holdsPassword(_ address: String) -> Bool {
    hidingPasswords(in: address) != address
  }

  private static let tokenLength = 20

  /// True for `https://ada:my` of `https://ada:my secret@h`: what follows the colon is no port, and no `@` follows it.
  private static func isCutPassword(_ word: Substring) -> Bool {
    guard let mark = word.firstRange(of: "://"), !word.contains("@") else { return false }
    let authority = word[mark.upperBound...].drop { $0 == "/" }.prefix { !"/?#".contains($0) }
    guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else { return false }
    return !authority[authority.index(after: colon)...].allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func shownWord(_ word: Substring) -> String {
    let isWithoutScheme = word.hasPrefix("//")
    guard let mark = word.firstRange(of: isWithoutScheme ? "//" : "://") else {
      return shownWithoutScheme(word)
    }
    // A slash too many hides nothing.
    let place = word[mark.upperBound...].drop { $0 == "/" }
    let end = place.firstRange(of: "://")?.lowerBound ?? place.endIndex
    let isWeb = word[..<mark.lowerBound].lowercased().contains("http")
    var shown = String(word[..<place.startIndex])
    var rest = place
    if let at = endOfUser(in: place[..<end]) {
      shown += hidden(place[..<at], isWeb: isWeb)
      rest = place[at...]
    }
    // An address may hold another one.
    if rest.contains("://") { return shown + shownWord(rest) }
    return shown + hidingTokens(ofQueryIn: rest)
  }

  /// The `@` before the host: `ada:p@ss@host/notes` has two.
  private static func endOfUser(in place: Substring) -> Substring.Index? {
    let authority = place.prefix { !"/?#".contains($0) }
    let last = place.lastIndex(of: "@")
    if let at = authority.lastIndex(of: "@") { return authority[..<at].contains(":") ? last : at }
    guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else { return nil }
    // Only digits are a port: anything else is a password with a `/`, `?` or `#` in it.
    let port = authority[authority.index(after: colon)...]
    return port.allSatisfy { $0.isASCII && $0.isNumber } ? nil : last
  }

  private static func hidden(_ user: Substring, isWeb: Bool) -> String {
    guard let colon = user.firstIndex(of: ":") else {
      return isName(user, isWeb: isWeb) ? String(user) : "***"
    }
    let name = user[..<colon]
    let shown = name.utf8.count < tokenLength ? String(name) : "***"
    return shown + (user[user.index(after: colon)...].isEmpty ? ":" : ":***")
  }

  /// True for `ada`, `Ada.Lovelace`, `ada42` and `ada%40example.org`; over ssh the name is never a
  /// secret.
  private static func isName(_ user: Substring, isWeb: Bool) -> Bool {
    guard user.utf8.count < tokenLength else { return false }
    guard isWeb else { return true }
    let letters = user.replacing("%40", with: ".").utf8
    let name = letters.reversed().drop { (0x30...0x39).contains($0) }
    let isPlain = name.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D
    }
    let hasDigits = name.count < letters.count
    return isPlain && !name.isEmpty
      && !(hasDigits && name.contains { (0x41...0x5A).contains($0) })
  }

  /// `ada:s3cret@example.org/notes`, which lacks its `https://`.
  ///
  /// In `git@example.org:notes` the colon comes after the host, and in `example.org:me/notes` no `@` follows it.
  private static func shownWithoutScheme(_ word: Substring) -> String {
    guard let colon = word.firstIndex(of: ":"), let at = word.firstIndex(of: "@"), colon < at,
      let last = word.lastIndex(of: "@")
    else { return String(word) }
    let (name, password) = (word[..<colon], word[word.index(after: colon)..<at])
    let host = word[word.index(after: at)...].prefix { $0 != "/" && $0 != ":" }
    guard !name.isEmpty, !name.contains("/"), !password.isEmpty, !password.contains("/"),
      !host.isEmpty, host.endIndex < word.endIndex
    else { return String(word) }
    return "\(name):***\(word[last...])"
  }

  /// `?private_token=***`; the rest of a query stays.
  private static func hidingTokens(ofQueryIn place: Substring) -> String {
    guard let mark = place.firstIndex(of: "?") else { return String(place) }
    let start = place.index(after: mark)
    let query = place[start...].split(separator: "&", omittingEmptySubsequences: false).map {
      guard let sign = $0.firstIndex(of: "=") else { return String($0) }
      let key = $0[..<sign].lowercased()
      return secretKeys.contains(where: key.contains) ? "\($0[...sign])***" : String($0)
    }
    return place[..<start] + query.joined(separator: "&")
  }

  private static let secretKeys = ["token", "pass", "pwd", "secret", "key", "auth", "sig"]
}
