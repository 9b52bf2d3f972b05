import History
import OperatingSystem

/// The hooks of a repository, run as git runs them.
struct Hooks {
  private let repository: Repository
  /// The folder of the hooks; nil if `core.hooksPath` begins with `~`, which only git expands.
  private let folder: [UInt8]?
  /// Hooks that settings name, which git 2.54 and later run beside those in the folder.
  private let hasSettings: Bool

  init(_ repository: Repository) throws {
    self.repository = repository
    hasSettings = try !repository.settings(in: "hook", keys: ["command"]).isEmpty
    if let path = try repository.setting("core.hooksPath") {
      if path.hasPrefix("/") {
        folder = Array(path.utf8)
      } else if path.hasPrefix("~") {
        folder = nil
      } else {
        folder = (repository.workTree ?? repository.gitFolder) + Array("/\(path)".utf8)
      }
    } else {
      folder = repository.commonFolder + Array("/hooks".utf8)
    }
  }

  /// True if a hook may have to be run. No program is started to tell.
  func mayHave(_ name: String) -> Bool {
    guard !hasSettings, let folder else { return true }
    return Self.isProgram(folder + Array("/\(name)".utf8))
  }

  /// Runs a hook, if it is there.
  ///
  /// - Throws: `HookRefused` with all that it said.
  func run(_ name: String, _ arguments: [[UInt8]] = [], variables: [String: String] = [:]) throws {
    guard mayHave(name) else { return }
    let git = try repository.requiredProgram(to: "run the hook \(name)")
    let workTree = repository.workTree ?? repository.gitFolder
    let options = GitProgram.Options(isInteractive: repository.isInteractive, variables: variables)
    let command = ["hook", "run", "--ignore-missing", name, "--"].map { Array($0.utf8) }
    var result = try git.run(command + arguments, in: workTree, options)
    // Before git 2.36.
    if !result.isSuccess, result.errorText.contains("'hook' is not a git command") {
      guard let folder else {
        throw GitError(
          .unsupported, operation: "run the hook \(name)",
          detail: "git 2.36 or later is needed for a core.hooksPath that begins with ~")
      }
      result = try git.run(
        program: folder + Array("/\(name)".utf8), arguments, in: workTree, options)
    }
    guard result.isSuccess else {
      let said = [result.text, result.errorText].filter { !$0.isEmpty }.joined(separator: "\n")
      throw HookRefused(name: name, output: said)
    }
  }

  private static func isProgram(_ path: [UInt8]) -> Bool {
    var status = stat()
    return unsafe withCString(path) { path in
      unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }
}
