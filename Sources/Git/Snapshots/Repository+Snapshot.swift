import History
import OperatingSystem

extension Repository {
  /// Makes a snapshot's commit as `git commit` would: with the person's identity, hooks and signature.
  ///
  /// `pre-commit` sees the snapshot in a staging index of its own; the person's index is unchanged.
  /// Without hooks and signatures no program is run. `post-commit` is run by `didCommitSnapshot()`.
  /// - Throws: `HookRefused`; `HookChangedTree` if `pre-commit` staged something else, because only
  ///   the state of the folder is committed; `NoIdentity`; `GitError` with git's message.
  package func commitSnapshot(tree: ObjectID, parents: [ObjectID], message: String) throws
    -> ObjectID
  {
    let environment = program?.environment ?? ProcessEnvironment.current
    let author = try CommitIdentity(.author, self, environment: environment)
    let committer = try CommitIdentity(.committer, self, environment: environment)
    let text = try runHooks(tree: tree, message: CommitMessage.cleaned(message))

    let isSigned = try flag("commit.gpgSign") == true
    let encoding = try setting("i18n.commitEncoding")?.lowercased() ?? "utf-8"
    let hasDates = environment["GIT_AUTHOR_DATE"] ?? environment["GIT_COMMITTER_DATE"] != nil
    if isSigned || hasDates || encoding != "utf-8" && encoding != "utf8" {
      let who = author.variables(.author).merging(committer.variables(.committer)) { $1 }
      return try commitByGit(tree, parents, text, who, isSigned: isSigned)
    }
    return try write(
      commit: Commit(
        tree: tree, parents: parents, author: author.signature(), committer: committer.signature(),
        message: text))
  }

  /// Makes a commit of files written in the past: with the person's identity, without hooks or a
  /// signature.
  ///
  /// - Throws: `NoIdentity`, `GitError`.
  package func commitPast(
    tree: ObjectID, parents: [ObjectID], message: String, at time: CommitTime
  ) throws -> ObjectID {
    let environment = program?.environment ?? ProcessEnvironment.current
    let author = try CommitIdentity(.author, self, environment: environment)
    let committer = try CommitIdentity(.committer, self, environment: environment)
    let latest = try parents.map { try commit($0).committer }.max { $0.seconds < $1.seconds }
    let isLate = latest.map { $0.seconds > time.seconds } ?? false
    return try write(
      commit: Commit(
        tree: tree, parents: parents,
        author: author.signature(at: time.seconds, offset: time.offset),
        committer: committer.signature(
          at: isLate ? latest?.seconds ?? time.seconds : time.seconds,
          offset: isLate ? latest?.offset ?? time.offset : time.offset),
        message: CommitMessage.cleaned(message)))
  }

  /// Runs `post-commit`, of which git heeds no refusal either.
  package func didCommitSnapshot() {
    // A hook that runs after the commit cannot change it.
    try? Hooks(self).run("post-commit", variables: ["GIT_EDITOR": ":"])
  }

  // MARK: Hooks

  /// Runs the hooks that come before a commit, and returns the message as they have left it.
  private func runHooks(tree: ObjectID, message: String) throws -> String {
    let hooks = try Hooks(self)
    let names = ["pre-commit", "prepare-commit-msg", "commit-msg"]
    guard names.contains(where: hooks.mayHave) else { return message }
    try flush()
    let index = gitFile("zib-index-\(ProcessEnvironment.process)")
    defer { for path in [index, index + Array(".lock".utf8)] { DiskFile.remove(path) } }
    let variables = [
      "GIT_INDEX_FILE": String(decoding: index, as: UTF8.self), "GIT_EDITOR": ":",
    ]
    try stage(tree, in: index, variables)
    try hooks.run("pre-commit", variables: variables)
    let staged = try git(
      "see what the hook pre-commit has staged", ["write-tree"], .init(variables: variables))
    guard staged.text == tree.hex else { throw HookChangedTree(name: "pre-commit") }

    // As `git commit -m` does: the hooks get the message in this file, and may rewrite it.
    let file = gitFile("COMMIT_EDITMSG")
    try replace(file, with: Array(message.utf8))
    let shown = shownToHooks(file)
    try hooks.run("prepare-commit-msg", [shown, Array("message".utf8)], variables: variables)
    try hooks.run("commit-msg", [shown], variables: variables)
    let written = try DiskFile.read(file)?.bytes ?? []
    let text = CommitMessage.cleaned(String(decoding: written, as: UTF8.self))
    guard !text.isEmpty else {
      throw HookRefused(name: "commit-msg", output: "it left no message for the commit")
    }
    return text
  }

  /// A file of the git folder as git names it to a hook: from the work tree's root, if it is in there.
  private func shownToHooks(_ file: [UInt8]) -> [UInt8] {
    guard let workTree, file.starts(with: workTree + [0x2F]) else { return file }
    return Array(file.dropFirst(workTree.count + 1))
  }

  /// Makes a staging index of a tree, with the stamps of the person's own index.
  private func stage(_ tree: ObjectID, in index: [UInt8], _ variables: [String: String]) throws {
    if let own = try DiskFile.read(gitFile("index")) { try replace(index, with: own.bytes) }
    _ = try git(
      "stage the snapshot for the hooks", ["read-tree", "--reset", tree.hex],
      .init(variables: variables))
  }

  private func replace(_ path: [UInt8], with bytes: [UInt8]) throws {
    DiskFile.remove(path)
    try DiskFile.create(path, mode: 0o666) { bytes }
  }

  // MARK: Git

  private func commitByGit(
    _ tree: ObjectID, _ parents: [ObjectID], _ message: String, _ variables: [String: String],
    isSigned: Bool
  ) throws -> ObjectID {
    try flush()
    var arguments = ["-c", "core.fsync=all", "commit-tree"]
    if isSigned { arguments.append("-S") }
    for parent in parents { arguments += ["-p", parent.hex] }
    let operation = isSigned ? "sign the commit" : "make the commit"
    let result = try git(
      operation, arguments + [tree.hex],
      .init(input: Array(message.utf8), isInteractive: isInteractive, variables: variables))
    guard let id = ObjectID(hex: result.text) else {
      throw GitError(.other(0), operation: operation, detail: result.errorText)
    }
    return id
  }

  private func git(_ operation: String, _ arguments: [String], _ options: GitProgram.Options) throws
    -> ProgramResult
  {
    try requiredProgram(to: operation).command(
      arguments.map { Array($0.utf8) }, in: workTree ?? gitFolder, options, operation)
  }

  /// The `git` program, for operations that need it.
  func requiredProgram(to operation: String) throws(GitError) -> GitProgram {
    if let program { return program }
    throw GitError(
      .notFound, operation: operation, detail: "the git program is needed, and is not on the PATH")
  }
}
