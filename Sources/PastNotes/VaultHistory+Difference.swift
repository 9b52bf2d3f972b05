import Git
import History
import Merge

extension VaultHistory {
  /// The old and new bytes of a version's file.
  package func difference(of version: NoteVersion) throws -> (old: [UInt8], new: [UInt8]) {
    func bytes(_ version: FileVersion?) throws -> [UInt8] {
      guard let version, version.mode.isFile else { return [] }
      return try repository.blob(version.id)
    }
    return (try bytes(version.before), try bytes(version.after))
  }

  /// The numbers of lines that a version added and removed.
  package func lines(of version: NoteVersion) throws -> (added: Int, removed: Int) {
    let (old, new) = try difference(of: version)
    var counts = (added: 0, removed: 0)
    for hunk in LineDifference(from: old, to: new).hunks {
      for line in hunk.lines {
        switch line.kind {
        case .added: counts.added += 1
        case .removed: counts.removed += 1
        case .same: break
        }
      }
    }
    return counts
  }
}
