import Files
import Git
import History
import Indexing
import Notes
import Sync

/// The files that an import is about to write, kept in the cache until it is committed, so that the
/// next `import` or `undo` commits an interrupted one.
///
/// ```
/// file := commit NUL subject NUL (blob NUL path NUL)*
/// ```
/// `commit` is the branch's commit before, `blob` the git blob id of the new content of `path`, or
/// empty for a file that did not exist. If the branch has moved since, the written files are
/// committed already.
struct UnfinishedImport {
  private let vault: Vault
  private let file: CacheFile

  init(of vault: Vault) {
    self.vault = vault
    file = CacheFile("import", of: vault)
  }

  /// Records the files that a plan is about to write.
  ///
  /// - Throws: `GitError`.
  func begin(_ plan: ImportPlan, as subject: String, on head: ObjectID?) throws {
    guard let head else { return }
    var bytes = Array((head.hex + "\0" + subject + "\0").utf8)
    for change in plan.changes {
      bytes += Array(try Git.Repository.id(ofBlob: change.new).hex.utf8) + [0]
      bytes += change.path.bytes + [0]
    }
    for file in plan.files { bytes += [0] + file.path.bytes + [0] }
    file.replace(with: bytes)
  }

  /// Forgets it: all is committed.
  func end() { file.remove() }

  /// Commits the files that an interrupted import had written, and no other edit.
  ///
  /// - Throws: errors of an update of the folder.
  func putOnRecord(in history: VaultHistory) throws {
    if let (paths, subject) = try written(in: history) {
      try history.session(in: .system).adopt(paths, subject: subject + ", stopped")
    }
    end()
  }

  /// The files that an import had written when it was stopped, and its subject; nil if none was stopped.
  func written(in history: VaultHistory) throws -> (paths: [TreePath], subject: String)? {
    guard let bytes = file.read().map({ unsafe $0.withBytes { unsafe Array($0) } }) else {
      return nil
    }
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    let head = try history.repository.head().commit
    guard fields.count > 2, let head, head.hex.utf8.elementsEqual(fields[0]) else { return nil }
    var paths: [TreePath] = []
    for index in stride(from: 2, to: fields.count - 2, by: 2) {
      guard let path = NotePath(bytes: Array(fields[index + 1])) else { continue }
      if try isWritten(path, as: fields[index]) { paths.append(history.treePath(path)) }
    }
    return (paths, String(decoding: fields[1], as: UTF8.self))
  }

  private func isWritten(_ path: NotePath, as blob: ArraySlice<UInt8>) throws -> Bool {
    guard FileStatus.at(vault.root.appending(path), following: false)?.kind == .file else {
      return false
    }
    if blob.isEmpty { return true }
    // A file that cannot be read now is an edit like any other.
    guard let bytes = try? vault.folder.read(path).bytes else { return false }
    return try Git.Repository.id(ofBlob: bytes).hex.utf8.elementsEqual(blob)
  }
}
