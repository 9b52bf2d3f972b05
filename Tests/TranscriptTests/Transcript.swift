import Foundation
import Terminals

/// A session at the command line, and what it is expected to print; it proves commands and is
/// their documentation.
///
///     transcript := ("# " words | key ":" value)* step*
///     step       := "$ " command ("\n> " more of it)* output
///     output     := (line of standard output | "! " line of standard error)* ("[exit " code "]")?
///
/// - Keys: `vault: SampleVault` starts in a copy of that folder, else in an empty one;
///   `columns: 60` sets the width; `env: NAME=value` a variable.
/// - Empty lines before a `$` belong to nobody. An empty last line of output is written `\`,
///   output without a line end is followed by `[no newline]`, and a line that looks like one of
///   the above begins with `\`.
/// - `{{…}}` stands for any text within a line, for times and sizes that cannot be fixed.
/// - NUL, ESC and CR are shown as `␀`, `␛` and `␍`.
/// - The temporary home folder is shown as `~`; the folder that commands run in is `~/vault`.
struct Transcript: Sendable, CustomStringConvertible {
  /// One command and what belongs to it.
  struct Step: Equatable, Sendable {
    var command: String
    var output: [String]
  }

  let file: URL
  var header: [String] = []
  var steps: [Step] = []

  var description: String { file.deletingPathExtension().lastPathComponent }

  init(file: URL) throws {
    try self.init(file: file, text: String(contentsOf: file, encoding: .utf8))
  }

  init(file: URL, text: String) {
    self.file = file
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: []))
      } else if steps.isEmpty {
        header.append(line)
      } else if line.hasPrefix("> "), steps[steps.count - 1].output.isEmpty {
        steps[steps.count - 1].command += "\n" + line.dropFirst(2)
      } else if line == ">", steps[steps.count - 1].output.isEmpty {
        steps[steps.count - 1].command += "\n"
      } else {
        steps[steps.count - 1].output.append(line)
      }
    }
    for index in steps.indices { steps[index].output.dropEmptyLinesAtEnd() }
    header.dropEmptyLinesAtEnd()
  }

  /// The values of a key in the header, in order.
  func values(_ key: String) -> [String] {
    header.filter { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
  }

  /// The file's text.
  var text: String {
    var lines = header
    for step in steps {
      if !lines.isEmpty { lines.append("") }
      let parts = step.command.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("$ " + parts[0])
      lines += parts.dropFirst().map { $0.isEmpty ? ">" : "> " + $0 }
      lines += step.output
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// True for an error of the shell that runs the commands: a program that is missing, a mistake of syntax.
  static func isOfShell(_ line: String) -> Bool {
    let line = line.hasPrefix("! ") ? line.dropFirst(2) : line[...]
    let parts = line.split(separator: ":", maxSplits: 2).map { $0.drop { $0 == " " } }
    guard parts.count == 3, let shell = parts[0].split(separator: "/").last,
      ["sh", "dash", "bash"].contains(shell)
    else { return false }
    return parts[1].hasPrefix("line ") || parts[1].allSatisfy(\.isNumber)
  }

  /// Output as it stands in a transcript.
  static func outputLines(standardOutput: String, standardError: String, exit: Int32) -> [String] {
    var lines = Self.lines(standardOutput, prefix: "")
    lines += Self.lines(standardError, prefix: "! ")
    if exit != 0 { lines.append("[exit \(exit)]") }
    return lines
  }

  private static func lines(_ text: String, prefix: String) -> [String] {
    guard !text.isEmpty else { return [] }
    // By bytes: CR and LF together are one Character.
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(Substring(line)).replacing("\0", with: "␀").replacing("\u{1B}", with: "␛")
        .replacing("\r", with: "␍")
    }
    let endsLine = lines.last == ""
    if endsLine { lines.removeLast() }
    lines = lines.map { line in
      let isSpecial = ["$ ", "! ", "[exit ", "[no newline]", "\\"].contains {
        line.hasPrefix($0)
      }
      return prefix + (isSpecial && prefix.isEmpty ? "\\" + line : line)
    }
    if prefix.isEmpty, let first = lines.first, first == ">" || first.hasPrefix("> ") {
      lines[0] = "\\" + first
    }
    if prefix.isEmpty, let last = lines.indices.last(where: { !lines[$0].isEmpty }) {
      for index in lines.indices where index > last { lines[index] = "\\" }
    } else if prefix.isEmpty {
      lines = lines.map { _ in "\\" }
    }
    if !endsLine { lines.append("[no newline]") }
    return lines
  }

  /// True where a line that was printed is the one expected.
  static func matches(_ expected: String, _ actual: String) -> Bool {
    let parts = expected.components(separatedBy: "{{…}}")
    guard parts.count > 1 else { return expected == actual }
    guard actual.hasPrefix(parts[0]), let last = parts.last else { return false }
    var rest = actual.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

extension [String] {
  fileprivate mutating func dropEmptyLinesAtEnd() {
    while last == "" { removeLast() }
  }
}
