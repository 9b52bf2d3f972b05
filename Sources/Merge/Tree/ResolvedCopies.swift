import History

/// The conflict copies that both sides removed: each side has ended the conflict, perhaps in
/// different ways.
struct ResolvedCopies {
  private var copies: [(path: TreePath, version: FileVersion)] = []

  init(_ changes: TreeChanges, _ moves: Sides<ProvenMoves>, scope: TreePath) {
    for (path, change) in changes.byPath
    where path.isInside(scope) && ConflictCopyName.isCopy(path) {
      guard let base = change.base, base.mode.isFile, change[.left] == nil, change[.right] == nil,
        Side.allCases.allSatisfy({ moves[$0].targets[path] == nil })
      else { continue }
      copies.append((path, base))
    }
    copies.sort { $0.path < $1.path }
  }

  /// The versions in the copies of a note, in the order of their names; the note's path is that in the ancestor.
  subscript(note: TreePath) -> [FileVersion] {
    if copies.isEmpty || ConflictCopyName.isCopy(note) { return [] }
    return copies.filter { copy in
      ConflictCopyName.note(ofCopy: copy.path) == note
        || ConflictCopyName.isCut(copy.path, from: note)
    }.map(\.version)
  }
}
