import Files
import Git
import GitSandbox
import History
import Merge
import OperatingSystem
import Sync
import Testing
import Vaults

/// Devices with real repositories in one sandbox, on which zib's use cases and plain `git` work side by side.
///
/// Each use case of zib's is followed by a look of git's own: `git fsck` and `git status` have nothing to say.
final class World: Sendable {
  let sandbox: Sandbox
  /// The environment of `zib`.
  let variables: [String: String]

  /// - Parameter adding: variables beyond those of a person who has only given a name.
  init(adding variables: [String: String] = [:]) throws {
    sandbox = try Sandbox()
    self.variables = sandbox.environment.merging(variables) { $1 }
  }

  init(_ sandbox: Sandbox, adding variables: [String: String] = [:]) {
    self.sandbox = sandbox
    self.variables = sandbox.environment.merging(variables) { $1 }
  }

  /// A remote that holds these files, and clones of it, each with an identity of its own.
  convenience init(
    _ files: [String: String], devices: [String] = ["a", "b"],
    adding variables: [String: String] = [:]
  ) throws {
    try self.init(adding: variables)
    try sandbox.makeRemote()
    try repository("first")
    try sandbox.commit(files, in: "first")
    try sandbox.git("remote add origin ../remote.git", in: "first")
    try sandbox.git("push --quiet origin main", in: "first")
    for device in devices { try clone(to: device) }
  }

  // MARK: Repositories

  /// Makes a repository; libgit2 does not see the home folder of the sandbox, so that it has an identity of its own.
  func repository(_ name: String) throws {
    try sandbox.git("init --quiet -b main \(name)")
    try identify(name)
  }

  func clone(_ address: String = "remote.git", to name: String, _ options: String = "") throws {
    try sandbox.git("clone --quiet \(options) \(address) \(name)")
    try identify(name)
  }

  func identify(_ name: String) throws {
    try sandbox.git(["config", "user.name", "The owner of \(name)"], in: name)
    try sandbox.git("config user.email \(name)@example.org", in: name)
  }

  // MARK: zib

  /// The vault that a folder of the sandbox is.
  func vault(_ name: String) throws -> Vault {
    let environment = Environment(variables, programs: variables)
    let root = try #require(DiskPath.real(DiskPath(sandbox(name))))
    let location = VaultLocation(root: root, kind: .zib)
    return Vault(
      location: location, configuration: .load(location, environment: environment),
      environment: environment)
  }

  /// Syncs a vault.
  ///
  /// - Parameter repository: the folder of the repository where it is another than the vault's.
  @discardableResult
  func sync(
    _ name: String, in repository: String? = nil, _ change: (inout SyncRequest) -> Void = { _ in }
  ) throws -> SyncReport {
    var request = SyncRequest()
    change(&request)
    let report = try vault(name).sync(request).report
    try expectWell(repository ?? name)
    return report
  }

  @discardableResult
  func commit(_ name: String, in repository: String? = nil, message: String? = nil) throws
    -> SnapshotReport
  {
    let report = try vault(name).commit(message: message).snapshot
    try expectWell(repository ?? name)
    return report
  }

  /// Expects that git finds nothing amiss: no damage, nothing staged, changed or untracked.
  func expectWell(_ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    try expectSound(name, location)
    let status = try sandbox.git("status --porcelain", in: name)
    #expect(status == "", sourceLocation: location)
  }

  /// Expects that git finds no damage.
  func expectSound(_ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let result = try sandbox.git.run(
      ["fsck", "--no-dangling", "--no-progress", "--connectivity-only"], in: sandbox.bytes(name))
    #expect(result.isSuccess && result.text == "", "\(result.errorText)", sourceLocation: location)
  }

  /// Expects that zib refuses to write, in the words of a type, and that neither branch nor files change.
  func expectRefusal(
    _ refusal: SyncRefusal, in name: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try state(of: name)
    let vault = try vault(name)
    #expect(throws: refusal, sourceLocation: location) { try vault.commit() }
    #expect(throws: refusal, sourceLocation: location) { try vault.sync(SyncRequest()) }
    let after = try state(of: name)
    #expect(after == before, sourceLocation: location)
  }

  private func state(of name: String) throws -> [String] {
    let refs = try sandbox.git.run(["show-ref", "--head"], in: sandbox.bytes(name)).text
    let status = try sandbox.git.run(["status", "--porcelain"], in: sandbox.bytes(name)).text
    return [refs, status] + files(in: name).map { "\($0.key): \($0.value)" }.sorted()
  }

  // MARK: Files

  func write(_ text: String, to name: String) { sandbox.write(text, to: name) }

  func text(_ name: String) -> String? { sandbox.text(name) }

  func remove(_ name: String) { sandbox.remove(name) }

  /// The text of each file in a folder and those in it, but for git's own.
  func files(in name: String) -> [String: String] {
    var files: [String: String] = [:]
    guard let folder = unsafe opendir(sandbox(name)) else { return [:] }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe names.append(String(cString: $0))
        }
      }
    }
    unsafe closedir(folder)
    for entry in names where entry != "." && entry != ".." && entry != ".git" {
      let inner = "\(name)/\(entry)"
      var status = stat()
      guard unsafe lstat(sandbox(inner), &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: for (path, text) in self.files(in: inner) { files["\(entry)/\(path)"] = text }
      case S_IFREG: files[entry] = text(inner)
      default: continue
      }
    }
    return files
  }

  /// The copies of notes in a folder, with their texts.
  func copies(in name: String) -> [String: String] {
    files(in: name).filter { ConflictCopyName.isCopy(TreePath($0.key)) }
  }

  /// The bytes of a commit at a path.
  func stored(_ path: String, in name: String, at revision: String = "HEAD") throws -> [UInt8] {
    let result = try sandbox.git.run(
      ["cat-file", "blob", "\(revision):\(path)"], in: sandbox.bytes(name))
    try #require(result.isSuccess, "\(result.errorText)")
    return result.output
  }

  func head(_ name: String) throws -> ObjectID { try sandbox.head(of: name) }

  /// Commits all that is in a folder with plain git, as a person beside zib does.
  @discardableResult
  func gitCommit(_ files: [String: String], in name: String) throws -> ObjectID {
    for (path, text) in files { write(text, to: "\(name)/\(path)") }
    try sandbox.git("add -A", in: name)
    try sandbox.git(["commit", "--quiet", "-m", "by plain git"], in: name)
    return try head(name)
  }

  /// Expects two devices to stand at one commit with the same files.
  func expectSame(_ first: String, _ second: String, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let (left, right) = (try head(first), try head(second))
    #expect(left == right, sourceLocation: location)
    #expect(files(in: first) == files(in: second), sourceLocation: location)
  }
}

extension SyncReport {
  /// True where the remote has all that is here.
  var isInStep: Bool { outcome == .inStep }
}
