import OperatingSystem

/// A folder of a test's own, gone with it.
final class Scratch: Sendable {
  let path: String

  init() {
    var name = Array("/tmp/zib-exchange-XXXXXX".utf8CString)
    path = unsafe mkdtemp(&name).map { unsafe String(cString: $0) } ?? ""
  }

  deinit { _ = Self.run("rm -rf '\(path)'") }

  func file(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  /// Writes a file, in place of what it holds.
  func write(_ bytes: [UInt8], to name: String) {
    guard let file = unsafe fopen("\(path)/\(name)", "wb") else { return }
    defer { unsafe fclose(file) }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
  }

  func bytes(of name: String) -> [UInt8]? {
    guard let file = unsafe fopen("\(path)/\(name)", "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// The names in the folder.
  var names: [String] {
    Self.run("ls -A '\(path)'").output.split(separator: "\n").map(String.init)
  }

  /// The output of a shell command, and its status.
  static func run(_ command: String) -> (output: String, status: Int32) {
    guard let pipe = unsafe popen(command + " 2>&1", "r") else { return ("", -1) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&buffer, 1, buffer.count, pipe), count > 0 {
      bytes += buffer[..<count]
    }
    return (String(decoding: bytes, as: UTF8.self), unsafe pclose(pipe))
  }
}
