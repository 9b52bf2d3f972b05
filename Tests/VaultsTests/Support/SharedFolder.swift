import OperatingSystem

/// Folders of real data that lie beside the checkout, or where `ZIB_SHARED` says; never in it.
enum SharedFolder {
  /// The files of a notebook of 2019 by their paths in it; nothing where it is not there.
  static let notebundle: [String: [UInt8]]? = {
    let shared: String
    if let variable = unsafe getenv("ZIB_SHARED") {
      shared = unsafe String(cString: variable)
    } else {
      shared = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 } + "/shared"
    }
    let folder = shared + "/fixtures/notebundle"
    var files: [String: [UInt8]] = [:]
    for name in names(in: folder) + names(in: folder + "/assets").map({ "assets/" + $0 }) {
      if let bytes = bytes(of: folder + "/" + name) { files[name] = bytes }
    }
    return files.isEmpty ? nil : files
  }()

  private static func names(in folder: String) -> [String] {
    guard let listing = unsafe popen("ls '\(folder)' 2>/dev/null", "r") else { return [] }
    defer { unsafe pclose(listing) }
    return String(decoding: unsafe read(listing), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    return unsafe read(file)
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
