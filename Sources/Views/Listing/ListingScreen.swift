import Rendering
import Screens
import Sessions
import Terminals
import Vaults
import Wording

/// A list with what is to be seen of each line, on a full screen.
package struct ListingScreen {
  private let session: CommandSession
  private let screen: ScreenTerminal

  /// Takes the whole screen until ``run(_:detail:found:command:)`` ends.
  ///
  /// - Throws: `UsageError` if there is no terminal to draw on.
  package init(_ session: CommandSession) throws {
    guard session.terminal.readsKeys, let screen = try ScreenTerminal(session) else {
      throw UsageError(
        message: session.environment["TERM"] == "dumb" && session.terminal.readsKeys
          ? "`--screen` draws on a terminal, and nothing can be drawn on this one, by `TERM=dumb`"
          : "`--screen` draws on a terminal, and there is none",
        hint: "without it the same is printed")
    }
    self.session = session
    self.screen = screen
  }

  /// Shows the list until the person leaves.
  ///
  /// - Parameters:
  ///   - detail: what is to be seen of a line.
  ///   - found: the lines whose change has a text in it.
  ///   - command: the command of `zib` that a person may run for a line.
  ///   - again: the heading and the lines as they are now, for a list that may become another, or does after a command.
  package func run(
    _ model: ListingModel, detail: (ListingModel.Request) throws -> [StyledText],
    found: (String) throws -> [Int] = { _ in [] }, command: (Int) -> [String] = { _ in [] },
    again: () throws -> (heading: String, rows: [StyledText])? = { nil }
  ) throws {
    defer { screen.leave() }
    var model = model
    var effects = model.wishes()
    while true {
      for effect in effects {
        switch effect {
        case .detail(let request): model.take(try detail(request), for: request)
        case .search(let text): model.take(found: try found(text), of: text)
        case .act(let row):
          let answer = CommandAnswer.running(command(row)).line
          // A restored version is a version of its own.
          if let new = try again() { model.take(heading: new.heading, rows: new.rows) }
          model.message = answer
        case .lookAgain:
          if let new = try again() { model.take(heading: new.heading, rows: new.rows) }
        case .suspend: screen.suspend()
        case .leave: return
        }
      }
      let size = screen.size
      guard screen.show(model.frame(rows: size.rows, columns: size.columns)) else { return }
      // The first frame tells how wide the text is to be.
      effects = model.wishes()
      if effects.isEmpty { effects = model.take(screen.next()) }
    }
  }
}
