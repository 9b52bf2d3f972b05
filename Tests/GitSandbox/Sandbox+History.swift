import Git
import History
import OperatingSystem
import Testing

extension Sandbox {
  /// Makes a repository with an identity of its own, for libgit2 does not see the home folder of the sandbox.
  package func makeRepository(_ name: String = "r", _ options: String = "") throws -> Repository {
    try git("init --quiet -b main \(options) \(name)")
    try git("config user.name Ada", in: name)
    try git("config user.email ada@example.org", in: name)
    return try Repository.open(at: self(name))
  }

  /// Writes files and commits all that is in the folder.
  /// - Parameter time: seconds since 1970.
  @discardableResult
  package func commit(
    _ files: [String: String], in folder: String = "r", at time: Int = 1_700_000_000,
    message: String = "notes"
  ) throws -> ObjectID {
    for (name, text) in files { write(text, to: "\(folder)/\(name)") }
    try git("add -A", in: folder)
    return try commitStaged(in: folder, at: time, message: message)
  }

  @discardableResult
  package func commitStaged(
    in folder: String = "r", at time: Int = 1_700_000_000, message: String = "notes"
  ) throws -> ObjectID {
    try git(["commit", "--quiet", "--allow-empty", "-m", message], in: folder, at: time)
    return try head(of: folder)
  }

  /// Runs git with its clock set.
  @discardableResult
  package func git(_ arguments: [String], in folder: String, at time: Int) throws -> String {
    let variables = ["GIT_AUTHOR_DATE": "@\(time) +0100", "GIT_COMMITTER_DATE": "@\(time) +0100"]
    let result = try git.run(arguments, in: bytes(folder), .init(variables: variables))
    try #require(
      result.isSuccess, "git \(arguments.joined(separator: " ")): \(result.errorText)")
    return result.text
  }

  /// Runs git where it may fail.
  package func attempt(_ command: String, in folder: String = "r") throws -> Bool {
    try git.run(command.split(separator: " ").map(String.init), in: bytes(folder)).isSuccess
  }

  package func remove(_ name: String) { _ = unsafe unlink(self(name)) }
}
