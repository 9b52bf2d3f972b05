import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Sync

extension VaultSearch {
  /// The links that an undo left without their files, and those written since what it takes back that it left without
  /// their headings or blocks; by note.
  ///
  /// - Throws: `IndexError`, errors of the repository.
  package func lostLinks(by undo: UndoReport, in scope: TreePath) throws -> [LostLink] {
    var (gone, edited): ([NotePath], Set<NotePath>) = ([], [])
    for change in undo.update.changes {
      switch change.kind {
      case .deleted: if let path = NotePath(change.path, in: scope) { gone.append(path) }
      case .moved(let source): if let path = NotePath(source, in: scope) { gone.append(path) }
      case .edited:
        if let path = NotePath(change.path, in: scope), path.isMarkdown { edited.insert(path) }
      case .added: break
      }
    }
    let files = gone.isEmpty ? [] : lost(try links(toGone: gone) + cards(showing: Set(gone)))
    let sections = edited.isEmpty ? [] : try lostSections(edited, by: undo)
    return (files + sections).sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }

  /// The links to headings and blocks of notes that an undo took back.
  private func lostSections(
    _ edited: Set<NotePath>, by undo: UndoReport
  ) throws -> [LostLink] {
    guard let commit = undo.update.commit else { return [] }
    let history = try vault.past()
    let repository = history.repository
    func tree(_ commit: ObjectID) throws -> ObjectID { try repository.commit(commit).tree }
    let now = try tree(commit)
    // A note that the undo alone has changed is as it was before.
    let written = try [undo.operation.before, undo.operation.after].map { commit in
      var notes: Set<NotePath> = []
      try repository.forEachDifference(between: tree(commit), and: now) { path, _, new in
        guard new != nil, let path = NotePath(path, in: history.scope), path.isMarkdown else {
          return
        }
        notes.insert(path)
      }
      return notes
    }
    let found = try brokenAnchors(in: written[0].intersection(written[1]), leadingTo: edited)
    if found.isEmpty { return [] }
    let former = try tree(undo.former)
    var tables: [NotePath: AnchorTable] = [:]
    for path in Set(found.map(\.name.note)) {
      guard let version = try repository.version(at: history.treePath(path), in: former),
        version.mode.isFile
      else { continue }
      tables[path] = AnchorTable(note(try repository.blob(version.id), at: path))
    }
    return lost(found.filter { tables[$0.name.note]?.place($0.name.anchor) != nil })
  }
}
