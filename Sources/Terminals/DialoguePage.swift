import Rendering

/// A whole screen that a dialogue is drawn on, instead of lines below each other.
package protocol DialoguePage: AnyObject {
  /// The columns for lines.
  var width: Int { get }

  /// Begins anew; what was shown since the last answer stays, above what follows.
  func turn()

  /// Takes away all that is shown, because it is shown again for another width.
  func clear()

  /// Adds lines.
  func show(_ lines: [StyledText])

  /// Shows the answers below the lines and waits for the key of one.
  ///
  /// - Parameter help: shown in front of the lines on `?`.
  func ask(_ answers: [Answer], help: (_ width: Int) -> [StyledText]) -> DialoguePageEnd

  /// Leaves the terminal to another program until `work` returns.
  func lend<Result>(_ work: () throws -> Result) rethrows -> Result

  /// Gives the terminal back for good.
  func leave()
}

/// The end of a question on a page.
package enum DialoguePageEnd: Equatable, Sendable {
  case answer(Answer)
  /// The lines are to be shown again, for another width.
  case resized
  /// Ctrl-C.
  case interrupted
  /// The terminal is gone.
  case ended
}
