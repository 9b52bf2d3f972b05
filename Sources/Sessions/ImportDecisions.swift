import Imports
import Notes
import Rendering
import Terminals

/// The person's word where a note and an imported file both changed.
package struct ImportDecisions {
  /// True if the file's word counts everywhere.
  let takesAll: Bool
  private var decided: [ImportPlan.Difference: ImportPlan.Decision] = [:]

  /// No decision yet; with `takesAll` the file's word counts everywhere.
  package init(takesAll: Bool) { self.takesAll = takesAll }

  /// The decision on a difference, open if no question was asked.
  package func decide(_ difference: ImportPlan.Difference) -> ImportPlan.Decision {
    takesAll ? .take : decided[difference] ?? .open
  }

  /// True if a person sits at a terminal, and the file may contain changes since the last import.
  package func mayAsk(about read: ImportedFiles, _ session: CommandSession) -> Bool {
    !takesAll && read.canUpdate && session.mayAsk && session.terminal.isOutputTerminal
  }

  /// Asks about each difference.
  package mutating func ask(about differences: [ImportPlan.Difference], _ session: CommandSession)
    throws
  {
    let answers = [
      Answer("m", "mine", "keep what the note says", isDefault: true),
      Answer("t", "theirs", "take what the file says"),
      Answer("a", "all theirs", "take what the file says, here and in all that follow"),
      Answer("q", "later", "keep this and all that follow, and ask again at the next import"),
    ]
    let dialogue = session.dialogue(isPlain: false)
    var takesRest = false
    for difference in differences {
      if takesRest {
        decided[difference] = .take
        continue
      }
      try dialogue.show(Self.lines(difference, session))
      switch try dialogue.ask(answers)?.key {
      case "m": decided[difference] = .keep
      case "t": decided[difference] = .take
      case "a":
        decided[difference] = .take
        takesRest = true
      default: return
      }
    }
  }

  private static func lines(
    _ difference: ImportPlan.Difference, _ session: CommandSession
  ) -> [StyledText] {
    func text(_ words: String, _ style: Style = .plain) -> StyledText { StyledText(words, style) }
    let mine = difference.here.isEmpty ? "(as the note has it)" : difference.here
    return [
      text("\(session.shownPath(difference.path)): \(difference.key)", .heading),
      text("  mine:   \(mine.collapsingLineEnds)"),
      text("  theirs: \(difference.there.collapsingLineEnds)"),
    ]
  }
}

extension String {
  /// The text on one line.
  fileprivate var collapsingLineEnds: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
