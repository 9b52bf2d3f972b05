import Files

/// An act that the finder asks of the world after a key.
package enum FinderEffect: Equatable {
  case look(FinderRequest)
  case preview(FinderPreviewRequest)
  case edit([FinderPlace])
  /// A command of `zib`, in front of the person, who comes back when it ends.
  ///
  /// - `waits`: its output is read before coming back.
  case run([String], waits: Bool)
  /// A command of `zib` that makes a note, in front of the person, who comes back to that note.
  case make([String])
  /// A look whether a note is pinned, after which the model pins or unpins (``FinderModel/pin(isPinned:)``).
  case lookWhetherPinned(NotePath)
  /// The note of today in the editor, which tells where it is new.
  case writeToday
  /// A look at the step that is to be taken back: at once if the finder made it, else after a question
  /// (``FinderModel/askWhetherToUndo(_:)``).
  case undo
  /// A command of `zib`, of whose output the last line is shown.
  case runQuietly([String])
  case copy([FinderItem], asLink: Bool)
  /// The end, with the notes that were chosen.
  case finish([FinderItem])
  case leave
  case suspend
}

/// A place in a note.
package struct FinderPlace: Equatable, Sendable {
  package let path: NotePath
  package let line: Int?

  package init(path: NotePath, line: Int?) {
    self.path = path
    self.line = line
  }
}
