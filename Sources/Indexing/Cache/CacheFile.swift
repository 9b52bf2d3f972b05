import Files
import OperatingSystem
import Settings

/// A file of the cache that can be made again from its sources; it is complete or missing.
package struct CacheFile: Sendable {
  package let path: DiskPath?

  /// The file of this name in the cache of a vault; none where texts count that are not saved.
  package init(_ name: String, of vault: Vault) {
    let folder = vault.unsaved.isEmpty ? vault.location.cache(vault.environment).folder : nil
    path = folder?.appending(name)
  }

  /// The mapped bytes, or nil if there is no such file.
  package func read() -> MappedBytes? {
    guard let path, FileStatus.at(path, following: false)?.kind == .file else { return nil }
    return try? MappedBytes(file: path)
  }

  /// Takes the file away.
  package func remove() {
    guard let path else { return }
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  /// Replaces the file's bytes; a failure costs only time at the next start.
  package func replace(with bytes: [UInt8]) {
    guard let path else { return }
    do throws(SystemError) { try path.replaceFile(with: bytes) } catch {}
  }
}
