import History
import Merge

/// The origin of a conflict in history.
package struct ConflictOrigin: Equatable, Sendable {
  /// The merge that kept both versions.
  package let merge: ObjectID
  /// The common ancestor; nil if both sides added the file.
  package let base: FileVersion?
  /// The side whose text kept the name.
  package let note: ConflictSide
  /// The side whose version is the copy.
  package let copy: ConflictSide
  /// True if an earlier conflict of the same file was resolved in another way on each side.
  package let isResolvedTwice: Bool
}

/// One side of a conflict: its version of the file, and who made it when.
package struct ConflictSide: Equatable, Sendable {
  /// The side's version, or nil if it had no file at that path.
  package let version: FileVersion?
  /// The commit that last changed it.
  package let change: ConflictChange
}

/// A commit that changed one version of a file.
package struct ConflictChange: Equatable, Sendable {
  package let commit: ObjectID
  package let author: Signature
  /// The time by which the later edit is found, in seconds since 1970.
  package let committed: Int64
  /// The device that took the snapshot, if its message names one.
  package let device: String?

  init(_ id: ObjectID, _ commit: Commit) {
    self.commit = id
    author = commit.author
    committed = commit.committer.seconds
    device = commit.device
  }

  /// The device, or else who wrote it.
  package var origin: String { device ?? author.name }
}

extension SyncRepository {
  /// The present conflict, with its origin in history.
  ///
  /// - Parameters:
  ///   - note: the note's present bytes; nil if there is no note.
  ///   - text: the copy's present bytes.
  ///   - head: the commit in which both are searched; nil before the first commit.
  package func conflict(
    _ copy: ConflictCopy, note: [UInt8]?, text: [UInt8], from head: ObjectID?,
    hasLink: Bool = false
  ) throws -> Conflict {
    let origin = try head.flatMap { try self.origin(of: copy, from: $0) }
    let ancestor: [UInt8]?
    do {
      ancestor = try origin?.base.map { try blob($0.id) }
    } catch is MissingObject {
      ancestor = nil
    }
    let place = try head.flatMap { try version(at: copy.original, in: self.commit($0).tree) }
    let hasFolderInPlace = note == nil && place?.mode == .folder
    return Conflict(
      copy: copy,
      note: try note.map {
        Conflict.Version(
          text: $0, change: try head.flatMap { try lastChange(ofNoteOf: copy, origin, from: $0) })
      },
      copyVersion: Conflict.Version(
        text: text, change: try head.flatMap { try lastChange(ofCopy: copy, origin, from: $0) }),
      ancestor: ancestor,
      deletion: try note == nil && !hasFolderInPlace
        ? head.flatMap { try deletion(of: copy.original, from: $0) } : nil,
      hasFolderInPlace: hasFolderInPlace, hasLink: hasLink,
      isResolvedTwice: origin?.isResolvedTwice ?? false)
  }

  /// The commit that deleted a file, or nil if the history does not tell.
  private func deletion(of path: TreePath, from head: ObjectID) throws -> ConflictChange? {
    do {
      guard case .deleted(let id)? = try FileTrace(in: self).fate(of: path, from: head) else {
        return nil
      }
      return ConflictChange(id, try commit(id))
    } catch is MissingObject {
      return nil
    }
  }

  /// The commit that last changed a file under any of its names; a move does not count as a change.
  private func lastChange(
    following path: TreePath, from head: ObjectID
  ) throws -> ConflictChange? {
    var (path, head) = (path, head)
    var change: ConflictChange?
    for _ in 0..<FileTrace.mostMoves {
      guard let found = try lastChange(of: path, from: head) else { break }
      change = found
      do {
        guard let source = try FileTrace(in: self).source(of: path, in: found.commit) else { break }
        (path, head) = (source.path, source.commit)
      } catch is MissingObject {
        break
      }
    }
    return change
  }

  /// The last change of a copy. The merge that made the copy does not count, but the change on its
  /// side does.
  private func lastChange(
    ofCopy copy: ConflictCopy, _ origin: ConflictOrigin?, from head: ObjectID
  ) throws -> ConflictChange? {
    let change = try lastChange(of: copy.path, from: head)
    guard let origin else { return change }
    // Nor did an undo that brought it back as it was.
    let version = try version(at: copy.path, in: commit(head).tree)
    return change?.commit == origin.merge || version?.id == origin.copy.version?.id
      ? origin.copy.change : change
  }

  /// A note that is as the merge left it was not changed since, though it may have been moved, or resolved and undone.
  private func lastChange(
    ofNoteOf copy: ConflictCopy, _ origin: ConflictOrigin?, from head: ObjectID
  ) throws -> ConflictChange? {
    if let origin,
      let version = try version(at: copy.original, in: commit(head).tree),
      try self.version(at: copy.formerOriginal, in: commit(origin.merge).tree)?.id == version.id,
      let change = try lastChange(of: copy.formerOriginal, from: origin.merge)
    {
      return change
    }
    return try lastChange(following: copy.original, from: head)
  }

  /// The origin of a conflict copy, seen from a commit.
  ///
  /// - Returns: nil if no merge in this history made the copy: another tool or a person made it, it
  ///   is not committed yet, or the clone is too shallow.
  package func origin(of copy: ConflictCopy, from head: ObjectID) throws -> ConflictOrigin? {
    try firstMaking(copy, from: head) { try origin(of: $0, madeBy: $1) }
  }

  /// The parents of a merge in which both sides had made a different file at one path. First the side whose file became
  /// the conflict copy.
  ///
  /// - Returns: nil if the copy is another version of the same file, or as ``origin(of:from:)``.
  package func strangers(
    of copy: ConflictCopy, from head: ObjectID
  ) throws -> (copy: ObjectID, note: ObjectID)? {
    try firstMaking(copy, from: head) { try strangers(of: $0, madeBy: $1) }
  }

  /// The first answer for one of the commits that made a copy, the latest first.
  private func firstMaking<Answer>(
    _ copy: ConflictCopy, from head: ObjectID,
    _ answer: (_ copy: ConflictCopy, _ commit: ObjectID) throws -> Answer?
  ) throws -> Answer? {
    do {
      var (copy, head) = (copy, head)
      for _ in 0..<FileTrace.mostMoves {
        var trail = PathTrail(copy.path, in: self)
        guard let id = try trail.introduction(from: head) else { return nil }
        if let found = try answer(copy, id) { return found }
        let trace = FileTrace(in: self)
        if let source = try trace.source(of: copy.path, in: id),
          let earlier = ConflictCopy(source.path)
        {
          // A copy that was moved with its note or its folder.
          (copy, head) = (earlier, source.commit)
        } else if let end = try trace.end(of: copy.path, from: id, isPresent: true) {
          // A copy that was deleted and brought back, by an undo or a restore.
          head = end.parent
        } else {
          return nil
        }
      }
      return nil
    } catch is MissingObject {
      return nil
    }
  }

  /// The commit that last changed a file, seen from a commit, or nil if history does not have it.
  package func lastChange(of path: TreePath, from head: ObjectID) throws -> ConflictChange? {
    do {
      var trail = PathTrail(path, in: self)
      guard let id = try trail.lastChange(from: head) else { return nil }
      return ConflictChange(id, try commit(id))
    } catch is MissingObject {
      return nil
    }
  }

  private func origin(of copy: ConflictCopy, madeBy id: ObjectID) throws -> ConflictOrigin? {
    let merge = try commit(id)
    guard merge.parents.count == 2, let version = try version(at: copy.path, in: merge.tree) else {
      return nil
    }
    // A moved version is searched everywhere only if neither side has it at its path.
    for isMoved in [false, true] {
      for (parent, other) in [(0, 1), (1, 0)] {
        let (mine, theirs) = (merge.parents[parent], merge.parents[other])
        let path = isMoved ? try self.path(of: version.id, in: mine) : copy.formerOriginal
        // The side that kept the name may hold the file under the name it had before a move.
        guard let path, let own = try side(mine, at: path), own.version?.id == version.id,
          let note = try side(theirs, at: copy.formerOriginal) ?? side(theirs, at: path),
          note.version?.id != version.id
        else { continue }
        return ConflictOrigin(
          merge: id, base: try base(of: mine, theirs, at: [copy.formerOriginal, path]), note: note,
          copy: own,
          isResolvedTwice: try isResolved(copy.formerOriginal, by: mine, and: theirs))
      }
    }
    return nil
  }

  private func strangers(
    of copy: ConflictCopy, madeBy id: ObjectID
  ) throws -> (copy: ObjectID, note: ObjectID)? {
    let merge = try commit(id)
    guard merge.parents.count == 2, let made = try version(at: copy.path, in: merge.tree) else {
      return nil
    }
    let (left, right) = (merge.parents[0], merge.parents[1])
    let path = copy.formerOriginal
    guard let first = try version(at: path, in: commit(left).tree), first.mode.isFile,
      let second = try version(at: path, in: commit(right).tree), second.mode.isFile,
      try base(of: left, right, at: [path]) == nil
    else { return nil }
    let note = try version(at: path, in: merge.tree)
    if first.id == made.id || second.id == note?.id { return (left, right) }
    if second.id == made.id || first.id == note?.id { return (right, left) }
    // Both were merged with what the other side had under an earlier name.
    func lines(_ version: FileVersion) throws -> Set<ArraySlice<UInt8>> {
      Set(try blob(version.id).split(separator: 0x0A))
    }
    let copied = try lines(made)
    return try lines(first).intersection(copied).count >= lines(second).intersection(copied).count
      ? (left, right) : (right, left)
  }

  /// True if two commits began with a conflict copy of a file, and neither has it any more.
  private func isResolved(
    _ file: TreePath, by left: ObjectID, and right: ObjectID
  ) throws -> Bool {
    for base in try mergeBases(left, right) {
      var copies: [TreePath] = []
      try forEachFile(in: commit(base).tree) { path, _ in
        if path.folder == file.folder, ConflictCopyName.note(ofCopy: path) == file {
          copies.append(path)
        }
      }
      for copy in copies
      where try version(at: copy, in: commit(left).tree) == nil
        && version(at: copy, in: commit(right).tree) == nil
      {
        return true
      }
    }
    return false
  }

  /// The first path at which a commit has a file of these bytes.
  private func path(of blob: ObjectID, in commit: ObjectID) throws -> TreePath? {
    var found: TreePath?
    try forEachFile(in: self.commit(commit).tree) { path, version in
      if version.id == blob, found == nil { found = path }
    }
    return found
  }

  private func side(_ commit: ObjectID, at path: TreePath) throws -> ConflictSide? {
    var trail = PathTrail(path, in: self)
    guard let change = try trail.lastChange(from: commit) else { return nil }
    return ConflictSide(
      version: try trail.version(in: self.commit(commit)),
      change: ConflictChange(change, try self.commit(change)))
  }

  private func base(
    of left: ObjectID, _ right: ObjectID, at paths: [TreePath]
  ) throws -> FileVersion? {
    for base in try mergeBases(left, right) {
      let tree = try commit(base).tree
      for path in paths {
        if let version = try version(at: path, in: tree), version.mode.isFile { return version }
      }
    }
    return nil
  }
}

extension Commit {
  /// The device that a snapshot's message names in its last paragraph: `Device: laptop`.
  package var device: String? {
    let lines = message.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let trailers = lines.reversed().drop { $0.isEmpty }.prefix { !$0.isEmpty }
    for line in trailers where line.starts(with: "Device:".utf8) {
      let name = String(Substring(line.dropFirst(7))).drop { $0 == " " }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }
}
