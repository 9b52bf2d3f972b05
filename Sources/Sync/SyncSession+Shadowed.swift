import History
import Layout

/// P30: files of the last commit that plain git has written over with others, whose names the folder takes for the same.
extension SyncSession {
  /// The tracked files that are not in the folder because another one of the last commit has their name there, but for
  /// case or Unicode form, and that are not on record as waiting yet.
  ///
  /// Where a clone or a pull of plain git brings two such files, the later one takes the place of the earlier, also
  /// where one of the names is a folder's. Nobody edited or deleted the earlier one.
  ///
  /// If a person has changed or deleted the file in the folder since, its bytes do not tell which of the two it was.
  /// It was the one that git wrote last: the one with the later time in the staging index, or, of one time, the last by
  /// name, because git writes them in that order.
  /// - Parameters:
  ///   - changes: those of the folder since the staging index.
  ///   - tree: that of the last commit.
  func shadowed(
    _ changes: [WorkChange], _ staged: [StagedEntry], in tree: ObjectID?,
    _ unwritten: [TreePath: UnwrittenFile]
  ) throws -> [TreePath: StagedEntry] {
    var presences: [TreePath: Presence] = [:]
    for change in changes {
      switch change.kind {
      case .edited: presences[change.path] = .edited
      case .missing: presences[change.path] = .missing
      case .untracked, .touched, .refused: continue
      }
    }
    if presences.isEmpty { return [:] }
    let isFolded = try ignoresCase(at: settings)
    guard try isFolded || presences.contains(where: { try $1 == .edited && ignoresCase(at: $0) })
    else { return [:] }
    let names = SameNames(repository, tree: tree)
    var entries: [TreePath: StagedEntry]?
    var shadowed: [TreePath: StagedEntry] = [:]
    for (path, presence) in presences.sorted(by: { $0.key < $1.key }) {
      let others = try names.sharing(path)
      if others.isEmpty { continue }
      let known = entries ?? Dictionary(staged.map { ($0.path, $0) }) { first, _ in first }
      entries = known
      guard let entry = known[path], isInScope(path), !entry.isIntent else { continue }
      if let waiting = unwritten[path] {
        // Stopped before the staging index had it.
        if waiting.reason == .sameName, !entry.isSkipped { shadowed[path] = entry }
        continue
      }
      let isShadowed = try others.contains { other in
        guard unwritten[other] == nil, let there = known[other], !there.isSkipped else {
          return false
        }
        let second = presences[other] ?? .unchanged
        let (first, last) = (entry.stamp?.modified ?? 0, there.stamp?.modified ?? 0)
        guard (presence.rawValue, first, path) < (second.rawValue, last, other) else {
          return false
        }
        if presence == .missing || PortableKey(path.bytes) != PortableKey(other.bytes) {
          return isFolded
        }
        do { return try areOneFile(path, other) } catch is FileRefused { return false }
      }
      if isShadowed { shadowed[path] = entry }
    }
    return shadowed
  }

  /// The state of a tracked file in the folder; of two that share a name, the greater one has it.
  private enum Presence: Int { case missing, edited, unchanged }

  private func ignoresCase(at path: TreePath) throws -> Bool {
    do { return try workTree.mayIgnoreCase(at: path) } catch is FileRefused { return false }
  }
}
