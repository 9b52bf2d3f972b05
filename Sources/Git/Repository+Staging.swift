import CGit2
import History

/// The staging index as it was last read or written.
///
/// It holds as long as the file of that name has the same status: git replaces the file and never writes to it, and
/// while it is kept open no other file has its inode, however coarse the stamps are.
final class StagingCache {
  let status: DiskFile.Status
  let index: StagingIndex
  private let file: DiskFile.Opened
  private(set) lazy var entries = index.stagedEntries(written: status.modified)

  init(_ index: StagingIndex, _ status: DiskFile.Status, _ file: DiskFile.Opened) {
    self.index = index
    self.status = status
    self.file = file
  }
}

extension Repository {
  /// The files that plain `git add` has recorded; paths that a merge left unresolved are left out.
  ///
  /// - Throws: `GitError`: `.unsupported` for a split or sparse index, `.corrupt`.
  package func stagedEntries() throws -> [StagedEntry] { try readStaging()?.entries ?? [] }

  /// True for a sparse checkout, whose folder is meant to lack files of the last commit.
  package func isSparse() throws -> Bool { try flag("core.sparseCheckout") == true }

  /// Paths that a merge left unresolved, sorted.
  package func unmergedPaths() throws -> [TreePath] {
    guard let staging = try readStaging() else { return [] }
    var paths: [TreePath] = []
    for entry in staging.index.entries where entry.stage != 0 && paths.last != entry.path {
      paths.append(entry.path)
    }
    return paths
  }

  /// Changes entries of the staging index in one atomic write, under git's own lock.
  ///
  /// A path that is set takes the place of a folder of its name, and ends its state of being unresolved. An entry
  /// that was changed no earlier than the index was written is marked so that git looks at its bytes.
  /// - Throws: `GitError` of kind `.locked` if another git holds the index.
  package func setStaged(_ changes: [TreePath: StagedEntry?]) throws {
    if changes.isEmpty { return }
    let file = gitFile("index")
    let mode = try DiskFile.status(file).map { $0.mode & 0o777 } ?? 0o666
    var index = StagingIndex()
    var checksum: [UInt8] = []
    try GitLock.replace(file, in: gitFolder, mode: mode) {
      let old = try readStaging()
      index = old?.index ?? index
      index.apply(changes, writtenBefore: old?.status.modified)
      try completeTrees(of: &index)
      let bytes = index.bytes()
      checksum = Array(bytes.suffix(SHA1.byteCount))
      return bytes
    }
    staging = nil
    // Another git may have written it since.
    if let opened = try DiskFile.openToRead(file),
      let status = opened.status(endingWith: checksum)
    {
      staging = StagingCache(index, status, opened)
    }
  }

  /// Fills in the cached tree ids, so that unchanged folders can be skipped.
  private func completeTrees(of index: inout StagingIndex) throws {
    var trees = index.cachedTrees ?? CachedTrees()
    try trees.complete(index.entries) { try storedTree($0) }
    index.cachedTrees = trees
  }

  /// The staging index, or nil if nothing was staged yet.
  func readStaging() throws(GitError) -> StagingCache? {
    let path = gitFile("index")
    guard let status = try DiskFile.status(path) else { return nil }
    if let staging, staging.status == status { return staging }
    guard let (bytes, status, file) = try DiskFile.read(path) else { return nil }
    do throws(StagingIndex.Unreadable) {
      let read = StagingCache(try StagingIndex(bytes), status, file)
      staging = read
      return read
    } catch {
      let operation = "read the staging index"
      switch error.reason {
      case .damaged(let reason):
        throw GitError(.corrupt, operation: operation, detail: reason + "; see: git fsck")
      case .unsupported(let what):
        throw GitError(.unsupported, operation: operation, detail: what)
      }
    }
  }
}

extension StagingIndex {
  /// The staged entries of files that are not unresolved.
  ///
  /// - Parameter written: the time when the index was written, in nanoseconds since 1970.
  func stagedEntries(written: Int64) -> [StagedEntry] {
    var staged: [StagedEntry] = []
    staged.reserveCapacity(entries.count)
    for entry in entries where entry.stage == 0 {
      guard let mode = FileMode(git: entry.mode) else { continue }
      staged.append(
        StagedEntry(
          path: entry.path, version: FileVersion(mode: mode, id: entry.id),
          stamp: entry.isRacy(written) ? nil : entry.stamp,
          isSkipped: entry.more & Entry.skipFlag != 0, isIntent: entry.more & Entry.intentFlag != 0)
      )
    }
    return staged
  }

  /// - Parameter written: when the index that the entries came from was written, in nanoseconds since 1970.
  mutating func apply(_ changes: [TreePath: StagedEntry?], writtenBefore written: Int64?) {
    var dropped: Set<TreePath> = []
    for (path, entry) in changes {
      cachedTrees?.invalidate(path)
      guard entry != nil else { continue }
      // Files where folders of this path should be, and files below it.
      var folder = path.folder
      while folder != .root {
        if first(atOrAfter: folder).map({ entries[$0].path == folder }) == true {
          dropped.insert(folder)
        }
        folder = folder.folder
      }
      var below = first(atOrAfter: path.appending([])) ?? entries.count
      while below < entries.count, entries[below].path.isInside(path) {
        dropped.insert(entries[below].path)
        below += 1
      }
    }
    for path in dropped { cachedTrees?.invalidate(path) }
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + changes.count)
    func keep(_ old: ArraySlice<Entry>) {
      let start = merged.count
      if dropped.isEmpty {
        merged += old
      } else {
        merged += old.lazy.filter { !dropped.contains($0.path) }
      }
      guard let written else { return }
      for place in start..<merged.count where merged[place].isRacy(written) {
        merged[place].size = 0
      }
    }
    // Both are sorted, and most entries stay, so that those between two changes are copied as they are.
    var place = 0
    for (path, entry) in changes.sorted(by: { $0.key < $1.key }) {
      let next = first(atOrAfter: path) ?? entries.count
      keep(entries[place..<next])
      if let entry { merged.append(Entry(entry)) }
      place = next
      // All stages of the path are dropped.
      while place < entries.count, entries[place].path == path { place += 1 }
    }
    keep(entries[place...])
    entries = merged
  }

  /// The position of the first entry that does not come before a path.
  private func first(atOrAfter path: TreePath) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < entries.count ? low : nil
  }
}

extension StagingIndex.Entry {
  init(_ entry: StagedEntry) {
    self.init(path: entry.path, id: entry.version.id, mode: entry.version.mode.rawValue)
    if let stamp = entry.stamp {
      changed = Self.time(stamp.changed)
      modified = Self.time(stamp.modified)
      device = UInt32(truncatingIfNeeded: stamp.device)
      inode = UInt32(truncatingIfNeeded: stamp.inode)
      owner = stamp.owner
      group = stamp.group
      size = UInt32(truncatingIfNeeded: stamp.size)
    }
    if entry.isSkipped { more |= Self.skipFlag }
    if entry.isIntent { more |= Self.intentFlag }
  }

  /// The stamp that git keeps of the file, or nil if it has none or has marked it as unreliable.
  var stamp: WorkStamp? {
    // A size of zero is reliable for empty files alone; git marks files so that may have changed
    // unnoticed.
    guard modified != 0, size != 0 || id == .emptyBlob else { return nil }
    return WorkStamp(
      modified: Self.nanoseconds(modified), changed: Self.nanoseconds(changed), size: UInt64(size),
      inode: UInt64(inode), device: UInt64(device), owner: owner, group: group)
  }

  /// True if the file was changed no earlier than the index was written, so that it may have been changed
  /// again after that without a trace (`Documentation/technical/racy-git`).
  func isRacy(_ written: Int64) -> Bool {
    let time = Self.nanoseconds(modified)
    // If either time has whole seconds only, whole seconds are compared.
    if modified & 0xFFFF_FFFF == 0 || written % 1_000_000_000 == 0 {
      return written / 1_000_000_000 <= time / 1_000_000_000
    }
    return written <= time
  }

  private static func time(_ nanoseconds: Int64) -> UInt64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let floor = rest < 0 ? (seconds - 1, rest + 1_000_000_000) : (seconds, rest)
    return UInt64(UInt32(truncatingIfNeeded: floor.0)) << 32 | UInt64(floor.1)
  }

  private static func nanoseconds(_ time: UInt64) -> Int64 {
    Int64(time >> 32) * 1_000_000_000 + Int64(time & 0xFFFF_FFFF)
  }
}
