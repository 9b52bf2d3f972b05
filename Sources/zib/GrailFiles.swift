import Exchange
import Files
import Vaults

/// The files and folders of Grail Diary and Library Notes.
enum GrailFiles {
  /// The library in a folder, or nil if there is none.
  ///
  /// - Throws: `SystemError`, `ExchangeError`.
  static func read(folder: String) throws -> GrailLibrary? {
    guard Platform.isFolder(folder) else { return nil }
    let names = try list(folder)
    guard GrailFormat(folder: names) != nil else { return nil }
    var files: [String: [UInt8]] = [:]
    for name in names {
      let path = folder + "/" + name
      if Platform.isFolder(path) {
        for inner in try list(path) where Platform.isFile(path + "/" + inner) {
          files[name + "/" + inner] = try contents(of: path + "/" + inner)
        }
      } else if Platform.isFile(path) {
        files[name] = try contents(of: path)
      }
    }
    return try GrailLibrary.read(folder: files)
  }

  /// A remark on changes that are not in the file yet, but beside it.
  static func remarks(beside file: String) -> [Remark] {
    guard let waiting = Platform.contents(of: file + "-wal"), !waiting.isEmpty else { return [] }
    return [
      Remark(.notCarried, "what the application had not put into its file yet", of: file + "-wal")
    ]
  }

  private static func list(_ folder: String) throws -> [String] {
    guard let names = Platform.names(in: folder) else {
      throw SystemError("read", folder, code: Platform.lastError)
    }
    return names
  }

  private static func contents(of path: String) throws -> [UInt8] {
    guard let bytes = Platform.contents(of: path) else {
      throw SystemError("read", path, code: Platform.lastError)
    }
    return bytes
  }
}
