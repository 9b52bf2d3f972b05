/// The mode of a tree's entry, with git's own numbers.
package enum FileMode: UInt32, Hashable, Sendable {
  case file = 0o100644
  case executable = 0o100755
  /// A symbolic link; its blob is where it leads.
  case link = 0o120000
  case folder = 0o040000
  /// A commit of another repository.
  case submodule = 0o160000

  /// True if the object is a blob of a file's contents.
  package var isFile: Bool { self == .file || self == .executable }
}

/// A file as a tree holds it: its mode and the id of its bytes.
package struct FileVersion: Hashable, Sendable {
  package let mode: FileMode
  package let id: ObjectID

  package init(mode: FileMode = .file, id: ObjectID) {
    self.mode = mode
    self.id = id
  }
}

/// One name of a tree.
package struct TreeEntry: Hashable, Sendable {
  /// Without slashes.
  package let name: [UInt8]
  package let version: FileVersion

  package init(name: some Sequence<UInt8>, version: FileVersion) {
    self.init(name: Array(name), version: version)
  }

  package init(name: [UInt8], version: FileVersion) {
    self.name = name
    self.version = version
  }

  /// The order that git keeps entries in: by bytes, a folder as if its name ended with a slash.
  package static func precedes(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
    order(left, right) < 0
  }

  /// Less than, equal to or greater than 0 if `left` comes before, with or after `right`; a tree
  /// never has a file and a folder of one name.
  static func order(_ left: TreeEntry, _ right: TreeEntry) -> Int {
    let shared = min(left.name.count, right.name.count)
    for index in 0..<shared where left.name[index] != right.name[index] {
      return Int(left.name[index]) - Int(right.name[index])
    }
    func next(_ entry: TreeEntry) -> Int {
      if entry.name.count > shared { return Int(entry.name[shared]) }
      return entry.version.mode == .folder ? 0x2F : -1
    }
    let difference = next(left) - next(right)
    return difference == 0 ? left.name.count - right.name.count : difference
  }
}
