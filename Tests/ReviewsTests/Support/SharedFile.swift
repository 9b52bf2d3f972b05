import OperatingSystem

/// Test data that lies outside the repository: `ZIB_SHARED`, else beside the package.
enum SharedFile {
  /// The file's path; nil where it is absent.
  static func path(_ name: String) -> String? {
    let shared: String
    if let variable = unsafe getenv("ZIB_SHARED") {
      shared = unsafe String(cString: variable)
    } else {
      shared = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 } + "/shared"
    }
    let path = shared + "/" + name
    return unsafe access(path, R_OK) == 0 ? path : nil
  }

  /// The bytes of the file; nil where it is absent.
  static func bytes(_ name: String) -> [UInt8]? {
    guard let path = path(name), let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    return unsafe read(file)
  }

  /// The unpacked bytes of a `.gz` file; nil where it is absent.
  static func unzipped(_ name: String) -> [UInt8]? {
    guard let path = path(name), let pipe = unsafe popen("gunzip -c '\(path)'", "r") else {
      return nil
    }
    defer { unsafe pclose(pipe) }
    return unsafe read(pipe)
  }

  private static func read(_ file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
