import History

/// Reads git's English messages on a fetch or a push that failed.
///
/// The words are those of git 2.25 to 2.50, of its http and ssh transports, and of the usual servers.
package enum TransportWords {
  /// The words of each kind of failure in git's error lines. The first kind that any line matches
  /// is the cause, because a line on access is followed by the general one that nothing could be
  /// read.
  private static let authentication = [
    "permission denied (", "permission denied, please try again", "authentication failed",
    "could not read username", "could not read password", "terminal prompts disabled",
    "requested url returned error: 401", "requested url returned error: 403",
    "requested url returned error: 407", "host key verification failed",
    "too many authentication failures", "no supported authentication methods",
    "http basic: access denied", "invalid username or password", "invalid credentials",
    "server certificate verification failed", "ssl certificate problem",
    "no matching host key type found",
  ]
  private static let diskFull = ["no space left on device", "disk quota exceeded"]
  private static let notGit = [
    "not valid: is this a git repository", "unable to update url base from redirection",
    "invalid server response", "unexpected http status code",
  ]
  private static let notFound = [
    "does not appear to be a git repository", "repository not found",
    "requested url returned error: 404", "requested url returned error: 410",
  ]
  private static let serverFailed = [
    "requested url returned error: 5", "requested url returned error: 429",
  ]
  private static let offline = [
    "could not resolve", "couldn't resolve", "couldn't connect to", "failed to connect to",
    "unable to connect to", "connection refused", "connection timed out", "connection reset",
    "connection closed by", "connection was reset", "operation timed out", "operation too slow",
    "no route to host", "network is unreachable", "network is down", "host is down",
    "name or service not known", "temporary failure in name resolution",
    "nodename nor servname provided", "kex_exchange_identification", "banner exchange",
    "unable to access", "remote end hung up", "early eof",
    "rpc failed", "empty reply from server", "could not read from remote repository",
    "unable to look up", "broken pipe", "gnutls_handshake", "ssl_connect", "tls connect error",
  ]
  /// In git's words for one ref: another push came first, or is at it now.
  private static let races = [
    "fetch first", "non-fast-forward", "stale info", "cannot lock ref", "failed to update ref",
    "failed to lock", "incorrect old value provided", "reference already exists",
    "remote ref updated since checkout",
  ]

  /// The error of a fetch that failed.
  package static func error(ofFetch errors: String) -> TransportError {
    error(of: errors)
  }

  /// The error of a push that failed.
  ///
  /// - Parameters:
  ///   - output: of `git push --porcelain`: a line for each ref, `flag TAB from:to TAB summary (reason)`.
  ///   - errors: with the remote's own words in lines that begin with `remote: `.
  package static func error(ofPush output: String, errors: String) -> TransportError {
    let summaries = output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("!\t") }
      .compactMap { $0.split(separator: "\t").last }
    if let summary = summaries.first {
      let isRemote = summary.hasPrefix("[remote ")
      // A hook's reason is the server's own text: only git's own message on a ref can be a race.
      let reason = summary.lowercased()
      if races.contains(where: { reason.contains("(\($0)") }) { return .raced }
      if !isRemote, reason.contains("up to date") { return .raced }
      if reason.contains("(branch is currently checked out)") { return .checkedOut }
      let said = remoteWords(errors)
      return .rejected(said.isEmpty ? bareReason(summary) : said)
    }
    let error = error(of: errors)
    if case .failed = error {
      // Nothing was sent and the connection worked: a hook of this repository refused.
      let lines = wordLines(errors)
      if lines.contains(where: { $0.hasPrefix("error: failed to push some refs") }) {
        let said = lines.filter { !$0.hasPrefix("error: failed to push some refs") }
        return .refusedByHook(said.joined(separator: "\n"))
      }
    }
    return error
  }

  /// The branches or refs that a fetch asked for by name and the remote does not have.
  package static func missingReference(_ errors: String) -> String? {
    for line in wordLines(errors) {
      if let mark = line.firstRange(of: "couldn't find remote ref ") {
        return String(line[mark.upperBound...])
      }
    }
    return nil
  }

  private static func error(of errors: String) -> TransportError {
    let lines = wordLines(errors)
    let lower = lines.map { $0.lowercased() }
    let told = told(lines)
    // The connection breaks after it, which sounds like a remote that cannot be reached.
    if lower.contains(where: { line in diskFull.contains { line.contains($0) } }) {
      return .diskFull(told)
    }
    if lower.contains(where: { line in authentication.contains { line.contains($0) } }) {
      return .authentication(told)
    }
    let git = lower.filter { !$0.hasPrefix("remote: ") || $0.contains("not found") }
    func tells(_ words: [String]) -> Bool {
      git.contains { line in words.contains { line.contains($0) } }
    }
    if tells(notGit) { return .notGit(told) }
    if tells(notFound)
      || git.contains(where: { $0.hasPrefix("fatal: repository '") && $0.hasSuffix("not found") })
    {
      return .notFound(told)
    }
    if tells(serverFailed) { return .serverFailed(told) }
    if git.contains(where: { line in offline.contains { line.contains($0) } }) {
      return .offline(told)
    }
    return .failed(told)
  }

  /// The informative lines: without progress, empty lines, hints and the common last line.
  private static func wordLines(_ errors: String) -> [String] {
    errors.split(whereSeparator: \.isNewline).map { plain($0) }.filter { line in
      !line.isEmpty && !line.hasPrefix("hint: ") && !isProgress(line)
        && !line.hasPrefix("Please make sure you have the correct access rights")
        && !line.hasPrefix("and the repository exists.") && !line.hasPrefix("Pushing to ")
        && !line.hasPrefix("From ") && !line.hasPrefix("To ")
    }
  }

  /// Git's own `fatal:` and `error:`, after the messages of ssh or the remote; without those words.
  private static func told(_ lines: [String]) -> String {
    var told: [String] = []
    for line in lines {
      var line = line[...]
      for word in ["fatal: ", "error: ", "remote: ", "warning: "] where line.hasPrefix(word) {
        line = line.dropFirst(word.count)
      }
      if told.last != String(line) { told.append(String(line)) }
    }
    // The general line that nothing could be read adds nothing to a more exact one.
    let useful = told.filter { $0 != "Could not read from remote repository." }
    return (useful.isEmpty ? told : useful).joined(separator: "\n")
  }

  private static func remoteWords(_ errors: String) -> String {
    wordLines(errors).filter { $0.hasPrefix("remote: ") }.map { String($0.dropFirst(8)) }
      .filter { !isProgress($0) && !$0.hasPrefix("error: hook declined to update ") }.joined(
        separator: "\n")
  }

  /// `[remote rejected] main (hook declined)` is a declined hook.
  private static func bareReason(_ summary: Substring) -> String {
    guard let open = summary.firstIndex(of: "("), summary.hasSuffix(")") else {
      return String(summary)
    }
    return String(summary[summary.index(after: open)...].dropLast())
  }

  /// Git's counters: `Writing objects:  42% (3/7)`, `Total 3 (delta 0), reused 0 (delta 0)`.
  private static func isProgress(_ line: String) -> Bool {
    let line = line.hasPrefix("remote: ") ? String(line.dropFirst(8)) : line
    return progress.contains { line.hasPrefix($0) }
  }

  private static let progress = [
    "Enumerating objects:", "Counting objects:", "Compressing objects:", "Writing objects:",
    "Receiving objects:", "Resolving deltas:", "Unpacking objects:", "Total ", "Delta compression",
    "Checking connectivity:", "Updating files:", "Finding sources:",
  ]

  /// Without the escape sequences by which a server's text erases the end of the line, and spaces at its end.
  static func plain(_ line: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = line.utf8[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B {
        if rest.first == 0x5B {
          rest = rest.dropFirst().drop { !(0x40...0x7E).contains($0) }.dropFirst()
        }
      } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 {
        bytes.append(byte)
      }
    }
    while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
    return RemoteAddress.hidingPasswords(in: String(decoding: bytes, as: UTF8.self))
  }
}
