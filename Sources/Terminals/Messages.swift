import Arguments
import Rendering

/// Writes messages to the person beside the data: one line each on standard error, after `zib: `.
package struct Messages: Sendable {
  /// The amount of messages: `-q` only errors and omissions, plainly, `-v` the steps as well.
  package enum Level: Int, Sendable, Comparable {
    case quiet, normal, verbose

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// The amount of messages.
  package let level: Level
  private let terminal: Terminal

  /// Messages for a terminal's standard error.
  package init(level: Level, terminal: Terminal) {
    self.level = level
    self.terminal = terminal
  }

  /// Reports why a command failed, and what to do next.
  package func error(_ text: String, hint: String? = nil) {
    say("error: ", .error, text)
    if let hint { say("hint: ", .faint, hint) }
  }

  /// Reports an error in a command line, and where to read on.
  package func usage(_ error: ArgumentError) {
    self.error(error.message)
    if let suggestion = error.suggestion { write("", "Did you mean `\(suggestion)`?") }
    if let advice = error.advice { write("", advice) }
    write("", "Usage: \(error.usage)")
    write("", "Try `\(error.path.joined(separator: " ")) --help` for more.")
  }

  /// Reports something that a person should see and that did not stop the command.
  package func warning(_ text: String) {
    if level > .quiet { say("warning: ", .warning, text) }
  }

  /// Reports an omission of something that was asked for; also with `-q`, so that no script takes
  /// it for done.
  package func omission(_ text: String) { say("warning: ", .warning, text) }

  /// Reports a result, or the next step.
  package func note(_ text: String) {
    if level > .quiet { say("", .plain, text) }
  }

  /// Says what a question is about; also with `-q`, because the question follows.
  package func question(_ text: String) { say("", .plain, text) }

  /// Asks a question, and leaves the cursor after it.
  package func ask(_ question: String) {
    _ = Platform.write(Array("zib: \(question.escapingControlCharacters())".utf8)[...], to: 2)
  }

  /// Says a step that only `-v` shows.
  package func detail(_ text: String) {
    if level == .verbose { say("", .faint, text) }
  }

  private func say(_ word: String, _ style: Style, _ text: String) {
    var line = StyledText("zib: ", .faint)
    line.append(word, style)
    write(line.rendered(colors: terminal.errorColors), text, after: line.displayWidth)
  }

  /// Writes a line, on a terminal broken between words; control characters in names, arguments and other programs' words are made
  /// visible, also into a file, because messages are for people.
  ///
  /// - Parameter columns: the width of the beginning.
  private func write(_ beginning: String, _ text: String, after columns: Int = 0) {
    var shown = text.escapingControlCharacters(keepingLines: true)
    if let width = terminal.errorWidth { shown = Self.broken(shown, width: width, after: columns) }
    // A failure of standard error cannot be reported anywhere.
    _ = Platform.write(Array("\(beginning)\(shown)\n".utf8)[...], to: 2)
  }

  /// A text with line ends between words in the place of those that a terminal would put into words.
  ///
  /// What stands between backticks can be copied as it is: it is no two lines, unless it is longer than one.
  /// - Parameters:
  ///   - width: the columns of a line.
  ///   - columns: those that are taken on the first line.
  package static func broken(_ text: String, width: Int, after columns: Int = 0) -> String {
    var result = ""
    var column = columns
    var isQuoted = false
    var word = ""
    func isEnd(_ character: Character) -> Bool { character == " " && !isQuoted }
    func add(_ end: String) {
      let size = word.displayWidth
      if column > 0, result.hasSuffix(" "), column + size > width {
        result.removeLast()
        result += "\n"
        column = 0
      }
      result += word + end
      // A word that is longer than a line ends in one of those that the terminal makes of it.
      column = (column + size > width ? (column + size) % width : column + size) + end.count
      word = ""
    }
    for character in text {
      if character == "`" { isQuoted.toggle() }
      if character == "\n" {
        add("\n")
        (column, isQuoted) = (0, false)
      } else if isEnd(character) {
        add(" ")
      } else {
        word.append(character)
      }
    }
    add("")
    return result
  }
}
