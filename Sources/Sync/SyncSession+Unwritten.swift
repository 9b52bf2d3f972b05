import History
import Layout
import Merge

/// P30: a file that cannot be written here does not stop anything else.
extension SyncSession {
  /// The files of the last commit that could not be written to the folder, sorted.
  package func unwritten() throws -> [UnwrittenFile] {
    let files = try wholeRecord().files.values.sorted { $0.path < $1.path }
    guard case .branch(_, let head?) = try repository.head(), !files.isEmpty else { return files }
    let tree = try repository.commit(head).tree
    return try files.compactMap { file in
      var file = file
      file.isDeleted = try version(at: file.path, in: tree) == nil
      // An edit that went from the folder waits no longer.
      if file.isDeleted, file.reason == .secretEdit, try workTree.kind(of: file.path) == .nothing {
        return nil
      }
      if case .unwritable = file.reason, !file.isDeleted, try stood(file) {
        file.isOlderHere = [.file, .link].contains(try workTree.kind(of: file.path))
      }
      return file
    }
  }

  func unwrittenRecord() throws -> UnwrittenRecord {
    UnwrittenRecord(bytes: try workTree.unwritten())
  }

  /// Records the files that differ from the last commit because they could not be written.
  func setUnwritten(_ record: UnwrittenRecord) throws {
    if try record == unwrittenRecord() { return }
    try workTree.setUnwritten(record.files.isEmpty ? nil : record.bytes)
  }

  /// Removes the files of the last commit from the folder of a clone, and records them all as not
  /// written, so that they do not count as deleted there.
  package func beginWriting() throws {
    var (record, staged) = (UnwrittenRecord(), [TreePath: StagedEntry?]())
    for var entry in try repository.stagedEntries() where entry.version.mode != .submodule {
      entry.stamp = nil
      entry.isSkipped = true
      staged[entry.path] = entry
      record.files[entry.path] = UnwrittenFile(entry.path, .unwritable(code: 0), base: nil)
      do {
        try workTree.discard(workTree.displace(entry.path))
        try workTree.removeEmptyFolders(above: entry.path)
      } catch is NothingThere {
      } catch is SomethingThere {
      } catch is FileRefused {}
    }
    try setUnwritten(record)
    try repository.setStaged(staged)
  }

  /// Writes every file recorded as not written, in one update; files that still cannot be written
  /// stay on record.
  package func writeAll(progress: @escaping (Int, Int) -> Void) throws {
    guard case .branch(let branch, let head?) = try repository.head() else { return }
    let paths = try unwrittenRecord().files.keys.sorted()
    _ = try rewrite(paths, from: nil, to: head, on: branch, progress)
  }

  /// Writes files of a commit whose folder has those of another one at their paths.
  ///
  /// - Parameter edits: versions in the folder that are edits whatever the other commit has.
  func rewrite(
    _ paths: [TreePath], from base: ObjectID?, to head: ObjectID, on branch: String,
    edits: [UpdateJournal.Edit] = [],
    _ progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> UpdateReport {
    var journal = UpdateJournal(kind: .rewrite, branch: branch, origin: base, from: head, to: head)
    journal.edits = edits
    if !edits.isEmpty { try repository.flush() }
    let (old, new) = (try tree(of: base), try tree(of: head))
    for path in paths {
      journal.files[path] = .init(
        old: try version(at: path, in: old), new: try version(at: path, in: new))
    }
    try workTree.setJournal(journal.bytes)
    return try settle(journal, wasStopped: false, progress)
  }

  /// Writes the files that could not be written and can be now.
  ///
  /// - Returns: the changes made to the folder; nil if there are none.
  func writeUnwritten() throws -> UpdateReport? {
    if try unwrittenRecord().files.isEmpty { return nil }
    guard try repository.obstacle() == nil,
      case .branch(let branch, let head?) = try repository.head()
    else { return nil }
    let tree = try repository.commit(head).tree
    try dropTakenBack(in: tree)
    let record = try unwrittenRecord()
    if record.files.isEmpty { return nil }
    let names = SameNames(repository, tree: tree)
    let skipped = Set(try repository.stagedEntries().lazy.filter(\.isSkipped).map(\.path))
    var changes: [WorkChange]?
    var later: Set<TreePath> = []
    var (ready, edits, over) = ([ObjectID?: [TreePath]](), [UpdateJournal.Edit](), record)
    for file in record.files.values.sorted(by: { $0.path < $1.path }) {
      let version = try version(at: file.path, in: tree)
      // A person may have made a folder in the place of any file that waits.
      if try changes == nil
        && (file.reason == .nestedRepository || isFolder(file.path))
      {
        changes = try workTree.changes(since: try repository.stagedEntries())
          .filter { record.files[$0.path] == nil || $0.kind == .refused(.nestedRepository) }
      }
      let state = try state(of: file, version, changes ?? []) { path in
        // A person deleted the file that had the place, and no commit says so yet.
        if try workTree.kind(of: path) == .nothing {
          return try file.reason == .sameName
            && names.others(of: path).contains { record.files[$0] == nil }
        }
        let key = PortableKey(path.bytes)
        let unwritten = record.files.keys.filter { $0 != path && PortableKey($0.bytes) == key }
        return try Set(names.others(of: path)).union(unwritten).contains { other in
          try (record.files[other].map(stood) ?? true) && areOneFile(path, other)
        }
      }
      switch state {
      // Staged by an update whose journal is lost, it comes with the next snapshot.
      case .over where skipped.contains(file.path): continue
      case .over: over.files[file.path] = nil
      case .waiting: continue
      case .ready:
        let gone = try copiesGone(of: file, head: head).filter {
          record.files[$0] == nil && !skipped.contains($0)
        }
        // First a snapshot takes their deletion, so that a copy of the same name can come again.
        if try gone.contains(where: { try self.version(at: $0, in: tree) != nil })
          || later.contains(fileAbove(file.path) ?? file.path)
        {
          later.insert(file.path)
          continue
        }
        if !gone.isEmpty, let edit = try editWithoutBase(at: file.path) { edits.append(edit) }
        ready[file.base, default: []].append(file.path)
      }
    }
    if over != record { try setUnwritten(over) }
    var result: UpdateReport?
    for (base, paths) in ready.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let now = try repository.reference(branch) else { return result }
      let update = try rewrite(
        paths, from: base, to: now, on: branch, edits: edits.filter { paths.contains($0.path) })
      result = result.map { $0.joined(update) } ?? update
    }
    return result
  }

  /// Takes off the record those edits that are held back and for which nothing waits any more: the history has again the
  /// version that they were made to.
  ///
  /// - Returns: their paths, sorted.
  @discardableResult
  func dropTakenBack(in tree: ObjectID) throws -> [TreePath] {
    var record = try unwrittenRecord()
    var staged: [TreePath: StagedEntry?] = [:]
    for file in record.files.values where try isTakenBack(file, to: tree) {
      guard let version = try version(at: file.path, in: tree),
        try workTree.kind(of: file.path) == .file
      else { continue }
      record.files[file.path] = nil
      staged[file.path] = StagedEntry(
        path: file.path, version: version, stamp: nil, isSkipped: false)
    }
    if staged.isEmpty { return [] }
    // Killed in between, the file is on record and is found again.
    try repository.setStaged(staged)
    try setUnwritten(record)
    return staged.keys.sorted()
  }

  /// True if a tree has the version to which an edit that is held back was made.
  func isTakenBack(_ file: UnwrittenFile, to tree: ObjectID) throws -> Bool {
    guard file.reason == .secretEdit, let base = try self.tree(of: file.base),
      let version = try version(at: file.path, in: base)
    else { return false }
    return try self.version(at: file.path, in: tree) == version
  }

  /// The file in the folder as an edit that was made to no commit.
  private func editWithoutBase(at path: TreePath) throws -> UpdateJournal.Edit? {
    guard let found = try settled({ try workTree.read(path) }) else { return nil }
    let version = FileVersion(mode: found.mode, id: try repository.write(blob: found.blob))
    return UpdateJournal.Edit(path: path, version: version, base: nil)
  }

  /// The conflict copies that merges have made of a file since it waits, and that are not in the folder.
  ///
  /// Whoever took one away still had its text in the file, or put it there, and never saw the version that is to be
  /// written.
  private func copiesGone(of file: UnwrittenFile, head: ObjectID) throws -> [TreePath] {
    guard let base = file.base, try stood(file) else { return [] }
    let known = try copies(of: file.path, in: base)
    var copies: Set<TreePath> = []
    var open = [head]
    var seen = Set(open)
    while let next = open.popLast() {
      if try repository.isAncestor(next, of: base) { continue }
      copies.formUnion(try self.copies(of: file.path, in: next))
      for parent in try repository.commit(next).parents where seen.insert(parent).inserted {
        open.append(parent)
      }
    }
    return try copies.subtracting(known).filter { try workTree.kind(of: $0) == .nothing }
  }

  /// The conflict copies of a file in a commit.
  private func copies(of path: TreePath, in commit: ObjectID) throws -> Set<TreePath> {
    let tree = try repository.commit(commit).tree
    let folder =
      path.folder == .root
      ? FileVersion(mode: .folder, id: tree) : try repository.version(at: path.folder, in: tree)
    guard let folder, folder.mode == .folder else { return [] }
    let names = try repository.tree(folder.id).lazy.map { path.folder.appending($0.name) }
    return Set(
      names.filter {
        ConflictCopyName.note(ofCopy: $0) == path || ConflictCopyName.isCut($0, from: path)
      })
  }

  /// The bytes of a version to be written.
  ///
  /// - Throws: `FileRefused` if the blob is larger than the limit; then it is not read.
  func blob(_ version: FileVersion, for path: TreePath) throws -> [UInt8] {
    let size = try repository.size(ofBlob: version.id)
    if size > workTree.sizeLimit { throw FileRefused(path, .tooLarge(size)) }
    return try repository.blob(version.id)
  }

  /// True if the path had some version when writing or removing it first failed.
  func stood(_ file: UnwrittenFile) throws -> Bool {
    try version(at: file.path, in: tree(of: file.base)) != nil
  }

  private func version(at path: TreePath, in tree: ObjectID?) throws -> FileVersion? {
    let version = try tree.flatMap { try repository.version(at: path, in: $0) }
    return version?.mode == .folder ? nil : version
  }

  private func isFolder(_ path: TreePath) throws -> Bool {
    do {
      return try workTree.kind(of: path) == .folder
    } catch is FileRefused {
      return false
    }
  }

  private enum UnwrittenState { case over, waiting, ready }

  /// The state of a file that could not be written. Nothing is changed, except that an empty folder
  /// in its place is removed. A file is ready after a new one could be made beside its place, which is gone again.
  ///
  /// - Parameter isOther: true if the file at a path is another one, whose name the folder takes
  ///   for the same, or if the path is free and was such a file's.
  private func state(
    of file: UnwrittenFile, _ version: FileVersion?, _ changes: [WorkChange],
    isOther: (TreePath) throws -> Bool
  ) throws -> UnwrittenState {
    let path = file.path
    let isNested = changes.contains { change in
      change.kind == .refused(.nestedRepository)
        && (path == change.path || path.isInside(change.path))
    }
    if isNested { return .waiting }
    do {
      switch try workTree.kind(of: path) {
      case .special: return version == nil ? .over : .waiting
      case .folder:
        let isTaken = try changes.contains { change in
          guard change.path.isInside(path) else { return false }
          switch change.kind {
          case .edited: return true
          case .untracked:
            guard let file = try workTree.read(change.path) else { return false }
            return try !keepsToItself(change.path, file)
          case .missing, .touched, .refused: return false
          }
        }
        if isTaken { return .ready }
        try workTree.removeEmptyFolders(above: path.appending([0x2E]))
        guard let version else { return .over }
        guard try workTree.kind(of: path) == .nothing else { return .waiting }
        try tryToPrepare(version, for: path)
        return .ready
      case .nothing:
        guard let version else { return .over }
        if try isOther(path) { return .waiting }
        if let blocker = try fileAbove(path) {
          if try file.reason == .secretEdit && isHeldBack(blocker) { return .waiting }
          let found = try workTree.read(blocker)
          if let found, try !canLeave(blocker, found, repository.id(ofBlob: found.blob)) {
            return .waiting
          }
          if try isOther(blocker) || workTree.kind(of: blocker) == .special { return .waiting }
          try tryToMakeWay(blocker)
          return .ready
        }
        try tryToPrepare(version, for: path)
        return .ready
      case .file, .link:
        guard let found = try workTree.read(path) else { return .waiting }
        if try isOther(path) { return version == nil ? .over : .waiting }
        let past = [try self.version(at: path, in: tree(of: file.base)), version]
        if try holdsBack(found, editOf: path, since: past) { return .waiting }
        let id = try repository.id(ofBlob: found.blob)
        // Else it would be taken from its place and put back by each sync.
        if try id != version?.id && !stood(file) && !canLeave(path, found, id) { return .waiting }
        if let version { try tryToPrepare(version, for: path) } else { try tryToMakeWay(path) }
        return .ready
      }
    } catch is FileRefused {
      return .waiting
    } catch is UnsettledFile {
      return .waiting
    } catch is SomethingThere {
      return .waiting
    }
  }

  /// True for a file that is held back, because a secret is in it.
  private func isHeldBack(_ path: TreePath) throws -> Bool {
    guard let found = try workTree.read(path) else { return false }
    return try holdsBack(found, editOf: path, since: [])
  }

  /// True for an edit of a tracked file that is held back, because a secret is new in it.
  ///
  /// - Parameter past: versions of the file that are in the history.
  func holdsBack(
    _ file: WorkFile, editOf path: TreePath, since past: [FileVersion?]
  ) throws -> Bool {
    if holding.includes(path) { return false }
    return try holding.secret(inEditOf: path, file.blob, mode: file.mode) {
      try past.compactMap { $0.flatMap { $0.mode.isFile ? $0.id : nil } }.map(repository.blob)
    } != nil
  }

  /// The nearest file or link above a path that has to be a folder; nil where the folder is there or can be made.
  func fileAbove(_ path: TreePath) throws -> TreePath? {
    var folder = path.folder
    while folder != .root {
      switch try workTree.kind(of: folder) {
      case .folder: return nil
      case .nothing: folder = folder.folder
      case .file, .link, .special: return folder
      }
    }
    return nil
  }

  /// False for a file that this device keeps to itself, if a rule of a `.gitignore` shows each name beside it to git.
  private func canLeave(_ path: TreePath, _ found: WorkFile, _ id: ObjectID) throws -> Bool {
    try !keepsToItself(path, found) || canSetAside(path, holding: id)
  }

  /// Makes a new file beside a path, as it is done for what stands there to be moved out of the way, and discards it.
  private func tryToMakeWay(_ path: TreePath) throws {
    try tryToPrepare(FileVersion(id: repository.write(blob: [])), for: path)
  }

  /// Makes a new file beside a path, as an update does before it puts a version there, and discards it.
  ///
  /// - Throws: `FileRefused`, `SomethingThere` and `UnsettledFile` where an update could not write either.
  private func tryToPrepare(_ version: FileVersion, for path: TreePath) throws {
    let blob = try blob(version, for: path)
    let file = try workTree.prepare(blob, mode: version.mode, for: path)
    try workTree.discard(file)
    try workTree.removeEmptyFolders(above: path)
  }
}

extension UpdateReport {
  /// This and a later update.
  fileprivate func joined(_ other: UpdateReport) -> UpdateReport {
    var report = other
    report.changes = changes + other.changes
    report.edits = Set(edits + other.edits).sorted()
    report.decisions = decisions + other.decisions
    report.restored = Set(restored + other.restored).sorted()
    report.setAside = Set(setAside + other.setAside).sorted()
    report.stillIgnored = Set(stillIgnored + other.stillIgnored).sorted()
    return report
  }
}
