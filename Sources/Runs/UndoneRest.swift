import Files
import History
import Notes
import Sessions
import Steps
import Sync
import Terminals

/// The files that an import wrote and its commit does not have, once they are taken back with it, or in a plan.
package struct UndoneRest {
  package let changes: [FileChange]
  /// The files that stay, because they were edited since.
  package let kept: [TreePath]
  /// The files that stay, because too much was written to be kept for an undo.
  private let large: [NotePath]

  /// - Parameter scope: the folder of the vault in its repository.
  package init(_ taken: TakenBack, in scope: TreePath) {
    changes = taken.changes.map { FileChange(scope.appending($0.path.bytes), $0.kind) }
    kept = taken.kept.map { scope.appending($0.bytes) }
    large = (taken.large + taken.largeAndNew).sorted()
  }

  /// Warns of the files that stay because they are too large; those that were edited are told with the undo.
  package func tell(_ session: CommandSession) {
    for path in large {
      session.messages.warning(
        "\(session.shown(path)) stays: too much was written to be kept for an undo")
    }
  }
}
