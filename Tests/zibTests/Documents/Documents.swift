import OperatingSystem
import Testing
import TestSupport

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
