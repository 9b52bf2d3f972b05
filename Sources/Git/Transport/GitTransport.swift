import History

/// Fetches and pushes with the `git` program: with the ssh settings, agents, credential helpers, proxies and hooks
/// that the person has set up.
package final class GitTransport: Transport {
  private let git: GitProgram
  private let folder: [UInt8]
  private let gitFolder: [UInt8]?
  private let isInteractive: Bool
  private let timeout: Int
  private let onProgress: ((String) -> Void)?
  private let whileWaiting: (() -> Void)?
  private var remotes: [RemoteSettings]?
  /// Keeps a password between fetch and push, so that git asks for it once a sync.
  private lazy var memory: CredentialMemory? = isInteractive ? CredentialMemory(git) : nil

  /// - Parameters:
  ///   - folder: the root of the work tree, or a bare repository.
  ///   - gitFolder: the git folder that all work trees share; if given, locks of a git that was
  ///     killed while zib ran it are removed. The caller must make sure that no other zib fetches
  ///     or pushes.
  ///   - isInteractive: true if passwords may be asked for at the terminal.
  ///   - timeout: the idle timeout of a remote in seconds; 60, or 300 if a person may be looking
  ///     for a password.
  ///   - onProgress: called with git's lines as they come, without control characters.
  ///   - whileWaiting: called repeatedly while git is silent, at most twenty times a second.
  package init(
    _ git: GitProgram, folder: [UInt8], gitFolder: [UInt8]? = nil, isInteractive: Bool = false,
    timeout: Int? = nil, onProgress: ((String) -> Void)? = nil,
    whileWaiting: (() -> Void)? = nil
  ) {
    self.git = git
    self.folder = folder
    self.gitFolder = gitFolder
    self.isInteractive = isInteractive
    self.timeout = timeout ?? Self.usualTimeout(isInteractive: isInteractive)
    self.onProgress = onProgress
    self.whileWaiting = whileWaiting
  }

  /// The default idle timeout of a remote, in seconds.
  package static func usualTimeout(isInteractive: Bool) -> Int { isInteractive ? 300 : 60 }

  /// Fetches all branches of the remote, and what else the person has configured; of a mirror what is configured.
  ///
  /// An empty remote is no error. A partial clone fetches the new files at once, because they are
  /// to be written to the folder.
  package func fetch(_ remote: String) throws {
    let settings = try settings(of: remote)
    let before = settings.isWeb ? try trackingReferences(of: remote) : [:]
    try fetch(remote, settings)
    if settings.isWeb { try checkAnswer(of: remote, before) }
  }

  /// Refuses an answer that git takes for an empty repository and that did not come from a git server.
  ///
  /// Git reads a page without a line end, which the login page of a network may be, as a list of no branches.
  /// - Parameter before: the refs that tracked the remote's branches; restored if the answer is
  ///   refused.
  private func checkAnswer(of remote: String, _ before: [String: ObjectID]) throws {
    let head = "refs/remotes/\(remote)/HEAD"
    if try trackingReferences(of: remote).contains(where: { $0.key != head }) { return }
    var options = GitProgram.Options(isInteractive: isInteractive, timeout: timeout)
    options.variables = ["GIT_TRACE_CURL": "1", "GIT_TRACE_CURL_NO_DATA": "1"]
    let said = try run(remembering + ["ls-remote", "--", remote], options).errorText.lowercased()
    guard said.contains("content-type: text/html"), !said.contains("application/x-git-") else {
      return
    }
    for (name, id) in before where name != head { try update(name, to: id) }
    throw TransportError.notGit("a web page came")
  }

  private func fetch(_ remote: String, _ settings: RemoteSettings) throws {
    var specs = settings.fetchingAllBranches
    var gone: Set<String> = []
    while true {
      var arguments =
        Self.durably + ["fetch", "--progress", "--no-recurse-submodules", "--no-filter"]
      if settings.isPrunable { arguments.append("--prune") }
      let result = try run(arguments + ["--", remote] + specs)
      if result.isSuccess { return }
      // If a branch that is fetched by its name (a clone of a single branch) is gone, git gives up:
      // the ref that tracks it is deleted, and the rest is fetched.
      guard let missing = TransportWords.missingReference(result.errorText),
        let branch = missing.strippingPrefix("refs/heads/"), gone.insert(branch).inserted
      else { throw TransportWords.error(ofFetch: result.errorText) }
      if settings.isPrunable, let reference = settings.trackingReference(of: branch) {
        try delete(reference)
      }
      specs = specs.filter { spec in
        let source = spec.drop { $0 == "+" }.split(separator: ":").first ?? ""
        return !gone.contains { source == "refs/heads/\($0)" || source == $0 }
      }
      if specs.isEmpty { return }
    }
  }

  /// Pushes one commit to one branch; git's refusal of a push that is no fast-forward is the
  /// compare-and-swap.
  ///
  /// The hooks of the repository run.
  package func push(_ commit: ObjectID, to branch: String, of remote: String) throws {
    try push(commit, to: branch, of: remote, ["--porcelain"])
  }

  /// Git is told where the branch has to be (`--force-with-lease` with that commit), and refuses the push before anything
  /// is sent where it is not. Nothing can be overwritten, because the commit that is sent descends from that place.
  package func push(
    _ commit: ObjectID, to branch: String, of remote: String, from expected: ObjectID
  ) throws -> Bool {
    let name = branch.strippingPrefix("refs/heads/") ?? branch
    try push(
      commit, to: branch, of: remote,
      ["--porcelain", "--force-with-lease=refs/heads/\(name):\(expected.hex)"])
    return true
  }

  private func push(
    _ commit: ObjectID, to branch: String, of remote: String, _ options: [String]
  ) throws {
    let branch = branch.strippingPrefix("refs/heads/") ?? branch
    guard SafeName.isBranch(branch) else {
      throw TransportError.failed("not the name of a branch: \(branch)")
    }
    let settings = try settings(of: remote)
    let result = try run(
      ["push"] + options + [
        "--progress", "--recurse-submodules=no", "--", remote,
        "\(commit.hex):refs/heads/\(branch)",
      ])
    guard result.isSuccess else {
      throw TransportWords.error(ofPush: result.text, errors: result.errorText)
    }
    // Git moves the tracking ref where the configuration names one; where it names none, a fetch would make one.
    let tracking = "refs/remotes/\(remote)/\(branch)"
    if settings.isPrunable, settings.trackingReference(of: branch) != tracking {
      try update(tracking, to: commit)
    }
  }

  /// The refs that track a remote, by name, to be compared before a fetch and after it.
  package func trackingReferences(of remote: String) throws -> [String: ObjectID] {
    guard SafeName.isRemote(remote) else { throw TransportError.noSuchRemote(remote) }
    let result = try run(
      ["for-each-ref", "--format=%(objectname) %(refname)", "refs/remotes/\(remote)/"],
      .reading)
    guard result.isSuccess else { throw TransportError.failed(result.errorText) }
    var references: [String: ObjectID] = [:]
    for line in result.text.split(separator: "\n") {
      let halves = line.split(separator: " ", maxSplits: 1)
      if halves.count == 2, let id = ObjectID(hex: halves[0]) {
        references[String(halves[1])] = id
      }
    }
    return references
  }

  // MARK: Settings

  /// Forces loose objects to the disk, which git does not by default: if a loss of power took
  /// objects that a ref leads to, fetching again would not bring them back.
  private static let durably = ["-c", "core.fsync=all", "-c", "core.fsyncMethod=batch"]

  private func settings(of remote: String) throws -> RemoteSettings {
    // Git accepts a path or an address as a remote too; here only a configured name is one.
    guard SafeName.isRemote(remote) else { throw TransportError.noSuchRemote(remote) }
    if remotes == nil {
      do throws(GitError) { remotes = try git.remotes(of: folder) } catch {
        throw TransportError.failed(error.detail)
      }
    }
    guard let settings = remotes?.first(where: { $0.name == remote && $0.address != nil }) else {
      throw TransportError.noSuchRemote(remote)
    }
    return settings
  }

  // MARK: Running

  private var remembering: [String] {
    guard isInteractive, remotes?.contains(where: \.isWeb) == true else { return [] }
    return memory?.arguments ?? []
  }

  private func run(_ arguments: [String]) throws(TransportError) -> ProgramResult {
    var options = GitProgram.Options(isInteractive: isInteractive, timeout: timeout)
    options.whileWaiting = whileWaiting
    if let onProgress {
      options.onErrorLine = { line in onProgress(TransportWords.plain(line[...])) }
    }
    let arguments = remembering + arguments
    guard let gitFolder else { return try run(arguments, options) }
    do {
      let mark = try TransportMark(in: gitFolder)
      try mark.begin()
      // It stays where git had to be ended, or was killed, and may have left its locks.
      var result = try run(arguments, options)
      for _ in 0..<Self.attempts {
        guard !result.isSuccess, try mark.clear(result.errorText) else { break }
        result = try run(arguments, options)
      }
      if result.hasExited { mark.end() }
      return result
    } catch let error as GitError {
      throw .failed("cannot \(error.operation): \(error.detail)")
    } catch let error as TransportError {
      throw error
    } catch {
      throw .failed("\(error)")
    }
  }

  /// The greatest number of locks that one git may have left: of a few refs, of the packed ones, of
  /// the border of a shallow clone.
  private static let attempts = 8

  private func run(_ arguments: [String], _ options: GitProgram.Options) throws(TransportError)
    -> ProgramResult
  {
    do throws(ProgramFailure) {
      return try git.run(arguments, in: folder, options)
    } catch {
      switch error {
      case .timedOut(let seconds): throw .timedOut(seconds: seconds)
      case .interrupted: throw .failed("interrupted")
      case .outputTooLong: throw .failed("git said too much")
      case .notStarted(let name, let code): throw .failed("\(name) could not be started (\(code))")
      }
    }
  }

  private func delete(_ reference: String) throws(TransportError) {
    let result = try run(["update-ref", "-d", reference], GitProgram.Options())
    guard result.isSuccess else { throw .failed(result.errorText) }
  }

  private func update(_ reference: String, to commit: ObjectID) throws(TransportError) {
    let result = try run(["update-ref", reference, commit.hex], GitProgram.Options())
    guard result.isSuccess else { throw .failed(result.errorText) }
  }
}

extension String {
  fileprivate func strippingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
