import History
import Sync

/// The folder of notes of one device, in memory.
final class MemoryWorkTree: WorkTree {
  let files: MemoryFiles
  /// The vault, if it is a subfolder of the repository.
  let scope: TreePath
  /// True for a path that git ignores on this device as long as it is not tracked and no `.gitignore` says otherwise.
  var isIgnored: (TreePath) -> Bool = { _ in false }
  /// True to let a sync take an ignored file for an edit, as it did once.
  var takesIgnoredForEdits = false
  /// True to forget what the files of rules that come do not ignore any more, as was done once.
  var forgetsIgnored = false
  /// True where rules take names for one that differ only in case, as with `core.ignoreCase`.
  var ignoresCase = false
  /// Paths that this device alone ignores as well; folders with a slash at the end.
  private(set) var excluded: Set<TreePath> = []
  /// True to read and remove several files at once.
  var worksTogether = false
  /// The most bytes of a file that are read or written here.
  var sizeLimit = Int64.max

  private let repository: MemoryRepository
  private let faults: FaultPlan
  private var note: [UInt8]?
  /// The targets of the journals that were written, in their order.
  private(set) var targetsOfJournals: [ObjectID] = []
  /// Sees each journal before it is written, and may put another in its place.
  var journalFilter: (([UInt8]) -> [UInt8])?
  private var record: [UInt8] = []
  private var unwrittenRecord: [UInt8] = []
  /// True for a path that cannot be written or removed now.
  var isUnwritable: (TreePath) -> Bool = { _ in false }
  /// By hidden path, what each is for; kept for good, as a loss of power can bring a file back.
  private var targets: [TreePath: TreePath] = [:]
  private var count = 0
  /// By the name that a file has on the disk, the path that was written into it: it had the place of an untracked file,
  /// and keeps its name where the folder takes both for one.
  private var written: [TreePath: TreePath] = [:]

  static let hiddenPrefix = Array(".zib-".utf8)
  /// Of files that are not written to their end, or were not when their process ended.
  private static let halfPrefix = Array(".zib-half-".utf8)

  init(
    _ files: MemoryFiles, of repository: MemoryRepository, scope: TreePath = .root,
    faults: FaultPlan
  ) {
    self.files = files
    self.repository = repository
    self.scope = scope
    self.faults = faults
  }

  /// True for files that no person sees.
  static func isHidden(_ path: TreePath) -> Bool { path.name.starts(with: hiddenPrefix) }

  /// The path of a hidden file.
  static func hiddenPath(_ file: PreparedFile) -> TreePath {
    file.path.folder.appending(file.name)
  }

  /// The path that a hidden file came from or is for; any other path itself.
  func place(of path: TreePath) -> TreePath { targets[path] ?? path }

  // MARK: Seeing

  func changes(since staged: [StagedEntry]) throws -> [WorkChange] {
    try faults.step("changes")
    var changes: [WorkChange] = []
    let tracked = Set(staged.map(\.path))
    for entry in staged {
      guard isInScope(entry.path), entry.version.mode != .submodule else { continue }
      if let change = change(since: entry, beside: tracked) {
        changes.append(WorkChange(entry.path, change))
      }
    }
    for path in files.paths
    where !tracked.contains(path) && isInScope(path) && !Self.isHidden(path) && !isKept(path)
      && !isOther(path, tracked)
    {
      // A path that comes from the file system has a file.
      let inode = files.inode(at: path)!
      changes.append(WorkChange(path, .untracked(files.stamp(of: inode), inode.mode)))
    }
    hasSeenLeftovers = files.paths.contains { Self.isHidden($0) && !tracked.contains($0) }
    return changes.sorted { $0.path < $1.path }
  }

  private func change(
    since entry: StagedEntry, beside tracked: Set<TreePath>
  ) -> WorkChange.Kind? {
    guard shows(entry.path, tracked), let inode = files.inode(at: entry.path) else {
      return entry.isSkipped ? nil : .missing
    }
    let stamp = files.stamp(of: inode)
    if entry.stamp == stamp, entry.version.mode == inode.mode, !entry.isIntent,
      stamp.modified < files.inTicks(repository.stagingTime(of: entry.path))
    {
      return nil
    }
    if !entry.isIntent, inode.mode == entry.version.mode,
      ObjectPool.id(ofBlob: inode.bytes) == entry.version.id
    {
      return entry.stamp == stamp ? nil : .touched(stamp)
    }
    return .edited(stamp, inode.mode)
  }

  /// True where the folder shows a tracked file, perhaps by another name that it takes for the same.
  ///
  /// A real folder finds it by any such name. Here a new one that is neither tracked nor ignored is a rename, so that
  /// people can change the case of a name everywhere.
  func shows(_ path: TreePath, _ tracked: Set<TreePath>) -> Bool {
    guard let stored = files.storedPath(path) else { return false }
    return stored == path || tracked.contains(stored) || isKept(stored) || written[stored] == path
  }

  /// True for the name on the disk of a file that is tracked under another one, which a sync has written into it.
  func isOther(_ stored: TreePath, _ tracked: Set<TreePath>) -> Bool {
    written[stored].map(tracked.contains) ?? false
  }

  /// True for what git ignores as long as it is not tracked.
  func isKept(_ path: TreePath) -> Bool { ignoredPlace(of: path) != nil }

  /// The path, or the topmost folder above it, that git ignores by a rule of its own; nil for none.
  ///
  /// - Parameter replaced: bytes that some files of rules are about to have; nil for one that goes.
  private func ignoredPlace(
    of path: TreePath, under replaced: [TreePath: [UInt8]?] = [:]
  ) -> TreePath? {
    var place = TreePath.root
    for name in path.components {
      place = place.appending(name)
      if isIgnored(place, isFolder: place != path, under: replaced) { return place }
    }
    return nil
  }

  private func isIgnored(
    _ place: TreePath, isFolder: Bool, under replaced: [TreePath: [UInt8]?]
  ) -> Bool {
    let name = String(decoding: place.name, as: UTF8.self)
    var folder = place
    while folder != .root {
      folder = folder.folder
      let file = folder.appending(MemoryIgnoreRules.fileName)
      guard let text = replaced[file] ?? files.bytes(at: file) else { continue }
      let verdict = MemoryIgnoreRules(text)
        .verdict(ignoresCase ? name.lowercased() : name, isFolder: isFolder)
      if let verdict { return verdict }
    }
    return isFolder
      ? excluded.contains(Self.withSlash(place))
      : excluded.contains(place)
        || isIgnored(place)
  }

  private static func withSlash(_ folder: TreePath) -> TreePath {
    TreePath(bytes: folder.bytes + [0x2F])
  }

  func ignores(_ path: TreePath) throws -> Bool {
    try faults.step("ignores", path)
    return takesIgnoredForEdits ? false : isKept(path)
  }

  func noLongerIgnored(
    under rules: [TreePath: [UInt8]?], coming: [TreePath], since staged: [StagedEntry]
  ) throws -> [TreePath] {
    try faults.step("no longer ignored")
    if forgetsIgnored { return [] }
    let tracked = Set(staged.map(\.path))
    var found: Set<TreePath> = []
    var whole: [TreePath: Bool] = [:]
    for path in files.paths where !tracked.contains(path) && !Self.isHidden(path) {
      guard let place = ignoredPlace(of: path) else { continue }
      let isLost = ignoredPlace(of: path, under: rules) == nil
      if isLost { found.insert(path) }
      if place != path { whole[place] = isLost && whole[place] ?? true }
    }
    for (folder, isLost) in whole
    where isLost && !tracked.union(coming).contains(where: { $0.isInside(folder) }) {
      found = found.filter { !$0.isInside(folder) }
      found.insert(Self.withSlash(folder))
    }
    return found.sorted()
  }

  func exclude(_ path: TreePath) throws { try exclude([path]) }

  func exclude(_ paths: [TreePath]) throws {
    guard let first = paths.first else { return }
    try faults.step("exclude", first)
    excluded.formUnion(paths)
  }

  /// Without a step: what is asked is not on the disk, but known since the folder was looked at.
  func excludes(_ path: TreePath) -> Bool {
    if excluded.contains(path) { return true }
    var folder = path.folder
    while folder != .root {
      if excluded.contains(Self.withSlash(folder)) { return true }
      folder = folder.folder
    }
    return false
  }

  private func isInScope(_ path: TreePath) -> Bool { path.isInside(scope) }

  func read(_ path: TreePath) throws -> WorkFile? {
    try faults.step("read", path)
    return try files.inode(at: path).map { try workFile($0, for: path) }
  }

  /// Without a step, so that scripts of older histories stay what they were.
  func mayIgnoreCase(at path: TreePath) -> Bool { ignoresCase }

  func kind(of path: TreePath) throws -> WorkKind {
    try faults.step("kind", path)
    if files.isFolder(path) { return .folder }
    return switch files.inode(at: path)?.mode {
    case nil: .nothing
    case .link: .link
    default: .file
    }
  }

  private func workFile(_ inode: MemoryFiles.Inode, for path: TreePath) throws -> WorkFile {
    let size = Int64(inode.bytes.count)
    if size > sizeLimit { throw FileRefused(path, .tooLarge(size)) }
    return WorkFile(blob: inode.bytes, mode: inode.mode, stamp: files.stamp(of: inode))
  }

  // MARK: Changing

  func prepare(_ blob: [UInt8], mode: FileMode, for path: TreePath) throws -> PreparedFile {
    try refuseUnwritable(path)
    count += 1
    let file = PreparedFile(
      path: path,
      name: Self.hiddenPrefix + Array("tmp-\(count)".utf8)
        + PreparedFile.mark(of: ObjectPool.id(ofBlob: blob)))
    let hidden = Self.hiddenPath(file)
    do {
      try faults.step("prepare", path)
    } catch {
      if faults.leavesHalf, files.fileAbove(hidden) == nil {
        let half = path.folder.appending(Self.halfPrefix + Array(String(count).utf8))
        files.replace(half, with: Array(blob.prefix(blob.count / 2)), mode: mode)
      }
      throw error
    }
    if let file = files.fileAbove(hidden) { throw SomethingThere(file) }
    files.replace(hidden, with: blob, mode: mode)
    if let inode = files.inode(at: hidden) { files.flush(inode) }
    targets[hidden] = path
    return file
  }

  func exchange(_ prepared: PreparedFile) throws -> PreparedFile {
    try refuseUnwritable(prepared.path)
    try faults.step("exchange", hidden: prepared)
    let hidden = Self.hiddenPath(prepared)
    guard files.inode(at: hidden) != nil else { throw NothingThere(hidden) }
    if files.isFolder(prepared.path) { throw SomethingThere(prepared.path) }
    guard files.inode(at: prepared.path) != nil else { throw NothingThere(prepared.path) }
    if let stored = files.storedPath(prepared.path), stored != prepared.path,
      !repository.presentlyStaged.contains(where: { $0.path == stored })
    {
      written[stored] = prepared.path
    }
    files.exchange(prepared.path, hidden)
    return prepared
  }

  func place(_ prepared: PreparedFile) throws {
    try refuseUnwritable(prepared.path)
    try faults.step("place", hidden: prepared)
    let hidden = Self.hiddenPath(prepared)
    guard files.inode(at: hidden) != nil else { throw NothingThere(hidden) }
    guard files.inode(at: prepared.path) == nil, !files.isFolder(prepared.path) else {
      throw SomethingThere(prepared.path)
    }
    files.move(hidden, to: prepared.path)
  }

  func displace(_ path: TreePath) throws -> PreparedFile {
    try refuseUnwritable(path)
    try faults.step("displace", path)
    guard files.inode(at: path) != nil else { throw NothingThere(path) }
    count += 1
    let file = PreparedFile(path: path, name: Self.hiddenPrefix + Array("tmp-\(count)".utf8))
    files.move(path, to: Self.hiddenPath(file))
    targets[Self.hiddenPath(file)] = path
    return file
  }

  func rename(_ path: TreePath, to new: TreePath) throws {
    try refuseUnwritable(path)
    try refuseUnwritable(new)
    try faults.step("rename", path)
    guard let inode = files.inode(at: path) else { throw NothingThere(path) }
    let there = files.inode(at: new)
    guard there == nil && !files.isFolder(new) || there === inode else { throw SomethingThere(new) }
    files.move(path, to: new)
  }

  func read(_ file: PreparedFile) throws -> WorkFile? {
    try faults.step("read hidden", hidden: file)
    return try files.inode(at: Self.hiddenPath(file)).map { try workFile($0, for: file.path) }
  }

  func discard(_ file: PreparedFile) throws {
    try faults.step("discard", hidden: file)
    files.remove(Self.hiddenPath(file))
  }

  private(set) var hasSeenLeftovers = false

  func leftovers(besides tracked: Set<TreePath>) throws -> [PreparedFile] {
    try faults.step("leftovers")
    for path in files.paths where path.name.starts(with: Self.halfPrefix) { files.remove(path) }
    return files.paths.filter { Self.isHidden($0) && !tracked.contains($0) }.map { hidden in
      PreparedFile(path: targets[hidden] ?? hidden, name: hidden.name)
    }
  }

  func removeEmptyFolders(above path: TreePath) throws {
    try faults.step("remove empty folders", path)
    var folder = path.folder
    while folder != scope, files.removeFolderIfEmpty(folder) { folder = folder.folder }
  }

  func makeFolder(at path: TreePath) throws {
    try faults.step("make folder", path)
    if let file = files.fileAbove(path) { throw SomethingThere(file) }
    guard files.inode(at: path) == nil else { throw SomethingThere(path) }
    files.makeFolder(path)
  }

  func flushFolders(of paths: [TreePath]) throws {
    try faults.step("flush folders")
    for folder in Set(paths.map(\.folder)).sorted() { files.flushNames(in: folder) }
  }

  // MARK: Journal

  func journal() throws -> [UInt8]? {
    try faults.step("journal")
    return note
  }

  func setJournal(_ bytes: [UInt8]?) throws {
    try faults.step("set journal")
    note = bytes.map { journalFilter?($0) ?? $0 }
    if let target = note.flatMap({ Self.ids(in: $0, "to").first }) {
      targetsOfJournals.append(target)
    }
  }

  func setJournalAside() throws -> String {
    try faults.step("set journal aside")
    note = nil
    return "journal-unread-1"
  }

  /// The ids on the lines of a journal that begin with a word.
  static func ids(in journal: [UInt8], _ word: String) -> [ObjectID] {
    journal.split(separator: 0x0A).compactMap { line in
      guard line.starts(with: "\(word) ".utf8) else { return nil }
      return ObjectID(hex: String(decoding: line.dropFirst(word.utf8.count + 1), as: UTF8.self))
    }
  }

  /// A journal with another version in its first line, whole.
  static func journal(_ journal: [UInt8], ofVersion version: Int) -> [UInt8] {
    let lines = journal.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
    var bytes = Array("zib journal \(version)\n".utf8)
    for line in lines.dropFirst().dropLast() { bytes += line + [0x0A] }
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(sum, radix: 16)
    return bytes + "sum \(String(repeating: "0", count: 16 - digits.count))\(digits)\n".utf8
  }

  /// Replaces the journal while no program runs, past the faults.
  func replaceJournal(with bytes: [UInt8]?) { note = bytes }

  func unwritten() throws -> [UInt8] {
    try faults.step("unwritten")
    return unwrittenRecord
  }

  func setUnwritten(_ bytes: [UInt8]?) throws {
    try faults.step("set unwritten")
    unwrittenRecord = bytes ?? []
  }

  /// The paths that are on record as not written, past the faults.
  var presentlyUnwritten: Set<TreePath> {
    Set(UnwrittenFile.paths(inRecord: unwrittenRecord))
  }

  private func refuseUnwritable(_ path: TreePath) throws {
    if isUnwritable(path) { throw FileRefused(path, .unwritable(code: 13)) }
  }

  func operations() throws -> [UInt8] {
    try faults.step("operations")
    return record
  }

  func setOperations(_ bytes: [UInt8]) throws {
    try faults.step("set operations")
    record = bytes
  }

  /// The journal, past the faults.
  var presentJournal: [UInt8]? { note }
}
