import Files
import Git
import History
import OperatingSystem
import PastNotes
import Sync
import WorkTrees

extension Vault {
  private init(vaultAt folder: DiskPath, _ environment: Environment) {
    let location = VaultLocation(root: folder, kind: .zib)
    self.init(
      location: location, configuration: .load(location, environment: environment),
      environment: environment)
  }

  /// Copies a repository with its history into a new folder.
  ///
  /// The repository is fetched into a hidden folder inside of the new one, from there the files are
  /// written, and `.git` is put in its place last: in a clone that was stopped half-way, plain git
  /// would take every missing file for deleted, and commit it so. A file that git cannot write
  /// would end the clone; then all are written as a sync does it, and those that cannot be written
  /// wait.
  /// - Parameters:
  ///   - folder: may exist if it is empty.
  ///   - progress: called with each line of git's output.
  /// - Returns: the files that cannot be written here, sorted.
  /// - Throws: `HistoryError.noProgram`, `.folderNotEmpty`, `.cloneStopped`; `GitError` with git's
  ///   message.
  @discardableResult
  package static func clone(
    _ address: String, into folder: DiskPath, isInteractive: Bool,
    environment: Environment = Environment([:]),
    progress: @escaping (String) -> Void = { _ in }
  ) throws -> [UnwrittenFile] {
    guard let git = GitProgram(environment: ProcessEnvironment.current) else {
      throw HistoryError.noProgram("to clone")
    }
    let temporary = folder.appending("\(unfinishedClone)\(getpid())")
    do {
      return try clone(
        address, into: folder, by: temporary, git, isInteractive, environment, progress)
    } catch let error as GitError {
      // The person knows of one folder, the one that was named.
      throw GitError(
        error.kind, operation: error.operation,
        detail: error.detail.replacing(temporary.text, with: folder.text))
    }
  }

  private static func clone(
    _ address: String, into folder: DiskPath, by temporary: DiskPath, _ git: GitProgram,
    _ isInteractive: Bool, _ environment: Environment, _ progress: @escaping (String) -> Void
  ) throws -> [UnwrittenFile] {
    let wasThere = try isEmptyFolder(folder)
    let options = GitProgram.Options(
      isInteractive: isInteractive,
      timeout: GitTransport.usualTimeout(isInteractive: isInteractive), onErrorLine: progress)
    do {
      try git.clone(address, into: temporary.bytes, writesFiles: false, options)
    } catch {
      // Git has removed the files it made, except the folder above.
      if !wasThere { try removeIfEmpty(folder) }
      throw error
    }
    let place = RepositoryPlace(
      root: temporary, gitFolder: temporary.appending(".git"),
      commonFolder: temporary.appending(".git"))
    var isWritten = true
    if try beginOnBranch(of: temporary, git) {
      do {
        try check(Git.Repository.open(at: temporary.bytes))
      } catch {
        // The folder has only files that git has fetched.
        try? PastFolder.removeTree(temporary)
        if !wasThere { try? removeIfEmpty(folder) }
        throw error
      }
      do {
        try git.writeFiles(of: place.gitFolder.bytes, into: folder.bytes, options)
      } catch {
        // Git's staging index cannot have one of the names, so no part of the commit can be had.
        do {
          try git.writeIndex(of: place.gitFolder.bytes, into: folder.bytes, options)
        } catch _ { throw error }
        isWritten = false
        try beginWriting(into: folder, from: temporary, environment)
      }
    }
    TemporaryExclusion.ensure(in: place)
    let holder = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try holder.rename(temporary.name + "/.git".utf8, ".git".utf8)
    // Stopped here, an empty hidden folder is left, which git does not see.
    _ = try holder.removeEmptyFolder(temporary.name)
    try holder.synchroniseFolder(path: folder.bytes)
    return isWritten ? [] : try write(folder, environment, progress)
  }

  /// Reads all names of the commit, before any becomes one of a file; a sync refuses the same.
  ///
  /// - Throws: `GitError`.
  private static func check(_ repository: Git.Repository) throws {
    guard case .branch(_, let head?) = try repository.head() else { return }
    try repository.forEachFile(in: repository.commit(head).tree) { _, _ in }
  }

  /// Puts all files on record as not written, while the repository is still hidden.
  private static func beginWriting(
    into folder: DiskPath, from temporary: DiskPath, _ environment: Environment
  ) throws {
    let vault = Vault(vaultAt: temporary, environment)
    let history = try vault.history()
    let workTree = DiskWorkTree(
      root: folder, gitFolder: history.workTree.gitFolder, scope: .root,
      options: history.workTree.options, content: history.workTree.content)
    try SyncSession(
      repository: history.repository, workTree: workTree, device: ""
    ) { CommitTime(seconds: 0, offset: 0) }.beginWriting()
  }

  private static func write(
    _ folder: DiskPath, _ environment: Environment, _ progress: @escaping (String) -> Void
  ) throws -> [UnwrittenFile] {
    let vault = Vault(vaultAt: folder, environment)
    let history = try vault.history()
    let lock = try vault.lockHistory(of: history) { _ in }
    let session = history.session(in: .system)
    try session.writeAll { progress("Writing notes: \($0) of \($1)") }
    let unwritten = try session.unwritten()
    _ = consume lock
    return unwritten
  }

  /// The prefix of the folder name of an unfinished clone, before the number of the process.
  private static let unfinishedClone = ".zib-clone-"

  /// True for a folder that is there and empty, false for one that is not there.
  private static func isEmptyFolder(_ folder: DiskPath) throws -> Bool {
    guard FileStatus.at(folder) != nil else { return false }
    guard let stream = DirectoryStream(folder) else { throw HistoryError.folderNotEmpty(folder) }
    var isEmpty = true
    while let entry = unsafe stream.next() {
      if unsafe entry.bytes.starts(with: unfinishedClone.utf8) {
        throw HistoryError.cloneStopped(folder)
      }
      isEmpty = false
    }
    if !isEmpty { throw HistoryError.folderNotEmpty(folder) }
    return true
  }

  /// True if the folder has the rest of a clone that did not end.
  package static func hasUnfinishedClone(in folder: DiskPath) -> Bool {
    do {
      _ = try isEmptyFolder(folder)
    } catch HistoryError.cloneStopped {
      return true
    } catch {}
    return false
  }

  /// True for a clone of a remote that has no branch yet, or of something that is no repository: git reads a web page
  /// without a line end as a list of no branches.
  package static func hasNothing(cloneIn folder: DiskPath) throws -> Bool {
    try Git.Repository.open(at: folder.bytes).references("refs/remotes/origin/").isEmpty
  }

  private static func removeIfEmpty(_ folder: DiskPath) throws {
    let holder = try Descriptor.open(folder.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    _ = try holder.removeEmptyFolder(folder.name)
  }

  /// Goes to the remote's branch where git did not know which: the remote names one that it does not have, as a bare
  /// repository does whose first push went to another.
  ///
  /// - Returns: true if there is a commit.
  private static func beginOnBranch(of folder: DiskPath, _ git: GitProgram) throws -> Bool {
    let repository = try Git.Repository.open(at: folder.bytes)
    guard case .branch(let unborn, nil) = try repository.head() else { return true }
    let prefix = "refs/remotes/origin/"
    let names = try repository.references(prefix).map { String($0.name.dropFirst(prefix.count)) }
    if names.isEmpty {
      // The name that an empty repository was made with is a chance: all vaults begin on the same one.
      let branch = try Git.Repository.firstBranch()
      if unborn != "refs/heads/\(branch)" {
        try git.begin(on: branch, of: "origin", in: folder.bytes)
        try git.removeSection("branch.\(unborn.dropFirst(11))", in: folder.bytes)
      }
      return false
    }
    guard let name = names.contains("main") || names.count != 1 ? "main" : names.first,
      names.contains(name)
    else { return false }
    try git.begin(atCommitOf: name, of: "origin", in: folder.bytes)
    return true
  }

  /// The name of the folder that a clone of an address goes to, as git chooses it.
  package static func cloneName(of address: String) -> String? {
    var name = address[...]
    while name.last == "/" { name.removeLast() }
    if name.hasSuffix("/.git") { name = name.dropLast(5) }
    if name.hasSuffix(".git") { name = name.dropLast(4) }
    while name.last == "/" { name.removeLast() }
    let last = name.split(whereSeparator: { $0 == "/" || $0 == ":" }).last
    guard let last, last != ".", last != ".." else { return nil }
    return String(last)
  }
}
