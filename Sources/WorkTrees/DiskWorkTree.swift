import Files
import History
import Layout
import OperatingSystem
import Sync

/// The folder of a vault on the disk, as syncing sees and changes it.
///
/// All access goes by descriptors from the repository's folder down, and no link is followed on the
/// way: paths through a link to a folder do not exist, and nothing is written through one.
package final class DiskWorkTree: WorkTree {
  /// The steps at which a test can stop, as the system would; each is announced before it is done.
  package enum Step: CaseIterable, Sendable {
    case makeFolder, createHidden, write, setPermissions, synchronise, exchange, place, displace,
      rename, discard, removeFolder, synchroniseFolder, writeRecord
  }

  /// Asked before each step; an `errno` value stops there as if the system had given it.
  package typealias Interruption = (Step, TreePath) -> Int32?

  /// The repository's folder, without links.
  package let root: DiskPath
  /// The git folder of this work tree (`.git`, `.git/worktrees/x`).
  package let gitFolder: DiskPath
  /// The vault's folder, from the repository's.
  package let scope: TreePath
  package let options: WorkTreeOptions
  package let content: WorkTreeContent
  private let interruption: Interruption
  package private(set) var hasSeenLeftovers = false
  /// The ignored files that the last look for changes came across; folders that are ignored as a whole have a slash at
  /// the end.
  private(set) var seenIgnored: [TreePath] = []
  /// The files whose permissions and line ends new ones take, by the paths of these; a file without one takes the
  /// permissions of the file in its place.
  package var models: [TreePath: TreePath] = [:]
  /// The rules of this device alone, since the folder was last looked at.
  var ownRules: OwnRules?
  private var opened: OpenRoot?

  package init(
    root: DiskPath, gitFolder: DiskPath, scope: TreePath, options: WorkTreeOptions,
    content: WorkTreeContent, interruption: @escaping Interruption = { _, _ in nil }
  ) {
    self.root = root
    self.gitFolder = gitFolder
    self.scope = scope
    self.options = options
    self.content = content
    self.interruption = interruption
  }

  package var sizeLimit: Int64 { options.sizeLimit }

  // MARK: Reading

  package func changes(since staged: [StagedEntry]) throws -> [WorkChange] {
    ownRules = nil
    let findings = try listing(since: staged, listsIgnored: true)
    hasSeenLeftovers = findings.hasHiddenFiles
    seenIgnored = findings.ignored
    var changes = findings.changes
    for suspect in findings.suspects {
      if let change = try change(of: staged[suspect.entry]) { changes.append(change) }
    }
    changes.sort { $0.path < $1.path }
    return changes
  }

  /// One look at all files, without reading any.
  package func listing(since staged: [StagedEntry], listsIgnored: Bool) throws
    -> WorkTreePass.Findings
  {
    var options = options
    options.listsIgnored = listsIgnored
    var rules = FolderRules(of: self)
    let top = try openTop()
    let pass = WorkTreePass(
      root: top, tracked: TrackedFolders(staged, in: scope),
      outer: rules.above(scope), options: options)
    return try pass.run()
  }

  /// Reads a file whose stamp is inconclusive.
  private func change(of staged: StagedEntry) throws -> WorkChange? {
    do {
      guard let file = try read(staged.path, mode: staged.version.mode) else {
        return WorkChange(staged.path, .missing)
      }
      let isSame =
        try file.mode == staged.version.mode && content.id(file.blob) == staged.version.id
      if isSame, file.stamp == staged.stamp { return nil }
      return WorkChange(staged.path, isSame ? .touched(file.stamp) : .edited(file.stamp, file.mode))
    } catch let error as FileRefused {
      return WorkChange(staged.path, .refused(error.reason))
    } catch let error as SystemError {
      return WorkChange(staged.path, .refused(.unreadable(code: error.code)))
    } catch is UnsettledFile {
      // Another program is writing to it now: the snapshot reads it again, and reports it if it
      // never settles.
      guard let folder = try openFolder(of: staged.path),
        let status = folder.status(ofName: staged.path.name), status.kind != .folder
      else { return WorkChange(staged.path, .missing) }
      let mode = options.mode(of: status, insteadOf: staged.version.mode)
      return WorkChange(staged.path, .edited(status.workStamp, mode))
    }
  }

  package func kind(of path: TreePath) throws -> WorkKind {
    try refusing(path) { try kindNow(of: path) }
  }

  package func mayIgnoreCase(at path: TreePath) throws -> Bool {
    let other = path.name.map { byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A: byte ^ 0x20
      default: byte
      }
    }
    return try refusing(path) { try openFolder(of: path)?.status(ofName: other) != nil }
  }

  private func kindNow(of path: TreePath) throws -> WorkKind {
    guard let folder = try openFolder(of: path), let status = folder.status(ofName: path.name)
    else { return .nothing }
    switch status.kind {
    case .file: return .file
    case .link: return .link
    case .folder: return .folder
    case .fifo, .socket, .device, .unknown: return .special
    }
  }

  package func read(_ path: TreePath) throws -> WorkFile? { try read(path, mode: nil) }

  private func read(_ path: TreePath, mode: FileMode?) throws -> WorkFile? {
    guard Self.isSafe(path) else { throw FileRefused(path, .reservedName) }
    guard let folder = try refusing(path, { try openFolder(of: path) }) else { return nil }
    return try read(path.name, in: folder, for: path, mode: mode)
  }

  package func read(_ file: PreparedFile) throws -> WorkFile? {
    guard let folder = try openFolder(of: file.path) else { return nil }
    return try read(file.name[...], in: folder, for: file.path, mode: nil)
  }

  package func read(_ files: [PreparedFile]) throws -> [WorkFile?] {
    let looks = FileLooks(root: try openedRoot()).read(files)
    return try zip(files, looks).map { file, look in
      guard let look, look.status.size <= options.sizeLimit else { return nil }
      do {
        return WorkFile(
          blob: try content.stored(look.bytes, file.path),
          mode: options.mode(of: look.status, insteadOf: nil), stamp: look.status.workStamp)
      } catch is FileRefused {
        return nil
      }
    }
  }

  package func encoding(of path: TreePath) throws -> String? { try content.encoding(path) }

  package func isUnchanged(_ file: PreparedFile, since stamp: WorkStamp) throws -> Bool {
    guard let folder = try refusing(file.path, { try openFolder(of: file.path) }),
      let status = folder.status(ofName: file.name), status.kind != .folder
    else { return false }
    return StampComparison.areOfSameContent(status, stamp)
  }

  /// The number of times that a file is read again while another program writes to it.
  private static let attempts = 20

  private func read(
    _ name: ArraySlice<UInt8>, in folder: borrowing Descriptor, for path: TreePath, mode: FileMode?
  ) throws -> WorkFile? {
    var waited: UInt32 = 0
    for attempt in 0..<Self.attempts {
      guard let status = folder.status(ofName: name) else { return nil }
      if let wait = SavePause.microseconds(for: status, now: Clock.now()) {
        // A program that never stops writing is reported as such.
        if waited >= SavePause.most { throw UnsettledFile(path) }
        usleep(wait)
        waited += wait
        continue
      }
      var bytes: [UInt8]
      switch status.kind {
      case .link:
        guard let place = folder.placeOfLink(name) else { continue }
        bytes = place
      case .file:
        guard status.size <= options.sizeLimit else {
          throw FileRefused(path, .tooLarge(status.size))
        }
        do throws(SystemError) {
          let file = try folder.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
          let opened = try file.status(of: DiskPath(bytes: path.bytes))
          // Another file has the name by now.
          if opened != status { continue }
          bytes = try file.readAll(
            expecting: Int(status.size), limit: Int(options.sizeLimit), path: path.bytes)
        } catch {
          if error.isNotFound || error.code == ELOOP { continue }
          if error.code == EFBIG { throw FileRefused(path, .tooLarge(options.sizeLimit)) }
          throw FileRefused(path, .unreadable(code: error.code))
        }
      case .folder: return nil
      case .fifo, .socket, .device, .unknown: throw FileRefused(path, .special)
      }
      guard folder.status(ofName: name)?.workStamp == status.workStamp else {
        if attempt > 2 { usleep(2_000) }
        continue
      }
      let kind = options.mode(of: status, insteadOf: mode)
      if kind != .link { bytes = try content.stored(bytes, path) }
      return WorkFile(blob: bytes, mode: kind, stamp: status.workStamp)
    }
    throw UnsettledFile(path)
  }

  // MARK: Folders

  func openTop() throws(SystemError) -> Descriptor {
    try Descriptor.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// Opens the folder that holds a path; nil if there is none, or a link in its place.
  package func openFolder(of path: TreePath) throws(SystemError) -> Descriptor? {
    try openedRoot().openFolder(of: path)
  }

  /// The repository's folder, which stays open as long as this is used.
  func openedRoot() throws(SystemError) -> OpenRoot {
    if let opened { return opened }
    let opened = OpenRoot(try openTop())
    self.opened = opened
    return opened
  }

  /// Refuses a path that leads out of the work tree or into the repository; trees with such names
  /// are not read either.
  static func refuseUnsafe(_ path: TreePath) throws(SystemError) {
    guard isSafe(path) else { throw SystemError("open", path.bytes, code: EPERM) }
  }

  static func isSafe(_ path: TreePath) -> Bool {
    let names = path.bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard let last = names.last, names.dropLast().allSatisfy({ TreeName.isSafe($0) }) else {
      return false
    }
    // A dot in the place of the file's name asks for its folder alone.
    return last.elementsEqual([0x2E]) || TreeName.isSafe(last)
  }

  /// Turns a system error of one path alone into a refusal of that path: a disk that is full or
  /// broken is an error of everything.
  func refusing<Result: ~Copyable>(
    _ path: TreePath, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError where Self.ofOnePath.contains(error.code) {
      throw FileRefused(path, .unwritable(code: error.code))
    }
  }

  private static let ofOnePath: Set<Int32> = [
    EACCES, EPERM, EROFS, ENAMETOOLONG, EILSEQ, EINVAL, ELOOP, EFBIG,
  ]

  /// Asks whether a test wants it to end here.
  package func step(_ step: Step, _ path: TreePath) throws(SystemError) {
    if let code = interruption(step, path) { throw SystemError("write", path.bytes, code: code) }
  }
}
