import Layout
import OperatingSystem

/// The names in a folder, one after the other, without `.` and `..`.
@safe package struct DirectoryStream: ~Copyable {
  private let stream: DirectoryPointer

  /// Lists a folder; nil if it cannot be opened, with the reason in `errno`.
  package init?(_ path: DiskPath) {
    guard let descriptor = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else {
      return nil
    }
    self.init(descriptor)
  }

  /// Lists an open folder and closes it in the end.
  package init?(_ descriptor: consuming Descriptor) {
    let number = descriptor.release()
    guard let stream: DirectoryPointer = unsafe fdopendir(number) else {
      let code = errno
      close(number)
      errno = code
      return nil
    }
    unsafe self.stream = stream
  }

  deinit { unsafe closedir(stream) }

  /// The open folder.
  package var number: Int32 { unsafe dirfd(stream) }

  /// One name, valid until the next is asked for.
  @unsafe package struct Entry {
    package let name: UnsafeRawBufferPointer
    package let kind: FileStatus.Kind

    /// True when the name begins with a dot.
    package var isHidden: Bool { unsafe name[0] == 0x2E }
    /// True for a note's name.
    package var isMarkdown: Bool { unsafe NoteName.matches(name) }
    /// A copy of the name.
    package var bytes: [UInt8] { unsafe Array(name) }
  }

  /// The next name; nil at the end, with `errno` not 0 if reading failed.
  @inline(__always)
  package borrowing func next() -> Entry? {
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { return nil }
      // The field exists, so it has an offset.
      let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name)!
      let start = unsafe UnsafeRawPointer(entry) + nameOffset
      let name = unsafe UnsafeRawBufferPointer(
        start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
      if unsafe name[0] == 0x2E,
        unsafe name.count == 1 || (name.count == 2 && name[1] == 0x2E)
      {
        continue
      }
      return unsafe Entry(name: name, kind: kind(of: entry.pointee.d_type, name: name))
    }
  }

  private borrowing func kind(of type: UInt8, name: UnsafeRawBufferPointer) -> FileStatus.Kind {
    switch Int32(type) {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_FIFO): return .fifo
    case Int32(DT_SOCK): return .socket
    case Int32(DT_CHR), Int32(DT_BLK): return .device
    default:
      // Some file systems do not tell the kind when listing.
      var status = stat()
      let text = unsafe name.baseAddress!.assumingMemoryBound(to: CChar.self)
      guard unsafe fstatat(number, text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .unknown }
      return FileStatus(status).kind
    }
  }
}
