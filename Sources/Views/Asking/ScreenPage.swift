import Rendering
import Screens
import Sessions
import Terminals

/// The terminal as the page of a dialogue, from its creation to ``leave()``.
package final class ScreenPage: DialoguePage {
  private let screen: ScreenTerminal
  private var model = PageModel()

  private static let widest = 100

  /// Takes the whole screen.
  ///
  /// - Returns: nil if there is no terminal to draw on.
  package init?(_ session: CommandSession) throws {
    guard session.terminal.readsKeys, let screen = try ScreenTerminal(session) else { return nil }
    self.screen = screen
  }

  package var width: Int { max(20, min(screen.size.columns, Self.widest)) }

  package func turn() { model.turn() }

  package func clear() { model.clear() }

  package func show(_ lines: [StyledText]) { model.show(lines) }

  package func ask(_ answers: [Answer], help: (_ width: Int) -> [StyledText]) -> DialoguePageEnd {
    while true {
      let size = screen.size
      let frame = model.frame(rows: size.rows, columns: size.columns, answers)
      guard screen.show(frame) else { return .ended }
      switch model.take(screen.next(), answers, help: { help(width) }) {
      case .answer(let answer): return .answer(answer)
      case .interrupted: return .interrupted
      case .ended: return .ended
      case .resized: return .resized
      case .suspend: screen.suspend()
      case nil: continue
      }
    }
  }

  package func lend<Result>(_ work: () throws -> Result) rethrows -> Result {
    try screen.lend(work)
  }

  package func leave() { screen.leave() }
}
