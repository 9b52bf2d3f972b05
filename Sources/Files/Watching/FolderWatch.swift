import OperatingSystem

/// Waits for a change in a folder.
///
/// On Linux the system reports it (inotify, one watch a folder). Elsewhere, and if the system
/// allows no more watches, no change is seen, and the caller has to look at the folder itself when
/// the time is over.
package final class FolderWatch {
  /// The end of a wait.
  package enum Event: Equatable, Sendable {
    case changed
    case timedOut
    /// A signal came, as when the person ends the program.
    case interrupted
  }

  /// True if changes are seen as they happen; false if one has to look.
  package private(set) var isLive = false

  private let root: DiskPath
  #if os(Linux)
    private var descriptor: Int32 = -1
    /// The folder of each watch.
    private var folders: [Int32: DiskPath] = [:]
  #endif

  /// Folders that hold no notes and change often.
  private static let skipped: Set<String> = [".git", ".zib", "node_modules"]

  /// Begins to watch a folder and those below it.
  package init(_ root: DiskPath) {
    self.root = root
    #if os(Linux)
      start()
    #endif
  }

  /// A descriptor that can be read when something changed, to wait for it among others; nil if changes are not seen.
  package var waitable: Int32? {
    #if os(Linux)
      isLive ? descriptor : nil
    #else
      nil
    #endif
  }

  #if os(Linux)
    deinit { if descriptor >= 0 { close(descriptor) } }

    private static let mask =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
      | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_ONLYDIR)

    private func start() {
      folders = [:]
      if descriptor >= 0 { close(descriptor) }
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      isLive = descriptor >= 0 && watch(root)
    }

    /// Watches a folder and those below it; false if the system allows no more.
    private func watch(_ folder: DiskPath) -> Bool {
      var pending = [folder]
      while let next = pending.popLast() {
        let number = unsafe next.withCString {
          unsafe inotify_add_watch(descriptor, $0, Self.mask)
        }
        if number < 0 {
          // A folder that is gone or cannot be read reports no changes.
          if errno == ENOSPC || errno == ENOMEM { return false }
          continue
        }
        folders[number] = next
        guard let names = DirectoryStream(next) else { continue }
        while let entry = unsafe names.next() {
          let bytes = unsafe entry.bytes
          if unsafe entry.kind == .folder,
            !Self.skipped.contains(String(decoding: bytes, as: UTF8.self))
          {
            pending.append(next.appending(bytes: bytes))
          }
        }
      }
      return true
    }
  #endif

  /// Waits until something changes or the time is over.
  ///
  /// - Parameter milliseconds: how long at most.
  package func wait(milliseconds: Int64) -> Event {
    let limit = Int32(clamping: max(0, milliseconds))
    #if os(Linux)
      if isLive {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&waiting, 1, limit)
        if count < 0 { return errno == EINTR ? .interrupted : .timedOut }
        if count == 0 { return .timedOut }
        return drain() ? .changed : .timedOut
      }
    #endif
    return poll(nil, 0, limit) < 0 && errno == EINTR ? .interrupted : .timedOut
  }

  #if os(Linux)
    /// Reads all events that wait; true if one of them is of interest.
    private func drain() -> Bool {
      var isChanged = false
      var mustRestart = false
      let header = MemoryLayout<inotify_event>.size
      while true {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
        }
        if bytes.isEmpty { break }
        var place = 0
        while place + header <= bytes.count {
          let event = unsafe bytes.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          }
          let end = place + header + Int(event.len)
          let name = Array(bytes[(place + header)..<min(end, bytes.count)].prefix { $0 != 0 })
          place = end
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { mustRestart = true }
          if event.mask & UInt32(IN_IGNORED) != 0 {
            folders[event.wd] = nil
            continue
          }
          isChanged = isChanged || !name.starts(with: TemporaryName.prefix.utf8)
          guard event.mask & UInt32(IN_ISDIR) != 0, let folder = folders[event.wd],
            event.mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0,
            !Self.skipped.contains(String(decoding: name, as: UTF8.self))
          else { continue }
          mustRestart = !watch(folder.appending(bytes: name)) || mustRestart
        }
      }
      // Events were lost, or watches ran out: all folders are watched again, or none.
      if mustRestart { start() }
      return isChanged || mustRestart
    }
  #endif
}
