import History
import Merge
import Sync
import TestSupport

/// Commands of plain git beside Zibaldone, by people who know what they are doing.
extension Simulation {
  /// Between a killed sync and the next one plain git does no more than commit everything.
  private func canUseGit(_ device: Int) -> Bool {
    devices[device].workTree.presentJournal == nil && devices[device].hiddenFiles.isEmpty
  }

  func gitCommit(on device: Int) {
    guard canUseGit(device) else { return }
    gitCommitAll(on: device, message: "By hand")
    tell("\(name(device)): git commit --all")
  }

  /// `git add NOTE`, and another edit of it afterwards.
  func gitStage(on device: Int) {
    let repository = devices[device].repository
    let skipped = Set(repository.presentlyStaged.lazy.filter(\.isSkipped).map(\.path))
    guard canUseGit(device), let path = somePath(on: device, where: SimulationText.isText),
      !skipped.contains(path), let inode = devices[device].files.inode(at: path)
    else { return }
    let staged = SimulationEdit(of: inode.bytes, &random) { token(on: device, path) }
    let version = FileVersion(mode: inode.mode, id: pool.write(blob: staged.text))
    repository.receive(version.id)
    if let before = repository.presentlyStaged.first(where: { $0.path == path }) {
      // She takes back whatever she had staged before.
      stagedOnly[device].subtract(Ledger.tokens(in: pool.blob(before.version.id) ?? []))
    }
    repository.stage([path: StagedEntry(path: path, version: version, stamp: nil)])
    secretTokens.subtract(Ledger.tokens(in: staged.text))
    // She takes some of it out again in the folder: only the staging index has it.
    ledger.wrote(staged.text, over: inode.bytes)
    var only = Ledger.tokens(in: staged.text)
    only.subtract(Ledger.tokens(in: inode.bytes))
    ledger.removed.formUnion(only)
    stagedOnly[device].formUnion(only)
    tell("\(name(device)): git add of \(path) as it is nowhere else: \(staged.description)")
  }

  func gitPull(on device: Int) {
    let (repository, transport) = (devices[device].repository, devices[device].transport)
    guard canUseGit(device), !transport.isOffline, isClean(device) else { return }
    let remote = random.pick(world.remotes.keys.sorted())
    devices[device].faults.start()
    guard (try? transport.fetch(remote)) != nil,
      let theirs = repository.references[
        MemoryTransport.trackingName(of: SimulationWorld.branch, at: remote)]
    else { return }
    guard let ours = devices[device].head else {
      if devices[device].notes.isEmpty { checkOut(theirs, on: device) }
      return
    }
    if pool.isAncestor(theirs, of: ours) { return }
    let paths = pool.files(of: theirs).keys
    // Git refuses as well where it would have to overwrite a file, or a folder that holds one.
    let isInWay = ignoredFiles[device].keys.contains { own in
      paths.contains { $0 == own || $0.isInside(own) || own.isInside($0) }
    }
    if isInWay { return }
    if pool.isAncestor(ours, of: theirs) {
      checkOut(theirs, on: device)
      tell("\(name(device)): git pull")
    } else if let tree = mergedByHand(ours, theirs) {
      let merge = repository.record(tree: tree, parents: [ours, theirs], message: "Merge by hand")
      checkOut(merge, on: device)
      tell("\(name(device)): git pull, and a merge by hand")
    }
  }

  func gitPush(on device: Int) {
    guard let head = devices[device].head, canUseGit(device), !devices[device].transport.isOffline
    else { return }
    devices[device].faults.start()
    let remote = random.pick(world.remotes.keys.sorted())
    guard
      (try? devices[device].transport.push(head, to: SimulationWorld.branch, of: remote)) != nil
    else { return }
    tell("\(name(device)): git push \(remote)")
  }

  /// The remote's branch goes back to an older commit, or to this device's.
  func gitForcePush(on device: Int) {
    guard let head = devices[device].head, canUseGit(device) else { return }
    let (name, remote) = random.pick(world.remotes.sorted { $0.key < $1.key })
    let target = random.once(in: 2) ? head : random.pick(pool.commits(leadingTo: head))
    remote.move(SimulationWorld.branch, to: target, isOurs: false)
    tell("\(self.name(device)): git push --force \(name), to \(target.hex.prefix(8))")
  }

  func gitDeleteBranch(on device: Int) {
    let (name, remote) = random.pick(world.remotes.sorted { $0.key < $1.key })
    remote.move(SimulationWorld.branch, to: nil, isOurs: false)
    tell("\(self.name(device)) deletes the branch of \(name)")
  }

  // MARK: How git does it

  /// `git add --all && git commit`, where there is anything to commit.
  func gitCommitAll(on device: Int, adding forced: [TreePath] = [], message: String) {
    let (repository, files) = (devices[device].repository, devices[device].files)
    let staged = Dictionary(
      uniqueKeysWithValues: repository.presentlyStaged.map { ($0.path, $0) })
    let tracked = Set(staged.keys)
    var versions: [TreePath: FileVersion?] = [:]
    var entries: [TreePath: StagedEntry?] = [:]
    for path in tracked { (versions[path], entries[path]) = (.some(nil), .some(nil)) }
    // She knows a file that a sync has set aside by its name, also if a rule such as `!*.md` shows it to git.
    let added = files.paths.filter { path in
      !MemoryWorkTree.isHidden(path)
        && (tracked.contains(path) || !devices[device].workTree.isOther(path, tracked))
        && (IgnoredCopyName.original(of: path) == nil || tracked.contains(path))
        && (ignoredFiles[device][path] == nil || tracked.contains(path))
        && (tracked.contains(path) || forced.contains(path)
          || !devices[device].workTree.isKept(path))
    }
    // Entries that git skips in the folder stay in the staging index, unless a file that is added needs their place.
    var skipped: Set<TreePath> = []
    for entry in repository.presentlyStaged where entry.isSkipped {
      if added.contains(where: { $0 != entry.path && $0.isInside(entry.path) }) {
        ledger.wrote(nil, over: pool.blob(entry.version.id))
      } else {
        skipped.insert(entry.path)
        versions[entry.path] = entry.version
        entries[entry.path] = entry
      }
    }
    for path in added where !skipped.contains(path) {
      guard let inode = files.inode(at: path) else { continue }
      let version = FileVersion(mode: inode.mode, id: pool.write(blob: inode.bytes))
      versions[path] = version
      // Who commits by hand has decided.
      secretTokens.subtract(Ledger.tokens(in: inode.bytes))
      entries[path] = StagedEntry(path: path, version: version, stamp: files.stamp(of: inode))
    }
    // As git has it with `core.ignoreCase`, an ignored file of another case is the tracked one.
    for path in tracked where versions[path] == .some(nil) && !added.contains(path) {
      guard devices[device].workTree.shows(path, tracked), let inode = files.inode(at: path) else {
        // A pull had put another file, or a folder, of that name in its place: git takes it for deleted.
        if tracked.contains(where: { isShared($0, path, on: device) && files.storedPath($0) == $0 })
        {
          ledger.wrote(nil, over: staged[path].flatMap { pool.blob($0.version.id) })
        }
        continue
      }
      let version = FileVersion(mode: inode.mode, id: pool.write(blob: inode.bytes))
      // Of two such files in one commit, git commits the text of the one that stands there for both.
      if let stored = files.storedPath(path), tracked.contains(stored) {
        ledger.wrote(inode.bytes, over: staged[path].flatMap { pool.blob($0.version.id) })
      }
      versions[path] = version
      secretTokens.subtract(Ledger.tokens(in: inode.bytes))
      entries[path] = StagedEntry(path: path, version: version, stamp: files.stamp(of: inode))
    }
    // A file that is added in the place of a folder takes what git skips in it out of the staging index.
    for path in skipped {
      guard let version = versions[path] ?? nil,
        versions.contains(where: { $0.value != nil && path.isInside($0.key) && path != $0.key })
      else { continue }
      ledger.wrote(nil, over: pool.blob(version.id))
      (versions[path], entries[path]) = (.some(nil), .some(nil))
    }
    let store = PoolStore(pool: pool)
    let old = devices[device].head.flatMap(pool.commit)?.tree
    guard let tree = try? store.tree(nil, replacing: versions), tree != old else { return }
    let commit = repository.record(
      tree: tree, parents: devices[device].head.map { [$0] } ?? [], message: message)
    repository.receive(historyOf: commit)
    repository.stage(entries)
    stagedOnly[device] = NumberSet()
    repository.receive(tree)
    repository.move(SimulationWorld.branch, to: commit, because: "commit")
  }

  /// True for two files that cannot both be in a folder, because it takes the name of one for that of the other or of a
  /// folder above it.
  private func isShared(_ one: TreePath, _ other: TreePath, on device: Int) -> Bool {
    guard devices[device].isInsensitive, one != other else { return false }
    let (name, second) = (one.text.lowercased(), other.text.lowercased())
    return name == second || name.hasPrefix(second + "/") || second.hasPrefix(name + "/")
  }

  /// Makes the folder what a commit has, of one that was clean, and moves the branch to it.
  func checkOut(_ commit: ObjectID, on device: Int) {
    let (repository, files) = (devices[device].repository, devices[device].files)
    let old = pool.files(of: devices[device].head)
    let new = pool.files(of: commit)
    repository.receive(historyOf: commit)
    var entries: [TreePath: StagedEntry?] = [:]
    for path in old.keys.sorted() where new[path] == nil {
      files.remove(path)
      entries[path] = .some(nil)
    }
    for path in old.keys.sorted() { removeFolders(above: path, on: device) }
    for (path, version) in new.sorted(by: { $0.key < $1.key }) where old[path] != version {
      // Of two names that the folder takes for one, the later comes to stand there.
      if let file = files.fileAbove(path) { files.remove(file) }
      if files.isFolder(path) {
        let folder = path.text.lowercased() + "/"
        for other in files.paths where other.text.lowercased().hasPrefix(folder) {
          files.remove(other)
          removeFolders(above: other, on: device)
        }
      }
      files.replace(path, with: pool.blob(version.id) ?? [], mode: version.mode)
      guard let inode = files.inode(at: path) else { continue }
      entries[path] = StagedEntry(path: path, version: version, stamp: files.stamp(of: inode))
    }
    repository.stage(entries)
    repository.move(SimulationWorld.branch, to: commit, because: "checkout")
  }

  private func removeFolders(above path: TreePath, on device: Int) {
    var folder = path.folder
    while devices[device].files.removeFolderIfEmpty(folder) { folder = folder.folder }
  }

  /// True where folder, staging index and head are the same.
  private func isClean(_ device: Int) -> Bool {
    let head = pool.files(of: devices[device].head)
    let staged = devices[device].repository.presentlyStaged
    let files = devices[device].files
    return staged.count == head.count && staged.allSatisfy { head[$0.path] == $0.version }
      && head.allSatisfy { path, version in
        files.storedPath(path) == path && files.inode(at: path)?.mode == version.mode
          && files.bytes(at: path).map(ObjectPool.id(ofBlob:)) == version.id
      }
      && visiblePaths(on: device).allSatisfy { $0 == SimulationText.settings || head[$0] != nil }
      && files.paths.allSatisfy { !MemoryIgnoreRules.isFile($0) || head[$0] != nil }
  }

  /// All that both have: where they differ, one text with the lines that only the other has at its end.
  ///
  /// Nothing where a person would give up: a name that another device takes for the same, or that is a folder.
  private func mergedByHand(_ ours: ObjectID, _ theirs: ObjectID) -> ObjectID? {
    let (left, right) = (pool.files(of: ours), pool.files(of: theirs))
    var merged: [TreePath: FileVersion?] = [:]
    for (path, version) in left { merged[path] = version }
    for (path, version) in right {
      guard let own = left[path], own.id != version.id else {
        merged[path] = version
        continue
      }
      let (mine, other) = (pool.blob(own.id) ?? [], pool.blob(version.id) ?? [])
      guard SimulationText.isText(path) else {
        // Of two pictures she keeps one, having seen both.
        ledger.wrote(mine, over: other)
        merged[path] = own
        continue
      }
      let lines = SimulationEdit.lines(of: mine)
      let more = SimulationEdit.lines(of: other).filter { !lines.contains($0) }
      let text = (lines + more + [""]).joined(separator: "\n")
      merged[path] = FileVersion(mode: own.mode, id: pool.write(blob: Array(text.utf8)))
    }
    var folded: Set<String> = []
    for path in merged.keys {
      guard folded.insert(path.text.lowercased()).inserted else { return nil }
    }
    for path in merged.keys {
      var folder = path.folder
      while folder != .root {
        if folded.contains(folder.text.lowercased()) { return nil }
        folder = folder.folder
      }
    }
    return try? PoolStore(pool: pool).tree(nil, replacing: merged)
  }
}

/// A store of everything that any device of a world has written.
final class PoolStore: ObjectStore {
  private let pool: ObjectPool

  init(pool: ObjectPool) { self.pool = pool }

  func blob(_ id: ObjectID) throws -> [UInt8] {
    guard let bytes = pool.blob(id) else { throw MissingObject(id) }
    return bytes
  }

  func tree(_ id: ObjectID) throws -> [TreeEntry] {
    guard let entries = pool.tree(id) else { throw MissingObject(id) }
    return entries
  }

  func commit(_ id: ObjectID) throws -> Commit {
    guard let commit = pool.commit(id) else { throw MissingObject(id) }
    return commit
  }

  func write(blob: [UInt8]) -> ObjectID { pool.write(blob: blob) }
  func write(tree: [TreeEntry]) -> ObjectID { pool.write(tree: tree) }
  func write(commit: Commit) -> ObjectID { pool.write(commit: commit) }
}
