import History
import Merge

/// P27: files that a device ignores never leave it.
extension SyncSession {
  /// True for a file that no commit of this device would take by itself: git ignores it, or it is held back.
  ///
  /// - Parameter file: untracked.
  func keepsToItself(_ path: TreePath, _ file: WorkFile) throws -> Bool {
    if try workTree.ignores(path) { return true }
    if holding.includes(path) { return false }
    return try workTree.excludes(path)
      || holding.reason(toHold: path, file.blob, mode: file.mode) != nil
  }

  /// Moves a displaced file to a name beside its place, which git ignores on this device.
  ///
  /// The rule that ignores it is on the disk before the file has the name.
  /// - Parameters:
  ///   - hasOwnRule: true to add such a rule even if another one ignores the name now.
  ///   - mayBeShown: true to move it also where a rule of a `.gitignore` shows the name to git, because the file cannot
  ///     go back to its place. No snapshot takes a file of such a name.
  ///   - willMove: called with the name before the file has it.
  /// - Returns: nil if those bytes are there already.
  /// - Throws: `FileRefused` if a rule of a `.gitignore` keeps every such name from being ignored.
  func setAside(
    _ file: PreparedFile, holding blob: ObjectID, hasOwnRule: Bool = false,
    mayBeShown: Bool = false, willMove: (TreePath) throws -> Void = { _ in }
  ) throws -> TreePath? {
    let (copy, isThere) = try nameBeside(file.path, holding: blob)
    if isThere, try mayBeShown || workTree.ignores(copy) {
      try workTree.discard(file)
      return nil
    }
    if try hasOwnRule || !workTree.ignores(copy) { try workTree.exclude(copy) }
    guard try mayBeShown || workTree.ignores(copy) else { throw FileRefused(file.path, .ignored) }
    try willMove(copy)
    try workTree.place(PreparedFile(path: copy, name: file.name))
    return copy
  }

  /// True if git would ignore the file at a path under a name beside it. The rule for that name is on the disk then.
  func canSetAside(_ path: TreePath, holding blob: ObjectID) throws -> Bool {
    let (copy, _) = try nameBeside(path, holding: blob)
    if try workTree.ignores(copy) { return true }
    try workTree.exclude(copy)
    return try workTree.ignores(copy)
  }

  /// The name beside a path that is free or has those bytes.
  private func nameBeside(
    _ path: TreePath, holding blob: ObjectID
  ) throws -> (copy: TreePath, isThere: Bool) {
    var isThere = false
    let copy = try IgnoredCopyName.path(for: path, blob: blob) { copy in
      guard try workTree.kind(of: copy) != .nothing else { return false }
      isThere = try workTree.read(copy).map { try repository.id(ofBlob: $0.blob) == blob } ?? false
      return !isThere
    }
    return (copy, isThere)
  }
}
