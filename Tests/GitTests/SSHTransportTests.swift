import Git
import GitSandbox
import History
import Testing

/// Fetch and push over ssh, to a real `sshd` on loopback.
@Suite(
  .enabled(
    if: SSHServer.isUsable, "no sshd here that lets this user in (Debian: openssh-server)"))
struct SSHTransportTests {
  private func device(_ sandbox: Sandbox, _ address: String) throws {
    try sandbox.makeRemote()
    try sandbox.git("clone --quiet remote.git mine")
    try sandbox.commit("one", in: "mine")
    try sandbox.git("push --quiet origin main", in: "mine")
    try sandbox.git(["config", "remote.origin.url", address], in: "mine")
  }

  private func transport(_ sandbox: Sandbox, _ variables: [String: String]) throws -> GitTransport {
    let git = try #require(
      GitProgram(environment: sandbox.environment.merging(variables) { $1 }))
    return GitTransport(git, folder: sandbox.bytes("mine"), timeout: 20)
  }

  @Test func `notes go over ssh, and a race and a refusal are told there as well`() throws {
    let sandbox = try Sandbox()
    let server = try #require(SSHServer(sandbox))
    try device(sandbox, server.address(of: "remote.git"))
    let mine = try transport(sandbox, server.variables())
    let first = try sandbox.commit("two", in: "mine")
    try mine.push(first, to: "main", of: "origin")
    #expect(try sandbox.id("main", in: "remote.git") == first)

    try sandbox.git("clone --quiet remote.git other")
    let theirs = try sandbox.commit("three", in: "other")
    try sandbox.git("push --quiet origin main", in: "other")
    let ours = try sandbox.commit("four", in: "mine")
    #expect(throws: TransportError.raced) { try mine.push(ours, to: "main", of: "origin") }
    try mine.fetch("origin")
    #expect(try sandbox.id("refs/remotes/origin/main", in: "mine") == theirs)

    sandbox.writeScript("echo 'Not today.'; exit 1", to: "remote.git/hooks/pre-receive")
    #expect(throws: TransportError.rejected("Not today.")) {
      try mine.push(ours, to: "phone", of: "origin")
    }
  }

  @Test func `P16 a key that the server does not know is told at once`() throws {
    let sandbox = try Sandbox()
    let server = try #require(SSHServer(sandbox))
    try device(sandbox, server.address(of: "remote.git"))
    let mine = try transport(sandbox, server.variables(key: "stranger"))
    let error = #expect(throws: TransportError.self) { try mine.fetch("origin") }
    guard case .authentication(let words) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains("Permission denied (publickey"))
  }

  @Test func `P16 a server that is not known is not trusted, and nobody is asked`() throws {
    let sandbox = try Sandbox()
    let server = try #require(SSHServer(sandbox))
    try device(sandbox, server.address(of: "remote.git"))
    var variables = server.variables(known: "nobody")
    variables["GIT_SSH_COMMAND"]?.append(" -o StrictHostKeyChecking=ask")
    variables["GIT_SSH_COMMAND"]?.replace("-o StrictHostKeyChecking=yes", with: "")
    let mine = try transport(sandbox, variables)
    let error = #expect(throws: TransportError.self) { try mine.fetch("origin") }
    guard case .authentication(let words) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains("Host key verification failed"))
  }

  @Test func `P16 a folder that is no repository is not found over ssh`() throws {
    let sandbox = try Sandbox()
    let server = try #require(SSHServer(sandbox))
    try device(sandbox, server.address(of: "nothing.git"))
    let mine = try transport(sandbox, server.variables())
    let error = #expect(throws: TransportError.self) { try mine.fetch("origin") }
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
