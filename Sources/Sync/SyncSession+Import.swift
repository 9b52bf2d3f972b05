import Merge
import Objects

/// What a history of another program says of files at one moment.
package struct PastFiles: Sendable {
  /// When, in seconds since 1970 in UTC, and in which zone.
  package let time: SyncTime
  /// The first line of its commit; nothing for one that names the notes.
  package let subject: String?
  /// Where it was written.
  package let device: String
  /// What each path holds from then on; nothing takes it away.
  package let files: [TreePath: [UInt8]?]

  package init(
    time: SyncTime, subject: String? = nil, device: String, files: [TreePath: [UInt8]?]
  ) {
    self.device = device
    self.time = time
    self.subject = subject
    self.files = files
  }
}

/// What adding a history did.
package struct PastReport: Equatable, Sendable {
  /// What stood in the folder and was not committed.
  package let snapshot: SnapshotReport
  /// How many commits the history has become.
  package let commits: Int
  /// Nothing where it changed nothing.
  package let update: UpdateReport?
}

extension SyncSession {
  /// Adds a history that another program kept: one commit for each moment, on top of a snapshot of the folder, and
  /// brings the folder to its end. Where there is no commit yet, it comes before the first snapshot, so that all of
  /// it keeps its time.
  ///
  /// The commits have the person's identity and the time of the moment. A branch never goes back in time: what is
  /// older than the commit below it has that one's time as its committer's, and its own as its author's. They run no
  /// hooks and are not signed, for nobody wrote them today.
  /// - Parameters:
  ///   - past: the oldest first. No path may stand in the folder but one that the history itself puts there.
  ///   - progress: told how many of how many moments are committed.
  /// - Throws: `PathsTaken` where a path stands in the folder; `SyncRefusal`, `NoIdentity`, and what a snapshot throws.
  package func add(
    _ past: [PastFiles], confirm: (Deletions) throws -> Bool = { _ in false },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> PastReport {
    _ = try recover()
    let paths = Set(past.flatMap(\.files.keys))
    for _ in 0..<Self.attempts {
      let isFirst = try writableBranch().commit == nil
      var snapshot = isFirst ? SnapshotReport() : try self.snapshot(confirm: confirm)
      let branch = try writableBranch()
      let base = try tree(of: branch.commit)
      let taken = try paths.filter { path in
        try base.map { try isTaken(path, in: $0) } ?? false
      }
      if !taken.isEmpty { throw PathsTaken(paths: taken.sorted()) }
      var (tree, head, count) = (base, branch.commit, 0)
      for (number, moment) in past.enumerated() {
        progress(number, past.count)
        let files = try moment.files.mapValues { bytes in
          try bytes.map { FileVersion(mode: .file, id: try repository.write(blob: $0)) }
        }
        let next = try repository.tree(tree, replacing: files.filter { isInScope($0.key) })
        if next == tree { continue }
        let message = SnapshotMessage.text(
          try repository.fileChanges(from: tree, to: next), subject: moment.subject,
          device: moment.device)
        head = try repository.commitPast(
          tree: next, parents: head.map { [$0] } ?? [], message: message, at: moment.time)
        tree = next
        count += 1
      }
      progress(past.count, past.count)
      guard let head, count > 0 else {
        return PastReport(snapshot: snapshot, commits: 0, update: nil)
      }
      do {
        let update = try update(
          to: head, from: branch.commit, on: branch.name, kind: .import, refused: snapshot.refused)
        if isFirst { snapshot = try self.snapshot(confirm: confirm) }
        return PastReport(snapshot: snapshot, commits: count, update: update)
      } catch is ReferenceMoved {
        continue
      }
    }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// Commits the files that an import had written when it was stopped, and puts them on record as an import; all else
  /// in the folder stays as it is.
  ///
  /// - Parameter paths: those that hold what the import wrote.
  /// - Throws: as ``undo(endingAt:confirm:)``.
  package func adopt(_ paths: [TreePath], subject: String) throws {
    _ = try recover()
    let branch = try writableBranch()
    guard let head = branch.commit else { return }
    let base = try tree(of: head)
    var files: [TreePath: FileVersion?] = [:]
    for path in paths where isInScope(path) {
      guard let file = try settled({ try workTree.read(path) }),
        holding.reason(toHold: path, file.blob, mode: file.mode) == nil
      else { continue }
      files[path] = FileVersion(mode: file.mode, id: try repository.write(blob: file.blob))
    }
    let tree = try repository.tree(base, replacing: files)
    if tree == base { return }
    let message = SnapshotMessage.text(
      try repository.fileChanges(from: base, to: tree), subject: subject, device: device)
    let commit = try repository.commitSnapshot(tree: tree, parents: [head], message: message)
    _ = try update(to: commit, from: head, on: branch.name, kind: .import)
  }

  /// True where something stands at a path, or no folder where one would have to be.
  private func isTaken(_ path: TreePath, in tree: ObjectID) throws -> Bool {
    if try repository.version(at: path, in: tree) != nil { return true }
    var folder = path.folder
    while !folder.bytes.isEmpty {
      if let version = try repository.version(at: folder, in: tree) {
        return version.mode != .folder
      }
      folder = folder.folder
    }
    return false
  }
}

/// Paths of a history that is to be added, at which something stands.
package struct PathsTaken: Error, Equatable, Sendable {
  package let paths: [TreePath]

  package init(paths: [TreePath]) { self.paths = paths }
}
