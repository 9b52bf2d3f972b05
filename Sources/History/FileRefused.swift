/// A file that a snapshot does not take was asked for.
package struct FileRefused: Error, Equatable, Sendable {
  package let path: TreePath
  package let reason: RefusedFile

  package init(_ path: TreePath, _ reason: RefusedFile) {
    self.path = path
    self.reason = reason
  }
}

/// The reason why a file is not taken into a snapshot, or not written into the folder.
package enum RefusedFile: Hashable, Sendable {
  case unreadable(code: Int32)
  /// The system does not let the path be written: permissions, a name that it cannot have.
  case unwritable(code: Int32)
  /// A folder without files for a snapshot is in its place.
  case folder
  /// A pipe, socket or device.
  case special
  /// A repository in a folder of the vault.
  case nestedRepository
  /// Its name, or its folder's, is one that git refuses (`TreeName`).
  case reservedName
  /// A filter that git would run and that could not be run, by name.
  case filter(String)
  /// Larger than is taken, in bytes.
  case tooLarge(Int64)
  /// Another file of the vault has this name but for case or Unicode form, and the folder takes the two for one.
  case sameName
  /// This device ignores files of its name, and has one that cannot be moved out of the way without being seen.
  case ignored
  /// An edit is held back there, because a secret is new in it.
  case secretEdit

  /// True for a filter or an encoding that could not be applied.
  package var isFilter: Bool { if case .filter = self { true } else { false } }
}
