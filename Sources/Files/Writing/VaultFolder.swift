import OperatingSystem

/// The vault's folder as files are read from it and written into it: by descriptor, never through a link.
package struct VaultFolder: Sendable {
  package let root: DiskPath

  /// True for a folder of the person's own, in which all links are followed.
  private let followsAllLinks: Bool

  /// Texts that are read in place of the files'.
  private let unsaved: [NotePath: [UInt8]]

  package init(root: DiskPath) { self.init(root: root, followsAllLinks: false) }

  package init(root: DiskPath, followsAllLinks: Bool) {
    self.root = root
    self.followsAllLinks = followsAllLinks
    unsaved = [:]
  }

  /// - Parameter unsaved: texts that are read in place of the files', which need not be there yet.
  package init(root: DiskPath, unsaved: [NotePath: [UInt8]]) {
    self.root = root
    followsAllLinks = false
    self.unsaved = unsaved
  }

  /// A file's contents, and its status at the time they were read.
  package struct Contents: Equatable, Sendable {
    package let bytes: [UInt8]
    package let status: FileStatus

    package init(bytes: [UInt8], status: FileStatus) {
      self.bytes = bytes
      self.status = status
    }

    /// The stamp of the file as it was read.
    package var stamp: FileStamp { status.stamp }
  }

  /// The largest note that is read, in bytes; `doctor` reports larger ones, and they are not
  /// searched.
  ///
  /// A note that a person writes stays below a hundredth of it; a larger file is an export or a
  /// log, and reading it would cost more memory than all other notes together.
  package static let sizeLimit: Int64 = 64 << 20

  /// Reads a file of the vault.
  ///
  /// Links are followed only where the walk would follow them: the target has to lie in the vault, and not in the
  /// folder of git or zib. A fifo or device is never opened for reading.
  /// - Throws: `.notAFile`, `.tooLarge`, `.throughLink` if the link leads elsewhere, `.system`.
  package func read(_ path: NotePath, limit: Int64 = VaultFolder.sizeLimit) throws(WriteError)
    -> Contents
  {
    let full = root.appending(path)
    if let bytes = unsaved[path],
      let status = FileStatus.at(full, following: false) ?? FileStatus.at(root)
    {
      return Contents(bytes: bytes, status: status)
    }
    if !followsAllLinks, isInLinkedFolder(path) { return try readThroughLink(path, limit: limit) }
    let descriptor: Descriptor
    do {
      // Without O_NONBLOCK opening a fifo would wait for a writer.
      descriptor = try Descriptor.open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    } catch {
      guard error.code == ELOOP || error.code == EMLINK else {
        throw .system(located(error, at: path))
      }
      return try readThroughLink(path, limit: limit)
    }
    return try contents(of: descriptor, at: path, limit: limit)
  }

  private func readThroughLink(_ path: NotePath, limit: Int64) throws(WriteError) -> Contents {
    guard let real = DiskPath.real(root.appending(path)), let realRoot = DiskPath.real(root),
      followsAllLinks
        || realRoot.relative(real).map({
          !PrivateFolder.holds($0) || PrivateFolder.holds(path.bytes)
        }) ?? false
    else { throw .throughLink(path) }
    do {
      let descriptor = try Descriptor.open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      return try contents(of: descriptor, at: path, limit: limit)
    } catch let error as SystemError {
      throw .system(located(error, at: path))
    } catch let error as WriteError {
      throw error
    } catch {
      throw .throughLink(path)
    }
  }

  /// Reads a file as ``read(_:limit:)`` does, from the root that is open already, so that one call asks for all links on
  /// the way.
  func read(
    _ path: NotePath, below root: borrowing Descriptor, limit: Int64 = VaultFolder.sizeLimit
  ) throws(WriteError) -> Contents {
    guard !followsAllLinks, unsaved.isEmpty, let file = root.openBelow(path.bytes) else {
      return try read(path, limit: limit)
    }
    return try contents(of: file, at: path, limit: limit)
  }

  private func contents(of descriptor: borrowing Descriptor, at path: NotePath, limit: Int64)
    throws(WriteError) -> Contents
  {
    do throws(SystemError) {
      let status = try descriptor.status(of: root.appending(path))
      guard status.kind == .file else { throw SystemError("read", path.bytes, code: EISDIR) }
      guard status.size <= limit else { throw SystemError("read", path.bytes, code: EFBIG) }
      let bytes = try descriptor.readAll(
        expecting: Int(status.size), limit: Int(limit), path: path.bytes)
      return Contents(bytes: bytes, status: status)
    } catch {
      switch error.code {
      case EISDIR: throw .notAFile(path)
      case EFBIG:
        let size = FileStatus.at(root.appending(path))?.size ?? limit
        throw .tooLarge(path, size: size, limit: limit)
      default: throw .system(located(error, at: path))
      }
    }
  }

  /// Opens the folder that holds a path, refusing links on the way.
  ///
  /// - Parameter creating: makes the folders that are missing.
  package func openFolder(of path: NotePath, creating: Bool) throws(WriteError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var current: NotePath?
    var isUnmade = false
    do throws(SystemError) {
      var folder = try Descriptor.open(root, flags)
      for component in path.components.dropLast() {
        current = current.map { $0.appending(component) } ?? NotePath(bytes: Array(component))
        isUnmade = creating
        if creating { try folder.makeFolder(component) }
        isUnmade = false
        folder = try folder.open(component, flags | O_NOFOLLOW)
      }
      return folder
    } catch {
      // Linux gives ENOTDIR for a link opened with O_DIRECTORY and O_NOFOLLOW, so the path decides.
      if isThroughLink(path) { throw .throughLink(path) }
      // The folder that could not be made is named, and otherwise the file.
      throw .system(located(error, at: isUnmade ? current ?? path : path))
    }
  }

  /// The number of folders above a path that are not there.
  func missingFolders(above path: NotePath) -> Int {
    var (count, place) = (0, path.folder)
    while let next = place, FileStatus.at(root.appending(next), following: false) == nil {
      count += 1
      place = next.folder
    }
    return count
  }

  /// Removes folders above a path, the nearest first, as far as they are empty; one that stays is no error. The folder
  /// of this process stays, because a shell in it could run nothing more.
  ///
  /// - Parameter count: the most folders that go.
  package func removeEmptyFolders(above path: NotePath, atMost count: Int) {
    let current = FileStatus.at(DiskPath("."))
    var place = path.folder
    for _ in 0..<count {
      guard let next = place, let holder = try? openFolder(of: next, creating: false),
        let status = holder.status(ofName: next.name),
        (status.device, status.inode) != (current?.device, current?.inode),
        // An empty folder is no loss of an undo.
        (try? holder.removeEmptyFolder(next.name)) == true
      else { return }
      place = next.folder
    }
  }

  /// True when a folder on the way to a path is a symbolic link.
  package func isInLinkedFolder(_ path: NotePath) -> Bool {
    path.folder.map(isThroughLink) ?? false
  }

  /// True when a folder on the way to a path, or the path itself, is a symbolic link.
  package func isThroughLink(_ path: NotePath) -> Bool {
    var current = root
    for component in path.components {
      current = current.appending(bytes: component)
      guard let status = FileStatus.at(current, following: false) else { return false }
      if status.kind == .link { return true }
    }
    return false
  }

  /// True if a file is write-protected.
  ///
  /// A rename would replace it all the same, because that needs only the folder's permission; but a
  /// person who removed the file's permission meant it. This applies to root as well.
  package func isReadOnly(_ path: NotePath, _ status: FileStatus) -> Bool {
    if status.permissions & 0o222 == 0 { return true }
    return unsafe root.appending(path).withCString { unsafe access($0, W_OK) } != 0
      && errno == EACCES
  }

  /// The error with the path from the vault's root, in place of a component or a path on the disk.
  private func located(_ error: SystemError, at path: NotePath) -> SystemError {
    SystemError(error.operation, path.bytes, code: error.code)
  }
}

extension Descriptor {
  /// Reads to the end of the file.
  package func readAll(expecting size: Int, limit: Int, path: [UInt8]) throws(SystemError)
    -> [UInt8]
  {
    var result: [UInt8] = []
    var code: Int32 = 0
    var capacity = size + 1  // one more tells the end without another growth
    repeat {
      let filled = result.count
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let got = Self.retrying { unsafe read(number, buffer.baseAddress, capacity) }
        if got < 0 { code = errno }
        count = max(0, got)
      }
      guard code == 0 else { throw SystemError("read", path, code: code) }
      if chunk.isEmpty { break }
      if filled == 0 { result = chunk } else { result += chunk }
      guard result.count <= limit else { throw SystemError("read", path, code: EFBIG) }
      capacity = max(4096, size + 1 - result.count)
    } while true
    return result
  }

  /// Writes all the bytes.
  package func writeAll(_ bytes: [UInt8], path: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        Self.retrying {
          unsafe write(number, buffer.baseAddress! + written, bytes.count - written)
        }
      }
      guard count > 0 else { throw SystemError("write", path, code: count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Makes a folder in this one unless there is something of that name.
  package func makeFolder(_ name: some Collection<UInt8>) throws(SystemError) {
    let result = unsafe withCString(name) { unsafe mkdirat(number, $0, 0o777) }
    if result != 0, errno != EEXIST {
      throw SystemError("make the folder", Array(name), code: errno)
    }
  }

  /// Waits until the written bytes are on the disk.
  package func synchronise(path: [UInt8]) throws(SystemError) {
    guard synchroniseFile(number) == 0 else { throw SystemError("write", path, code: errno) }
  }
}

extension DiskPath {
  /// The path without links, or nil if there is no such file.
  package static func real(_ path: DiskPath) -> DiskPath? {
    guard let resolved = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe DiskPath(
      bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
  }
}

extension DiskPath {
  /// Makes the folder and those above it, if they are missing.
  package func makeFolders() throws(SystemError) {
    if FileStatus.at(self)?.kind == .folder { return }
    if folder != self { try folder.makeFolders() }
    let code = unsafe withCString { unsafe mkdir($0, 0o777) == 0 ? 0 : errno }
    if code != 0, code != EEXIST { throw SystemError("make the folder", bytes, code: code) }
    guard FileStatus.at(self)?.kind == .folder else {
      throw SystemError("make the folder", bytes, code: ENOTDIR)
    }
  }
}
