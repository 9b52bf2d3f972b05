import History
import Merge
import Notes
import Terminals
import Vaults
import Wording

extension CommandSession {
  /// Names the conflicts of a merge, and the notes that now have two names.
  func tellConflicts(_ decisions: [MergeDecision], _ scope: TreePath) -> ExitCode {
    var paths: [TreePath] = []
    for decision in decisions {
      if let other = decision.otherName {
        messages.note(
          "moved to two names, both are kept: \(shown(decision.path, in: scope)) and "
            + shown(other, in: scope))
      }
      guard let copy = decision.copy else { continue }
      paths.append(decision.path)
      messages.note(
        "conflict, both versions kept: \(shown(decision.path, in: scope)) and "
          + shown(copy, in: scope))
    }
    tell(conflicts: paths)
    return paths.isEmpty ? .done : .nothingFound
  }
}
