import Files
import OperatingSystem
import Testing
import Vaults

/// A folder that exists while a test runs, and the few things tests do in one.
final class TemporaryFolder: Sendable {
  let path: DiskPath

  init() throws {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
    var template = Array((parent + "/zib-test-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
    try #require(unsafe made != nil)
    let name = template.dropLast().map { UInt8(bitPattern: $0) }
    path = try #require(DiskPath.real(DiskPath(bytes: name)))
  }

  deinit { Self.remove(path.text) }

  private static func remove(_ path: String) {
    unsafe chmod(path, 0o700)
    if let stream = unsafe opendir(path) {
      var names: [String] = []
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { pointer in
            unsafe Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
          }
        }
        if name != [0x2E], name != [0x2E, 0x2E] {
          names.append(String(decoding: name, as: UTF8.self))
        }
        // A name that is no text cannot be removed by text.
        unsafe unlinkat(dirfd(stream), &entry.pointee.d_name.0, 0)
      }
      unsafe closedir(stream)
      for name in names {
        if unsafe unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
      }
    }
    unsafe rmdir(path)
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

  func remove(_ name: String) { Self.remove(self(name)) }

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

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
