import OperatingSystem

/// Setting up remotes and clones.
extension GitProgram {
  /// Clones a repository; its progress goes to `onErrorLine` of the options.
  ///
  /// - Parameters:
  ///   - address: refused if git would take it for an option or a program to run.
  ///   - folder: made by git; an existing one has to be empty.
  ///   - writesFiles: false for the repository alone; `writeFiles` is to follow.
  /// - Throws: git's message, or an error for an invalid address.
  package func clone(
    _ address: String, into folder: [UInt8], writesFiles: Bool = true, _ options: Options
  ) throws(GitError) {
    let operation = "clone \(RemoteAddress.hidingPasswords(in: address))"
    guard SafeName.isAddress(address) else {
      throw GitError(.other(0), operation: operation, detail: "that is no address of a repository")
    }
    let arguments = ["clone", "--progress"] + (writesFiles ? [] : ["--no-checkout"])
    _ = try command(
      (arguments + ["--", address]).map { Array($0.utf8) } + [folder], in: nil, options, operation)
  }

  /// Writes the files of the checked out commit into a folder that has none, and the staging index.
  ///
  /// - Parameter gitFolder: the repository; it may lie outside the folder.
  package func writeFiles(
    of gitFolder: [UInt8], into folder: [UInt8], _ options: Options
  ) throws(GitError) {
    let place = [Array("--git-dir=".utf8) + gitFolder, Array("--work-tree=".utf8) + folder]
    let arguments = ["read-tree", "--reset", "-u", "-v", "HEAD"].map { Array($0.utf8) }
    _ = try command(place + arguments, in: folder, options, "write the files of the clone")
  }

  /// Writes the staging index of the checked out commit, and no file.
  package func writeIndex(
    of gitFolder: [UInt8], into folder: [UInt8], _ options: Options
  ) throws(GitError) {
    let place = [Array("--git-dir=".utf8) + gitFolder, Array("--work-tree=".utf8) + folder]
    let arguments = ["read-tree", "--reset", "HEAD"].map { Array($0.utf8) }
    _ = try command(place + arguments, in: folder, options, "read the files of the clone")
  }

  /// Adds a remote, which then is tracked by `refs/remotes/NAME/`.
  package func addRemote(_ name: String, at address: String, in folder: [UInt8]) throws(GitError) {
    let operation = "add the remote \(name)"
    guard SafeName.isRemote(name) else {
      throw GitError(.other(0), operation: operation, detail: "that is no name for a remote")
    }
    guard SafeName.isAddress(address) else {
      throw GitError(.other(0), operation: operation, detail: "that is no address of a repository")
    }
    _ = try command(
      ["remote", "add", "--", name, address].map { Array($0.utf8) }, in: folder, Options(),
      operation)
  }

  /// The remotes that are configured, in the order of the configuration.
  package func remotes(of folder: [UInt8]) throws(GitError) -> [RemoteSettings] {
    let operation = "read the remotes"
    let result = try result(
      ["config", "-z", "--get-regexp", "^remote\\."].map { Array($0.utf8) }, in: folder, .reading,
      operation)
    // An exit code of 1 means that nothing matched.
    guard result.isSuccess || result.status == .exited(1) && result.errors.isEmpty else {
      throw GitError(.other(0), operation: operation, detail: result.errorText)
    }
    return RemoteSettings.all(result.output)
  }

  /// Writes a setting of this repository: `branch.main.remote`.
  ///
  /// - Parameter gitFolder: if given, the lock of a `git config` that was killed while zib ran it
  ///   is removed.
  package func set(
    _ key: String, to value: String, in folder: [UInt8], gitFolder: [UInt8]? = nil
  ) throws(GitError) {
    let operation = "set \(key)"
    guard !key.hasPrefix("-"), key.contains(".") else {
      throw GitError(.other(0), operation: operation, detail: "that is no key of a setting")
    }
    // An empty pattern would replace a single value only; all values of the key make room for this one.
    let arguments = ["config", "--local", "--replace-all", key, value].map { Array($0.utf8) }
    guard let gitFolder else {
      _ = try command(arguments, in: folder, Options(), operation)
      return
    }
    let mark = try TransportMark(in: gitFolder, named: "settings")
    try mark.begin()
    var result = try result(arguments, in: folder, Options(), operation)
    if !result.isSuccess, try mark.clear(result.errorText) {
      result = try self.result(arguments, in: folder, Options(), operation)
    }
    // It stays where git alone was killed, and may have left its lock.
    if result.hasExited { mark.end() }
    guard result.isSuccess else {
      throw GitError(.other(0), operation: operation, detail: result.errorText)
    }
  }

  /// Takes away all settings of a section of this repository (`merge.zib`), if there are any.
  package func removeSection(_ name: String, in folder: [UInt8]) throws(GitError) {
    let operation = "remove the settings \(name)"
    guard !name.hasPrefix("-"), name.contains(".") else {
      throw GitError(.other(0), operation: operation, detail: "that is no section of settings")
    }
    let keys = try result(
      ["config", "--local", "-z", "--name-only", "--list"].map { Array($0.utf8) }, in: folder,
      .reading, operation)
    guard keys.isSuccess else {
      throw GitError(.other(0), operation: operation, detail: keys.errorText)
    }
    let start = Array("\(name).".utf8)
    if !keys.output.split(separator: 0).contains(where: { $0.starts(with: start) }) { return }
    _ = try command(
      ["config", "--local", "--remove-section", name].map { Array($0.utf8) }, in: folder,
      Options(), operation)
  }

  /// Lets a repository without a commit begin on another branch, which follows the remote's of that name.
  package func begin(on branch: String, of remote: String, in folder: [UInt8]) throws(GitError) {
    let operation = "begin on the branch \(branch)"
    guard SafeName.isBranch(branch), SafeName.isRemote(remote) else {
      throw GitError(.other(0), operation: operation, detail: "that is no name of a branch")
    }
    _ = try command(
      ["symbolic-ref", "HEAD", "refs/heads/\(branch)"].map { Array($0.utf8) }, in: folder,
      Options(), operation)
    try set("branch.\(branch).remote", to: remote, in: folder)
    try set("branch.\(branch).merge", to: "refs/heads/\(branch)", in: folder)
  }

  /// Lets a repository without a commit be on a remote's branch and its commit; no file is written.
  package func begin(
    atCommitOf branch: String, of remote: String, in folder: [UInt8]
  ) throws(GitError) {
    try begin(on: branch, of: remote, in: folder)
    _ = try command(
      ["update-ref", "refs/heads/\(branch)", "refs/remotes/\(remote)/\(branch)"].map {
        Array($0.utf8)
      }, in: folder, Options(), "begin on the branch \(branch)")
  }

  // MARK: Running

  /// Runs a command that has to end well.
  func command(
    _ arguments: [[UInt8]], in folder: [UInt8]?, _ options: Options, _ operation: String
  ) throws(GitError) -> ProgramResult {
    let result = try result(arguments, in: folder, options, operation)
    guard result.isSuccess else {
      throw GitError(
        .other(0), operation: operation,
        detail: RemoteAddress.hidingPasswords(in: result.errorText))
    }
    return result
  }

  func result(
    _ arguments: [[UInt8]], in folder: [UInt8]?, _ options: Options, _ operation: String
  ) throws(GitError) -> ProgramResult {
    do throws(ProgramFailure) {
      return try run(arguments, in: folder, options)
    } catch {
      let detail =
        switch error {
        case .timedOut(let seconds): "no answer within \(seconds) seconds"
        case .interrupted: "interrupted"
        case .outputTooLong: "its output is too long"
        case .notStarted(let name, let code): "\(name) could not be started (error \(code))"
        }
      throw GitError(.other(0), operation: operation, detail: detail)
    }
  }
}
