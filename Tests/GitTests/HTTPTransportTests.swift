import Git
import GitSandbox
import History
import Testing

/// Fetch and push over http, to a real `git http-backend`.
@Suite(.enabled(if: HTTPServer.isInstalled, "git has no http-backend here"))
struct HTTPTransportTests {
  /// A device that has cloned a remote by its path, and then is told to call the server.
  private func device(_ address: String, _ sandbox: Sandbox) throws -> GitTransport {
    try sandbox.makeRemote()
    try sandbox.git("config http.receivepack true", in: "remote.git")
    try sandbox.git("clone --quiet remote.git mine")
    try sandbox.commit("one", in: "mine")
    try sandbox.git("push --quiet origin main", in: "mine")
    try sandbox.git(["config", "remote.origin.url", address], in: "mine")
    return GitTransport(sandbox.git, folder: sandbox.bytes("mine"), timeout: 20)
  }

  @Test func `notes go over http, and a race is one there as well`() throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox))
    let mine = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    try sandbox.git("clone --quiet remote.git other")
    let theirs = try sandbox.commit("two", in: "other")
    try sandbox.git("push --quiet origin main", in: "other")
    let ours = try sandbox.commit("three", to: "other.md", in: "mine")
    #expect(throws: TransportError.raced) { try mine.push(ours, to: "main", of: "origin") }
    try mine.fetch("origin")
    #expect(try mine.trackingReferences(of: "origin") == ["refs/remotes/origin/main": theirs])
    try mine.push(ours, to: "phone", of: "origin")
    #expect(try sandbox.id("phone", in: "remote.git") == ours)
  }

  @Test func `a hook's words come over http`() throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox))
    let mine = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    sandbox.writeScript("echo 'The shelf is full.'; exit 1", to: "remote.git/hooks/pre-receive")
    let ours = try sandbox.commit("two", in: "mine")
    #expect(throws: TransportError.rejected("The shelf is full.")) {
      try mine.push(ours, to: "main", of: "origin")
    }
  }

  @Test func `a password that nobody can be asked for is told at once`() throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox, .password("cmVhZGVyOmluaw==")))
    let mine = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    let id = try sandbox.head(of: "mine")
    let attempts: [() throws -> Void] = [
      { try mine.fetch("origin") }, { try mine.push(id, to: "main", of: "origin") },
    ]
    for attempt in attempts {
      var error: TransportError?
      let time = seconds { error = #expect(throws: TransportError.self) { try attempt() } }
      guard case .authentication(let words) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(words.contains("could not read Username"))
      #expect(time < 120)
    }
  }

  @Test func `a credential helper of the person's is asked`() throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox, .password("cmVhZGVyOmluaw==")))
    let mine = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    sandbox.writeScript(
      "[ \"$1\" = get ] && printf 'username=reader\\npassword=ink\\n'; exit 0", to: "helper")
    try sandbox.git(["config", "credential.helper", sandbox("helper")], in: "mine")
    let id = try sandbox.commit("two", in: "mine")
    try mine.push(id, to: "main", of: "origin")
    #expect(try sandbox.id("main", in: "remote.git") == id)
  }

  @Test(arguments: ["403 Forbidden", "503 Service Unavailable", "404 Not Found"])
  func `a status is told for what it is`(status: String) throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox, .status(status)))
    let mine = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    let error = #expect(throws: TransportError.self) { try mine.fetch("origin") }
    switch error {
    case .authentication: #expect(status.hasPrefix("403"))
    case .notFound: #expect(status.hasPrefix("404"))
    case .serverFailed: #expect(status.hasPrefix("503"))
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: [
    "<html>Welcome to the hotel. Room number?</html>",
    "<html>\n<body>\nWelcome to the hotel.\n</body>\n</html>\n", "",
  ])
  func `the login page of a network is no remote without branches`(page: String) throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox))
    let mine = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    let id = try sandbox.commit("two", in: "mine")
    try mine.push(id, to: "main", of: "origin")
    let portal = try #require(HTTPServer(sandbox, .page(page)))
    try sandbox.git(
      ["config", "remote.origin.url", "http://127.0.0.1:\(portal.port)/remote.git"], in: "mine")
    let later = GitTransport(sandbox.git, folder: sandbox.bytes("mine"))
    let error = #expect(throws: TransportError.self) { try later.fetch("origin") }
    guard case .notGit = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try sandbox.id("refs/remotes/origin/main", in: "mine") == id)
  }

  @Test func `a password is asked for once for fetch and push`() throws {
    let sandbox = try Sandbox()
    let server = try #require(HTTPServer(sandbox, .password("cmVhZGVyOmluaw==")))
    _ = try device("http://127.0.0.1:\(server.port)/remote.git", sandbox)
    sandbox.writeScript(
      "echo \"$1\" >> '\(sandbox("asked"))'; case $1 in User*) echo reader;; *) echo ink;; esac",
      to: "ask")
    var environment = sandbox.environment
    environment["GIT_ASKPASS"] = sandbox("ask")
    let git = try #require(GitProgram(environment: environment))
    let id = try sandbox.commit("two", in: "mine")
    do {
      let transport = GitTransport(git, folder: sandbox.bytes("mine"), isInteractive: true)
      try transport.fetch("origin")
      try transport.push(id, to: "main", of: "origin")
    }
    #expect(try sandbox.id("main", in: "remote.git") == id)
    let asked = (sandbox.text("asked") ?? "").split(separator: "\n")
    #expect(asked.count { $0.hasPrefix("Password") } == 1, "\(asked)")
    // Nothing remembers it after the sync.
    do {
      let transport = GitTransport(git, folder: sandbox.bytes("mine"), isInteractive: true)
      try transport.fetch("origin")
    }
    let later = (sandbox.text("asked") ?? "").split(separator: "\n")
    #expect(later.count { $0.hasPrefix("Password") } == 2, "\(later)")
  }
}
