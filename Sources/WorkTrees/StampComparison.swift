import Files
import History
import OperatingSystem
import Sync

/// Compares a file with the stamp in the staging index, by the rules of git's `match_stat_data`.
///
/// The index keeps 32 bits of seconds, sizes and inodes, so no more than that is compared.
struct StampComparison: Sendable {
  private let trustsStatusTime: Bool
  private let isMinimal: Bool

  init(_ options: WorkTreeOptions) {
    trustsStatusTime = options.trustsStatusTime
    isMinimal = options.checksMinimally
  }

  @inline(__always)
  func areEqual(_ status: FileStatus, _ stamp: WorkStamp) -> Bool {
    guard UInt32(truncatingIfNeeded: status.size) == UInt32(truncatingIfNeeded: stamp.size) else {
      return false
    }
    if isMinimal { return Self.seconds(status.modified) == Self.seconds(stamp.modified) }
    return Self.areEqual(status.modified, stamp.modified)
      && (!trustsStatusTime || Self.areEqual(status.statusChanged, stamp.changed))
      && UInt32(truncatingIfNeeded: status.inode) == UInt32(truncatingIfNeeded: stamp.inode)
      && status.owner == stamp.owner && status.group == stamp.group
  }

  /// True for a file that nobody wrote to since the stamp, whatever name it has now; never looser than the settings.
  static func areOfSameContent(_ status: FileStatus, _ stamp: WorkStamp) -> Bool {
    areEqual(status.modified, stamp.modified)
      && UInt32(truncatingIfNeeded: status.size) == UInt32(truncatingIfNeeded: stamp.size)
      && UInt32(truncatingIfNeeded: status.inode) == UInt32(truncatingIfNeeded: stamp.inode)
  }

  /// The seconds as the index keeps them.
  @inline(__always)
  private static func seconds(_ time: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: split(time).seconds)
  }

  @inline(__always)
  private static func areEqual(_ left: Int64, _ right: Int64) -> Bool {
    if left == right { return true }
    let (left, right) = (split(left), split(right))
    return left.nanoseconds == right.nanoseconds
      && UInt32(truncatingIfNeeded: left.seconds) == UInt32(truncatingIfNeeded: right.seconds)
  }

  private static func split(_ time: Int64) -> (seconds: Int64, nanoseconds: Int64) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? (seconds - 1, rest + 1_000_000_000) : (seconds, rest)
  }
}

extension FileStatus {
  /// The stamp as syncing remembers it.
  var workStamp: WorkStamp {
    WorkStamp(
      modified: modified, changed: statusChanged, size: UInt64(size), inode: inode, device: device,
      owner: owner, group: group)
  }
}

extension WorkTreeOptions {
  /// The mode of a file or link in git.
  ///
  /// - Parameter old: the earlier mode, which is kept if the file system cannot express modes.
  package func mode(of status: FileStatus, insteadOf old: FileMode?) -> FileMode {
    if status.kind == .link { return .link }
    if !hasLinks, old == .link { return .link }
    guard hasExecutableBit else { return old?.isFile == true ? old ?? .file : .file }
    return status.permissions & 0o100 != 0 ? .executable : .file
  }
}

/// `.git` in any case, as file systems that fold names would take it.
enum GitName {
  static func matches(_ name: UnsafeRawBufferPointer) -> Bool {
    unsafe name.count == 4 && name[0] == 0x2E && name[1] | 0x20 == 0x67 && name[2] | 0x20 == 0x69
      && name[3] | 0x20 == 0x74
  }
}
