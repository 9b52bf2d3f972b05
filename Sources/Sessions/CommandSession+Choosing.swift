import Notes
import Rendering
import Screens
import Settings
import Terminals
import Vaults
import Wording

/// One of several things, chosen by the person at the terminal: from a list on the screen that narrows as they type, or
/// by its number.
extension CommandSession {
  /// Asks which of some things is meant; to be called only where ``mayAsk`` is true.
  ///
  /// - Parameters:
  ///   - heading: the question.
  ///   - rows: the things, a line each.
  ///   - kind: such as `note`.
  /// - Throws: `Failure` if none is chosen; `Interrupted` for Ctrl-C.
  package func choose(
    _ heading: String, among rows: [StyledText], kind: String
  ) throws -> Int {
    let names = rows.map { CaseFolding.fold($0.plainText) }
    let model = ChoiceModel(StyledText(heading, .faint), rows) { text in
      let words = CaseFolding.fold(text).split(separator: " ")
      return names.indices.filter { number in words.allSatisfy { names[number].contains($0) } }
    }
    if let outcome = try draw(model) {
      if case .item(let number) = outcome { return number }
      throw Failure("no \(kind) was chosen", code: .nothingFound)
    }
    let width = "\(rows.count)".utf8.count
    let lines = rows.enumerated().map { number, row in
      let digits = "\(number + 1)"
      return "\n  \(String(repeating: " ", count: width - digits.utf8.count))\(digits)  "
        + row.plainText
    }
    messages.question(heading + lines.joined())
    while true {
      let answer = ask("which one? [1-\(rows.count), Enter for none] ").trimmingSpaces()
      if let number = Int(answer), rows.indices.contains(number - 1) { return number - 1 }
      if answer.isEmpty { throw Failure("no \(kind) was chosen", code: .nothingFound) }
    }
  }

  /// Asks for a mood.
  ///
  /// - Parameter text: as if it had been typed.
  /// - Returns: an emoji, or nil if none is wanted.
  /// - Throws: `UsageError` where nobody can be asked; `Interrupted` for Ctrl-C.
  package func pickMood(beginningWith text: String = "") throws -> String? {
    guard mayAsk else {
      throw UsageError(
        message: "a mood is picked at a terminal", hint: "name one with `--mood`")
    }
    let numbers = Dictionary(uniqueKeysWithValues: Mood.all.enumerated().map { ($1, $0) })
    let model = ChoiceModel(
      StyledText("A mood, by name or as an emoji", .faint), Mood.all.map(Self.row),
      beginningWith: text, takesText: Mood.isEmoji
    ) { $0.isEmpty ? Array(Mood.all.indices) : Mood.matching($0).compactMap { numbers[$0] } }
    switch try draw(model) {
    case .item(let number): return Mood.all[number].emoji
    case .text(let emoji): return emoji
    case .some: return nil
    case nil: return askForMood(text)
    }
  }

  private static func row(_ mood: Mood) -> StyledText {
    var row = StyledText(mood.emoji.padded(toWidth: 3)) + StyledText(mood.name)
    let others = mood.names.dropFirst().joined(separator: ", ")
    if !others.isEmpty { row.append("  " + others, .faint) }
    return row
  }

  /// Names in, a list out, until one is left.
  private func askForMood(_ text: String) -> String? {
    var answer = text
    while true {
      if answer.isEmpty { answer = ask("mood, by name or emoji (none without): ") }
      answer = answer.trimmingSpaces()
      if answer.isEmpty { return nil }
      if Mood.isEmoji(answer) { return answer }
      let found = Mood.matching(answer)
      if let only = found.first, found.count == 1 { return only.emoji }
      for mood in found.prefix(12) {
        messages.question("\(mood.emoji) \(mood.names.joined(separator: ", "))")
      }
      if found.isEmpty { messages.question("no mood is called `\(answer)`") }
      answer = ""
    }
  }

  /// Draws a choice on the terminal, wherever standard output leads.
  ///
  /// - Returns: the end of the choice; nil where nothing can be drawn.
  /// - Throws: `Interrupted` for Ctrl-C.
  private func draw(_ choice: ChoiceModel) throws -> ChoiceModel.Outcome? {
    guard try vault().configuration.flag("screen.choices"), environment["TERM"] != "dumb" else {
      return nil
    }
    try output.flush()
    let former = terminal.isOutputTerminal ? nil : Platform.drawOnTerminal()
    defer { if let former { Platform.restoreOutput(former) } }
    guard terminal.isOutputTerminal || former != nil,
      let screen = try ScreenTerminal(self)
    else { return nil }
    defer { screen.leave() }
    var choice = choice
    while true {
      let size = screen.size
      guard screen.show(choice.frame(rows: size.rows, columns: size.columns)) else {
        return ChoiceModel.Outcome.none
      }
      switch choice.take(screen.next()) {
      case nil: continue
      case .suspend: screen.suspend()
      case .interrupted: throw Interrupted()
      case let outcome?: return outcome
      }
    }
  }
}
