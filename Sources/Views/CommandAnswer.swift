import Rendering
import Terminals
import Wording

/// The end of a command of `zib` that ran behind a screen, as a line of it.
package struct CommandAnswer: Equatable {
  /// True if the command did what it was asked.
  package let isDone: Bool
  /// The sentences in the order in which they were said.
  private let sentences: [String]
  /// The warnings that the line has no room for.
  private let warnings: Int

  private static let (name, warning) = ("zib: ", "zib: warning: ")
  /// Of more sentences the first is shown, which says what was done or what failed.
  private static let mostSentences = 4

  /// The line of what a command printed, or its words where it printed none.
  ///
  /// - Parameter code: the status in which the command ended.
  package init(_ output: [UInt8], code: Int32, command: String) {
    isDone = code == 0
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    let warned = lines.filter { $0.hasPrefix(Self.warning) }
    let said = lines.filter { !$0.hasPrefix(Self.warning) && !$0.hasPrefix(" ") }
    warnings = said.isEmpty ? max(0, warned.count - 1) : warned.count
    sentences = (said.isEmpty ? [warned.first ?? command] : said).map(Self.bare)
  }

  /// The line of an error, as the command that would meet it says it.
  package init(_ error: ErrorWords) {
    isDone = false
    sentences = ["error: " + error.message] + (error.hint.map { ["hint: " + $0] } ?? [])
    warnings = 0
  }

  private static func bare(_ line: String) -> String {
    line.hasPrefix(name) ? String(line.dropFirst(name.count)) : line
  }

  /// The line.
  package var styled: StyledText {
    var text = StyledText(sentences.first ?? "", isDone ? .plain : .error)
    if warnings > 0 {
      text.append("  (\(Amount.count(warnings, "warning")); `zib check` shows more)", .warning)
    }
    let rest = sentences.dropFirst()
    if sentences.count > Self.mostSentences {
      text.append("; and \(Amount.count(rest.count, "more line"))", .faint)
    } else if !rest.isEmpty {
      text.append("; " + rest.joined(separator: "; "), isDone ? .faint : .plain)
    }
    return text
  }

  /// Runs a command and waits for its end; nobody is asked anything.
  ///
  /// - Returns: the line of its end, and true if it did what it was asked.
  static func running(_ words: [String]) -> (line: StyledText, isDone: Bool) {
    // After `--` every word is a name.
    var arguments = words
    arguments.insert("--no-input", at: words.firstIndex(of: "--") ?? words.endIndex)
    guard let run = Platform.runSelf(arguments, isQuiet: true) else {
      return (StyledText("zib could not be started", .error), false)
    }
    let answer = CommandAnswer(run.output, code: run.code, command: words.joined(separator: " "))
    return (answer.styled, answer.isDone)
  }
}
