import Objects

/// Files that come are prepared many at a time, for each wait for the disk takes longer than all else.
extension FolderUpdate {
  /// The most files, and bytes, that are prepared together.
  private static let batch = (files: 1_000, bytes: 16 << 20)

  /// Prepares the first of these files together, but for those that stand already or have something in the way.
  ///
  /// - Returns: how many of the files are to be written before this is called again.
  func prepare(_ files: ArraySlice<(key: TreePath, value: UpdateJournal.File)>) throws -> Int {
    // How files are written may depend on one that comes with them, which has to be in its place before.
    if files.contains(where: { $0.key.name.elementsEqual(".gitattributes".utf8) }) { return 1 }
    var (new, byteCount, count) = ([NewFile](), 0, 0)
    for (path, file) in files.prefix(Self.batch.files) where byteCount < Self.batch.bytes {
      count += 1
      guard let version = file.new, try needsFile(path, version) else { continue }
      let blob: [UInt8]
      // It is told when it is its turn.
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

  /// True where a version has to be written and nothing but a file stands in its place.
  private func needsFile(_ path: TreePath, _ version: FileVersion) throws -> Bool {
    if try version.mode == .submodule || waiting[path] != nil || isDone(path) { return false }
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
