import Git
import GitSandbox
import History
import OperatingSystem
import Testing

struct GitProgramTests {
  @Test func `git is found on the path, and never in a folder that is not named whole`() throws {
    let sandbox = try Sandbox()
    sandbox.writeScript("exit 0", to: "bin/git")
    #expect(
      GitProgram(environment: ["PATH": "/nowhere:\(sandbox("bin"))"])?.path == sandbox("bin/git"))
    #expect(GitProgram(environment: ["PATH": "/nowhere::.:bin"]) == nil)
    #expect(GitProgram(environment: [:]) == nil)
    let version = try #require(try sandbox.git.version())
    #expect(version >= LibraryVersion(major: 2, minor: 20))
  }

  /// A git that does what a script says.
  private func git(_ sandbox: Sandbox, _ script: String) throws -> GitProgram {
    sandbox.writeScript(script, to: "bin/git")
    var environment = sandbox.environment
    environment["PATH"] = sandbox("bin")
    return try #require(GitProgram(environment: environment))
  }

  @Test func `it is asked nothing at a terminal, and speaks English in the person's encoding`()
    throws
  {
    let sandbox = try Sandbox(adding: ["SSH_ASKPASS": "/bin/ask", "GIT_DIR": "/x", "LANG": "de_DE"])
    let git = try git(sandbox, "/usr/bin/env; cat; [ -t 0 ] || : < /dev/tty")
    let result = try git.run(["x"], in: nil, .reading)
    let lines = Set(result.text.split(separator: "\n").map(String.init))
    #expect(
      lines.isSuperset(of: [
        "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "LC_MESSAGES=C", "LC_CTYPE=C.UTF-8",
        "GIT_OPTIONAL_LOCKS=0",
      ]))
    #expect(!lines.contains { $0.hasPrefix("SSH_ASKPASS=") || $0.hasPrefix("GIT_DIR=") })
    // Not even one that this process has.
    #expect(result.errorText.contains("/dev/tty"))
  }

  @Test func `a lock that a git config has left, which alone was killed, is removed by the next`()
    throws
  {
    let sandbox = try Sandbox()
    _ = try sandbox.makeRepository()
    let (folder, gitFolder) = (Array(sandbox("r").utf8), Array(sandbox("r/.git").utf8))
    let killed = try git(sandbox, ": > '\(sandbox("r/.git/config.lock"))'; kill -9 $$")
    #expect(throws: GitError.self) {
      try killed.set("branch.main.remote", to: "origin", in: folder, gitFolder: gitFolder)
    }
    #expect(sandbox.exists("r/.git/config.lock"))
    try sandbox.git.set("branch.main.remote", to: "origin", in: folder, gitFolder: gitFolder)
    #expect(!sandbox.exists("r/.git/config.lock"))
    #expect(try sandbox.git("config branch.main.remote", in: "r") == "origin")
    // That of another git stays.
    sandbox.write("", to: "r/.git/config.lock")
    #expect(throws: GitError.self) {
      try sandbox.git.set("branch.main.remote", to: "x", in: folder, gitFolder: gitFolder)
    }
    #expect(sandbox.exists("r/.git/config.lock"))
  }

  @Test func `large input and output, and both at once, do not stop it`() throws {
    let sandbox = try Sandbox()
    let git = try git(sandbox, "/bin/cat; /bin/cat \"$0\" >&2")
    let input = [UInt8](repeating: 0x61, count: 5 << 20)
    #expect(try git.run([] as [String], in: nil, .init(input: input)).output == input)
    #expect(throws: ProgramFailure.outputTooLong) {
      try git.run([] as [String], in: nil, .init(input: input, limit: 1 << 20))
    }
  }

  @Test func `what is silent for too long ends with all that it has started`() throws {
    let sandbox = try Sandbox()
    let git = try git(
      sandbox,
      "trap '' TERM; /bin/sleep 600 & echo $! > '\(sandbox("child"))'; wait; /bin/sleep 600")
    let time = seconds {
      #expect(throws: ProgramFailure.timedOut(seconds: 1)) {
        try git.run([] as [String], in: nil, .init(timeout: 1))
      }
    }
    #expect(time < 300)
    let child = (sandbox.text("child") ?? "").filter(\.isNumber)
    // An orphan that has ended is still in the list where nobody waits for it, as in some containers.
    let state = try sandbox.git(["-c", "alias.state=!ps -o stat= -p \(child) || true", "state"])
    #expect(state.isEmpty || state.hasPrefix("Z"))
  }

  @Test func `what speaks now and then is not ended`() throws {
    let sandbox = try Sandbox()
    let git = try git(sandbox, "for i in 1 2 3; do echo $i >&2; /bin/sleep 4; done")
    var lines: [String] = []
    let result = try git.run(
      [] as [String], in: nil, .init(timeout: 10, onErrorLine: { lines.append($0) }))
    #expect(result.isSuccess)
    #expect(lines == ["1", "2", "3"])
  }

  @Test func `a program that it leaves behind is not waited for`() throws {
    let sandbox = try Sandbox()
    let git = try git(sandbox, "/bin/sleep 600 & echo $! > '\(sandbox("child"))'; echo done")
    var said = ""
    let time = try seconds { said = try git.run([] as [String], in: nil).text }
    #expect(said == "done")
    #expect(time < 300)
    _ = unsafe system("kill $(cat '\(sandbox("child"))')")
  }

  @Test func `a repository is cloned, given remotes and settings`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeRemote()
    var lines: [String] = []
    try sandbox.git.clone(
      sandbox("remote.git"), into: sandbox.bytes("mine"), .init(onErrorLine: { lines.append($0) }))
    #expect(lines.contains { $0.contains("empty repository") })
    let folder = sandbox.bytes("mine")
    try sandbox.git.addRemote("spare", at: "../spare.git", in: folder)
    #expect(
      try sandbox.git.remotes(of: folder) == [
        RemoteSettings(
          name: "origin", address: sandbox("remote.git"),
          fetch: ["+refs/heads/*:refs/remotes/origin/*"]),
        RemoteSettings(
          name: "spare", address: "../spare.git", fetch: ["+refs/heads/*:refs/remotes/spare/*"]),
      ])
    try sandbox.git.set("branch.main.remote", to: "spare", in: folder)
    #expect(try sandbox.git("config branch.main.remote", in: "mine") == "spare")

    #expect(throws: GitError.self) {
      try sandbox.git.clone("--upload-pack=x", into: sandbox.bytes("x"), .init())
    }
    #expect(throws: GitError.self) {
      try sandbox.git.clone("ext::sh -c x", into: sandbox.bytes("x"), .init())
    }
    #expect(throws: GitError.self) { try sandbox.git.addRemote("-x", at: "a", in: folder) }
    #expect(throws: GitError.self) { try sandbox.git.addRemote("spare", at: "a", in: folder) }
    #expect(throws: GitError.self) { try sandbox.git.set("--system", to: "a", in: folder) }
  }
}
