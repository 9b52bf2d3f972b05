import Rendering
import Screens
import Settings
import Terminals

extension ScreenTerminal {
  /// Takes the whole screen of a session's terminal.
  ///
  /// - Parameter waker: a descriptor whose bytes give ``ScreenEvent/woken``; -1 for none.
  /// - Returns: nil if there is no terminal to draw on.
  package convenience init?(_ session: CommandSession, waker: Int32 = -1) throws {
    let colors = session.terminal.screenColors
    let name = session.environment["TERM"] ?? ""
    guard name != "dumb" else { return nil }
    self.init(
      colors: colors, asks: colors == .palette && Self.answers(name),
      usesMouse: try session.vault().configuration.flag("screen.mouse"), waker: waker)
  }

  /// True for terminals that answer questions; the console of Linux and old ones show them instead.
  private static func answers(_ name: String) -> Bool {
    !["", "dumb", "linux", "vt", "cons", "ansi"].contains { name == $0 || name.hasPrefix($0 + "1") }
      && !name.hasPrefix("linux")
  }
}

extension Terminal {
  /// The colours for a screen: it is drawn on a terminal wherever standard output leads.
  package var screenColors: ColorDepth { isOutputTerminal ? colors : errorColors }
}
