import OperatingSystem

/// A file of test data that is no part of the repository.
struct SharedFile {
  let path: String

  /// A file below the shared folder: `ZIB_SHARED`, else beside the package.
  init(_ name: String) {
    let shared: String
    if let variable = unsafe getenv("ZIB_SHARED") {
      shared = unsafe String(cString: variable)
    } else {
      shared = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 } + "/shared"
    }
    path = shared + "/" + name
  }

  var isThere: Bool { unsafe access(path, R_OK) == 0 }

  /// Its bytes; none where it is not there.
  var bytes: [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
