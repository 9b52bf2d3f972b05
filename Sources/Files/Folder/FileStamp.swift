import OperatingSystem

/// A stamp that tells two states of one file apart without reading it.
///
/// Any change of the contents moves `ctime`, which no program can set. Size, inode and device catch
/// changes on file systems without it. Stamps are compared for equality only, so a clock that went
/// backwards is harmless.
package struct FileStamp: Equatable, Sendable {
  /// The time of the last change of the contents, in nanoseconds since 1970, as the file system
  /// reports it.
  package let modified: Int64
  /// A 64-bit mix (`Mixer`) of `ctime`, inode, size and device.
  package let mark: UInt64

  package init(modified: Int64, mark: UInt64) {
    self.modified = modified
    self.mark = mark
  }

  /// - Parameter statusChanged: `ctime`, in nanoseconds since 1970.
  @inline(__always)
  package init(modified: Int64, statusChanged: Int64, inode: UInt64, size: UInt64, device: UInt64) {
    var mark = Mixer()
    mark.add(UInt64(bitPattern: statusChanged))
    mark.add(inode)
    mark.add(size)
    mark.add(device)
    self.init(modified: modified, mark: mark.value)
  }
}

/// The part of `stat` that the vault looks at, the same on every system.
package struct FileStatus: Equatable, Sendable {
  /// The kinds of file.
  package enum Kind: UInt8, Sendable {
    case file = 1, folder, link, fifo, socket, device, unknown
  }

  package let kind: Kind
  /// Size in bytes.
  package let size: Int64
  /// Nanoseconds since 1970.
  package let modified: Int64
  /// Nanoseconds since 1970 of the last change of contents or status.
  package let statusChanged: Int64
  package let inode: UInt64
  package let device: UInt64
  /// Permission bits.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32

  @inline(__always)
  package init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .fifo
    case S_IFSOCK: kind = .socket
    case S_IFCHR, S_IFBLK: kind = .device
    default: kind = .unknown
    }
    size = Int64(status.st_size)
    modified = status.modificationTime.nanoseconds
    statusChanged = status.statusChangeTime.nanoseconds
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    permissions = UInt32(status.st_mode) & 0o7777
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
  }

  /// The stamp to remember and compare.
  @inline(__always)
  package var stamp: FileStamp {
    FileStamp(
      modified: modified, statusChanged: statusChanged, inode: inode,
      size: UInt64(bitPattern: size),
      device: device)
  }

  @inline(__always)
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A 64-bit hash of a few words, the same in every process (unlike `Hasher`), for comparison with equality.
package struct Mixer {
  package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// Two rounds of multiply and shift (the finaliser of SplitMix64 by Steele, Lea and Flood).
  @inline(__always)
  package mutating func add(_ word: UInt64) {
    var mixed = (value ^ word) &* 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed >> 30
    mixed = mixed &* 0x94D0_49BB_1331_11EB
    value = mixed ^ (mixed >> 31)
  }

  /// Mixes in bytes.
  package mutating func add(_ bytes: some Collection<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
    add(UInt64(bytes.count) | 1 << 63)
  }

  /// A 64-bit checksum of a small cache, against torn writes and rot, a word at a time.
  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var mixer = Mixer()
    var index = 0
    while index + 8 <= bytes.count {
      mixer.add(
        UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    while index < bytes.count {
      mixer.add(UInt64(unsafe bytes[index]))
      index += 1
    }
    mixer.add(UInt64(bytes.count))
    return mixer.value
  }
}

/// The span of time in which a file could change again without a new stamp.
///
/// A file read at one moment and written again within the same tick of the file system's clock keeps its
/// times, as git's "racily clean" entries do. Whatever carries a time between the tick before the walk
/// began and the tick after its result was written cannot be trusted and is looked at again.
package struct RacyWindow: Equatable, Sendable {
  /// The start of the walk, in nanoseconds since 1970.
  package let start: Int64
  /// The time at which its result was written.
  package let end: Int64

  package init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }

  /// Kernel clocks tick every 1 to 10 ms; twice that is the margin.
  private static let tick: Int64 = 20_000_000
  /// FAT keeps even seconds, HFS+ whole ones.
  private static let coarseTick: Int64 = 2_000_000_000

  /// True when the time lies in the span.
  @inline(__always)
  package func contains(_ time: Int64) -> Bool {
    let margin = time % 1_000_000_000 == 0 ? Self.coarseTick : Self.tick
    return time &+ margin >= start && time &- margin <= end
  }

  /// True when a file was changed in the span, in contents or in status.
  @inline(__always)
  package func contains(_ status: FileStatus) -> Bool {
    contains(status.modified) || contains(status.statusChanged)
  }
}
