import Files
import History
import OperatingSystem
import Sync

/// Exchanges files with those at their paths, or places them there.
extension DiskWorkTree {
  package func exchange(_ prepared: PreparedFile) throws -> PreparedFile {
    try refusing(prepared.path) { try exchangeNow(prepared) }
  }

  private func exchangeNow(_ prepared: PreparedFile) throws -> PreparedFile {
    let path = prepared.path
    try step(.exchange, path)
    guard let folder = try openFolder(of: path), let old = folder.status(ofName: path.name) else {
      throw NothingThere(path)
    }
    if old.kind == .folder { throw SomethingThere(path) }
    var displaced = prepared
    do throws(SystemError) {
      try folder.exchange(prepared.name, path.name)
    } catch {
      if error.isNotFound, folder.status(ofName: path.name) == nil { throw NothingThere(path) }
      guard SystemError.unsupported.contains(error.code) else { throw located(error, path) }
      displaced = try exchangeWithoutHelp(prepared, in: folder)
    }
    guard folder.status(ofName: displaced.name)?.kind == .folder else { return displaced }
    // A folder came in between the look and the exchange: it goes back to its place.
    try located(path) { () throws(SystemError) in
      try folder.exchange(displaced.name, path.name)
    }
    throw SomethingThere(path)
  }

  /// For file systems that cannot exchange two names: the old file gets a second, hidden name
  /// first.
  ///
  /// Between the last check of the path and the rename another program could put a new file there,
  /// and it would be lost; so the check is made at the last moment. Without hard links, the path is
  /// empty for a moment.
  private func exchangeWithoutHelp(_ prepared: PreparedFile, in folder: borrowing Descriptor) throws
    -> PreparedFile
  {
    let path = prepared.path
    let displaced = PreparedFile(path: path, name: HiddenName.next(for: path.name))
    do throws(SystemError) {
      for _ in 0..<100 {
        guard try folder.link(path.name, as: displaced.name) else {
          try folder.rename(path.name, displaced.name)
          // If another program wrote a new file there in between, this fails, and both are kept.
          try folder.renameToNew(prepared.name, path.name)
          return displaced
        }
        let now = folder.status(ofName: path.name)
        if let now, now.inode == folder.status(ofName: displaced.name)?.inode {
          try folder.rename(prepared.name, path.name)
          return displaced
        }
        folder.unlink(displaced.name)
        if now == nil { throw SystemError("exchange", path.bytes, code: ENOENT) }
      }
      throw SystemError("exchange", path.bytes, code: EBUSY)
    } catch {
      if error.code == ENOENT { throw NothingThere(path) }
      throw located(error, path)
    }
  }

  package func place(_ prepared: PreparedFile) throws {
    try refusing(prepared.path) { try placeNow(prepared) }
  }

  private func placeNow(_ prepared: PreparedFile) throws {
    try step(.place, prepared.path)
    guard let folder = try openFolder(of: prepared.path) else {
      throw SystemError("place", prepared.path.bytes, code: ENOENT)
    }
    do throws(SystemError) {
      try folder.renameToNew(prepared.name, prepared.path.name)
    } catch {
      if error.code == EEXIST { throw SomethingThere(prepared.path) }
      throw located(error, prepared.path)
    }
  }

  package func displace(_ path: TreePath) throws -> PreparedFile {
    try refusing(path) { try displaceNow(path) }
  }

  private func displaceNow(_ path: TreePath) throws -> PreparedFile {
    try step(.displace, path)
    guard let folder = try openFolder(of: path), let old = folder.status(ofName: path.name) else {
      throw NothingThere(path)
    }
    if old.kind == .folder { throw SomethingThere(path) }
    let hidden = PreparedFile(path: path, name: HiddenName.next(for: path.name))
    do throws(SystemError) {
      try folder.rename(path.name, hidden.name)
      if folder.status(ofName: hidden.name)?.kind == .folder {
        try folder.renameToNew(hidden.name, path.name)
        throw SystemError("displace", path.bytes, code: EISDIR)
      }
    } catch {
      switch error.code {
      case ENOENT: throw NothingThere(path)
      case EISDIR: throw SomethingThere(path)
      default: throw located(error, path)
      }
    }
    return hidden
  }

  package func rename(_ path: TreePath, to new: TreePath) throws {
    try refusing(path) { try renameNow(path, to: new) }
  }

  private func renameNow(_ path: TreePath, to new: TreePath) throws {
    try step(.rename, path)
    guard let folder = try openFolder(of: path), let old = folder.status(ofName: path.name) else {
      throw NothingThere(path)
    }
    if old.kind == .folder { throw SomethingThere(path) }
    do throws(SystemError) {
      guard let other = folder.status(ofName: new.name) else {
        return try folder.renameToNew(path.name, new.name)
      }
      let names = try names(in: folder, among: [path.name, new.name])
      if names == [Array(new.name)] { return }
      // Two names of one file are no two spellings of one name.
      guard names.count < 2, other.inode == old.inode, other.device == old.device else {
        throw SystemError("rename", path.bytes, code: EEXIST)
      }
      try folder.rename(path.name, new.name)
      if try self.names(in: folder, among: [path.name]).isEmpty { return }
      // Linux takes the two names for one file of which nothing is to be changed.
      let hidden = HiddenName.next(for: new.name)
      try folder.rename(path.name, hidden)
      try folder.renameToNew(hidden, new.name)
    } catch {
      switch error.code {
      case ENOENT: throw NothingThere(path)
      case EEXIST: throw SomethingThere(new)
      default: throw located(error, path)
      }
    }
  }

  /// Those of some names that a folder lists in just this spelling.
  private func names(in folder: borrowing Descriptor, among wanted: [ArraySlice<UInt8>])
    throws(SystemError) -> Set<[UInt8]>
  {
    guard let entries = DirectoryStream(try folder.open([0x2E], O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    else { throw SystemError("list", [], code: errno) }
    var found: Set<[UInt8]> = []
    while let entry = unsafe entries.next() {
      let name = unsafe entry.bytes
      if wanted.contains(name[...]) { found.insert(name) }
    }
    return found
  }

  package func discard(_ file: PreparedFile) throws {
    try step(.discard, file.path)
    guard let folder = try openFolder(of: file.path) else { return }
    try located(file.path) { () throws(SystemError) in try folder.remove(file.name) }
  }

  package func discard(_ files: [(file: PreparedFile, version: FileVersion)]) throws -> [Bool] {
    for (file, _) in files { try step(.discard, file.path) }
    return FileLooks(root: try openedRoot()).discard(files, options, id: content.id)
  }

  package func leftovers(besides tracked: Set<TreePath>) throws -> [PreparedFile] {
    var found: [PreparedFile] = []
    var open: [TreePath] = [.root]
    while let path = open.popLast() {
      let inside = path.appending([0x2E])
      let folder: Descriptor
      do throws(SystemError) {
        guard let opened = try openFolder(of: inside) else { continue }
        folder = opened
      } catch {
        // Nothing was written into a folder that cannot be entered.
        if error.code == EACCES { continue }
        throw error
      }
      guard
        let names = try DirectoryStream(folder.open([0x2E], O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      else { continue }
      var (folders, hidden, isRepository) = ([TreePath](), [[UInt8]](), false)
      while let entry = unsafe names.next() {
        let name = unsafe entry.bytes
        if unsafe GitName.matches(entry.name) {
          isRepository = true
        } else if unsafe entry.kind == .folder {
          folders.append(path.appending(name))
        } else if name.starts(with: HiddenName.prefix.utf8),
          !tracked.contains(path.appending(name))
        {
          hidden.append(name)
        }
      }
      if isRepository, path != .root { continue }
      open += folders
      for name in hidden {
        if let place = HiddenName.place(of: name[...]) {
          found.append(PreparedFile(path: path.appending(place), name: name))
        } else {
          try folder.remove(name)
        }
      }
    }
    return found.sorted { ($0.path, $0.name.count) < ($1.path, $1.name.count) }
  }

  // MARK: Folders

  package func removeEmptyFolders(above path: TreePath) throws {
    var folder = path.folder
    // A shell whose folder goes can run nothing more. One in the place of a file goes all the same.
    let current = path.name.elementsEqual([0x2E]) ? nil : FileStatus.at(DiskPath("."))
    while folder != .root, folder != scope, !scope.isInside(folder) {
      try step(.removeFolder, folder)
      guard let above = try openFolder(of: folder) else { return }
      let name = folder.name
      if let current, let status = above.status(ofName: name), status.inode == current.inode,
        status.device == current.device
      {
        return
      }
      let isRemoved = try located(folder) { () throws(SystemError) in
        try above.removeEmptyFolder(name)
      }
      if !isRemoved { return }
      folder = folder.folder
    }
  }

  package func makeFolder(at path: TreePath) throws {
    try step(.makeFolder, path)
    try refusing(path) { _ = try makeFolder(of: path.appending([0x2E])) }
  }

  package func flushFolders(of paths: [TreePath]) throws {
    // A folder that was made is a name in the one above it, so those are flushed as well.
    var folders: Set<TreePath> = [.root]
    for path in paths {
      var folder = path.folder
      while folders.insert(folder).inserted { folder = folder.folder }
    }
    for folder in folders { try step(.synchroniseFolder, folder) }
    let root = try openedRoot()
    let failures = Array(folders).mapWaiting { folder in
      do throws(SystemError) {
        try root.openFolder(of: folder.appending([0x2E]))?.synchroniseFolder(path: folder.bytes)
      } catch {
        // Nothing was written into a folder that cannot be entered, or cannot exist.
        let isClosed =
          error.operation == "open" && [EACCES, EPERM, ENAMETOOLONG].contains(error.code)
        return isClosed ? nil : error
      }
      return SystemError?.none
    }
    if let failure = failures.lazy.compactMap(\.self).first { throw failure }
  }

  func located<Result>(_ path: TreePath, _ body: () throws(SystemError) -> Result)
    throws(SystemError) -> Result
  {
    do throws(SystemError) { return try body() } catch { throw located(error, path) }
  }

  private func located(_ error: SystemError, _ path: TreePath) -> SystemError {
    SystemError(error.operation, path.bytes, code: error.code)
  }
}
