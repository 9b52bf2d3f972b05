import Git
import GitSandbox
import History
import OperatingSystem
import Testing

/// Git's locks after the process that took them was killed.
struct GitLockTests {
  let sandbox: Sandbox
  let repository: Repository

  init() throws {
    sandbox = try Sandbox()
    repository = try sandbox.makeRepository()
  }

  private static let locks = ["index", "refs/heads/main"]

  /// Leaves a lock with its second name, as a process of ours that is killed does.
  ///
  /// - Returns: the second name's descriptor, held as by a process that lives.
  private func leaveLock(of file: String) throws -> Int32 {
    sandbox.write("half", to: "r/.git/zib/lock-1-x")
    let code = unsafe link(sandbox("r/.git/zib/lock-1-x"), sandbox("r/.git/\(file).lock"))
    try #require(code == 0)
    let descriptor = unsafe open(sandbox("r/.git/zib/lock-1-x"), O_RDONLY | O_CLOEXEC)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor
  }

  /// Writes the file whose lock it is.
  private func write(_ file: String, _ first: ObjectID, _ second: ObjectID) throws {
    if file == "index" {
      try repository.setStaged([TreePath("gone.md"): nil])
    } else {
      try repository.setReference(file, from: second, to: first, because: "zib: test")
    }
  }

  @Test(arguments: locks)
  func `P13 a lock of ours whose process was killed does not stand in the way`(file: String) throws
  {
    let first = try sandbox.commit(["a.md": "1"])
    let second = try sandbox.commit(["a.md": "2"])
    let holder = try leaveLock(of: file)
    if file == "index" { #expect(try repository.obstacle() == .indexLocked) }
    let error = try #require(throws: GitError.self) { try write(file, first, second) }
    #expect(error.kind == .locked)
    #expect(sandbox.exists("r/.git/\(file).lock"))
    // The process ends. A program that another test is starting may have the descriptor for a moment more.
    flock(holder, LOCK_UN)
    close(holder)
    #expect(try repository.obstacle() == nil)
    try write(file, first, second)
    #expect(!sandbox.exists("r/.git/\(file).lock"))
    #expect(!sandbox.exists("r/.git/zib/lock-1-x"))
    #expect(try sandbox.git("fsck --no-dangling", in: "r") == "")
  }

  @Test(arguments: locks) func `P15 a lock of git's stays and is named`(file: String) throws {
    let first = try sandbox.commit(["a.md": "1"])
    let second = try sandbox.commit(["a.md": "2"])
    sandbox.write("", to: "r/.git/\(file).lock")
    if file == "index" { #expect(try repository.obstacle() == .indexLocked) }
    let error = try #require(throws: GitError.self) { try write(file, first, second) }
    #expect(error.kind == .locked && error.detail.contains("\(file).lock"))
    #expect(sandbox.exists("r/.git/\(file).lock"))
    sandbox.remove("r/.git/\(file).lock")
    try write(file, first, second)
  }

  @Test func `a ref is written with its reflog as git does it`() throws {
    let first = try sandbox.commit(["a.md": "1"])
    let second = try sandbox.commit(["a.md": "2"])
    try repository.setReference("refs/heads/main", from: second, to: first, because: "zib:\n sync")
    try sandbox.git("config core.logAllRefUpdates always", in: "r")
    try repository.setReference("refs/zib/kept/x", from: nil, to: first, because: "zib: kept")
    try sandbox.git("config core.logAllRefUpdates false", in: "r")
    try repository.setReference("refs/zib/kept/y", from: nil, to: first, because: "zib: kept")
    for name in ["HEAD", "main"] {
      let line = try sandbox.git(
        ["reflog", "-1", "--format=%H %gn %ge %gs", name], in: "r")
      #expect(line == "\(first) Ada ada@example.org zib: sync")
    }
    #expect(try sandbox.git("reflog -1 --format=%gs refs/zib/kept/x", in: "r") == "zib: kept")
    #expect(!sandbox.exists("r/.git/logs/refs/zib/kept/y"))
    // A folder that git left of refs below is no ref.
    try sandbox.git("branch deep/er/x", in: "r")
    try sandbox.git("branch -D deep/er/x", in: "r")
    sandbox.write("", to: "r/.git/refs/heads/deep/er/y")
    sandbox.remove("r/.git/refs/heads/deep/er/y")
    try repository.setReference("refs/heads/deep", from: nil, to: second, because: "x")
    #expect(try sandbox.id("deep", in: "r") == second)
    #expect(try sandbox.git("fsck --no-dangling", in: "r") == "")
  }
}
