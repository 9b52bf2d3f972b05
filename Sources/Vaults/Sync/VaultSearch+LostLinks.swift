import Files
import Git
import History
import Indexing
import Merge
import Notes
import Sync

/// A link that a sync left without its file: one device renamed or deleted that, and another wrote the link.
package struct LostLink: Equatable, Sendable {
  /// The note that it is in.
  package let note: NotePath
  /// The target as the link writes it.
  package let target: String
  /// The present path of the file, if the history shows it: `zib check --fix` gives the link that.
  package let movedTo: NotePath?
}

extension VaultSearch {
  /// The links that a sync left without their files, by note.
  ///
  /// Links of which one device wrote both the link and the move or deletion are not among them.
  /// - Throws: `IndexError`, errors of the repository.
  package func lostLinks(by sync: VaultSync) throws -> [LostLink] {
    let report = sync.report
    let merged =
      report.decisions.map(\.path) + report.editedMeanwhile + report.waited
    let sides = [report.came, report.went].map { Side($0, merged, in: sync.scope) }
    var found: [LinkToGone] = []
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] where !side.gone.isEmpty {
      found += try links(toGone: side.gone.sorted()).filter { other.written.contains($0.note) }
    }
    if found.isEmpty { return [] }
    let moves = (try? HandMoves(self, namedBy: found.map(\.target))) ?? HandMoves()
    let rounds = moves.rounds(over: files, vault.noteOptions.links)
    return Set(found).sorted { ($0.note, $0.target) < ($1.note, $1.target) }.map { link in
      LostLink(
        note: link.note, target: link.target,
        movedTo: rounds.lazy.compactMap { $0.file(link.target, from: link.note) }.first)
    }
  }

  /// The changes of one side of a sync.
  private struct Side {
    /// Files that it deleted or moved away.
    var gone: Set<NotePath> = []
    /// Notes that it wrote.
    var written: Set<NotePath> = []

    init(_ changes: [FileChange], _ merged: [TreePath], in scope: TreePath) {
      written = Set(merged.compactMap { NotePath($0, in: scope) })
      for change in changes {
        if case .moved(let source) = change.kind, let path = NotePath(source, in: scope) {
          gone.insert(path)
        }
        guard let path = NotePath(change.path, in: scope) else { continue }
        if change.kind == .deleted { gone.insert(path) } else { written.insert(path) }
      }
    }
  }
}
