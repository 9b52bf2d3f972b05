import History
import Merge

/// The files of another program's history at one moment.
package struct PastFiles: Sendable {
  /// The time in seconds since 1970 in UTC, with its zone.
  package let time: CommitTime
  /// The first line of its commit message, or nil for one that names the notes.
  package let subject: String?
  /// The device on which it was written.
  package let device: String
  /// The content of each path from then on; nil deletes it.
  package let files: [TreePath: [UInt8]?]

  package init(
    time: CommitTime, subject: String? = nil, device: String, files: [TreePath: [UInt8]?]
  ) {
    self.device = device
    self.time = time
    self.subject = subject
    self.files = files
  }
}

/// The result of adding a history.
package struct PastReport: Equatable, Sendable {
  /// The snapshot of uncommitted changes in the folder.
  package let snapshot: SnapshotReport
  /// The number of commits that the history has become.
  package let commits: Int
  /// The update of the folder, or nil if it changed nothing.
  package let update: UpdateReport?
}

extension SyncSession {
  /// Adds a history that another program kept: one commit for each moment, on top of a snapshot of
  /// the folder, and brings the folder to its end. If there is no commit yet, it comes before the
  /// first snapshot, so that all of it keeps its time, on top of a commit without files.
  ///
  /// The commits have the person's identity and the time of the moment. A branch never goes back in
  /// time: a moment older than the commit below it gets that commit's committer time, and its own
  /// author time. They run no hooks and are not signed, because they were not written today.
  /// - Parameters:
  ///   - past: the oldest first. Its paths must be free in the folder, except those that the
  ///     history itself fills.
  ///   - replaced: the paths that it may replace, with their contents now.
  ///   - progress: called with the number of committed moments and of all moments.
  /// - Throws: `PathsTaken` if a path is taken in the folder; `SyncRefusal`, `NoIdentity`, and
  ///   errors of a snapshot.
  package func add(
    _ past: [PastFiles], replacing replaced: [TreePath: [UInt8]] = [:],
    confirm: (Deletions) throws -> Bool = { _ in false },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> PastReport {
    _ = try recover()
    let paths = Set(past.flatMap(\.files.keys))
    for _ in 0..<Self.attempts {
      let isFirst = try writableBranch().commit == nil
      if isFirst, let time = past.first?.time { try begin(at: time) }
      var snapshot = isFirst ? SnapshotReport() : try self.snapshot(confirm: confirm)
      let branch = try writableBranch()
      let base = try tree(of: branch.commit)
      let taken = try paths.filter { path in
        try base.map { base in
          if let old = replaced[path], let version = try repository.version(at: path, in: base),
            try repository.blob(version.id) == old
          {
            return false
          }
          return try isTaken(path, in: base)
        } ?? false
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

  /// Makes a first commit without files, so that there is a commit to which an undo of the history goes back.
  private func begin(at time: CommitTime) throws {
    let branch = try writableBranch()
    let root = try repository.commitPast(
      tree: repository.tree(nil, replacing: [:]), parents: [], message: "Begin the vault\n",
      at: time)
    try repository.flush()
    // A branch without a staging index looks like a clone that was stopped.
    if try repository.stagedEntries().isEmpty {
      let nothing: [TreePath: StagedEntry?] = [settings: nil]
      try repository.setStaged(nothing)
    }
    try repository.setReference(branch.name, from: nil, to: root, because: "zib: begin the vault")
  }

  /// Commits the files of an interrupted import, and records them as an import; all other files
  /// stay as they are.
  ///
  /// - Parameter paths: those with the import's contents.
  /// - Returns: those of them that are held back.
  /// - Throws: as ``undo(endingAt:confirm:)``.
  package func adopt(_ paths: [TreePath], subject: String) throws -> [HeldBack] {
    _ = try recover()
    let branch = try writableBranch()
    guard let head = branch.commit, let base = try tree(of: head) else { return [] }
    var heldBack: [HeldBack] = []
    let tree = try self.tree(base, adopting: paths) { heldBack.append($0) }
    if tree == base { return heldBack }
    let message = SnapshotMessage.text(
      try repository.fileChanges(from: base, to: tree), subject: subject, device: device)
    let commit = try repository.commitSnapshot(tree: tree, parents: [head], message: message)
    _ = try update(to: commit, from: head, on: branch.name, kind: .import)
    return heldBack
  }

  /// A tree with files as they are in the folder.
  ///
  /// - Parameter holdingBack: called with those that the tree does not get.
  func tree(
    _ base: ObjectID, adopting paths: some Collection<TreePath>,
    holdingBack: (HeldBack) -> Void = { _ in }
  ) throws -> ObjectID {
    var files: [TreePath: FileVersion?] = [:]
    for path in paths where isInScope(path) {
      guard let file = try settled({ try workTree.read(path) }) else { continue }
      if let reason = holding.reason(toHold: path, file.blob, mode: file.mode) {
        holdingBack(HeldBack(path, reason))
        continue
      }
      files[path] = FileVersion(mode: file.mode, id: try repository.write(blob: file.blob))
    }
    return try repository.tree(base, replacing: files)
  }

  /// True if a path exists, or if something other than a folder is above it.
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

/// Paths of a history to be added that are taken in the folder.
package struct PathsTaken: Error, Equatable, Sendable {
  package let paths: [TreePath]

  package init(paths: [TreePath]) { self.paths = paths }
}
