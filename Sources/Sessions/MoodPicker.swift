import Notes
import Rendering
import Settings
import Terminals

/// Lets a person choose a mood at the terminal; drawn on standard error, so that a command's output
/// stays clean.
struct MoodPicker {
  private static let rows = 8

  private let start: MoodChoice

  /// - Parameter text: as if it had been typed.
  init(_ text: String) { start = MoodChoice(text) }

  /// - Returns: an emoji, or nil if none is wanted.
  /// - Throws: `Interrupted` for Ctrl-C.
  func run(_ session: CommandSession) throws -> String? {
    guard session.environment["TERM"] != "dumb", var keyboard = Keyboard() else {
      return askByLine(session)
    }
    defer { Self.send("\r\u{1B}[J") }
    var choice = start
    while true {
      Self.draw(choice, session.terminal)
      let key = keyboard.next()
      if key == .interrupt { throw Interrupted() }
      if case .chosen(let mood) = choice.take(key) { return mood }
    }
  }

  private static func draw(_ choice: MoodChoice, _ terminal: Terminal) {
    let rows = min(Self.rows, max(1, terminal.height - 2))
    let lines = choice.lines(width: terminal.width - 1, rows: rows)
    var screen = "\r\u{1B}[J"
    for line in lines { screen += "\n" + line.rendered(colors: terminal.errorColors) }
    screen += "\u{1B}[\(lines.count)A\r"
    screen += StyledText("Mood: ", .faint).rendered(colors: terminal.errorColors)
    screen += choice.text.escapingControlCharacters()
    send(screen)
  }

  private static func send(_ text: String) {
    // A terminal that is gone ends the wait for a key.
    _ = Platform.write(Array(text.utf8)[...], to: 2)
  }

  /// For terminals that cannot be drawn on: names in, a list out, until one is left.
  private func askByLine(_ session: CommandSession) -> String? {
    var answer = start.text
    while true {
      if answer.isEmpty { answer = session.ask("mood, by name or emoji (none without): ") }
      answer = answer.trimmingSpaces()
      if answer.isEmpty { return nil }
      if Mood.isEmoji(answer) { return answer }
      let found = Mood.matching(answer)
      if let only = found.first, found.count == 1 { return only.emoji }
      for mood in found.prefix(12) {
        session.messages.question("\(mood.emoji) \(mood.names.joined(separator: ", "))")
      }
      if found.isEmpty { session.messages.question("no mood is called `\(answer)`") }
      answer = ""
    }
  }
}
