import Git
import History
import OperatingSystem
import TestSupport
import Testing

/// A home folder of its own, in which the `git` program plays the other devices and the servers.
package final class Sandbox: Sendable {
  private let folder: TestFolder
  package var path: String { folder.path }
  package let environment: [String: String]
  package let git: GitProgram

  /// - Parameter adding: variables beyond those of a person who has only given a name.
  package init(adding variables: [String: String] = [:]) throws {
    folder = try TestFolder()
    let path = folder.path
    environment = [
      "HOME": path, "PATH": variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
      "XDG_CONFIG_HOME": path + "/.config", "GIT_CONFIG_NOSYSTEM": "1", "TMPDIR": path,
      "LC_ALL": "C.UTF-8",
    ].merging(variables) { $1 }
    git = try #require(GitProgram(environment: environment), "git is not on the PATH")
    write(
      """
      [user]
        name = A Reader
        email = reader@example.org
      [init]
        defaultBranch = main
      [gc]
        auto = 0
      [advice]
        detachedHead = false

      """, to: ".gitconfig")
  }

  /// The path of a name in here.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  package func bytes(_ name: String) -> [UInt8] { Array(self(name).utf8) }

  /// Runs git in a folder of the sandbox; it has to end well.
  @discardableResult
  package func git(_ arguments: [String], in folder: String = "", input: [UInt8]? = nil) throws
    -> String
  {
    let result = try git.run(
      arguments, in: folder.isEmpty ? Array(path.utf8) : bytes(folder), .init(input: input))
    try #require(
      result.isSuccess, "git \(arguments.joined(separator: " ")): \(result.errorText)")
    return result.text
  }

  @discardableResult
  package func git(_ command: String, in folder: String = "") throws -> String {
    try git(command.split(separator: " ").map(String.init), in: folder)
  }

  /// Makes a bare repository that stands for a server.
  package func makeRemote(_ name: String = "remote.git") throws {
    try git("init --quiet --bare \(name)")
  }

  /// Writes a file and commits it.
  @discardableResult
  package func commit(_ text: String, to file: String = "note.md", in folder: String) throws
    -> ObjectID
  {
    write(text, to: folder + "/" + file)
    try git(["add", "--", file], in: folder)
    try git(["commit", "--quiet", "--no-verify", "-m", "say \(text)"], in: folder)
    return try head(of: folder)
  }

  package func head(of folder: String) throws -> ObjectID { try id("HEAD", in: folder) }

  package func id(_ revision: String, in folder: String) throws -> ObjectID {
    try #require(ObjectID(hex: try git("rev-parse --verify \(revision)", in: folder)))
  }

  package func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }

  package func write(_ bytes: [UInt8], to name: String) {
    var folder = path
    for component in name.split(separator: "/").dropLast() {
      folder += "/" + component
      unsafe mkdir(folder, 0o755)
    }
    guard let file = unsafe fopen(self(name), "w") else { return }
    _ = unsafe bytes.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
    unsafe fclose(file)
  }

  /// Writes a file that can be run: a hook, a filter.
  package func writeScript(_ text: String, to name: String) {
    write("#!/bin/sh\n" + text + "\n", to: name)
    unsafe chmod(self(name), 0o755)
    // A copy by another process: while a test beside this one starts a program, that program has our open file for
    // a moment, and what is open for writing cannot be run.
    _ = unsafe system(
      "cp -p '\(self(name))' '\(self(name)).new' && mv '\(self(name)).new' '\(self(name))'")
  }

  /// Makes a key of ssh's without a password, and its public half in `NAME.pub`.
  package func makeKey(_ name: String) throws {
    let made = unsafe system("ssh-keygen -q -t ed25519 -N '' -f '\(self(name))' </dev/null")
    try #require(made == 0)
  }

  package func read(_ name: String) -> [UInt8]? { fileBytes(self(name)) }

  package func text(_ name: String) -> String? {
    read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  package func exists(_ name: String) -> Bool { unsafe access(self(name), F_OK) == 0 }
}

/// The first of some files that can be run, nothing where there is none.
package func program(_ candidates: String...) -> String? {
  candidates.first { unsafe access($0, X_OK) == 0 }
}

/// Seconds that some work takes.
package func seconds(_ work: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  return try clock.measure(work) / .seconds(1)
}
