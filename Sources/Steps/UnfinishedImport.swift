import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Settings
import Sync

/// The files that an import is about to write, kept in the cache until it is committed, so that the
/// next `import` or `undo` commits an interrupted one.
///
/// ```
/// file := commit NUL subject NUL (blob NUL path NUL)*
/// ```
/// `commit` is the branch's commit before, `blob` the git blob id of the new content of `path`,
/// empty for a file that did not exist, or `~` for one that follows and of which that commit has not the version before. If
/// something else than the import was committed since, the written files are committed already.
package struct UnfinishedImport {
  private let vault: Vault
  private let file: CacheFile

  package init(of vault: Vault) {
    self.vault = vault
    file = CacheFile("import", of: vault)
  }

  /// Records the files that an import is about to write.
  ///
  /// - Parameters:
  ///   - edits: of notes.
  ///   - files: that come beside the notes.
  /// - Throws: `GitError`.
  package func begin(
    _ edits: [FileEdit], besides files: [NotePath], as subject: String, on head: ObjectID?,
    in history: VaultHistory
  ) throws {
    guard let head else { return }
    let tree = try history.repository.commit(head).tree
    var bytes = Array((head.hex + "\0" + subject + "\0").utf8)
    for change in edits {
      if let old = change.old {
        let version = try history.repository.version(at: history.treePath(change.path), in: tree)
        if try version?.id != Git.Repository.id(ofBlob: old.bytes) {
          bytes += Self.unknown + [0] + change.path.bytes + [0]
        }
      }
      bytes += Array(try Git.Repository.id(ofBlob: change.new ?? []).hex.utf8) + [0]
      bytes += change.path.bytes + [0]
    }
    for path in files { bytes += [0] + path.bytes + [0] }
    file.replace(with: bytes)
  }

  /// Forgets it: all is committed.
  package func end() { file.remove() }

  /// True if an import was stopped and is not on record.
  package var isThere: Bool { file.read() != nil }

  /// Commits the files that an interrupted import had written, and no other edit, and keeps those that are held back
  /// for `undo`.
  ///
  /// - Returns: those that are held back; nil if no import was stopped.
  /// - Throws: errors of an update of the folder.
  @discardableResult
  package func putOnRecord(in history: VaultHistory) throws -> [HeldBack]? {
    var heldBack: [HeldBack]?
    if let stopped = try written(in: history) {
      let session = history.session(in: .system)
      let head = try history.repository.head().commit
      if let head, head != stopped.head, OperationOrder(operationsBytes).lastEnd != head {
        try session.record(.import, before: stopped.head, after: head)
      }
      heldBack = try session.adopt(stopped.paths, subject: stopped.subject + ", stopped")
      keep(heldBack ?? [], of: stopped, in: history)
    }
    end()
    return heldBack
  }

  /// Keeps the files that are held back for `undo`, with what the last commit has of them.
  private func keep(_ heldBack: [HeldBack], of stopped: Stopped, in history: VaultHistory) {
    guard let record = DeedRecord(of: vault), !heldBack.isEmpty else { return }
    do {
      let tree = try history.repository.commit(stopped.head).tree
      var edits: [FileEdit] = []
      for path in heldBack.map(\.path) where !stopped.unknown.contains(path) {
        guard let name = NotePath(path, in: history.scope) else { continue }
        let now = try vault.folder.read(name)
        let version = try history.repository.version(at: path, in: tree)
        let old = try version.map {
          VaultFolder.Contents(bytes: try history.repository.blob($0.id), status: now.status)
        }
        edits.append(FileEdit(name, from: old, to: now.bytes))
      }
      let isCommitted = try history.repository.head().commit != stopped.head
      try record.keep(edits, of: Deed(isCommitted ? RecordedDeed.restOfImport : "import"))
    } catch let error as SystemError {
      vault.environment.unrecorded(error)
    } catch {
      // Gone since, or not to be read: an edit like any other.
    }
  }

  /// What an import had written when it was stopped.
  struct Stopped {
    /// The branch's commit before the import.
    let head: ObjectID
    var paths: [TreePath] = []
    let subject: String
    /// The paths of which the last commit has not the version before the import.
    var unknown: Set<TreePath> = []
  }

  private static let unknown = Array("~".utf8)

  /// The files that an import had written when it was stopped, and its subject; nil if none was stopped.
  func written(in history: VaultHistory) throws -> Stopped? {
    guard let bytes = file.read().map({ unsafe $0.withBytes { unsafe Array($0) } }) else {
      return nil
    }
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    let subject = fields.count > 2 ? String(decoding: fields[1], as: UTF8.self) : ""
    guard fields.count > 2,
      let head = try commit(
        before: subject, String(decoding: fields[0], as: UTF8.self), in: history)
    else { return nil }
    var stopped = Stopped(head: head, subject: subject)
    for index in stride(from: 2, to: fields.count - 2, by: 2) {
      guard let path = NotePath(bytes: Array(fields[index + 1])) else { continue }
      if fields[index].elementsEqual(Self.unknown) {
        stopped.unknown.insert(history.treePath(path))
      } else if try isWritten(path, as: fields[index]) {
        stopped.paths.append(history.treePath(path))
      }
    }
    return stopped
  }

  /// The commit of the branch that an import began on: the last one, or the one below the import's own.
  ///
  /// - Returns: nil if something else was committed since.
  private func commit(
    before subject: String, _ begun: String, in history: VaultHistory
  ) throws -> ObjectID? {
    guard let head = try history.repository.head().commit else { return nil }
    if head.hex == begun { return head }
    let commit = try history.repository.commit(head)
    guard commit.parents.count == 1, commit.parents[0].hex == begun,
      commit.message.prefix(while: { !$0.isNewline }) == subject
    else { return nil }
    return commit.parents[0]
  }

  private var operationsBytes: [UInt8] { DeedRecord(of: vault)?.operationsBytes ?? [] }

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
