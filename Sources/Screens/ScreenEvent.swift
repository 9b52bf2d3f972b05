/// A happening at the terminal.
package enum ScreenEvent: Equatable, Sendable {
  case key(KeyStroke)
  /// Text that was pasted; its keys have no meaning of their own.
  case paste(String)
  case mouse(Mouse)
  /// The terminal has another size, or the screen has to be drawn anew.
  case resized
  /// Ctrl-Z, or the system's signal for it.
  case suspended
  /// Another thread has something to show.
  case woken
  /// The time to wait is over.
  case timedOut
  /// The terminal's background, in answer to a question.
  case background(isLight: Bool)
  /// The terminal has answered all questions.
  case identified
  /// The terminal is gone.
  case ended

  /// A button or the wheel of the mouse, at a cell counted from zero.
  package struct Mouse: Equatable, Sendable {
    /// The part of the mouse.
    package enum Action: Equatable, Sendable { case press, wheelUp, wheelDown }

    package let action: Action
    package let row: Int
    package let column: Int

    package init(_ action: Action, row: Int, column: Int) {
      self.action = action
      self.row = row
      self.column = column
    }
  }
}
