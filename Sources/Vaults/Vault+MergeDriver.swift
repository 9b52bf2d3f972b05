import Files
import Git
import PastNotes
import WorkTrees

extension Vault {
  /// Configures the vault's repository so that plain git merges notes with `MergeDriver`, or
  /// reverts that.
  ///
  /// It writes git's own settings of this clone: `merge.zib.*` in `.git/config` and a line in
  /// `.git/info/attributes`. The vault itself is not changed.
  /// - Throws: `HistoryError`, `SystemError`, errors of git.
  package func setUpMergeDriver(isInstalled: Bool) throws {
    try withHistory { history in
      guard let git = history.git else { throw HistoryError.noProgram("to change its settings") }
      let folder = history.workTree.root.bytes
      if isInstalled {
        try git.set("merge.zib.name", to: "notes, as zib sync merges them", in: folder)
        try git.set("merge.zib.driver", to: "zib merge-driver %O %A %B %P", in: folder)
      }
      let attributes = DiskPath(bytes: history.repository.commonFolder)
        .appending("info/attributes")
      try GitAttributes.set("*.md merge=zib", isThere: isInstalled, in: attributes)
      if !isInstalled { try git.removeSection("merge.zib", in: folder) }
    }
  }
}
