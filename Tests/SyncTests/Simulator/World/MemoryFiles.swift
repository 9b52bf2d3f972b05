import History
import Sync
import TestSupport

/// A file system in memory: names lead to inodes, and what was not flushed may be lost with the power.
///
/// People and plain git use it directly; a sync goes through `MemoryWorkTree`.
final class MemoryFiles {
  /// The file system's rule for equal names.
  enum Naming { case exact, insensitive }

  /// A file without its name.
  final class Inode {
    let number: UInt64
    fileprivate(set) var bytes: [UInt8]
    fileprivate(set) var mode: FileMode
    fileprivate(set) var modified: Int64 = 0
    fileprivate(set) var changed: Int64 = 0
    /// The bytes that a loss of power would leave; nil while none are certain.
    fileprivate var durable: [UInt8]?
    /// How many names lead here; an editor that writes where there are none writes into nothing.
    fileprivate(set) var names = 0

    fileprivate init(number: UInt64, bytes: [UInt8], mode: FileMode) {
      self.number = number
      self.bytes = bytes
      self.mode = mode
    }
  }

  private struct Entry {
    let path: TreePath
    let inode: Inode
  }

  /// A step that a loss of power leaves out as a whole or not at all.
  private struct Operation {
    var changes: [(key: TreePath, entry: Entry?)]
  }

  private let time: WorldTime
  private let naming: Naming
  /// Times of files are whole multiples of this many nanoseconds: 1 on a new Linux, seconds on old disks.
  private let tick: Int64
  private var files: [TreePath: Entry] = [:]
  private var folders: [TreePath: TreePath] = [:]
  private var durable: [TreePath: Entry] = [:]
  private var pending: [Operation] = []
  /// Inodes with contents that are not on the disk, in the order of writing.
  private var unflushed: [Inode] = []
  private var count: UInt64 = 0
  private var foldedNames: [String: TreePath] = [:]

  init(time: WorldTime = WorldTime(), naming: Naming = .exact, tick: Int64 = 1) {
    self.time = time
    self.naming = naming
    self.tick = tick
  }

  // MARK: Reading

  /// Every file by the path under which it was made, hidden ones too, sorted.
  var paths: [TreePath] { files.values.map(\.path).sorted() }

  func inode(at path: TreePath) -> Inode? { files[key(path)]?.inode }

  func bytes(at path: TreePath) -> [UInt8]? { inode(at: path)?.bytes }

  /// The name that a path has on the disk, where case or Unicode form differ.
  func storedPath(_ path: TreePath) -> TreePath? { files[key(path)]?.path }

  func isFolder(_ path: TreePath) -> Bool { path == .root || folders[key(path)] != nil }

  func stamp(of inode: Inode) -> WorkStamp {
    WorkStamp(
      modified: inode.modified, changed: inode.changed, size: UInt64(inode.bytes.count),
      inode: inode.number, device: 1)
  }

  /// The time as files get it.
  var now: Int64 { inTicks(time.nanoseconds) }

  /// A time as files would have it.
  func inTicks(_ nanoseconds: Int64) -> Int64 { nanoseconds / tick * tick }

  /// The nearest thing above a path that is a file and would have to be a folder.
  func fileAbove(_ path: TreePath) -> TreePath? {
    var folder = path.folder
    while folder != .root {
      if files[key(folder)] != nil { return folder }
      folder = folder.folder
    }
    return nil
  }

  // MARK: Writing

  /// A new file in the place of what was there, as an editor does that writes beside and renames.
  func replace(_ path: TreePath, with bytes: [UInt8], mode: FileMode = .file) {
    let inode = makeInode(bytes, mode)
    apply([(path, inode)])
  }

  /// Writes into the file that is there, as an editor does that opens and truncates; or makes one.
  func overwrite(_ path: TreePath, with bytes: [UInt8]) {
    guard let inode = inode(at: path) else { return replace(path, with: bytes) }
    overwrite(inode, with: bytes)
  }

  /// Writes into an open file, wherever its name has gone.
  func overwrite(_ inode: Inode, with bytes: [UInt8]) {
    note(unflushed: inode)
    inode.bytes = bytes
    inode.modified = now
    inode.changed = now
  }

  func setMode(_ mode: FileMode, of path: TreePath) {
    guard let inode = inode(at: path) else { return }
    inode.mode = mode
    inode.changed = now
  }

  func remove(_ path: TreePath) { apply([(path, nil)]) }

  /// Gives a file another name, in place of what has it; also one that differs only in case.
  func move(_ old: TreePath, to new: TreePath) {
    guard let inode = inode(at: old) else { return }
    inode.changed = now
    if key(old) == key(new) {
      apply([(new, inode)])
    } else {
      apply([(old, nil), (new, inode)])
    }
  }

  /// Gives two files each other's names.
  func exchange(_ left: TreePath, _ right: TreePath) {
    guard let first = files[key(left)], let second = files[key(right)] else { return }
    first.inode.changed = now
    second.inode.changed = now
    apply([(first.path, second.inode), (second.path, first.inode)])
  }

  func makeFolder(_ path: TreePath) {
    var folder = path
    while folder != .root, folders[key(folder)] == nil {
      folders[key(folder)] = folder
      folder = folder.folder
    }
  }

  /// True where it was there and held nothing.
  func removeFolderIfEmpty(_ path: TreePath) -> Bool {
    guard path != .root, folders[key(path)] != nil else { return false }
    let name = key(path)
    for key in files.keys where key.isInside(name) { return false }
    for key in folders.keys where key.isInside(name) { return false }
    folders[name] = nil
    return true
  }

  /// Removes all folders that hold no file at any depth.
  func removeEmptyFolders() {
    for path in folders.values.sorted(by: { $1 < $0 }) { _ = removeFolderIfEmpty(path) }
  }

  private func makeInode(_ bytes: [UInt8], _ mode: FileMode) -> Inode {
    count += 1
    let inode = Inode(number: count, bytes: bytes, mode: mode)
    inode.modified = now
    inode.changed = now
    unflushed.append(inode)
    return inode
  }

  private func note(unflushed inode: Inode) {
    if !unflushed.contains(where: { $0 === inode }) {
      inode.durable = inode.bytes
      unflushed.append(inode)
    }
  }

  private func apply(_ changes: [(path: TreePath, inode: Inode?)]) {
    var operation = Operation(changes: [])
    for (path, inode) in changes {
      let key = key(path)
      let entry = inode.map { Entry(path: path, inode: $0) }
      operation.changes.append((key, entry))
      files[key]?.inode.names -= 1
      entry?.inode.names += 1
      files[key] = entry
      if entry != nil { makeFolder(path.folder) }
    }
    pending.append(operation)
  }

  // MARK: Flushing and losing

  /// Forces a file's contents to the disk.
  func flush(_ inode: Inode) {
    inode.durable = inode.bytes
    unflushed.removeAll { $0 === inode }
  }

  /// Forces the names of a folder to the disk.
  func flushNames(in folder: TreePath) {
    let folder = key(folder)
    var needed: Set<TreePath> = []
    var kept: [Operation] = []
    var flushed: [Operation] = []
    // Earlier changes of a name go to the disk with the later ones.
    for operation in pending.reversed() {
      let keys = operation.changes.map(\.key)
      if keys.contains(where: { $0.folder == folder || needed.contains($0) }) {
        needed.formUnion(keys)
        flushed.append(operation)
      } else {
        kept.append(operation)
      }
    }
    pending = kept.reversed()
    for operation in flushed.reversed() { record(operation) }
  }

  /// Everything is on the disk, as it is after a while.
  func settle() {
    for inode in unflushed { inode.durable = inode.bytes }
    unflushed = []
    for operation in pending { record(operation) }
    pending = []
  }

  /// Files as they would be found after a loss of power: of what was not flushed, a random part.
  ///
  /// A step is lost or kept as a whole, and one that builds on a lost one is lost with it; steps on other names may
  /// come to the disk in any order.
  func losePower(_ random: inout SeededRandom) {
    var lost: Set<TreePath> = []
    for operation in pending {
      let keys = operation.changes.map(\.key)
      if random.once(in: 2) || keys.contains(where: { lost.contains($0) })
        || operation.changes.contains(where: { $0.entry != nil && isImpossible($0.key) })
      {
        lost.formUnion(keys)
      } else {
        record(operation)
      }
    }
    pending = []
    files = durable
    for key in files.keys { folders[key] = nil }
    for inode in unflushed {
      inode.bytes =
        switch (inode.durable, random.below(3)) {
        case (let durable?, 0): durable
        case (nil, 0): []
        case (nil, 1): Array(inode.bytes.prefix(random.below(inode.bytes.count + 1)))
        default: inode.bytes
        }
      inode.durable = inode.bytes
    }
    unflushed = []
    for entry in files.values { entry.inode.names = 0 }
    for entry in files.values {
      entry.inode.names += 1
      makeFolder(entry.path.folder)
    }
  }

  /// True where a file would stand below another or in place of a folder with something in it, for what made room
  /// was lost.
  private func isImpossible(_ key: TreePath) -> Bool {
    durable.keys.contains { $0.isInside(key) || key.isInside($0) }
  }

  /// True where a name, one above it or one below it is as it was before: a folder cannot come in place of a file
  /// that has not gone.
  private func dependsOnLost(_ key: TreePath, _ lost: Set<TreePath>) -> Bool {
    lost.contains { $0 == key || key.isInside($0) || $0.isInside(key) }
  }

  private func record(_ operation: Operation) {
    for (key, entry) in operation.changes { durable[key] = entry }
  }

  // MARK: Names

  /// The same for names that this file system takes for one.
  private func key(_ path: TreePath) -> TreePath {
    if naming == .exact || path == .root { return path }
    // Strings are equal where they are canonically equivalent, so the first spelling seen stands for all.
    let folded = path.text.lowercased()
    if let key = foldedNames[folded] { return key }
    let key = TreePath(folded)
    foldedNames[folded] = key
    return key
  }
}
