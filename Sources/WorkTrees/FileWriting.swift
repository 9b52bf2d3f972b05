import CSystem
import Files
import History
import OperatingSystem
import Sync

/// A new file, and its name until it is on the disk; nil for a link, which has no bytes.
struct UnfinishedFile: Sendable {
  let prepared: PreparedFile
  let name: [UInt8]?
}

/// Creates new files under names of their own, by several threads.
///
/// To make a name in a folder takes a wait for the file system, as to force one to the disk does: 1,000 files took 250 ms
/// instead of 900 on a busy machine.
struct FileWriting: Sendable {
  /// A file to be created, with all that is needed for it.
  struct NewFile: Sendable {
    let file: UnfinishedFile
    let bytes: [UInt8]
    let mode: FileMode
    /// The file whose permissions it takes, and its status; nil where there is none.
    let model: TreePath
    let old: FileStatus?

    init(
      file: UnfinishedFile, bytes: [UInt8], mode: FileMode, model: TreePath, old: FileStatus?
    ) {
      self.file = file
      self.bytes = bytes
      self.mode = mode
      self.model = model
      self.old = old
    }

    /// A link, which is there already.
    init(link: PreparedFile) {
      self.init(
        file: UnfinishedFile(prepared: link, name: nil), bytes: [], mode: .link, model: link.path,
        old: nil)
    }

    /// The permissions with which it is created: at no moment it is open to more readers than the old one.
    fileprivate var permissions: mode_t {
      if let old, old.kind == .file { return mode_t(old.permissions & 0o777) | 0o600 }
      return mode == .executable ? 0o777 : 0o666
    }
  }

  let root: OpenRoot
  let hasExecutableBit: Bool

  /// Creates files.
  ///
  /// - Returns: for each, the reason why it could not be; then there is nothing of it.
  func run(_ files: [NewFile]) -> [SystemError?] {
    files.mapWaiting { file in
      do throws(SystemError) {
        try create(file)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Creates a file.
  ///
  /// - Parameter announce: called before each step.
  func create(
    _ new: NewFile, announce: (DiskWorkTree.Step) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) {
    let path = new.file.prepared.path
    guard let name = new.file.name else { return }
    guard let folder = try root.openFolder(of: path) else {
      throw SystemError("write", path.bytes, code: ENOENT)
    }
    var isCreated = false
    do throws(SystemError) {
      let file = try folder.open(
        name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: new.permissions)
      isCreated = true
      try announce(.write)
      try file.writeAll(new.bytes, path: path.bytes)
      try announce(.setPermissions)
      if let old = new.old, old.kind == .file {
        if new.model == path {
          try takePermissions(new, of: old, in: folder, file)
        } else if let folder = try root.openFolder(of: new.model) {
          try takePermissions(new, of: old, in: folder, file)
        }
      }
      zib_begin_writing(file.number)
    } catch {
      if isCreated { folder.unlink(name) }
      throw SystemError("write", path.bytes, code: error.code)
    }
  }

  /// Gives the new file the readers and writers of the old one.
  private func takePermissions(
    _ new: NewFile, of old: FileStatus, in folder: borrowing Descriptor,
    _ file: borrowing Descriptor
  ) throws(SystemError) {
    let mine = try file.status(of: DiskPath(bytes: new.model.bytes))
    if mine.owner != old.owner || mine.group != old.group {
      // Only root may give a file away; an editor's save changes the owner as well.
      _ = fchown(file.number, uid_t(old.owner), gid_t(old.group))
    }
    do throws(SystemError) {
      let source = try folder.open(
        new.model.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      file.takeAttributes(of: source)
    } catch {}  // A file that cannot be read keeps its attributes to itself.
    var permissions = old.permissions & 0o777
    if new.mode == .executable {
      // Executable for those who may read it, as git does.
      permissions |= (permissions & 0o444) >> 2
    } else if hasExecutableBit {
      permissions &= ~0o111
    }
    guard
      fchmod(file.number, mode_t(permissions)) == 0 || errno == ENOTSUP || errno == EPERM
    else { throw SystemError("set the permissions of", new.model.bytes, code: errno) }
  }
}
