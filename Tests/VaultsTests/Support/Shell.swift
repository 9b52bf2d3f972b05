import OperatingSystem
import Testing

/// Commands of other programs, run in a folder as a person would.
struct Shell {
  let folder: String

  /// The output of a command; a failure is an issue of the test.
  @discardableResult
  func callAsFunction(_ command: String, isExpectedToFail: Bool = false) -> [UInt8] {
    let identity =
      "GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b "
      + "GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b"
    let line = "cd '\(folder)' && export \(identity) && { \(command)\n} 2>&1"
    guard let pipe = unsafe popen(line, "r") else {
      Issue.record("no shell")
      return []
    }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      output += buffer[..<count]
    }
    let status = unsafe pclose(pipe)
    if status != 0, !isExpectedToFail {
      Issue.record("\(command): \(String(decoding: output, as: UTF8.self))")
    }
    return output
  }

  /// The same as text, without the last line end.
  func text(_ command: String) -> String {
    var output = self(command)
    if output.last == 0x0A { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  /// True where the git program is there to compare with.
  static let hasGit = unsafe system("git --version >/dev/null 2>&1") == 0
}
