import History

/// Looks at many files at once, because each look waits for the file system.
///
/// A file about which anything is unusual is left to the look at it alone.
extension FolderUpdate {
  /// The most files whose bytes are in memory together.
  static let readTogether = 128

  /// The versions of files and their stamps, of those that can be read together.
  func versions(
    of files: [PreparedFile]
  ) throws -> [PreparedFile: (version: FileVersion, stamp: WorkStamp)] {
    let files = files.filter { asWritten[$0.path] == nil }
    var versions: [PreparedFile: (version: FileVersion, stamp: WorkStamp)] = [:]
    for start in stride(from: 0, to: files.count, by: Self.readTogether) {
      let batch = Array(files[start...].prefix(Self.readTogether))
      for (file, found) in zip(batch, try workTree.read(batch)) {
        if let found { versions[file] = (try version(of: found), found.stamp) }
      }
    }
    return versions
  }

  /// The versions at paths, as ``versions(of:)`` has those of hidden files.
  func versions(
    at paths: [TreePath]
  ) throws -> [TreePath: (version: FileVersion, stamp: WorkStamp)] {
    let found = try versions(of: paths.map { PreparedFile(path: $0, name: $0.name) })
    return Dictionary(uniqueKeysWithValues: found.map { ($0.key.path, $0.value) })
  }

  /// True if a version of a hidden file is the update's own, and no edit.
  func knows(_ version: FileVersion, of file: PreparedFile) -> Bool {
    // The prepared file's name may be cut, if the path was too long for it.
    file.wasPrepared(with: version.id) || journal.knows(version, at: file.path)
  }

  /// Looks at displaced files once more, because an editor may have gone on writing to them.
  func lookAgain() throws {
    let files = heldInOrder
    let found = try versions(of: files)
    for file in files {
      if let version = found[file]?.version, knows(version, of: file) {
        versions[file] = version
      } else {
        try look(at: file)
      }
    }
  }

  /// Removes those of some hidden files that are still as they were when they were last looked at, and no edits.
  func discardTogether(_ files: [PreparedFile]) throws {
    let known = files.compactMap { file -> (file: PreparedFile, version: FileVersion)? in
      guard asWritten[file.path] == nil, let version = versions[file], knows(version, of: file)
      else { return nil }
      return (file, version)
    }
    for (place, isGone) in try workTree.discard(known).enumerated() where isGone {
      held[known[place].file] = nil
    }
  }
}
