import History

/// A path that a snapshot leaves in the last commit's version until a person decides.
package struct HeldBack: Hashable, Sendable {
  /// The reason why it is held back.
  package enum Reason: Hashable, Sendable {
    /// A new file that looks like a secret.
    case secret(Secret)
    /// An edit of a tracked file in which a secret is new.
    case secretEdit(Secret)
    /// A new file that is larger than `limit`, in bytes.
    case tooLarge(size: Int64, limit: Int64)
    /// A new file that is an archive which `zib export` wrote.
    case export
    /// A new file that `info/exclude` ignores on this device, and that a `.gitignore` takes back.
    case ignored
    /// A file that was ignored, or held back, and was set aside when another of its name came.
    case setAside
    /// A log of reviews that is missing from the folder: reviews are only ever added to.
    case missingReviews
    /// A log of reviews that has lost lines of the last commit.
    case shortenedReviews
    /// The vault's own folder, `.zib`, which has lost all its files of the last commit, or its settings.
    case missingSettings

    /// True for a secret, in a new file or in an edit.
    package var isSecret: Bool {
      switch self {
      case .secret, .secretEdit: true
      default: false
      }
    }
  }

  package let path: TreePath
  package let reason: Reason

  package init(_ path: TreePath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// True for an edit of a file that is in the history.
  package var isEdit: Bool { if case .secretEdit = reason { true } else { false } }

  /// True for a file or an edit that a person may include; false for a missing file.
  package var canBeIncluded: Bool {
    switch reason {
    case .secret, .secretEdit, .tooLarge, .export, .ignored, .setAside: true
    case .missingReviews, .shortenedReviews, .missingSettings: false
    }
  }
}

/// The rules by which a snapshot holds new files and edits back.
package struct HoldRules {
  /// The size in bytes above which a new file is held back; nil for none.
  package var largestFile: Int64?
  /// Files, and folders with all in them, that a person wants to be taken.
  package var included: [TreePath] = []
  /// True for the bytes of an archive that `zib export` wrote, in whichever version.
  package var isExport: (_ bytes: [UInt8]) -> Bool = { _ in false }

  package init() {}

  func includes(_ path: TreePath) -> Bool { included.contains { path == $0 || path.isInside($0) } }

  /// The reason to hold back a file of these bytes, or nil.
  ///
  /// - Parameter bytes: as git would store them.
  package func reason(toHold path: TreePath, _ bytes: [UInt8], mode: FileMode) -> HeldBack.Reason? {
    if IgnoredCopyName.original(of: path) != nil { return .setAside }
    guard mode.isFile else { return nil }
    if let secret = Secret(at: path, bytes) { return .secret(secret) }
    if isExport(bytes) { return .export }
    if let largestFile, bytes.count > largestFile {
      return .tooLarge(size: Int64(bytes.count), limit: largestFile)
    }
    return nil
  }

  /// The secret that is new in an edit of a tracked file, for which the edit is held back; nil for none.
  ///
  /// - Parameters:
  ///   - bytes: as git would store them.
  ///   - old: the file's versions that are in the history, asked for only where the edit has a secret.
  func secret(
    inEditOf path: TreePath, _ bytes: [UInt8], mode: FileMode, since old: () throws -> [[UInt8]]
  ) rethrows -> Secret? {
    guard mode.isFile else { return nil }
    return try Secret(newIn: bytes, at: path) { try Array(old().joined(separator: [0x0A])) }
  }
}
