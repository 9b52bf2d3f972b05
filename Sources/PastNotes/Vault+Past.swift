import Files
import Git
import History
import Settings

extension Vault {
  /// The vault as it was in a version, to search and to list.
  ///
  /// - Throws: `PastError`, `SystemError`, `MissingObject` in a partial clone.
  package func past(_ version: PastVersion, in history: VaultHistory) throws -> PastFolder {
    var files: [NotePath: ObjectID] = [:]
    if let tree = try history.tree(of: version.commit) {
      try history.repository.forEachFile(in: tree) { path, version in
        // Files in `.zib` are no notes; the settings are the present ones.
        guard version.mode.isFile, let path = NotePath(bytes: path.bytes),
          path.components.first?.first != 0x2E
        else { return }
        files[path] = version.id
      }
    }
    return try PastFolder(
      .version, of: self, holding: files, from: history.repository
    ) { _ in
      version.milliseconds
    }
  }

  /// The deleted notes, to search and to list; their time of modification is that of the deletion.
  ///
  /// - Throws: as `past(_:in:)`.
  package func past(_ deletions: [NotePath: Deletion], in history: VaultHistory) throws
    -> PastFolder
  {
    try PastFolder(
      .deleted, of: self, holding: deletions.mapValues { $0.version.id }, from: history.repository
    ) { deletions[$0]?.milliseconds }
  }
}
