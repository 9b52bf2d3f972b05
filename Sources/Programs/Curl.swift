import OperatingSystem

/// The `curl` program, which fetches what is at an address as the person's own set-up has it: proxies, certificates
/// and `~/.curlrc` are where `curl` looks for them.
///
/// It is run without a shell. Only `http` and `https` are followed, also by what a server answers; the number of
/// redirects, the time and the size are bounded. No cookie and no password is sent that `~/.curlrc` does not name.
package struct Curl: Sendable {
  /// The absolute path of the program's file.
  package let path: String
  private let environment: [String: String]

  /// Finds curl on the `PATH` of an environment; nil if there is none.
  package init?(environment: [String: String]) {
    guard let path = ProgramFile.path(of: "curl", in: environment) else { return nil }
    self.path = path
    self.environment = environment
  }

  /// The bounds of an answer.
  package struct Limits: Sendable {
    package var seconds: Int
    package var bytes: Int

    package init(seconds: Int = 60, bytes: Int = 16 << 20) {
      self.seconds = seconds
      self.bytes = bytes
    }
  }

  /// The answer of a server, after all redirects.
  package struct Answer: Sendable {
    package let bytes: [UInt8]
    /// The header, such as `text/html; charset=utf-8`; empty if there was none.
    package let contentType: String
    /// The address of the last redirect.
    package let address: String
  }

  private static let mostRedirects = 10
  /// Before the figures that curl adds to its errors.
  private static let mark = "zib-answer:"

  /// Fetches an address.
  ///
  /// - Parameters:
  ///   - address: of `http` or `https`.
  ///   - accept: the kinds of content that are wanted, for the header.
  ///   - isAllowed: true for an address to which a redirect may lead; the first one is the caller's to know.
  package func fetch(
    _ address: String, accept: String, _ limits: Limits = Limits(),
    redirects isAllowed: ((String) -> Bool)? = nil
  ) throws(CurlError) -> Answer {
    guard let isAllowed else { return try ask(address, accept, limits, follows: true).answer }
    var place = address
    for _ in 0...Self.mostRedirects {
      let (answer, next) = try ask(place, accept, limits, follows: false)
      guard let next else { return answer }
      guard isAllowed(next) else { throw CurlError(address: address, kind: .foreign(next)) }
      place = next
    }
    throw CurlError(address: address, kind: .tooManyRedirects)
  }

  /// Runs curl once.
  ///
  /// - Returns: the answer, and the address to which it redirects if that was not followed.
  private func ask(
    _ address: String, _ accept: String, _ limits: Limits, follows: Bool
  ) throws(CurlError) -> (answer: Answer, next: String?) {
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
      throw CurlError(address: address, kind: .scheme)
    }
    let arguments = [
      "--silent", "--show-error", follows ? "--location" : "--no-location", "--max-redirs",
      "\(Self.mostRedirects)",
      "--proto", "=http,https", "--proto-redir", "=http,https", "--globoff", "--compressed",
      "--connect-timeout", "\(min(20, limits.seconds))", "--max-time", "\(limits.seconds)",
      "--max-filesize", "\(limits.bytes)", "--user-agent", "Mozilla/5.0 (compatible; zib)",
      "--header", "Accept: \(accept)", "--output", "-", "--write-out",
      "%{stderr}\(Self.mark)%{http_code}\\t%{url_effective}\\t%{redirect_url}\\t%{content_type}\\n",
      "--url", address,
    ]
    var child = ChildProcess(
      program: Array(path.utf8), arguments: arguments.map { Array($0.utf8) },
      environment: environment.map { "\($0)=\($1)" })
    child.timeout = limits.seconds + 10
    child.limit = limits.bytes
    let result: ProgramResult
    do {
      result = try child.run()
    } catch .outputTooLong {
      throw CurlError(address: address, kind: .tooLarge(limits.bytes))
    } catch {
      throw CurlError(address: address, kind: .program(error))
    }
    let lines = result.errorText.split(separator: "\n")
    guard result.isSuccess else {
      let words = lines.last { !$0.hasPrefix(Self.mark) }.map(String.init) ?? ""
      throw CurlError(address: address, kind: Self.kind(of: result.status, words, limits))
    }
    let figures = lines.last { $0.hasPrefix(Self.mark) }?.dropFirst(Self.mark.count) ?? ""
    let parts = figures.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let status = Int(parts[0]) else {
      throw CurlError(address: address, kind: .other("curl gave no status"))
    }
    let isRedirect = !follows && 300..<400 ~= status && !parts[2].isEmpty
    guard isRedirect || 200..<300 ~= status else {
      throw CurlError(address: address, kind: .status(status))
    }
    let answer = Answer(
      bytes: result.output, contentType: String(parts[3]), address: String(parts[1]))
    return (answer, isRedirect ? String(parts[2]) : nil)
  }

  /// The exit codes of curl (curl(1), EXIT CODES).
  private static func kind(
    of status: ProcessEnd, _ words: String, _ limits: Limits
  ) -> CurlError.Kind {
    switch status {
    case .exited(5), .exited(6), .exited(7): .unreachable(words)
    case .exited(28): .timedOut(limits.seconds)
    case .exited(63): .tooLarge(limits.bytes)
    case .exited(47): .tooManyRedirects
    case .exited(1): .scheme
    default: .other(words)
    }
  }
}

/// The reason why an address was not fetched.
package struct CurlError: Error, Equatable, Sendable {
  /// The reasons that a caller can tell apart.
  package enum Kind: Equatable, Sendable {
    /// The host or the proxy has no address or does not answer: mostly, this device is off line.
    case unreachable(String)
    case timedOut(Int)
    /// More bytes than the limit.
    case tooLarge(Int)
    case tooManyRedirects
    /// The address, or one that it leads to, is not of the web.
    case scheme
    /// A redirect leads to an address that the caller does not allow.
    case foreign(String)
    /// The answer of the server, such as 404.
    case status(Int)
    case program(ProgramFailure)
    case other(String)
  }

  package let address: String
  package let kind: Kind

  package init(address: String, kind: Kind) {
    self.address = address
    self.kind = kind
  }
}
