import History
import Merge
import Notes
import Terminals
import Wording

extension CommandSession {
  /// Names the conflicts of a merge, and the notes that now have two names, and counts the conflicts.
  package func tellConflicts(_ decisions: [MergeDecision], _ scope: TreePath) -> ExitCode {
    let paths = tellConflicts(decisions) { shown($0, in: scope) }
    tell(conflicts: paths)
    return paths.isEmpty ? .done : .leftToDecide
  }

  /// Names the conflicts of a merge, and the notes that now have two names.
  ///
  /// - Returns: the notes in conflict.
  @discardableResult
  package func tellConflicts(
    _ decisions: [MergeDecision], shown: (TreePath) -> String
  ) -> [TreePath] {
    var paths: [TreePath] = []
    for decision in decisions {
      if let other = decision.otherName {
        messages.note(
          "moved to two names, both are kept: \(shown(decision.path)) and \(shown(other))")
      }
      guard let copy = decision.copy else { continue }
      paths.append(decision.path)
      messages.note("conflict, both versions kept: \(shown(decision.path)) and \(shown(copy))")
    }
    return paths
  }
}
