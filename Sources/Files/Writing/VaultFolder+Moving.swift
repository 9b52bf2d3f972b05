import OperatingSystem

/// The permissions and the time that a file keeps when it gets another path.
extension VaultFolder {
  /// True if names can be given and taken in the folder of a path, or in the nearest above it that is
  /// there.
  package func canWrite(besides path: NotePath) -> Bool {
    var folder = path.folder
    while let place = folder, FileStatus.at(root.appending(place)) == nil { folder = place.folder }
    let place = folder.map { root.appending($0) } ?? root
    return unsafe place.withCString { unsafe access($0, W_OK | X_OK) } == 0
  }

  /// True if the system lets nobody write or rename the file, whatever its permissions: it is immutable (`chattr +i`).
  package func isLocked(_ path: NotePath) -> Bool {
    unsafe root.appending(path).withCString { unsafe access($0, W_OK) } != 0 && errno == EPERM
  }

  /// Gives a file the permissions that it had under another path, and the time of its last change.
  ///
  /// A permission or time that the system refuses stays as it is: the contents do not depend on it.
  package func giveBack(_ status: FileStatus, to path: NotePath, withTime: Bool) {
    guard let folder = try? openFolder(of: path, creating: false),
      let file = try? folder.open(path.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW),
      let own = try? file.status(of: root.appending(path)), own.kind == .file
    else { return }
    if own.permissions != status.permissions {
      _ = fchmod(file.number, mode_t(status.permissions & 0o777))
    }
    if withTime {
      let time = timespec(
        tv_sec: Int(status.modified / 1_000_000_000),
        tv_nsec: Int(status.modified % 1_000_000_000))
      _ = unsafe [time, time].withUnsafeBufferPointer { times in
        unsafe futimens(file.number, times.baseAddress)
      }
    }
  }
}
