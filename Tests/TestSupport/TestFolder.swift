import OperatingSystem
import Testing

/// A new folder below ``parent``, which is removed with all it holds when the value goes.
package final class TestFolder: Sendable {
  package let path: String

  /// The folder that all are made in: that of `TMPDIR`, else one in memory, else `/tmp`.
  ///
  /// The tests force many thousands of files to the disk, which takes half of the system's time and lets the
  /// processors wait. With `TMPDIR=/tmp` they run on the disk.
  package static let parent: String = {
    if let named = unsafe getenv("TMPDIR") { return unsafe String(cString: named) }
    let memory = "/dev/shm"
    var facts = statvfs()
    guard unsafe access(memory, W_OK) == 0, unsafe statvfs(memory, &facts) == 0 else {
      return P_tmpdir
    }
    // Bit 3: no program may be run from there, as in most containers (ST_NOEXEC).
    let runsPrograms = facts.f_flag & 8 == 0
    let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    return runsPrograms && free >= 2 << 30 ? memory : P_tmpdir
  }()

  package init() throws {
    var template = Array((Self.parent + "/zib-test-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
    try #require(unsafe made != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a file or a folder with all it holds: what a test has made read-only, and names that
  /// are no text, as well.
  package static func remove(_ path: String) { remove(Array(path.utf8CString)) }

  private static func remove(_ path: [CChar]) {
    if unsafe unlink(path) == 0 { return }
    unsafe chmod(path, 0o700)
    for name in names(in: path) { remove(path.dropLast() + [CChar(bitPattern: 0x2F)] + name) }
    unsafe rmdir(path)
  }

  /// The names in a folder, with the NUL that ends them, without `.` and `..`.
  private static func names(in path: [CChar]) -> [[CChar]] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [[CChar]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { pointer in
          unsafe Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
        }
      }
      if name != [0x2E, 0], name != [0x2E, 0x2E, 0] { names.append(name) }
    }
    return names
  }
}
