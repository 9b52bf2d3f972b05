import Git
import GitSandbox
import History
import Testing

/// Fetch and push without the git program.
struct LibraryTransportTests {
  private func devices() throws -> (Sandbox, Git.Repository) {
    let sandbox = try Sandbox()
    try sandbox.makeRemote()
    try sandbox.git("clone --quiet remote.git mine")
    try sandbox.commit("one", in: "mine")
    try sandbox.git("push --quiet -u origin main", in: "mine")
    try sandbox.git("clone --quiet remote.git other")
    return (sandbox, try Git.Repository.open(at: sandbox("mine")))
  }

  @Test func `notes go to a path and come from it, and a race is one`() throws {
    let (sandbox, repository) = try devices()
    let mine = LibraryTransport(repository)
    let first = try sandbox.commit("two", in: "mine")
    try mine.push(first, to: "main", of: "origin")
    #expect(try sandbox.id("main", in: "remote.git") == first)
    #expect(try repository.reference("refs/remotes/origin/main") == first)
    // A branch's whole name is as good.
    let second = try sandbox.commit("two and more", in: "mine")
    try mine.push(second, to: "refs/heads/main", of: "origin")
    #expect(try sandbox.id("main", in: "remote.git") == second)

    try sandbox.git("pull --quiet", in: "other")
    let theirs = try sandbox.commit("three", in: "other")
    try sandbox.git("push --quiet origin main main:old", in: "other")
    let ours = try sandbox.commit("four", to: "x.md", in: "mine")
    #expect(throws: TransportError.raced) { try mine.push(ours, to: "main", of: "origin") }
    try mine.fetch("origin")
    #expect(try repository.reference("refs/remotes/origin/main") == theirs)
    #expect(throws: TransportError.raced) { try mine.push(ours, to: "main", of: "origin") }
    #expect(try sandbox.id("main", in: "remote.git") == theirs)

    try sandbox.git("push --quiet origin :old", in: "other")
    try mine.fetch("origin")
    #expect(try repository.reference("refs/remotes/origin/old") == nil)
    try mine.push(ours, to: "phone", of: "origin")
    #expect(try sandbox.id("phone", in: "remote.git") == ours)
  }

  @Test func `what cannot be reached, is not configured or needs ssh is told`() throws {
    let (sandbox, repository) = try devices()
    let mine = LibraryTransport(repository)
    #expect(throws: TransportError.noSuchRemote("nobody")) { try mine.fetch("nobody") }
    for address in ["/nowhere/at/all.git", "http://127.0.0.1:9/x.git"] {
      try sandbox.git(["config", "remote.origin.url", address], in: "mine")
      let error = #expect(throws: TransportError.self) { try mine.fetch("origin") }
      switch error {
      case .notFound: #expect(address.hasPrefix("/"))
      case .offline: #expect(address.hasPrefix("http"))
      default: Issue.record("\(address): \(String(describing: error))")
      }
    }
    for address in ["git@h:a.git", "ssh://h/a.git", "h:a.git"] {
      try sandbox.git(["config", "remote.origin.url", address], in: "mine")
      #expect(
        throws: TransportError.failed(
          "\(address) can be reached only with the git program: install git")
      ) { try mine.fetch("origin") }
    }
  }

  @Test func `a path with the number of an HTTP status is a path`() throws {
    let (sandbox, repository) = try devices()
    try sandbox.git(["config", "remote.origin.url", "../401/none.git"], in: "mine")
    let error = #expect(throws: TransportError.self) {
      try LibraryTransport(repository).fetch("origin")
    }
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an empty remote is no error, and takes a first push`() throws {
    let (sandbox, repository) = try devices()
    try sandbox.makeRemote("empty.git")
    try sandbox.git("remote add spare ../empty.git", in: "mine")
    let mine = LibraryTransport(repository)
    try mine.fetch("spare")
    let id = try sandbox.head(of: "mine")
    try mine.push(id, to: "main", of: "spare")
    #expect(try sandbox.id("main", in: "empty.git") == id)
  }

  @Test(.enabled(if: HTTPServer.isInstalled, "git has no http-backend here"))
  func `notes go over http, and a password is told to be missing`() throws {
    let (sandbox, repository) = try devices()
    try sandbox.git("config http.receivepack true", in: "remote.git")
    let mine = LibraryTransport(repository)
    let open = try #require(HTTPServer(sandbox))
    try sandbox.git(
      ["config", "remote.origin.url", "http://127.0.0.1:\(open.port)/remote.git"], in: "mine")
    let id = try sandbox.commit("two", in: "mine")
    try mine.push(id, to: "main", of: "origin")
    #expect(try sandbox.id("main", in: "remote.git") == id)
    try mine.fetch("origin")

    let closed = try #require(HTTPServer(sandbox, .password("cmVhZGVyOmluaw==")))
    try sandbox.git(
      ["config", "remote.origin.url", "http://127.0.0.1:\(closed.port)/remote.git"], in: "mine")
    let error = #expect(throws: TransportError.self) { try mine.fetch("origin") }
    guard case .authentication = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
