import OperatingSystem
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
    let file = unsafe fopen(package + "/" + name, "r")
    try #require(unsafe file != nil, "there is no \(name)")
    defer { unsafe fclose(file!) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file!)
      if count == 0 { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
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
