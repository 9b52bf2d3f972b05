import History
import Layout
import Merge

/// Brings the folder to the state that its journal gives, and finds a person's changes during that.
///
/// Repeating it does no harm: a file that is as it should be is left alone. So an update that
/// begins and one that was stopped anywhere run the same way. The states of an update and of a
/// path, and what a kill leaves of each, are a table in the article Sync.
final class FolderUpdate {
  let session: SyncSession
  var journal: UpdateJournal
  /// Called after each file, with the number of files done and of all.
  private let progress: (Int, Int) -> Void

  /// Hidden files with prepared and displaced versions, kept until the update ends: their paths are
  /// *prepared*, *exchanged* or *removed*. Each is mapped to the commit that the person last saw at
  /// its path.
  var held: [PreparedFile: ObjectID?] = [:]
  /// The versions of the hidden files when they were last looked at.
  var versions: [PreparedFile: FileVersion] = [:]
  /// Paths already updated (*exchanged*, *placed*, *removed*, *as it should be*), with their
  /// commits; a later change there was made on top of that commit.
  var done: [TreePath: ObjectID] = [:]
  /// A person's versions that were displaced or staged, each once, in the order they were found.
  var edits: [UpdateJournal.Edit] = []
  /// Files that were prepared together and are not in their places yet: *prepared* paths.
  var ready: [TreePath: PreparedFile] = [:]
  /// Folders that a person made at the path of a file: *folder*.
  var folders: [TreePath] = []
  /// Files that could not be written before, and are left alone here: *waiting* paths.
  private(set) var waiting: [TreePath: UnwrittenFile] = [:]
  /// Files that cannot be written: *refused* paths.
  var refused: [TreePath: RefusedFile] = [:]
  /// Files of the update's target whose names the folder takes for those of files that have come: *refused* paths.
  var twins: Set<TreePath> = []
  /// Files that are on record as not written when the update begins.
  var recorded: [TreePath: UnwrittenFile] = [:]
  var wasStopped = false
  /// Files that a person deleted and that came back with the other side's version.
  private(set) var restored: Set<TreePath> = []
  private(set) var skipped: Set<TreePath> = []
  /// The incoming files that the staging index has already, in its versions.
  var stagedByHand: [TreePath: FileVersion] = [:]
  /// The staged entries of files that a changed attribute makes read otherwise: by its stamp such a file is known as it
  /// was written.
  var asWritten: [TreePath: [StagedEntry]] = [:]
  /// The incoming files; nil until they are needed.
  var coming: PortablePaths?
  /// The names in the tree of the update's target; nil until they are needed.
  var names: SameNames?
  /// The changes of the folder in their order, for an update that has to be taken back.
  var trail: [Trace] = []
  /// The folder and the staging index before the first file is written; nil in an update that goes on after a stop.
  var before: Before?

  init(_ session: SyncSession, _ journal: UpdateJournal, progress: @escaping (Int, Int) -> Void) {
    self.session = session
    self.journal = journal
    self.progress = progress
    edits = journal.edits
  }

  var workTree: any WorkTree { session.workTree }
  var repository: any SyncRepository { session.repository }

  /// Takes over the hidden files of an interrupted update.
  ///
  /// A displaced file shows that its path was done.
  func takeLeftovers() throws {
    wasStopped = true
    let tracked = try session.trackedPaths().union(journal.files.keys)
    try readStaged()
    // A file that could not be written is not done: a rewrite tries it again, or it would be off the record.
    if let commit = journal.done {
      for path in journal.files.keys where recorded[path] == nil { done[path] = commit }
    }
    for file in try workTree.leftovers(besides: tracked) {
      let seen = try isDisplacedByRename(file) ? journal.origin : perhapsSeen(at: file.path)
      do { try take(file, seenAt: seen) } catch is FileRefused { continue }
      guard let found = versions[file] else { continue }
      let target = journal.files[file.path]
      let wasPrepared =
        file.wasPrepared(with: found.id) || found == target?.new
        || found != target?.old && journal.knows(found, at: file.path)
      if !wasPrepared, done[file.path] == nil {
        done[file.path] = journal.taken.isEmpty ? journal.to : journal.from
      }
    }
  }

  /// True if all files are at the update's target, and only hidden files are left.
  var isDone: Bool { journal.done == journal.to }

  /// Writes all files and brings the staging index in step.
  ///
  /// After it every path of the journal is as `journal.to` has it, but for edits made since and for files that
  /// cannot be written, which are on record; hidden files are still there, and the journal is.
  func run() throws {
    folders = []
    refused = [:]
    twins = []
    ready = [:]
    try readStaged()
    try lookBefore()
    try keepIgnored()
    let order = UpdateOrder(journal.files)
    var count = 0
    func advance() {
      count += 1
      progress(count, journal.files.count)
    }
    for step in order.steps {
      for path in step.going {
        if try waiting[path] == nil && !changeCase(of: path) && !isDone(path) {
          try remove(path)
        }
        advance()
      }
      var coming = step.coming[...]
      while !coming.isEmpty {
        let count = try prepare(coming)
        for (path, file) in coming.prefix(count) {
          if let new = file.new, try waiting[path] == nil && !isDone(path) {
            try put(new, at: path, old: file.old)
          }
          advance()
        }
        coming = coming.dropFirst(count)
      }
    }
    try workTree.flushFolders(
      of: Array(Set(journal.files.keys).union(held.keys.map(\.path))).sorted())
    try readFolders()
    try stage()
  }

  /// Keeps ignoring files that this device ignores and an incoming `.gitignore` does not (P27).
  ///
  /// The rules are on the disk before any `.gitignore` is written.
  private func keepIgnored() throws {
    var rules: [TreePath: [UInt8]?] = [:]
    for (path, file) in journal.files where path.isIgnoreRules {
      if try waiting[path] != nil || isDone(path) { continue }
      let file = file.new.flatMap { $0.mode.isFile ? $0.id : nil }
      rules[path] = .some(try file.map(repository.blob))
    }
    if rules.isEmpty { return }
    let coming = journal.files.filter { $0.value.new != nil }.map(\.key)
    let staged = try repository.stagedEntries()
    var lost: Set<TreePath> = []
    for rules in Self.parts(of: rules) {
      lost.formUnion(
        try workTree.noLongerIgnored(under: rules, coming: coming, since: staged))
    }
    let paths = lost.sorted()
    if paths.isEmpty { return }
    journal.ignored.formUnion(paths)
    try workTree.setJournal(journal.bytes)
    // An incoming file is tracked, and the file in its place makes way.
    try workTree.exclude(paths.filter { journal.files[$0]?.new == nil })
  }

  /// The files of rules that may be on the disk while the others are not yet, or cannot be written: a rule may move from
  /// one to another.
  private static func parts(of rules: [TreePath: [UInt8]?]) -> [[TreePath: [UInt8]?]] {
    let paths = rules.keys.sorted()
    let parts: [Set<TreePath>] =
      paths.count > 4
      ? [Set(paths)] + paths.map { [$0] } + paths.map { Set(paths).subtracting([$0]) }
      : (1..<(1 << paths.count)).map { part in
        Set(paths.indices.filter { part & (1 << $0) != 0 }.map { paths[$0] })
      }
    return parts.map { part in rules.filter { part.contains($0.key) } }
  }

  private func readStaged() throws {
    skipped = []
    stagedByHand = [:]
    recorded = try session.unwrittenRecord().files
    waiting = recorded.filter { path, _ in journal.kind != .rewrite || journal.files[path] == nil }
    let changesAttributes = journal.files.keys.contains(where: \.isAttributes)
    for entry in try repository.stagedEntries() {
      if changesAttributes, entry.stamp != nil, journal.knows(entry.version, at: entry.path) {
        asWritten[entry.path, default: []].append(entry)
      }
      if entry.isSkipped, recorded[entry.path] == nil { skipped.insert(entry.path) }
      if let file = journal.files[entry.path], file.old == nil, file.new != entry.version {
        stagedByHand[entry.path] = entry.version
      }
    }
  }

  /// Lets the update go on to a commit that has the edits found so far.
  func redirect(
    from current: ObjectID, to commit: ObjectID,
    _ differences: [TreePath: (old: FileVersion?, new: FileVersion?)]
  ) {
    journal.edits = edits
    // An undo takes back the update, and not what was typed beside it.
    journal.merged = journal.merged ?? current
    journal.redirect(to: commit, differences)
    journal.done = current
    edits = []
    coming = nil
    names = nil
  }

  /// Records in the journal that all paths are done. Before that only the hidden files show it.
  func setDone() throws {
    if isDone { return }
    journal.done = journal.to
    try workTree.setJournal(journal.bytes)
  }

  /// Records that the branch is at the update's target; edits found from now on are made on top of
  /// it.
  func branchHasMoved() { journal.from = journal.to }

  /// Removes the hidden files, and folders that are empty after the update.
  ///
  /// - Returns: false if one was written to until the end, and is an edit now.
  func clear() throws -> Bool {
    let files = heldInOrder
    try discardTogether(files)
    for file in files where held.keys.contains(file) {
      try look(at: file)
      if held[file] == nil { continue }
      if !edits.isEmpty { return false }
      try workTree.discard(file)
      held[file] = nil
    }
    for path in journal.files.keys.sorted().reversed() where journal.files[path]?.new == nil {
      try workTree.removeEmptyFolders(above: path)
    }
    try workTree.flushFolders(of: files.map(\.path))
    return true
  }

  /// The hidden files, in the order in which they are looked at.
  var heldInOrder: [PreparedFile] {
    held.keys.sorted {
      ($0.path, TreePath(bytes: $0.name)) < ($1.path, TreePath(bytes: $1.name))
    }
  }

  // MARK: One path

  /// True if a path is updated: a person's later changes there are for the next snapshot.
  func isDone(_ path: TreePath) throws -> Bool {
    guard let commit = done[path] else { return false }
    return try commit == journal.to || version(at: path, in: commit) == journal.files[path]?.new
  }

  func version(at path: TreePath, in commit: ObjectID) throws -> FileVersion? {
    let version = try repository.version(at: path, in: try repository.commit(commit).tree)
    return version?.mode == .folder ? nil : version
  }

  private func remove(_ path: TreePath) throws {
    if journal.files[path]?.old?.mode == .submodule { return }
    for _ in 0..<SyncSession.attempts {
      do {
        switch try workTree.kind(of: path) {
        case .nothing, .folder, .special: break
        case .file, .link:
          if try journal.kind == .rewrite && isOther(path) { break }
          try displace(path)
        }
        done[path] = journal.to
        return
      } catch is NothingThere {
        continue
      } catch is SomethingThere {
        continue
      } catch let refusal as FileRefused {
        refused[path] = refusal.reason
        return
      }
    }
    throw SyncRefusal.unsettled([path])
  }

  func put(_ version: FileVersion, at path: TreePath, old: FileVersion?) throws {
    if version.mode == .submodule { return try makeFolder(forSubmodule: path) }
    // The file that answers to the name is another one, though this one has stood here.
    if old != nil, twins.contains(path) { return }
    var prepared = ready.removeValue(forKey: path)
    for _ in 0..<SyncSession.attempts {
      do {
        switch try workTree.kind(of: path) {
        case .folder:
          for file in heldInOrder where file.path.isInside(path) { try clearAtOnce(file) }
          try workTree.removeEmptyFolders(above: path.appending([0x2E]))
          if try workTree.kind(of: path) == .folder {
            folders.append(path)
            return
          }
        case .special: throw FileRefused(path, .special)
        case .file, .link:
          if try isOther(path, from: old) { throw FileRefused(path, .sameName) }
          if prepared == nil, try stands(version, at: path) {
            done[path] = journal.to
            try findTwins(of: path)
            return
          }
          let file = try prepared ?? prepare(version, for: path)
          prepared = file
          try recordKept(path)
          let displaced = try workTree.exchange(file)
          try take(displaced, seenAt: seen(at: path))
          trail.append(.exchanged(displaced))
          done[path] = journal.to
          try findTwins(of: path)
          return
        case .nothing:
          if skipped.contains(path) { return }
          try clearWay(to: path)
          let file = try prepared ?? prepare(version, for: path)
          prepared = file
          try workTree.place(file)
          trail.append(.placed(path))
          held[file] = nil
          done[path] = journal.to
          if old != nil, recorded[path] == nil { restored.insert(path) }
          try findTwins(of: path)
          return
        }
      } catch is NothingThere {
        prepared = nil
      } catch is SomethingThere {
        continue
      } catch let refusal as FileRefused {
        refused[path] = refusal.reason
        return
      }
    }
    throw SyncRefusal.unsettled([path])
  }

  /// As in git, `git submodule update` writes the content of a submodule.
  private func makeFolder(forSubmodule path: TreePath) throws {
    if skipped.contains(path) { return }
    do {
      switch try workTree.kind(of: path) {
      case .folder, .special: return
      case .nothing: break
      // The file is removed, as in the commit; an edit of it is kept.
      case .file, .link: try displace(path)
      }
      try clearWay(to: path)
      try workTree.makeFolder(at: path)
      trail.append(.final)
    } catch is FileRefused {
      // Git takes a missing submodule for one that was not checked out yet.
    } catch is NothingThere {
      // It was removed just now.
    } catch is SomethingThere {
      // A folder that appeared just now is left alone like one that was there before.
    }
  }

  func prepare(_ version: FileVersion, for path: TreePath) throws -> PreparedFile {
    let file = try workTree.prepare(
      try session.blob(version, for: path), mode: version.mode, for: path)
    held[file] = .some(journal.origin)
    return file
  }

  func stands(_ version: FileVersion, at path: TreePath) throws -> Bool {
    do {
      let file = PreparedFile(path: path, name: path.name)
      if let written = try versionAsWritten(of: file), written != version { return false }
      guard let file = try workTree.read(path) else { return false }
      return try self.version(of: file) == version
    } catch is UnsettledFile {
      return false
    }
  }

  func version(of file: WorkFile) throws -> FileVersion {
    FileVersion(mode: file.mode, id: try repository.id(ofBlob: file.blob))
  }

  /// Moves files and links out of the way that are in the place of a folder above a path.
  ///
  /// - Throws: `FileRefused` if something else is in the way.
  private func clearWay(to path: TreePath) throws {
    var folder = TreePath.root
    for name in path.components.dropLast() {
      folder = folder.appending(name)
      switch try workTree.kind(of: folder) {
      case .nothing, .folder: continue
      case .special: throw FileRefused(folder, .special)
      case .file, .link:
        if try isOther(folder) { throw FileRefused(folder, .sameName) }
        try recordKept(folder)
        try displace(folder)
      }
    }
  }
}
