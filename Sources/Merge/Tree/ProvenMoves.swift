import History

/// Files that one side moved, as far as it can be proved: the same bytes, at the end or in one of its commits, or a note
/// of the same id.
///
/// Similar files never count as moved: that would put one day's edit into the next day's note.
struct ProvenMoves {
  /// The new path of each old path; no path occurs twice on either side.
  private(set) var targets: [TreePath: TreePath] = [:]
  /// The old path of each new path.
  private(set) var sources: [TreePath: TreePath] = [:]

  init(
    of side: Side, in changes: TreeChanges, scope: TreePath, store: any ObjectStore
  ) throws {
    let paths = changes.byPath.filter { $0.key.isInside(scope) }
    addSameBytes(side, paths)
    try addSameIDs(side, paths, store)
  }

  fileprivate mutating func add(_ source: TreePath, _ target: TreePath) {
    targets[source] = target
    sources[target] = source
  }

  /// Pairs each path that a file left with the path at which its bytes appeared, unless either has
  /// a second candidate.
  private mutating func addSameBytes(_ side: Side, _ paths: [TreePath: TreeChanges.Change]) {
    var gone: [ObjectID: [TreePath]] = [:]
    var come: [ObjectID: [TreePath]] = [:]
    for (path, change) in paths where change.base?.id != change[side]?.id {
      if let base = change.base, base.mode.isFile { gone[base.id, default: []].append(path) }
      if let new = change[side], new.mode.isFile { come[new.id, default: []].append(path) }
    }
    for (id, from) in gone where from.count == 1 && id != .emptyBlob {
      if let to = come[id], to.count == 1 { add(from[0], to[0]) }
    }
    dropHalfMoves(side, paths)
  }

  /// Drops moves that are only half proved.
  ///
  /// The old path must be empty now or have another moved file, and the new path must have been
  /// empty or its file moved as well. So two files that changed places are both moved, and a file
  /// that was copied over another is not.
  private mutating func dropHalfMoves(_ side: Side, _ paths: [TreePath: TreeChanges.Change]) {
    var open = Array(targets.keys)
    while let source = open.popLast() {
      guard let target = targets[source] else { continue }
      let isLeft = paths[source]?[side] == nil || sources[source] != nil
      let isNew = paths[target]?.base == nil || targets[target] != nil
      if isLeft && isNew { continue }
      targets[source] = nil
      sources[target] = nil
      // Whoever came to the one or left the other has to be looked at again.
      if let other = sources[source] { open.append(other) }
      if targets[target] != nil { open.append(target) }
    }
  }

  /// Pairs deleted and added notes by their `id:`. Only asked for where the other side touched a deleted note;
  /// else the pair makes no difference.
  private mutating func addSameIDs(
    _ side: Side, _ paths: [TreePath: TreeChanges.Change], _ store: any ObjectStore
  ) throws {
    func isCandidate(_ path: TreePath, _ version: FileVersion) -> Bool {
      version.mode.isFile && TrackedFiles.isNote(path) && !ConflictCopyName.isCopy(path)
    }
    let deleted = paths.filter { path, change in
      change[side] == nil && change.base.map { isCandidate(path, $0) } ?? false
    }
    guard
      deleted.contains(where: { targets[$0.key] == nil && $0.value.isChanged(by: side.other) })
    else { return }
    let added = paths.filter { path, change in
      change.base == nil && change[side].map { isCandidate(path, $0) } ?? false
    }
    if added.isEmpty { return }

    func byID(
      _ paths: [TreePath: TreeChanges.Change], _ version: (TreeChanges.Change) -> FileVersion?
    ) throws -> [[UInt8]: [TreePath]] {
      var found: [[UInt8]: [TreePath]] = [:]
      for (path, change) in paths {
        guard let version = version(change) else { continue }
        guard let id = TrackedFiles.noteID(of: try store.blob(version.id)) else { continue }
        found[id, default: []].append(path)
      }
      return found
    }
    let gone = try byID(deleted) { $0.base }
    let come = try byID(added) { $0[side] }
    for (id, from) in gone where from.count == 1 {
      guard let to = come[id], to.count == 1 else { continue }
      if targets[from[0]] == nil, sources[to[0]] == nil { add(from[0], to[0]) }
    }
  }
}

extension Sides<ProvenMoves> {
  /// Adds the moves that the commits of a side show, of files that the other side edited or moved as well; without that
  /// the pair makes no difference.
  mutating func addMovesInHistory(
    _ sides: Sides<MergeSide>, in changes: TreeChanges, scope: TreePath
  ) throws {
    for (path, change) in changes.byPath where path.isInside(scope) {
      guard change.base?.mode.isFile == true, !ConflictCopyName.isCopy(path) else { continue }
      let isGone = Sides<Bool>(left: change[.left] == nil, right: change[.right] == nil)
      let isEdited = Side.allCases.contains {
        change[$0]?.mode.isFile == true && change.isChanged(by: $0)
      }
      guard isGone.left || isGone.right, isEdited || isGone.left && isGone.right else { continue }
      var found = Sides<TreePath?>(
        left: self[.left].targets[path], right: self[.right].targets[path])
      for side in Side.allCases where isGone[side] && found[side] == nil {
        guard let target = try sides[side].moves.target(of: path),
          !ConflictCopyName.isCopy(target), self[side].sources[target] == nil,
          let place = changes[target], place.base == nil, place[side]?.mode.isFile == true
        else { continue }
        found[side] = target
      }
      for side in Side.allCases where isEdited || found[side.other] != nil {
        guard let target = found[side], self[side].targets[path] == nil else { continue }
        self[side].add(path, target)
      }
    }
  }
}
