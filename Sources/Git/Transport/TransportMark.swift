import OperatingSystem

/// A file in the git folder: `zib/transport` while zib makes git fetch or push, `zib/settings`
/// while it makes git write a setting.
///
/// If one exists before, git was killed, alone or together with zib, or the power failed; then locks may be
/// left that git would wait for in vain.
struct TransportMark {
  private let path: [UInt8]
  private let folder: [UInt8]
  /// The start time of the run that was ended; nil if none was.
  private let left: Int64?

  /// The minimum age of a lock: git holds that of a ref for much less than a second.
  private static let age: Int64 = 3_000_000_000

  /// - Parameter folder: the git folder that all work trees share.
  init(in folder: [UInt8], named name: String = "transport") throws(GitError) {
    self.folder = folder
    path = folder + Array("/zib/\(name)".utf8)
    left = try DiskFile.status(path)?.modified
  }

  func begin() throws(GitError) {
    if left != nil { return }
    try DiskFile.makeFolders(folder + Array("/zib".utf8))
    if let file = try DiskFile.makeNew(path, mode: 0o666) { close(file) }
  }

  func end() { DiskFile.remove(path) }

  /// Removes the lock that git could not make, if the run that was ended has left it.
  ///
  /// - Returns: true if it is gone, and git can be run again.
  func clear(_ errors: String) throws(GitError) -> Bool {
    guard let left, let lock = lock(in: errors), lock.starts(with: folder + [0x2F]) else {
      return false
    }
    guard let first = try DiskFile.status(lock) else { return true }
    // It is older than the run: not ours. File systems may cut times to whole seconds.
    guard first.modified >= left - 1_000_000_000 else { return false }
    while Clock.now() - first.modified < Self.age {
      usleep(50_000)
      guard try DiskFile.status(lock) == first else { return true }
    }
    DiskFile.remove(lock)
    return true
  }

  /// The path in `Unable to create '/v/.git/refs/remotes/origin/main.lock': File exists.`, or that of the settings in
  /// `could not lock config file .git/config: File exists`.
  private func lock(in errors: String) -> [UInt8]? {
    if errors.contains("could not lock config file"), errors.contains("File exists") {
      return folder + Array("/config.lock".utf8)
    }
    guard let start = errors.firstRange(of: "Unable to create '")?.upperBound,
      let end = errors[start...].firstRange(of: ".lock': File exists")?.lowerBound
    else { return nil }
    return Array(errors[start..<end].utf8) + Array(".lock".utf8)
  }
}
