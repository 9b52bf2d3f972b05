import Layout
import OperatingSystem

/// The listing of one folder: names by kind, each kind sorted by bytes.
struct FolderListing: Sendable {
  /// A name in the listing's pool.
  struct Name: Sendable {
    /// The first eight bytes, big-endian, which decide most comparisons.
    let prefix: UInt64
    let offset: Int32
    let length: Int32
  }

  /// A symbolic link; its target is resolved after all folders are listed.
  struct Link: Sendable {
    let name: Name
    var kind: FolderTable.Link.Kind = .nothing
    var mark: UInt64 = 0
    /// The listing of the folder that it leads to, if that is walked by this link.
    var listing: Int?
  }

  /// The place where a child folder's listing is found.
  enum Child: Sendable {
    /// Listed as well, under this number.
    case listed(Int)
    /// In the old table, under this number.
    case known(Int)
  }

  let job: FolderJob
  var stamp = FileStamp(modified: 0, mark: 0)
  var inode: UInt64 = 0
  var device: UInt64 = 0
  /// The bytes of all names, each with a NUL.
  private(set) var pool: [UInt8] = []
  var notes: [Name] = []
  var attachments: [Name] = []
  var folders: [Name] = []
  var children: [Child] = []
  var links: [Link] = []
  var problems: [WalkProblem] = []
  /// The stamp of the folder's own `.gitignore`.
  var ignoreFile: FileStamp?
  /// The ignore rules for the folder's contents.
  var scope: IgnoreScope?

  init(job: FolderJob) { self.job = job }

  func bytes(of name: Name) -> ArraySlice<UInt8> {
    pool[Int(name.offset)..<Int(name.offset + name.length)]
  }

  /// Names one after the other, each with a NUL.
  func joined(_ names: [Name]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(pool.count)
    for name in names { result += pool[Int(name.offset)...Int(name.offset + name.length)] }
    return result
  }

  /// A path from the vault's root.
  func path(of name: Name) -> [UInt8] { job.pathWithSlash + bytes(of: name) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Name {
    let offset = pool.count
    unsafe pool.append(contentsOf: bytes)
    pool.append(0)
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < bytes.count ? UInt64(unsafe bytes[index]) : 0)
    }
    return Name(prefix: prefix, offset: Int32(offset), length: Int32(bytes.count))
  }

  /// Takes a name as that of an attachment, in its place.
  mutating func insertAttachment(_ name: Name) { insert(name, into: \.attachments) }

  /// Takes a name as that of a note, in its place.
  mutating func insertNote(_ name: Name) { insert(name, into: \.notes) }

  private mutating func insert(_ name: Name, into list: WritableKeyPath<Self, [Name]>) {
    self[keyPath: list].append(name)
    sort(list)
  }

  mutating func sort(_ list: WritableKeyPath<Self, [Name]>) {
    var names = self[keyPath: list]
    self[keyPath: list] = []
    unsafe pool.withUnsafeBytes { pool in
      names.sort { unsafe Self.precedes($0, $1, in: pool) }
    }
    self[keyPath: list] = names
  }

  @inline(__always)
  static func precedes(_ left: Name, _ right: Name, in pool: UnsafeRawBufferPointer) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    // Because of the NUL after each name, the shorter of two that begin alike is the lesser.
    return unsafe memcmp(
      pool.baseAddress! + Int(left.offset), pool.baseAddress! + Int(right.offset),
      Int(min(left.length, right.length)) + 1) < 0
  }
}

/// A folder to be listed.
struct FolderJob: Sendable {
  /// The number of its listing.
  let number: Int
  /// From the vault's root; empty for the root itself.
  let path: [UInt8]
  /// The same folder in the old table.
  let known: Int?
  /// The rules of the folders above it.
  let scope: IgnoreScope?
  /// The folders it lies in.
  let above: FolderIdentity?
  /// True when it is reached by a symbolic link.
  let isLinked: Bool

  var pathWithSlash: [UInt8] { path.isEmpty ? [] : path + [0x2F] }
  var depth: Int { (above?.depth ?? -1) + 1 }
}

/// A folder, however it is reached, and those it lies in.
final class FolderIdentity: Sendable {
  let inode: UInt64
  let device: UInt64
  let parent: FolderIdentity?
  let depth: Int

  init(inode: UInt64, device: UInt64, parent: FolderIdentity?) {
    self.inode = inode
    self.device = device
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
  }

  /// True when this folder or one that it lies in is the one described.
  func contains(inode: UInt64, device: UInt64) -> Bool {
    var folder: FolderIdentity? = self
    while let here = folder {
      if here.inode == inode, here.device == device { return true }
      folder = here.parent
    }
    return false
  }
}

extension FolderListing {
  /// Lists a folder.
  init(_ job: FolderJob, root: Int32, rules: OuterRules) {
    self.init(job: job)
    guard job.depth <= FolderWalk.maximumDepth else {
      problems.append(WalkProblem(kind: .tooDeep, path: job.path))
      return
    }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (job.isLinked ? 0 : O_NOFOLLOW)
    let path = job.path.isEmpty ? [0x2E] : job.path
    let number = unsafe withCString(path) { text in
      Descriptor.retrying { unsafe openat(root, text, flags) }
    }
    guard number >= 0 else {
      fail(errno)
      return
    }
    let descriptor = Descriptor(taking: number)
    // The stamp is taken before the names, so that a change while they are read is seen next time.
    guard let status = try? descriptor.status(of: DiskPath(bytes: path)) else {
      fail(errno)
      return
    }
    stamp = status.stamp
    inode = status.inode
    device = status.device
    if let above = job.above, above.contains(inode: inode, device: device) {
      problems.append(WalkProblem(kind: .loop, path: job.path))
      return
    }
    guard let stream = DirectoryStream(descriptor) else {
      fail(errno)
      return
    }
    var hasIgnoreFile = false
    while let entry = unsafe stream.next() { unsafe take(entry, &hasIgnoreFile) }
    if errno != 0 { fail(errno) }
    scope = job.scope
    if hasIgnoreFile { readIgnoreFile(in: stream.number, rules) }
    dropIgnored(rules)
    sort(\.notes)
    sort(\.attachments)
    sort(\.folders)
    for folder in folders {
      let isLikeNote = unsafe bytes(of: folder).withUnsafeBytes { unsafe NoteName.matches($0) }
      if isLikeNote {
        problems.append(WalkProblem(kind: .folderNamedLikeNote, path: self.path(of: folder)))
      }
    }
  }

  private mutating func fail(_ code: Int32) {
    // A folder that was removed during the walk is no problem.
    guard code != ENOENT else { return }
    problems.append(WalkProblem(kind: .unreadableFolder, path: job.path, code: code))
  }

  @unsafe private mutating func take(_ entry: DirectoryStream.Entry, _ hasIgnoreFile: inout Bool) {
    if unsafe entry.isHidden {
      if unsafe entry.kind == .file, unsafe entry.name.elementsEqual(IgnoreFile.name) {
        hasIgnoreFile = true
      } else if unsafe entry.name.starts(with: TemporaryName.prefix.utf8) {
        unsafe problems.append(
          WalkProblem(kind: .leftover, path: job.pathWithSlash + entry.name))
      }
      return
    }
    switch unsafe entry.kind {
    case .file:
      let name = unsafe add(entry.name)
      if unsafe entry.isMarkdown { notes.append(name) } else { attachments.append(name) }
    case .folder:
      if unsafe entry.name.elementsEqual("node_modules".utf8) { return }
      unsafe folders.append(add(entry.name))
    case .link: unsafe links.append(Link(name: add(entry.name)))
    case .fifo, .socket, .device, .unknown:
      guard unsafe entry.isMarkdown else { return }
      unsafe problems.append(
        WalkProblem(
          kind: entry.kind == .unknown ? .unreadable : .notAFile,
          path: job.pathWithSlash + entry.name))
    }
  }

  private mutating func readIgnoreFile(in folder: Int32, _ rules: OuterRules) {
    let path = job.pathWithSlash + IgnoreFile.name
    do throws(SystemError) {
      var status = stat()
      let number = unsafe withCString(IgnoreFile.name) { name in
        // The stamp is taken first and in any case, because it shows when an unreadable file
        // becomes readable.
        unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0
          ? -1 : openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      }
      ignoreFile = FileStatus(status).stamp
      guard number >= 0 else { throw SystemError("read", path, code: errno) }
      let file = Descriptor(taking: number)
      let text = try file.readAll(
        expecting: Int(status.st_size), limit: IgnoreFile.sizeLimit, path: path)
      let patterns = IgnorePattern.patterns(in: text)
      if patterns.isEmpty { return }
      let rules = IgnoreScope(
        parent: scope, patterns: patterns, baseLength: rules.prefix.count + job.pathWithSlash.count)
      guard let rules else { throw SystemError("read", path, code: SystemError.tooLarge) }
      scope = rules
    } catch {
      problems.append(WalkProblem(kind: .unreadable, path: path, code: error.code))
    }
  }

  private mutating func dropIgnored(_ rules: OuterRules) {
    if scope == nil, rules.excluded == nil { return }
    let base = rules.prefix + job.pathWithSlash
    let (scope, pool) = (scope, pool)
    func isIgnored(_ name: Name, isFolder: Bool) -> Bool {
      let path = base + pool[Int(name.offset)..<Int(name.offset + name.length)]
      if let excluded = rules.excluded?.verdict(path, isFolder: isFolder) { return excluded }
      return scope?.verdict(path, isFolder: isFolder) ?? false
    }
    notes.removeAll { isIgnored($0, isFolder: false) }
    attachments.removeAll { isIgnored($0, isFolder: false) }
    folders.removeAll { isIgnored($0, isFolder: true) }
    links.removeAll { isIgnored($0.name, isFolder: false) }
  }
}
