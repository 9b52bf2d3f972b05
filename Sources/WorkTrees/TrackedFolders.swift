import History
import OperatingSystem
import Sync

/// The files of the staging index by the folders they lie in.
struct TrackedFolders: Sendable {
  /// A folder with something tracked in it, at any depth.
  struct Folder: Sendable {
    let path: ArraySlice<UInt8>
    /// In the staged entries, in their order.
    var files: [Int32] = []
    /// In the folders.
    var folders: [Int32] = []

    /// The last component.
    var name: ArraySlice<UInt8> { path[((path.lastIndex(of: 0x2F) ?? path.startIndex - 1) + 1)...] }
  }

  let entries: [StagedEntry]
  /// The scope's folder is the first.
  private(set) var folders: [Folder]

  /// Sorts out the entries that lie in a folder.
  init(_ entries: [StagedEntry], in scope: TreePath) {
    self.entries = entries
    folders = [Folder(path: scope.bytes[...])]
    var numbers: [ArraySlice<UInt8>: Int] = [scope.bytes[...]: 0]
    var last = 0
    for (index, entry) in entries.enumerated() where entry.path.isInside(scope) {
      let bytes = entry.path.bytes
      let folder = bytes[..<(bytes.lastIndex(of: 0x2F) ?? 0)]
      // Entries come folder by folder, so that the last one is nearly always meant again.
      if !Self.areEqual(folder, folders[last].path) { last = number(of: folder, &numbers) }
      folders[last].files.append(Int32(index))
    }
  }

  private mutating func number(
    of path: ArraySlice<UInt8>, _ numbers: inout [ArraySlice<UInt8>: Int]
  ) -> Int {
    if let number = numbers[path] { return number }
    let above = number(of: path[..<(path.lastIndex(of: 0x2F) ?? path.startIndex)], &numbers)
    let number = folders.count
    folders.append(Folder(path: path))
    folders[above].folders.append(Int32(number))
    numbers[path] = number
    return number
  }

  /// The name of an entry in its folder.
  func name(of entry: Int32) -> ArraySlice<UInt8> { entries[Int(entry)].path.name }

  func isSubmodule(_ entry: Int32) -> Bool {
    entries[Int(entry)].version.mode == .submodule
  }

  @inline(__always)
  private static func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe left.isEmpty || memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
      }
    }
  }
}
