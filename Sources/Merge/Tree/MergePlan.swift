import History

/// A version that claims a path, and the files of the sides that it was made from.
struct PathClaim {
  let place: PlacedVersion
  let sources: [(side: Side, place: PlacedVersion)]

  init(_ place: PlacedVersion, sources: [(side: Side, place: PlacedVersion)]) {
    self.place = place
    self.sources = sources
  }
}

/// The plan for all files that differ: collected path by path, then settled where two claim one
/// name.
struct MergePlan {
  /// A file whose name is found last, when all others are known.
  private struct Copy {
    enum Reason {
      case overlap(winner: Side, overlaps: Int)
      case gaveWay
    }

    let path: TreePath
    let version: FileVersion
    let reason: Reason
  }

  private var claims: [TreePath: [PathClaim]] = [:]
  private var files: [TreePath: FileVersion] = [:]
  private var copies: [Copy] = []
  private var decisions: [MergeDecision] = []

  /// The decisions of the merge, sorted by path.
  var report: MergeReport {
    var report = MergeReport()
    report.decisions = decisions.sorted { $0.sortsBefore($1) }
    return report
  }

  // MARK: - Collecting

  /// Takes a path outside of the vault; nil deletes it.
  mutating func take(_ version: FileVersion?, at path: TreePath) {
    if let version { add(PathClaim(PlacedVersion(path, version), sources: [])) }
  }

  mutating func add(_ claim: PathClaim) { claims[claim.place.path, default: []].append(claim) }

  mutating func report(_ kind: MergeDecision.Kind, at path: TreePath) {
    decisions.append(MergeDecision(path: path, kind: kind))
  }

  /// Keeps a version beside the file that has its path.
  mutating func keepCopy(_ copy: FileVersion, of path: TreePath, winner: Side, overlaps: Int) {
    copies.append(
      Copy(path: path, version: copy, reason: .overlap(winner: winner, overlaps: overlaps)))
  }

  // MARK: - Settling

  /// Gives each file its path and each copy its name.
  ///
  /// - Parameters:
  ///   - ancestor: gives the versions at paths that neither side changed.
  ///   - changeTime: gives the time of a side's last change of a file.
  mutating func settle(
    _ changes: TreeChanges, in scope: TreePath, ancestor: TreeLookup,
    changeTime: (Side, PlacedVersion) throws -> ChangeTime
  ) throws {
    func latest(_ claim: PathClaim) throws -> ChangeTime {
      // A side that left the file alone has no time of its own for it.
      let changed = try claim.sources.filter {
        try ancestor.version(at: $0.place.path) != $0.place.version
      }
      let sources = changed.isEmpty ? claim.sources : changed
      let times = try sources.map { try changeTime($0.side, $0.place).seconds }
      return ChangeTime(seconds: times.max() ?? 0, place: claim.place)
    }
    var kept: [TreePath: PathClaim] = [:]
    for (path, claims) in claims {
      kept[path] = try settleCollision(claims, at: path, latest)
      files[path] = kept[path]?.place.version
    }
    let clashes = NameClashes(files: files, changes: changes, scope: scope)
    for path in clashes.filesInPlaceOfFolders {
      giveWay(path)
    }
    for clash in clashes.sameNames {
      let times = try Sides(
        left: clash.left.compactMap { try kept[$0].map(latest) }.max(),
        right: clash.right.compactMap { try kept[$0].map(latest) }.max())
      guard let left = times.left, let right = times.right else { continue }
      let winner = left > right ? Side.left : .right
      for path in clash[winner.other] { giveWay(path, to: clash[winner]) }
    }
    try nameCopies(changes, ancestor)
  }

  /// The claim that keeps a path which two files of different origin came to: one from each side.
  private mutating func settleCollision(
    _ claims: [PathClaim], at path: TreePath, _ latest: (PathClaim) throws -> ChangeTime
  ) throws -> PathClaim {
    if claims.count == 1 { return claims[0] }
    if claims[0].place == claims[1].place {
      return PathClaim(claims[0].place, sources: claims[0].sources + claims[1].sources)
    }
    let areSubmodules = claims.map { $0.place.version.mode == .submodule }
    let isFirst =
      try areSubmodules[0] == areSubmodules[1]
      ? latest(claims[0]) > latest(claims[1]) : areSubmodules[1]
    let (kept, other) = isFirst ? (claims[0], claims[1]) : (claims[1], claims[0])
    if areSubmodules.contains(true) {
      report(.submodule(other: other.place.version.id), at: path)
      return kept
    }
    let winner = kept.sources.first { $0.place.path == path }?.side ?? .left
    keepCopy(other.place.version, of: path, winner: winner, overlaps: 0)
    return kept
  }

  /// Takes a file from its path and keeps it as a copy beside it.
  private mutating func giveWay(_ path: TreePath) {
    guard let version = files.removeValue(forKey: path) else { return }
    if version.mode == .submodule {
      // It was decided to stay when the other side deleted it to make a folder of its name.
      decisions.removeAll { $0.path == path }
      return report(.submodule(other: version.id), at: path)
    }
    copies.append(Copy(path: path, version: version, reason: .gaveWay))
  }

  /// Keeps a file as a conflict copy because its name equals another's on some system.
  private mutating func giveWay(_ path: TreePath, to winners: [TreePath]) {
    guard let version = files[path], version.mode != .submodule else { return }
    files[path] = nil
    if let same = winners.first(where: { files[$0] == version }) {
      // The same bytes need no second name that looks the same to people.
      report(.gaveWay(from: path), at: same)
    } else {
      copies.append(Copy(path: path, version: version, reason: .gaveWay))
    }
  }

  private mutating func nameCopies(_ changes: TreeChanges, _ ancestor: TreeLookup) throws {
    if copies.isEmpty { return }
    var folders: Set<TreePath> = []
    for path in files.keys {
      var folder = path.folder
      while folder != .root, folders.insert(folder).inserted { folder = folder.folder }
    }
    // In an order that is independent of the sides, because an earlier copy may take the name of a
    // later one.
    copies.sort {
      if $0.path != $1.path { return $0.path < $1.path }
      if $0.version.id != $1.version.id { return $0.version.id < $1.version.id }
      return $0.version.mode.rawValue < $1.version.mode.rawValue
    }
    for copy in copies {
      let path = try ConflictCopyName.path(for: copy.path, blob: copy.version.id) { path in
        if folders.contains(path) { return true }
        if let other = files[path] { return other != copy.version }
        if changes[path] != nil { return false }
        return try ancestor.version(at: path).map { $0 != copy.version } ?? false
      }
      files[path] = copy.version
      switch copy.reason {
      case .gaveWay: report(.gaveWay(from: copy.path), at: path)
      case .overlap(let winner, let overlaps):
        report(.keptBoth(copy: path, winner: winner, overlaps: overlaps), at: copy.path)
      }
    }
  }

  // MARK: - The result

  /// The changes that make the merged tree of a side's tree.
  func edits(_ changes: TreeChanges, from side: Side) -> [TreePath: FileVersion?] {
    var edits: [TreePath: FileVersion?] = [:]
    for (path, change) in changes.byPath where change[side] != files[path] {
      edits[path] = .some(files[path])
    }
    for (path, version) in files where changes[path] == nil { edits[path] = version }
    return edits
  }
}

extension MergeDecision {
  /// By path; several decisions on one path have an arbitrary order that is always the same.
  fileprivate func sortsBefore(_ other: MergeDecision) -> Bool {
    path == other.path ? kind.sortKey < other.kind.sortKey : path < other.path
  }
}

extension MergeDecision.Kind {
  fileprivate var sortKey: (Int, TreePath) {
    switch self {
    case .followedMove(let from, _): (0, from)
    case .merged: (1, .root)
    case .keptBoth(let copy, _, _): (2, copy)
    case .editKept: (3, .root)
    case .gaveWay(let from): (4, from)
    case .submodule: (5, .root)
    }
  }
}
