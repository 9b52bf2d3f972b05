import History

/// One merge of two trees with one ancestor, from the changes to the tree that is written.
struct MergeOfTrees {
  private let store: any ObjectStore
  private let scope: TreePath
  private let base: ObjectID?
  private let sides: Sides<MergeSide>
  private let files: FileMerge

  /// - Parameter base: nil for an empty tree.
  init(
    store: any ObjectStore, scope: TreePath, notes: NoteMerge, base: ObjectID?,
    left: MergeSide, right: MergeSide
  ) {
    self.store = store
    self.scope = scope
    self.base = base
    sides = Sides(left: left, right: right)
    files = FileMerge(store: store, vault: scope, notes: notes)
  }

  /// - Throws: `MissingObject`.
  func merged() throws -> MergedTree {
    let trees = Sides(left: sides.left.tree, right: sides.right.tree)
    if trees.left == trees.right || trees.right == base {
      return MergedTree(tree: trees.left, report: MergeReport())
    }
    if trees.left == base { return MergedTree(tree: trees.right, report: MergeReport()) }

    let changes = try TreeChanges(store: store, base: base, sides: trees)
    var plan = MergePlan()
    try addOutside(changes, to: &plan)
    try addFiles(changes, to: &plan)
    let ancestor = TreeLookup(store: store, tree: base)
    try plan.settle(changes, in: scope, ancestor: ancestor) { try changeTime($0, $1) }
    let start = trees.left < trees.right ? Side.left : .right
    return MergedTree(
      tree: try store.tree(trees[start], replacing: plan.edits(changes, from: start)),
      report: plan.report)
  }

  // MARK: - Outside of the vault

  private func addOutside(_ changes: TreeChanges, to plan: inout MergePlan) throws {
    for (path, change) in changes.byPath where !path.isInside(scope) {
      let (left, right) = (change[.left], change[.right])
      if left == right || right == change.base {
        plan.take(left, at: path)
      } else if left == change.base {
        plan.take(right, at: path)
      } else {
        var file = TrackedFile(base: change.base.map { PlacedVersion(path, $0) })
        for side in Side.allCases {
          file.sides[side] = change[side].map { PlacedVersion(path, $0) }
        }
        try add(file, to: &plan)
      }
    }
  }

  // MARK: - Files of the vault

  private func addFiles(_ changes: TreeChanges, to plan: inout MergePlan) throws {
    var moves = Sides(
      left: try ProvenMoves(of: .left, in: changes, scope: scope, store: store),
      right: try ProvenMoves(of: .right, in: changes, scope: scope, store: store))
    try moves.addMovesInHistory(sides, in: changes, scope: scope)
    let copies = ResolvedCopies(changes, moves, scope: scope)
    for (path, change) in changes.byPath where path.isInside(scope) {
      var file = TrackedFile(base: change.base.map { PlacedVersion(path, $0) })
      file.copies = copies[path]
      for side in Side.allCases {
        if change.base != nil, let target = moves[side].targets[path] {
          file.sides[side] = changes[target]?[side].map { PlacedVersion(target, $0) }
        } else if moves[side].sources[path] == nil {
          file.sides[side] = change[side].map { PlacedVersion(path, $0) }
        }
      }
      try add(file, to: &plan)
    }
  }

  private func add(_ file: TrackedFile, to plan: inout MergePlan) throws {
    switch (file.sides.left, file.sides.right) {
    case (nil, nil): break
    case (let place?, nil): try add(place, of: .left, file, to: &plan)
    case (nil, let place?): try add(place, of: .right, file, to: &plan)
    case (let left?, let right?): try add(Sides(left: left, right: right), file, to: &plan)
    }
  }

  /// A file that only one side has.
  private func add(
    _ place: PlacedVersion, of side: Side, _ file: TrackedFile, to plan: inout MergePlan
  ) throws {
    // A copy that only the merge of several ancestors has made was deleted by nobody: the other side's merge of them
    // kept that text in the note.
    let isUnseen =
      try file.base != nil && ConflictCopyName.isCopy(place.path)
      && !sides[side.other].times.hasHad(place.version, at: place.path)
    // A side that ended a conflict by keeping the note as it was has decided for it.
    if place == file.base, file.copies.isEmpty, !isUnseen { return }
    plan.add(PathClaim(place, sources: [(side: side, place: place)]))
    if isUnseen { return }
    if file.base != nil { plan.report(.editKept(deletedBy: side.other), at: place.path) }
  }

  /// A file that both sides have.
  private func add(
    _ places: Sides<PlacedVersion>, _ file: TrackedFile, to plan: inout MergePlan
  ) throws {
    let base = file.base
    let path: TreePath
    var mover: Side?
    if places.left.path == places.right.path {
      path = places.left.path
    } else if places.left.path == base?.path {
      (path, mover) = (places.right.path, .right)
    } else if places.right.path == base?.path {
      (path, mover) = (places.left.path, .left)
    } else {
      return try addBothNames(places, to: &plan)
    }
    let versions = Sides(left: places.left.version, right: places.right.version)
    let sources = Side.allCases.map { (side: $0, place: places[$0]) }
    if let mover, places[mover.other].version != base?.version, let from = base?.path {
      plan.report(.followedMove(from: from, by: mover), at: path)
    }
    var outcome = try files.merge(at: path, base: base?.version, versions) {
      try winner(places)
    }
    if try areOpposite(outcome, file.copies, versions, at: path) {
      let winner = try winner(places)
      outcome = .both(
        versions[winner], copy: versions[winner.other], winner: winner,
        overlaps: TrackedFiles.isNote(path) ? 1 : 0)
    }
    switch outcome {
    case .one(let version, let isMerged):
      plan.add(PathClaim(PlacedVersion(path, version), sources: sources))
      if isMerged, mover == nil { plan.report(.merged, at: path) }
    case .both(let version, let copy, let winner, let overlaps):
      plan.add(PathClaim(PlacedVersion(path, version), sources: sources))
      plan.keepCopy(copy, of: path, winner: winner, overlaps: overlaps)
    case .submodule:
      let areSubmodules = Side.allCases.filter { versions[$0].mode == .submodule }
      let winner = try areSubmodules.count == 1 ? areSubmodules[0].other : winner(places)
      plan.add(PathClaim(PlacedVersion(path, versions[winner]), sources: sources))
      plan.report(.submodule(other: versions[winner.other].id), at: path)
    }
  }

  /// True if both sides ended a conflict of this file in different ways: with the copy as the
  /// ancestor the merge has another result.
  ///
  /// The ancestor is the note as the conflict left it, and so looks unchanged on a side that decided to keep it.
  private func areOpposite(
    _ outcome: FileMerge.Outcome, _ copies: [FileVersion], _ versions: Sides<FileVersion>,
    at path: TreePath
  ) throws -> Bool {
    guard case .one(let merged, _) = outcome, versions.left.id != versions.right.id else {
      return false
    }
    return try copies.contains { copy in
      guard
        case .one(let other, _) = try files.merge(at: path, base: copy, versions, winner: { .left })
      else { return true }
      return other.id != merged.id
    }
  }

  /// Keeps both names of a file that each side moved to a name of its own; each has its side's
  /// text.
  private func addBothNames(_ places: Sides<PlacedVersion>, to plan: inout MergePlan) throws {
    for side in Side.allCases {
      plan.add(PathClaim(places[side], sources: [(side: side, place: places[side])]))
    }
    let winner = try winner(places)
    plan.report(
      .keptBoth(copy: places[winner.other].path, winner: winner, overlaps: 0),
      at: places[winner].path)
  }

  // MARK: - Which side is later

  private func changeTime(_ side: Side, _ place: PlacedVersion) throws -> ChangeTime {
    ChangeTime(
      seconds: try sides[side].times.time(of: place.version, at: place.path), place: place)
  }

  private func winner(_ places: Sides<PlacedVersion>) throws -> Side {
    try changeTime(.left, places.left) > changeTime(.right, places.right) ? .left : .right
  }
}

/// One file in the merge: its path and version in the ancestor and on both sides.
private struct TrackedFile {
  let base: PlacedVersion?
  var sides = Sides<PlacedVersion?>(left: nil, right: nil)
  /// The conflict copies of it that both sides took away.
  var copies: [FileVersion] = []
}
