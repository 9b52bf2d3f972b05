import Layout
import OperatingSystem

/// A path as the operating system takes it: any bytes but NUL, absolute or relative to the current folder.
package struct DiskPath: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes.isEmpty ? [0x2E] : bytes }

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The path that a word means in this folder: itself where it is absolute.
  package func resolving(_ word: String) -> DiskPath {
    word.hasPrefix("/") ? DiskPath(word) : appending(word)
  }

  /// The path of something below this one.
  package func appending(_ path: NotePath) -> DiskPath { appending(bytes: path.bytes) }

  /// The path of something below this one.
  package func appending(_ text: String) -> DiskPath { appending(bytes: Array(text.utf8)) }

  /// The path of something below this one.
  package func appending(bytes more: some Collection<UInt8>) -> DiskPath {
    if more.isEmpty { return self }
    return DiskPath(bytes: bytes.last == 0x2F ? bytes + more : bytes + [0x2F] + more)
  }

  /// The folder that holds it, by its spelling alone; `/` holds itself.
  package var folder: DiskPath {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return DiskPath(".") }
    return DiskPath(bytes: slash == 0 ? [0x2F] : Array(bytes[..<slash]))
  }

  /// The last component.
  package var name: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// True when it begins at the root of the file system.
  package var isAbsolute: Bool { bytes.first == 0x2F }

  /// The path relative to this folder, both without links; nil if it is not below it, empty if it
  /// is this folder.
  package func relative(_ path: DiskPath) -> ArraySlice<UInt8>? {
    if path.bytes == bytes { return [] }
    let prefix = bytes == [0x2F] ? bytes : bytes + [0x2F]
    guard path.bytes.starts(with: prefix) else { return nil }
    return path.bytes[prefix.count...]
  }

  /// The path as text; invalid UTF-8 is replaced, so that this is for people and never for opening files.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Calls the closure with the path as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe OperatingSystem.withCString(bytes, body)
  }
}

extension DiskPath: CustomStringConvertible {
  /// The path with control characters and invalid bytes made visible.
  package var description: String { SafeText.escaped(bytes) }
}
