import History

/// Prepares incoming files many at a time, because each wait for the disk takes longer than all
/// else.
extension FolderUpdate {
  /// The most files, and bytes, that are prepared together.
  private static let batch = (files: 1_000, bytes: 16 << 20)

  /// Prepares the first of these files together, except those that are in place already or are
  /// blocked.
  ///
  /// - Returns: the number of files to write before this is called again.
  func prepare(_ files: ArraySlice<(key: TreePath, value: UpdateJournal.File)>) throws -> Int {
    // An incoming `.gitattributes` can change how files are written, so it must be in its place
    // first.
    if files.contains(where: \.key.isAttributes) { return 1 }
    var (new, byteCount, count) = ([NewFile](), 0, 0)
    var standing: [TreePath: (version: FileVersion, stamp: WorkStamp)] = [:]
    for (place, (path, file)) in files.prefix(Self.batch.files).enumerated()
    where byteCount < Self.batch.bytes {
      if place % Self.readTogether == 0 {
        let next = try files.dropFirst(place).prefix(Self.readTogether).filter { path, file in
          try file.old != nil && !isLeft(path, file.new)
        }
        standing = try versions(at: next.map(\.key))
      }
      count += 1
      guard let version = file.new, try needsFile(path, version, standing[path]?.version) else {
        continue
      }
      let blob: [UInt8]
      // The file's own turn reports the refusal.
      do { blob = try session.blob(version, for: path) } catch is FileRefused { continue }
      new.append(NewFile(path: path, blob: blob, mode: version.mode))
      byteCount += blob.count
    }
    // One alone is prepared when it is its turn.
    if new.count < 2 { return count }
    for (file, prepared) in zip(new, try workTree.prepare(new)) {
      guard let prepared else { continue }
      held[prepared] = .some(journal.origin)
      ready[file.path] = prepared
    }
    return count
  }

  /// True if nothing is to be written at a path.
  private func isLeft(_ path: TreePath, _ version: FileVersion?) throws -> Bool {
    try version == nil || version?.mode == .submodule || waiting[path] != nil || isDone(path)
  }

  /// True if a version has to be written and its place is free or has a file.
  ///
  /// - Parameter standing: the version there now, if it is known.
  private func needsFile(
    _ path: TreePath, _ version: FileVersion, _ standing: FileVersion?
  ) throws -> Bool {
    if try isLeft(path, version) { return false }
    if let standing { return standing != version }
    do {
      switch try workTree.kind(of: path) {
      case .file, .link: return try !stands(version, at: path)
      case .folder, .special: return false
      case .nothing: return try !skipped.contains(path) && session.fileAbove(path) == nil
      }
    } catch is FileRefused {
      return false
    }
  }
}
