import Files
import OperatingSystem
import TestSupport
import Testing
import Vaults

/// A folder that exists while a test runs, and the few things tests do in one.
final class TemporaryFolder: Sendable {
  let path: DiskPath

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    path = try #require(DiskPath.real(DiskPath(folder.path)))
  }

  func callAsFunction(_ name: String) -> String { path.text + "/" + name }

  /// Writes a file in place, making the folders above it.
  func write(_ text: String, to name: String) {
    makeFolders(above: name)
    write(Array(text.utf8), to: self(name))
  }

  func write(_ bytes: [UInt8], to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = unsafe systemWrite(file, buffer.baseAddress! + done, buffer.count - done)
        if count <= 0 { break }
        done += count
      }
    }
    close(file)
  }

  func read(_ name: String) -> String? {
    guard let bytes = readBytes(name) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  func readBytes(_ name: String) -> [UInt8]? {
    guard let name = NotePath(name) else { return nil }
    return try? VaultFolder(root: path).read(name).bytes
  }

  func makeFolder(_ name: String) {
    makeFolders(above: name)
    unsafe mkdir(self(name), 0o755)
  }

  func makeFolders(above name: String) {
    var folder = path.text
    for component in name.split(separator: "/").dropLast() {
      folder += "/" + component
      unsafe mkdir(folder, 0o755)
    }
  }

  func remove(_ name: String) { TestFolder.remove(self(name)) }

  func unlinkFile(_ name: String) { unsafe unlink(self(name)) }

  func move(_ name: String, to other: String) {
    makeFolders(above: other)
    unsafe rename(self(name), self(other))
  }

  func link(_ name: String, to target: String) {
    makeFolders(above: name)
    unsafe symlink(target, self(name))
  }

  func makeFifo(_ name: String) { unsafe mkfifo(self(name), 0o644) }

  func setMode(_ mode: mode_t, of name: String) { unsafe chmod(self(name), mode) }

  func setSize(_ size: Int, of name: String) { unsafe truncate(self(name), off_t(size)) }

  /// Sets the modification time, in seconds since 1970.
  func setTime(_ seconds: Int, of name: String) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    let times = [time, time]
    unsafe utimensat(AT_FDCWD, self(name), times, AT_SYMLINK_NOFOLLOW)
  }

  func exists(_ name: String) -> Bool {
    FileStatus.at(path.appending(name), following: false) != nil
  }

  /// The names in a folder, sorted, hidden ones as well.
  func names(in name: String = "") -> [String] {
    guard let stream = unsafe opendir(name.isEmpty ? path.text : self(name)) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let text = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if text != ".", text != ".." { names.append(text) }
    }
    return names.sorted()
  }
}

/// True where permissions are not enforced on this process.
let isRoot = geteuid() == 0
