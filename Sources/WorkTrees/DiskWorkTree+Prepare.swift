import CSystem
import Files
import History
import OperatingSystem
import Sync

/// Prepares files beside their places.
///
/// A file gets its final hidden name only when its bytes are on the disk: half a file is never
/// taken for an edit.
extension DiskWorkTree {
  package func prepare(_ blob: [UInt8], mode: FileMode, for path: TreePath) throws -> PreparedFile {
    let file = try refusing(path) { try write(blob, mode: mode, for: path) }
    try finish([file])
    return file.prepared
  }

  package func prepare(_ files: [NewFile]) throws -> [PreparedFile?] {
    var written: [UnfinishedFile] = []
    var prepared: [PreparedFile?] = []
    do {
      for file in files {
        do {
          let new = try refusing(file.path) {
            try write(file.blob, mode: file.mode, for: file.path)
          }
          written.append(new)
          prepared.append(new.prepared)
        } catch is FileRefused {
          prepared.append(nil)
        } catch is SomethingThere {
          prepared.append(nil)
        }
      }
    } catch {
      for file in written { remove(file) }
      throw error
    }
    try finish(written)
    return prepared
  }

  /// Forces files to the disk and gives them their names; after a failure none is left.
  private func finish(_ files: [UnfinishedFile]) throws(SystemError) {
    do throws(SystemError) {
      for file in files where file.name != nil { try step(.synchronise, file.prepared.path) }
      try FileForcing(files, below: openedRoot()).run()
    } catch {
      for file in files { remove(file) }
      throw error
    }
  }

  private func remove(_ file: UnfinishedFile) {
    do throws(SystemError) {
      guard let folder = try openFolder(of: file.prepared.path) else { return }
      folder.unlink(file.prepared.name)
      if let name = file.name { folder.unlink(name) }
    } catch {}  // It has no name that anyone takes for an edit, and the next sync removes it.
  }

  private func write(_ blob: [UInt8], mode: FileMode, for path: TreePath) throws -> UnfinishedFile {
    try step(.makeFolder, path)
    // Folder by folder a longer path could be made, which no other program could open.
    guard path.name.count <= HiddenName.limit,
      root.bytes.count + path.bytes.count + 2 <= Int(PATH_MAX)
    else {
      throw SystemError("write", path.bytes, code: ENAMETOOLONG)
    }
    let folder = try makeFolder(of: path)
    let hidden = PreparedFile(
      path: path, name: HiddenName.next(for: path.name, holding: try content.id(blob)))
    try step(.createHidden, path)
    if mode == .link, options.hasLinks {
      try located(path) { () throws(SystemError) in try folder.makeLink(hidden.name, to: blob) }
      return UnfinishedFile(prepared: hidden, name: nil)
    }
    let unfinished = HiddenName.unfinished()
    let bytes = mode == .link ? blob : try checkedOut(blob, path)
    let model = models[path] ?? path
    let old = model == path ? folder.status(ofName: path.name) : try status(of: model)
    var permissions = mode == .executable ? 0o777 : 0o666
    // At no moment it is open to more readers than the old one.
    if let old, old.kind == .file { permissions = Int(old.permissions & 0o777) | 0o600 }
    var isCreated = false
    do throws(SystemError) {
      let file = try folder.open(
        unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
        mode: mode_t(permissions))
      isCreated = true
      try step(.write, path)
      try file.writeAll(bytes, path: path.bytes)
      try step(.setPermissions, path)
      if let old, old.kind == .file {
        if model == path {
          try takePermissions(path, of: old, in: folder, file, mode)
        } else if let folder = try openFolder(of: model) {
          try takePermissions(model, of: old, in: folder, file, mode)
        }
      }
      zib_begin_writing(file.number)
    } catch {
      if isCreated { folder.unlink(unfinished) }
      throw SystemError("write", path.bytes, code: error.code)
    }
    return UnfinishedFile(prepared: hidden, name: unfinished)
  }

  private func status(of path: TreePath) throws(SystemError) -> FileStatus? {
    try openFolder(of: path)?.status(ofName: path.name)
  }

  /// The bytes that a blob is checked out as: with the line ends of the file's model where git stores both alike.
  private func checkedOut(_ blob: [UInt8], _ path: TreePath) throws -> [UInt8] {
    let usual = try content.checkedOut(blob, path)
    guard let model = models[path], !blob.contains(0x0D), blob.contains(0x0A),
      (try? content.stored(Array("a\r\nb\n".utf8), path)) == Array("a\nb\n".utf8),
      let folder = try openFolder(of: model), let status = folder.status(ofName: model.name),
      status.kind == .file, status.size <= options.sizeLimit,
      let file = try? folder.open(model.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW),
      let old = try? file.readAll(
        expecting: Int(status.size), limit: Int(options.sizeLimit), path: model.bytes)
    else { return usual }
    let bytes = Self.withLineEnds(of: old, blob)
    return try bytes != usual && content.stored(bytes, path) == blob ? bytes : usual
  }

  /// A text whose lines end in line feeds, with the line ends of another: line by line where that has as many lines, else
  /// those of its first line.
  static func withLineEnds(of old: [UInt8], _ text: [UInt8]) -> [UInt8] {
    let ends = old.indices.filter { old[$0] == 0x0A }.map { $0 > 0 && old[$0 - 1] == 0x0D }
    let isSameCount = ends.count == text.count { $0 == 0x0A }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + ends.count)
    var line = 0
    for byte in text {
      if byte == 0x0A {
        if isSameCount ? ends[line] : ends.first ?? false { bytes.append(0x0D) }
        line += 1
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// Gives the new file the readers and writers of the old one.
  private func takePermissions(
    _ path: TreePath, of old: FileStatus, in folder: borrowing Descriptor,
    _ file: borrowing Descriptor, _ mode: FileMode
  ) throws(SystemError) {
    let mine = try file.status(of: DiskPath(bytes: path.bytes))
    if mine.owner != old.owner || mine.group != old.group {
      // Only root may give a file away; an editor's save changes the owner as well.
      _ = fchown(file.number, uid_t(old.owner), gid_t(old.group))
    }
    do throws(SystemError) {
      let source = try folder.open(path.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      file.takeAttributes(of: source)
    } catch {}  // A file that cannot be read keeps its attributes to itself.
    var permissions = old.permissions & 0o777
    if mode == .executable {
      // Executable for those who may read it, as git does.
      permissions |= (permissions & 0o444) >> 2
    } else if options.hasExecutableBit {
      permissions &= ~0o111
    }
    guard
      fchmod(file.number, mode_t(permissions)) == 0 || errno == ENOTSUP || errno == EPERM
    else { throw SystemError("set the permissions of", path.bytes, code: errno) }
  }

  /// Opens the folder that holds a path, and makes it if it is not there.
  ///
  /// - Throws: `SomethingThere` if a file or a link has come in place of a folder; `SystemError`.
  func makeFolder(of path: TreePath) throws -> Descriptor {
    if let folder = try openFolder(of: path) { return folder }
    var folder = try openTop()
    var place = TreePath.root
    for component in path.components.dropLast() {
      place = place.appending(component)
      do throws(SystemError) {
        try folder.makeFolder(component)
        folder = try folder.open(component, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      } catch {
        // The system's error differs for a file and for a link.
        if [ENOTDIR, ELOOP, EMLINK].contains(error.code) { throw SomethingThere(place) }
        throw SystemError(error.operation, place.bytes, code: error.code)
      }
    }
    return folder
  }
}
