extension FolderTable {
  /// The notes of this table that a later one of the same folder does not have.
  ///
  /// - Complexity: as ``moves(to:)``.
  package func notesGone(from later: FolderTable) -> Set<NotePath> {
    if namesMark == later.namesMark { return [] }
    var gone: Set<NotePath> = []
    forEachNote { _, path in gone.insert(path) }
    later.forEachNote { _, path in gone.remove(path) }
    return gone
  }

  /// The notes of this table that a later one of the same folder has under other paths.
  ///
  /// A rename keeps the time of the last change. Where several notes that went have one time, as after a checkout, a
  /// note is followed to one of its own name, and else not at all.
  /// - Complexity: that of ``namesMark`` where no name has changed, else linear in the notes.
  package func moves(to later: FolderTable) -> [NotePath: NotePath] {
    if namesMark == later.namesMark { return [:] }
    var gone: [NotePath: Int64] = [:]
    forEachNote { number, path in gone[path] = stamp(ofNote: number).modified }
    var come: [Int64: [NotePath]] = [:]
    later.forEachNote { number, path in
      if gone.removeValue(forKey: path) == nil {
        come[later.stamp(ofNote: number).modified, default: []].append(path)
      }
    }
    var moves: [NotePath: NotePath] = [:]
    for (time, paths) in Dictionary(grouping: gone.keys, by: { gone[$0] ?? 0 }) {
      guard let places = come[time] else { continue }
      if paths.count == 1, places.count == 1 {
        moves[paths[0]] = places[0]
        continue
      }
      for path in paths {
        let named = places.filter { $0.name == path.name }
        if named.count == 1, paths.count(where: { $0.name == path.name }) == 1 {
          moves[path] = named[0]
        }
      }
    }
    return moves
  }
}
