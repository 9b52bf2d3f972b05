import Git
import Terminals

/// The question whose commits these are, where git does not know it.
extension CommandSession {
  /// Asks for a name and an address at a terminal; elsewhere takes those of the account, and
  /// reports it.
  ///
  /// With `-q` and without a terminal nothing could be reported, so there is no identity: no commit
  /// gets a name that nobody chose or read.
  var identityOffer: @Sendable (AccountIdentity) -> AccountIdentity? {
    let (messages, asks) = (messages, mayAsk)
    return { offer in
      guard asks || messages.level > .quiet else { return nil }
      var identity = offer
      if asks {
        messages.note("Git does not know you yet. Each commit has your name and an address.")
        identity.name = Self.answer("Your name", offer.name, messages)
        identity.email = Self.answer("Your email address", offer.email, messages)
      }
      messages.note(
        "Commits in this vault are by \(identity.name) <\(identity.email)>. To change that: "
          + "`git config user.name 'Your Name'` and `git config user.email you@example.org`.")
      return identity
    }
  }

  /// A line that the person types; an empty one means the word in brackets.
  private static func answer(_ question: String, _ usual: String, _ messages: Messages) -> String {
    messages.ask("\(question) [\(usual)]: ")
    let line = (Platform.readLine() ?? "").split(separator: " ").joined(separator: " ")
    return line.isEmpty ? usual : line
  }
}
