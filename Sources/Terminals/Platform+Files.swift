import OperatingSystem

/// Files outside of a vault, for other programs to work on.
extension Platform {
  /// Makes a new folder that only this person can enter.
  ///
  /// - Parameter name: the prefix of its name.
  /// - Returns: its path, or nil if it could not be made, with the reason in `lastError`.
  package static func makeTemporaryFolder(in parent: String, named name: String) -> String? {
    var template = Array("\(parent)/\(name)XXXXXX".utf8CString)
    return unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
  }

  /// Writes a new file that only this person can read.
  ///
  /// - Returns: zero, or an `errno`.
  package static func write(_ bytes: [UInt8], toNew path: String) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    let code = write(bytes[...], to: descriptor)
    close(descriptor)
    return code
  }

  /// Forces a file to the disk.
  ///
  /// - Returns: zero, or an `errno`.
  package static func flush(_ path: String) -> Int32 {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return synchroniseFile(descriptor) == 0 ? 0 : errno
  }

  /// True while a process of that number runs.
  package static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }

  /// The number of this process.
  package static var process: Int32 { getpid() }

  /// Removes a folder and all in it, as far as that can be; links are removed and not followed.
  package static func removeFolder(_ path: String) {
    _ = startShell("exec rm -rf -- \"$1\"", arguments: [path])?.wait()
  }

  /// The names in a folder, sorted; nil if it cannot be listed, with the reason in `lastError`.
  package static func names(in folder: String) -> [String]? {
    folderNames(Array(folder.utf8))?.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}
