import Rendering
import Terminals

/// The end of a command of `zib` that ran behind a screen, as one line of it.
package struct CommandAnswer: Equatable {
  /// True if the command did what it was asked.
  package let isDone: Bool
  private let line: String
  /// The warnings that the line has no room for.
  private let warnings: Int

  private static let (name, warning) = ("zib: ", "zib: warning: ")

  /// The line of what a command printed, or its words where it printed none.
  ///
  /// - Parameter code: the status in which the command ended.
  package init(_ output: [UInt8], code: Int32, command: String) {
    isDone = code == 0
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    let warned = lines.filter { $0.hasPrefix(Self.warning) }
    // An error is said first, and what was done last.
    let others = lines.filter { !$0.hasPrefix(Self.warning) && !$0.hasPrefix(" ") }
    let said = isDone ? others.last : others.first
    line = Self.bare(said ?? warned.first ?? command)
    warnings = said == nil ? max(0, warned.count - 1) : warned.count
  }

  private static func bare(_ line: String) -> String {
    line.hasPrefix(name) ? String(line.dropFirst(name.count)) : line
  }

  /// The line.
  package var styled: StyledText {
    var text = StyledText(line, isDone ? .plain : .error)
    if warnings > 0 {
      text.append("  (\(Amount.count(warnings, "warning")); `zib check` shows more)", .warning)
    }
    return text
  }

  /// Runs a command and waits for its end; nobody is asked anything.
  static func running(_ words: [String]) -> StyledText {
    guard let run = Platform.runSelf(words + ["--no-input"], isQuiet: true) else {
      return StyledText("zib could not be started", .error)
    }
    return CommandAnswer(run.output, code: run.code, command: words.joined(separator: " ")).styled
  }
}
