import History
import Merge

/// The leftovers of a stopped update that has no usable journal.
///
/// The ref moves last, so that the folder is ahead of it or equal to it: the files written by the
/// update read as edits that equal the other side's. What remains is to find a person's edits among
/// the hidden files.
extension SyncSession {
  /// Renames a journal that cannot be followed, and keeps the edits that only hidden files have.
  ///
  /// - Throws: `SyncRefusal.unreadableJournal` if an older `zib` wrote it and may have moved the
  ///   branch before the files, so that the folder would read as if a person had undone the
  ///   incoming changes.
  func setJournalAside(_ bytes: [UInt8], _ report: inout RecoveryReport) throws {
    let salvage = JournalSalvage(bytes)
    let reason: JournalSetAside.Reason =
      switch UpdateJournal.version(of: bytes) {
      case _ where UpdateJournal(bytes: bytes) != nil: .commitMissing
      case let version? where UpdateJournal.Order(rawValue: UInt8(clamping: version)) == nil:
        .laterVersion(version)
      default: .damaged
      }
    if UpdateJournal.version(of: bytes) == Int(UpdateJournal.Order.refFirst.rawValue) {
      guard let before = salvage.from, try repository.head().commit == before else {
        throw SyncRefusal.unreadableJournal(before: salvage.from ?? nil)
      }
    }
    if let target = salvage.to, try isThere(target) {
      // The merged edits of a person are in its history, and no ref leads there.
      let name = "refs/zib/kept/\(target.hex)"
      let isReached =
        try repository.head().commit.map { try repository.isAncestor(target, of: $0) } ?? false
      let isKept = try repository.reference(name) != nil
      if !isReached, !isKept {
        try repository.flush()
        try repository.setReference(name, from: nil, to: target, because: "zib: kept")
      }
    }
    try bringBack(salvage, &report)
    let rescue = try rescueLeftovers(salvage, besides: salvage.to)
    report.kept += rescue.kept
    report.lost += rescue.lost
    report.journalSetAside = JournalSetAside(reason: reason, name: try workTree.setJournalAside())
  }

  /// Puts notes into the folder that a merge of plain git has dropped since the update was stopped.
  private func bringBack(_ salvage: JournalSalvage, _ report: inout RecoveryReport) throws {
    guard let from = salvage.from ?? nil, let head = try repository.head().commit,
      try isThere(from), try repository.isAncestor(from, of: head)
    else { return }
    let target = try salvage.to.flatMap { try isThere($0) ? $0 : nil }
    for edit in try mergedAway(from: from, to: target, head: head) {
      let isFree = try workTree.kind(of: edit.path) == .nothing && fileAbove(edit.path) == nil
      guard let path = try isFree ? edit.path : copyPath(for: edit.path, holding: edit.version.id)
      else {
        continue
      }
      let blob = try repository.blob(edit.version.id)
      try workTree.place(try workTree.prepare(blob, mode: edit.version.mode, for: path))
      try workTree.flushFolders(of: [path])
      report.broughtBack.append(path)
    }
  }

  /// Removes hidden files of interrupted syncs, and keeps those with a person's edit as conflict
  /// copies.
  ///
  /// A version is known if the folder, the staging index or any history has it at the path. The
  /// known versions of the journal are not trusted: they include merged edits, and the merge is in
  /// no folder yet.
  /// - Parameter target: a commit whose history does not count, because no branch leads to it.
  /// - Returns: the copies, and the paths of edits that the journal names and whose text the
  ///   repository does not have; sorted.
  func rescueLeftovers(
    _ salvage: JournalSalvage = JournalSalvage([]), besides target: ObjectID? = nil
  ) throws -> (kept: [TreePath], lost: [TreePath]) {
    var unknown: [(file: PreparedFile, version: FileVersion)] = []
    var (kept, lost) = ([TreePath](), [TreePath]())
    let tracked = try trackedPaths()
    let files = try workTree.leftovers(besides: tracked)
    for file in files {
      guard let (found, version) = try contents(of: file) else { continue }
      // A conflict copy may be the only trace of an edit whose journal is lost.
      let wasPrepared = file.wasPrepared(with: version.id)
      if wasPrepared, !ConflictCopyName.isCopy(file.path) {
        try workTree.discard(file)
      } else if try !wasPrepared
        && (salvage.ignored.namesIgnored(file.path)
          || !tracked.contains(file.path) && keepsToItself(file.path, found))
      {
        _ = try setAside(file, holding: version.id, mayBeShown: true)
      } else {
        _ = try repository.write(blob: found.blob)
        unknown.append((file, version))
      }
    }
    var wanted = Set(unknown.map { UpdateJournal.Version(path: $0.file.path, version: $0.version) })
    wanted.formUnion(salvage.edits)
    let known = try wanted.isEmpty ? [] : inFolderOrHistory(wanted, besides: target)
    if !wanted.isSubset(of: known) { try repository.flush() }
    for (file, version) in unknown {
      if known.contains(.init(path: file.path, version: version)) {
        try workTree.discard(file)
      } else {
        try makeCopy(of: file, version, kept: &kept)
      }
    }
    // They are on record because their files had to go.
    let edits = salvage.edits.subtracting(known).sorted { $0.path < $1.path }
    try makeCopies(of: edits, kept: &kept, lost: &lost)
    try workTree.flushFolders(of: files.map(\.path) + kept)
    return (kept.sorted(), lost)
  }

  /// The contents of a hidden file; nil if it is gone, or cannot be read and stays where it is.
  func contents(of file: PreparedFile) throws -> (file: WorkFile, version: FileVersion)? {
    do {
      guard let found = try settled({ try workTree.read(file) }) else { return nil }
      return (found, FileVersion(mode: found.mode, id: try repository.id(ofBlob: found.blob)))
    } catch is FileRefused {
      return nil
    }
  }

  /// Makes a hidden file a conflict copy, or drops it where the copy is there.
  func makeCopy(
    of file: PreparedFile, _ version: FileVersion, kept: inout [TreePath]
  ) throws {
    if let copy = try copyPath(for: file.path, holding: version.id) {
      try workTree.place(PreparedFile(path: copy, name: file.name))
      kept.append(copy)
    } else {
      try workTree.discard(file)
    }
  }

  /// Makes conflict copies of edits on record.
  ///
  /// - Parameter lost: gets the paths of those whose text the repository does not have.
  func makeCopies(
    of edits: some Sequence<UpdateJournal.Version>, kept: inout [TreePath], lost: inout [TreePath]
  ) throws {
    for edit in edits {
      let blob: [UInt8]
      do {
        blob = try repository.blob(edit.version.id)
      } catch is MissingObject {
        lost.append(edit.path)
        continue
      }
      guard let copy = try copyPath(for: edit.path, holding: edit.version.id) else { continue }
      try workTree.place(try workTree.prepare(blob, mode: edit.version.mode, for: copy))
      kept.append(copy)
    }
  }

  /// The paths of the staging index.
  func trackedPaths() throws -> Set<TreePath> { Set(try repository.stagedEntries().map(\.path)) }

  /// True if a commit and its tree are in the repository.
  func isThere(_ commit: ObjectID) throws -> Bool {
    do {
      _ = try repository.tree(repository.commit(commit).tree)
      return true
    } catch is MissingObject {
      return false
    }
  }

  /// Those of some versions that are in the folder at their path, in the staging index or in a commit that a branch
  /// leads to.
  private func inFolderOrHistory(
    _ versions: Set<UpdateJournal.Version>, besides target: ObjectID?
  ) throws -> Set<UpdateJournal.Version> {
    var rest = versions
    for entry in try repository.stagedEntries() {
      rest.remove(.init(path: entry.path, version: entry.version))
    }
    for version in rest {
      do {
        guard let file = try workTree.read(version.path) else { continue }
        if try repository.write(blob: file.blob) == version.version.id { rest.remove(version) }
      } catch is FileRefused {
        // Its bytes are not known, so that the version stays among those that are looked for.
      } catch is UnsettledFile {}
    }
    // A version that was put aside is in no branch, so that no note has it.
    let aside = try repository.references("refs/zib/kept/").map(\.commit) + [target]
    var open = try repository.tips().filter { !aside.contains($0) }
    if let head = try repository.head().commit { open.append(head) }
    var seen = Set(open)
    while !rest.isEmpty, let next = open.popLast() {
      let commit: Commit
      do { commit = try repository.commit(next) } catch is MissingObject { continue }
      for version in rest
      where try repository.version(at: version.path, in: commit.tree) == version.version {
        rest.remove(version)
      }
      for parent in commit.parents where seen.insert(parent).inserted { open.append(parent) }
    }
    return versions.subtracting(rest)
  }
}
