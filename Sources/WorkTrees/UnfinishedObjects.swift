import Files
import OperatingSystem

/// Removes half-written objects and packs that a killed `zib` has left in the repository.
///
/// They have names of libgit2, `tmp_object_git2_…` and `pack_git2_…`. `git gc` clears those of the
/// first kind after two weeks and never those of the second; files of git itself are left to git.
/// The process of a file is unknown, and some write without the vault's lock, so the age decides.
package enum UnfinishedObjects {
  /// Nanoseconds; no object takes an hour to be written, and a pack is written to all the time.
  private static let age: Int64 = 3_600_000_000_000

  /// Removes files older than an hour; a failure does no harm.
  package static func clear(in place: RepositoryPlace) {
    let objects = place.commonFolder.appending("objects")
    clear(objects, "tmp_object_git2_")
    clear(objects.appending("pack"), "pack_git2_")
  }

  private static func clear(_ path: DiskPath, _ prefix: String) {
    guard let names = DirectoryStream(path) else { return }
    var found: [[UInt8]] = []
    while let entry = unsafe names.next() {
      if unsafe entry.bytes.starts(with: prefix.utf8) { unsafe found.append(entry.bytes) }
    }
    if found.isEmpty { return }
    guard let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else {
      return
    }
    let now = Clock.now()
    for name in found {
      guard let status = folder.status(ofName: name), status.kind == .file,
        now - status.modified > age
      else { continue }
      folder.unlink(name)
    }
  }
}
