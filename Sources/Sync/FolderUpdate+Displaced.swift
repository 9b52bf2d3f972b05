import History
import Merge

/// The files that an update took from their places: each is looked at until the end, because it may be an edit.
extension FolderUpdate {
  /// Keeps a displaced file until the end, and its version if it is a person's.
  ///
  /// - Throws: `FileRefused` if it cannot be read and was put back.
  func take(_ file: PreparedFile, seenAt commit: ObjectID?) throws {
    do {
      held[file] = .some(commit)
      if try versionAsWritten(of: file) != nil || !setAside(file) {
        try look(at: file, isNew: true)
      }
    } catch let refusal as FileRefused {
      held[file] = nil
      // After the exchange its name is that of the new bytes.
      versions[file] = nil
      do {
        held[try workTree.exchange(file)] = .some(journal.origin)
      } catch is NothingThere {
        try workTree.place(file)
      }
      throw refusal
    }
  }

  /// Gives a displaced file that this device keeps to itself a name beside its place.
  ///
  /// - Returns: false for any other file.
  private func setAside(_ file: PreparedFile) throws -> Bool {
    let path = file.path
    guard journal.files[path]?.old == nil, stagedByHand[path] == nil,
      let found = try settled(file)
    else { return false }
    let version = try version(of: found)
    if knows(version, of: file) { return false }
    guard try journal.ignored(path) || session.keepsToItself(path, found) else { return false }
    try setAside(file, version)
    return true
  }

  /// Puts on record that the device keeps the file at a path to itself, before the file is displaced.
  ///
  /// A hidden file is not listed, and the ignore rules may change before an interrupted update is resumed.
  func recordKept(_ path: TreePath) throws {
    guard journal.files[path]?.old == nil, stagedByHand[path] == nil, !journal.ignored(path) else {
      return
    }
    do {
      guard let found = try session.settled({ try workTree.read(path) }),
        try !journal.knows(version(of: found), at: path), try session.keepsToItself(path, found)
      else { return }
    } catch is UnsettledFile {
      return
    }
    journal.ignored.insert(path)
    try workTree.setJournal(journal.bytes)
  }

  private func setAside(_ file: PreparedFile, _ version: FileVersion) throws {
    // A rule that ignores what is beside it as well may be about to go.
    let losesRules = journal.files.keys.contains(where: \.isIgnoreRules)
    _ = try session.setAside(file, holding: version.id, hasOwnRule: losesRules) { copy in
      journal.setAside.insert(copy)
      try workTree.setJournal(journal.bytes)
    }
    held[file] = nil
  }

  /// True for an edit in which a secret is new, since what the person saw and where the update comes from and goes to.
  private func holdsBack(
    _ found: WorkFile, at path: TreePath, madeTo commit: ObjectID?
  ) throws -> Bool {
    let file = journal.files[path]
    return try session.holdsBack(
      found, editOf: path,
      since: [file?.old, file?.new, commit.flatMap { try version(at: path, in: $0) }])
  }

  private func settled(_ file: PreparedFile) throws -> WorkFile? {
    do {
      return try session.settled { try workTree.read(file) }
    } catch is UnsettledFile {
      throw SyncRefusal.unsettled([file.path])
    }
  }

  /// Looks at a displaced file, which is an edit if nobody else wrote it.
  ///
  /// - Parameter isNew: true where it was displaced just now, so that it can be put back.
  /// - Throws: `FileRefused` where it is new and held back. One that a person has written to since is set aside then.
  func look(at file: PreparedFile, isNew: Bool = false) throws {
    if let written = try versionAsWritten(of: file) {
      versions[file] = written
      return
    }
    guard let found = try settled(file) else { return }
    let version = try version(of: found)
    versions[file] = version
    if knows(version, of: file) { return }
    if try holdsBack(found, at: file.path, madeTo: held[file] ?? journal.origin) {
      if isNew { throw FileRefused(file.path, .secretEdit) }
      return try setAside(file, version)
    }
    try recordEdit(found, at: file.path, madeTo: held[file] ?? journal.origin)
  }

  /// The version that was staged of a file, if nobody has written to the file since; nil where its bytes have to be read.
  ///
  /// Bytes that are read go through the `.gitattributes` of now, which may give them another version than the staged one.
  /// The test `an undo takes back the files that came with an attribute` fails without it.
  func versionAsWritten(of file: PreparedFile) throws -> FileVersion? {
    try asWritten[file.path]?.first { entry in
      try entry.stamp.map { try workTree.isUnchanged(file, since: $0) } ?? false
    }?.version
  }

  func recordEdit(
    _ file: WorkFile, at path: TreePath, madeTo commit: @autoclosure () throws -> ObjectID?
  ) throws {
    let version = try version(of: file)
    if journal.knows(version, at: path) { return }
    // Only versions that are to be committed become objects.
    _ = try repository.write(blob: file.blob)
    try recordEdit(version, at: path, madeTo: commit())
  }

  func recordEdit(
    _ version: FileVersion, at path: TreePath, madeTo commit: @autoclosure () throws -> ObjectID?
  ) throws {
    if journal.knows(version, at: path) { return }
    if edits.contains(where: { $0.path == path && $0.version == version }) { return }
    let base = try commit()
    if let base, try self.version(at: path, in: base) == version { return }
    edits.append(UpdateJournal.Edit(path: path, version: version, base: base))
  }

  /// Removes a displaced file whose folder has to be removed; a person's edit in it is recorded
  /// first.
  func clearAtOnce(_ file: PreparedFile) throws {
    try look(at: file)
    if held[file] == nil { return }
    try saveEdits()
    trail.append(.final)
    try workTree.discard(file)
    held[file] = nil
    try workTree.removeEmptyFolders(above: file.path)
  }

  /// Puts edits on record whose last copy is about to go.
  func saveEdits() throws {
    if journal.edits == edits { return }
    try repository.flush()
    journal.edits = edits
    try workTree.setJournal(journal.bytes)
  }

  /// Reads the files of folders that a person made at the path of a file, as edits.
  func readFolders() throws {
    if folders.isEmpty { return }
    let changes = try workTree.changes(since: try repository.stagedEntries())
    for folder in folders {
      var isEmpty = true
      // A file there whose deletion is still pending is no edit.
      for change in changes
      where change.path.isInside(folder) && recorded[change.path] == nil
        && refused[change.path] == nil
      {
        switch change.kind {
        case .edited, .untracked:
          guard let file = try session.settled({ try workTree.read(change.path) }) else { continue }
          if stagedByHand[change.path] == nil,
            try journal.ignored(change.path) || session.keepsToItself(change.path, file)
          {
            continue
          }
          try recordEdit(file, at: change.path, madeTo: seen(at: folder))
          isEmpty = false
        case .missing, .touched, .refused: continue
        }
      }
      // The branch of a rewrite has the file already: until the edits are merged it still waits.
      if isEmpty || journal.kind == .rewrite { refused[folder] = .folder }
    }
  }
}
