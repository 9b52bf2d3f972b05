import OperatingSystem
import TestSupport

/// A folder of a test's own, gone with it.
final class Scratch: Sendable {
  private let folder: TestFolder
  var path: String { folder.path }

  init() throws { folder = try TestFolder() }

  func file(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  /// Writes a file, in place of what it holds.
  func write(_ bytes: [UInt8], to name: String) {
    guard let file = unsafe fopen("\(path)/\(name)", "wb") else { return }
    defer { unsafe fclose(file) }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
  }

  func bytes(of name: String) -> [UInt8]? { fileBytes("\(path)/\(name)") }

  /// The names in the folder.
  var names: [String] {
    Self.run("ls -A '\(path)'").output.split(separator: "\n").map(String.init)
  }

  /// The output of a shell command, and its status.
  static func run(_ command: String) -> (output: String, status: Int32) {
    guard let pipe = unsafe popen(command + " 2>&1", "r") else { return ("", -1) }
    return (String(decoding: unsafe streamBytes(pipe), as: UTF8.self), unsafe pclose(pipe))
  }
}
