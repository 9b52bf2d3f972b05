import History
import Layout

/// A tracked file that is gone from the folder.
struct MissingFile {
  let path: TreePath
  /// The versions of it, files alone, of the staging index and of the last commit, now and before
  /// staged versions were committed.
  let versions: [FileVersion]
  /// The stamp of the staging index, if it has one.
  let stamp: WorkStamp?

  /// - Parameter former: versions that the last commit has or had.
  init(_ entry: StagedEntry, former: [FileVersion?]) {
    path = entry.path
    stamp = entry.stamp
    var versions = [entry.version]
    for version in former.compactMap(\.self) where !versions.contains(version) {
      versions.append(version)
    }
    self.versions = versions.filter(\.mode.isFile)
  }
}

extension SyncSession {
  /// The new paths, by the former ones, of files that were renamed while a secret came into them, and that are in the
  /// way of a file which waits.
  func renamed(
    _ gone: [MissingFile], _ inTheWay: [WorkChange]
  ) throws -> [TreePath: TreePath] {
    if gone.isEmpty || inTheWay.isEmpty { return [:] }
    let unwritten = try unwrittenRecord().files
    var renamed: [TreePath: TreePath] = [:]
    for change in inTheWay {
      let path = change.path
      switch change.kind {
      case .untracked: break
      case .edited where unwritten[path]?.reason == .secretEdit: break
      case .edited, .missing, .touched, .refused: continue
      }
      let found: WorkFile?
      do {
        found = try settled { try workTree.read(path) }
      } catch is FileRefused {
        continue
      } catch is UnsettledFile {
        continue
      }
      guard let found,
        let old = try gone.first(where: { try isRenamed($0, to: path, found.blob) }),
        try holdsBack(found, editOf: path, since: old.versions)
      else { continue }
      renamed[old.path] = path
    }
    return renamed
  }

  /// True if a missing tracked file is a new file under its old name: only case or Unicode form of
  /// its path differ, which the folder does not tell apart, or it was no secret; or it would be held
  /// back itself, and its bytes are the same, or it has the same name, but for case, and half of its
  /// lines; or half of its lines are there beside a secret that it did not hold.
  ///
  /// A file that was never to be held back and gets the name of a secret is a new secret.
  func isRenamed(
    _ missing: MissingFile, to path: TreePath, _ bytes: [UInt8]
  ) throws -> Bool {
    let isOtherCase = PortableKey(missing.path.bytes) == PortableKey(path.bytes)
    if !missing.versions.isEmpty, isOtherCase, try areOneFile(missing.path, path) { return true }
    return try missing.versions.contains {
      let old = try repository.blob($0.id)
      guard holding.reason(toHold: missing.path, old, mode: $0.mode) != nil else {
        if isOtherCase { return true }
        guard Self.keepsHalf(of: old, in: bytes) else { return false }
        return holding.secret(inEditOf: path, bytes, mode: .file) { [old] } != nil
      }
      if old == bytes { return true }
      guard PortableKey(missing.path.name) == PortableKey(path.name) else { return false }
      return Self.keepsHalf(of: old, in: bytes)
    }
  }

  /// True if a text has half of the lines of another.
  private static func keepsHalf(of old: [UInt8], in bytes: [UInt8]) -> Bool {
    let lines = Set(bytes.split(separator: 0x0A))
    let (kept, all) = old.split(separator: 0x0A).reduce(into: (0, 0)) { counts, line in
      counts.0 += lines.contains(line) ? 1 : 0
      counts.1 += 1
    }
    return all > 0 && kept * 2 >= all
  }
}
