/// The look at a folder that every command begins with: what is a note now, and what changed since last time.
///
/// Folders whose stamp is the one remembered are not listed again: their notes are looked at by the names
/// that are known. Only where a folder changed is it listed.
package struct FolderWalk: Sendable {
  let root: DiskPath
  let excluded: [String]
  let threads: Int

  /// A walk of the folder at a path.
  ///
  /// - Parameters:
  ///   - excluded: patterns in the language of `.gitignore`, which is followed as well.
  ///   - threads: how many look at files at the same time.
  package init(root: DiskPath, excluded: [String] = [], threads: Int = 2) {
    self.root = root
    self.excluded = excluded
    self.threads = max(1, threads)
  }
}
