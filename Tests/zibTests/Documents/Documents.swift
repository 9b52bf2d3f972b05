import OperatingSystem
import TestSupport
import Testing

/// The documents of this package, as tests read them.
enum Documents {
  /// The folder of the package.
  static let package: String = {
    var folder = Substring(#filePath)
    for _ in 0..<4 { folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)] }
    return String(folder)
  }()

  /// The text of a file, named from the package's folder.
  static func text(_ name: String) throws -> String {
    let bytes = try #require(fileBytes(package + "/" + name), "there is no \(name)")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The paths of all files below a folder, hidden ones left out; both from the package's folder.
  static func files(below folder: String) -> [String] {
    guard let stream = unsafe opendir(package + "/" + folder) else { return [] }
    defer { unsafe closedir(stream) }
    var found: [String] = []
    while let entry = unsafe readdir(stream) {
      let isFolder = unsafe entry.pointee.d_type == DT_DIR
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = folder + "/" + name
      found += isFolder ? files(below: path) : [path]
    }
    return found.sorted()
  }

  /// The Swift files of a folder of the package with their lines, without comments.
  static func code(below folder: String) throws -> [(path: String, lines: [Substring])] {
    try files(below: folder).filter { $0.hasSuffix(".swift") }.map { path in
      let lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false)
      return (path, lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") })
    }
  }

  /// True if golden files are to be written anew.
  static let isUpdating = unsafe getenv("UPDATE_GOLDEN").map { unsafe String(cString: $0) } == "1"

  /// Writes a file, named from the package's folder.
  static func write(_ text: String, to name: String) throws {
    let file = unsafe fopen(package + "/" + name, "w")
    try #require(unsafe file != nil, "\(name) cannot be written")
    defer { unsafe fclose(file!) }
    let bytes = Array(text.utf8)
    unsafe #expect(fwrite(bytes, 1, bytes.count, file!) == bytes.count)
  }
}
