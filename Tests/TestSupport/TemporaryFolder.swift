import Files
import OperatingSystem
import Testing

/// A folder that exists while a test runs, and the few things tests do in one.
package final class TemporaryFolder: Sendable {
  package let path: DiskPath

  private let folder: TestFolder

  package init() throws {
    folder = try TestFolder()
    path = try #require(DiskPath.real(DiskPath(folder.path)))
  }

  package func callAsFunction(_ name: String) -> String { path.text + "/" + name }

  /// Writes a file in place, making the folders above it.
  package func write(_ text: String, to name: String) {
    makeFolders(above: name)
    write(Array(text.utf8), to: self(name))
  }

  package func write(_ bytes: [UInt8], to path: String) {
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

  package func read(_ name: String) -> String? {
    guard let bytes = readBytes(name) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  package func readBytes(_ name: String) -> [UInt8]? {
    guard let name = NotePath(name) else { return nil }
    return try? VaultFolder(root: path).read(name).bytes
  }

  package func makeFolder(_ name: String) {
    makeFolders(above: name)
    unsafe mkdir(self(name), 0o755)
  }

  package func makeFolders(above name: String) {
    var folder = path.text
    for component in name.split(separator: "/").dropLast() {
      folder += "/" + component
      unsafe mkdir(folder, 0o755)
    }
  }

  package func remove(_ name: String) { TestFolder.remove(self(name)) }

  package func unlinkFile(_ name: String) { unsafe unlink(self(name)) }

  package func move(_ name: String, to other: String) {
    makeFolders(above: other)
    unsafe rename(self(name), self(other))
  }

  package func link(_ name: String, to target: String) {
    makeFolders(above: name)
    unsafe symlink(target, self(name))
  }

  package func makeFifo(_ name: String) { unsafe mkfifo(self(name), 0o644) }

  package func setMode(_ mode: mode_t, of name: String) { unsafe chmod(self(name), mode) }

  package func setSize(_ size: Int, of name: String) { unsafe truncate(self(name), off_t(size)) }

  /// Sets the modification time, in seconds since 1970.
  package func setTime(_ seconds: Int, of name: String) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    let times = [time, time]
    unsafe utimensat(AT_FDCWD, self(name), times, AT_SYMLINK_NOFOLLOW)
  }

  package func exists(_ name: String) -> Bool {
    FileStatus.at(path.appending(name), following: false) != nil
  }

  /// The names in a folder, sorted, hidden ones as well.
  package func names(in name: String = "") -> [String] {
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
package let isRoot = geteuid() == 0
