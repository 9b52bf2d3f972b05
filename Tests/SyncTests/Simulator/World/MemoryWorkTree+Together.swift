import History
import Sync

/// Several files at once, as a folder on a disk has them where a change is of many notes.
///
/// Histories that were recorded before have each file by itself, so that the numbers of their calls stay as they were.
extension MemoryWorkTree {
  func read(_ files: [PreparedFile]) throws -> [WorkFile?] {
    try files.map { try worksTogether ? settled($0) : nil }
  }

  func discard(_ files: [(file: PreparedFile, version: FileVersion)]) throws -> [Bool] {
    try files.map { file, version in
      guard worksTogether, let found = try settled(file), found.mode == version.mode,
        ObjectPool.id(ofBlob: found.blob) == version.id
      else { return false }
      try discard(file)
      return true
    }
  }

  /// A file that nobody has written to since the clock of the disk went on; nil for any other.
  private func settled(_ file: PreparedFile) throws -> WorkFile? {
    do {
      guard let found = try read(file), found.mode != .link, found.stamp.modified < files.now
      else { return nil }
      return found
    } catch is FileRefused {
      return nil
    }
  }
}
