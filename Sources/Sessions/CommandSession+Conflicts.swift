import Terminals
import Vaults
import Wording

/// The words for conflicts, shared by all commands.
extension CommandSession {
  /// A conflict in words, on the person's clock.
  package func words(for conflict: NoteConflict) -> ConflictWords {
    ConflictWords(conflict, in: zone, shownPath: shownPath)
  }

  /// Reports how to take back a resolution.
  package func tellUndo(resolved count: Int) {
    switch count {
    case 0: break
    case 1: messages.note("`zib undo` takes it back")
    default: messages.note("`zib undo` takes back the last one")
    }
  }
}
