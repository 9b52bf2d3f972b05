import Foundation

/// A folder that goes away with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("zib-search-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    // What is left behind is the system's to clear.
    try? FileManager.default.removeItem(atPath: path)
  }
}
