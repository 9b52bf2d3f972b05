import History
import Layout

/// The merge of the file at one path: modes, links and bytes.
struct FileMerge {
  enum Outcome: Equatable {
    /// One version; true if it holds changes of both sides.
    case one(FileVersion, isMerged: Bool)
    /// Both are kept; the winner's version has the edits of the other as far as they do not overlap.
    case both(FileVersion, copy: FileVersion, winner: Side, overlaps: Int)
    /// Both changed a submodule.
    case submodule
  }

  let store: any ObjectStore
  let vault: TreePath
  let notes: NoteMerge

  /// - Parameters:
  ///   - winner: the side whose version is the later one; needed only if both are kept.
  func merge(
    at path: TreePath, base: FileVersion?, _ sides: Sides<FileVersion>,
    winner: () throws -> Side
  ) throws -> Outcome {
    let (left, right) = (sides.left, sides.right)
    if left == right || right == base { return .one(left, isMerged: false) }
    if left == base { return .one(right, isMerged: false) }
    if left.mode == .submodule || right.mode == .submodule { return .submodule }
    guard left.mode.isFile, right.mode.isFile else {
      let winner = try winner()
      return .both(sides[winner], copy: sides[winner.other], winner: winner, overlaps: 0)
    }
    let base = base.flatMap { $0.mode.isFile ? $0 : nil }
    let mode = mergedMode(base?.mode, left.mode, right.mode)
    if left.id == right.id || right.id == base?.id {
      return .one(FileVersion(mode: mode, id: left.id), isMerged: true)
    }
    if left.id == base?.id { return .one(FileVersion(mode: mode, id: right.id), isMerged: true) }
    return try mergeBytes(at: path, base: base, sides, mode: mode, winner: winner)
  }

  private func mergeBytes(
    at path: TreePath, base: FileVersion?, _ sides: Sides<FileVersion>, mode: FileMode,
    winner: () throws -> Side
  ) throws -> Outcome {
    let versions = NoteVersions(
      base: try base.map { try store.blob($0.id) }, left: try store.blob(sides.left.id),
      right: try store.blob(sides.right.id))
    func one(_ bytes: [UInt8]) throws -> Outcome {
      .one(FileVersion(mode: mode, id: try store.write(blob: bytes)), isMerged: true)
    }
    if OwnFiles.isReviewLog(path.bytes) {
      return try one(ReviewLogMerge.merge(versions.left, versions.right))
    }
    // Other bytes are not cut into lines, since a line might not end there.
    let bytes = [versions.base ?? [], versions.left, versions.right]
    guard bytes.allSatisfy(PlainText.isValid) else {
      let winner = try winner()
      return .both(
        FileVersion(mode: mode, id: sides[winner].id), copy: sides[winner.other], winner: winner,
        overlaps: 0)
    }
    let isNote = TrackedFiles.isNote(path)
    let joinsRules = path.isIgnoreRules
    switch isNote
      ? notes.merge(versions) : PlainTextMerge.merge(versions, joinsRules: joinsRules)
    {
    case .merged(let bytes): return try one(bytes)
    case .overlapping(let merge):
      let winner = try winner()
      let id = try store.write(blob: merge.text(preferring: winner))
      // No copy is needed if the result is the other side's version.
      if id == sides[winner.other].id {
        return .one(FileVersion(mode: mode, id: id), isMerged: true)
      }
      return .both(
        FileVersion(mode: mode, id: id), copy: sides[winner.other], winner: winner,
        overlaps: merge.overlaps.count)
    }
  }

  /// The mode that one side changed; if there is none to compare with, a file that can be run stays one.
  private func mergedMode(_ base: FileMode?, _ left: FileMode, _ right: FileMode) -> FileMode {
    if left == right { return left }
    guard let base else { return .executable }
    return left == base ? right : left
  }
}
