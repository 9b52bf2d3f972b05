import Merge
import Objects

/// What an update of the folder did, beside writing what it was asked to.
package struct UpdateReport: Equatable, Sendable {
  /// Where the branch stands now.
  package var commit: ObjectID?
  /// What came into the folder, sorted by path.
  package var changes: [FileChange] = []
  /// What a person wrote while the folder was updated, and that is merged into it by now; sorted.
  package var edits: [TreePath] = []
  /// How those edits were merged.
  package var decisions: [MergeDecision] = []
  /// Files that a person deleted meanwhile and that came back, as the other side had edited them; sorted.
  package var restored: [TreePath] = []
  /// The names that files have now which this device keeps to itself, and which stood where files came; sorted.
  package var setAside: [TreePath] = []
  /// Paths that a `.gitignore` that came no longer ignores, and this device goes on to ignore; folders with a slash
  /// at the end; sorted.
  package var stillIgnored: [TreePath] = []

  package init() {}
}
