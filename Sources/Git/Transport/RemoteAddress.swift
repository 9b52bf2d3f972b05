/// How the address of a remote is shown: without what lets somebody in.
package enum RemoteAddress {
  /// A text with the passwords in its addresses replaced by `***`: `https://ada:***@example.org/notes.git`.
  ///
  /// A name before the `@` that is as long as an access token (20 letters and more) is one, and is hidden as well. The
  /// text may be an address, or any text that holds some.
  package static func hidingPasswords(in text: String) -> String {
    guard text.utf8.contains(0x40), text.contains("://") else { return text }
    var shown = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: "://") {
      shown += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let place = rest.prefix { !$0.isWhitespace && !"/?#'\"<>`".contains($0) }
      guard let at = place.lastIndex(of: "@") else { continue }
      shown += hidden(place[..<at])
      rest = rest[at...]
    }
    return shown + rest
  }

  /// True where an address holds a password or a token, which git keeps in plain text with it.
  package static func holdsPassword(_ address: String) -> Bool {
    hidingPasswords(in: address) != address
  }

  private static let tokenLength = 20

  private static func hidden(_ user: Substring) -> String {
    guard let colon = user.firstIndex(of: ":") else {
      return user.utf8.count >= tokenLength ? "***" : String(user)
    }
    let name = user[..<colon]
    if user[user.index(after: colon)...].isEmpty {
      return name.utf8.count >= tokenLength ? "***:" : String(user)
    }
    return (name.utf8.count >= tokenLength ? "***" : String(name)) + ":***"
  }
}
