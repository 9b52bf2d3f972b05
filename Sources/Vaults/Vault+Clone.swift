import Git
import Objects
import Sync

extension Vault {
  /// Copies a repository with its history into a new folder.
  ///
  /// - Parameters:
  ///   - folder: may be there if it is empty.
  ///   - progress: told each line of git's.
  /// - Throws: `HistoryError.noProgram`, `.folderNotEmpty`; `GitError` with what git said.
  package static func clone(
    _ address: String, into folder: DiskPath, isInteractive: Bool,
    progress: @escaping (String) -> Void = { _ in }
  ) throws {
    guard let git = GitProgram(environment: ProcessEnvironment.current) else {
      throw HistoryError.noProgram("to clone")
    }
    if let stream = DirectoryStream(folder), unsafe stream.next() != nil {
      throw HistoryError.folderNotEmpty(folder)
    }
    try git.clone(
      address, into: folder.bytes,
      GitProgram.Options(
        isInteractive: isInteractive,
        patience: GitTransport.usualPatience(isInteractive: isInteractive), onErrorLine: progress))
    try checkOutOnlyBranch(of: folder, git)
  }

  /// Checks out the remote's branch where git did not know which: the remote names one that it does not have, as a
  /// bare repository does whose first push went to another.
  private static func checkOutOnlyBranch(of folder: DiskPath, _ git: GitProgram) throws {
    let repository = try Git.Repository.open(at: folder.bytes)
    guard case .branch(let unborn, nil) = try repository.head() else { return }
    let prefix = "refs/remotes/origin/"
    let names = try repository.references(prefix).map { String($0.name.dropFirst(prefix.count)) }
    if names.isEmpty {
      // The name that an empty repository was made with is a chance: all vaults begin on the same one.
      let branch = try Git.Repository.firstBranch()
      if unborn != "refs/heads/\(branch)" {
        try git.begin(on: branch, of: "origin", in: folder.bytes)
        try git.removeSection("branch.\(unborn.dropFirst(11))", in: folder.bytes)
      }
      return
    }
    guard let name = names.contains("main") || names.count != 1 ? "main" : names.first,
      names.contains(name)
    else { return }
    try git.checkOut(name, of: "origin", in: folder.bytes)
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
