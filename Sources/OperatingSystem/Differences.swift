// Facts that systems have under different names, or some have not at all.

extension stat {
  /// The time of the last change of the contents.
  package var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// The time of the last change of the contents or the status.
  package var statusChangeTime: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

extension timespec {
  /// Nanoseconds since the clock's beginning.
  package var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

#if canImport(Darwin)
  /// A folder that is being listed.
  package typealias DirectoryPointer = UnsafeMutablePointer<DIR>
#else
  /// A folder that is being listed.
  package typealias DirectoryPointer = OpaquePointer
#endif

/// The flag that opens a folder only to look at names: the cheapest that the system has.
package var openingForNames: Int32 {
  #if os(Linux)
    0o10000000  // O_PATH, which the module map hides.
  #else
    O_RDONLY
  #endif
}

/// Waits until a file's bytes are on the disk.
///
/// - Returns: 0, or -1 and `errno`.
package func synchroniseFile(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    // fsync on macOS leaves the data in the drive's own memory.
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(file)
}

/// Calls a function at a signal, and ends the call that is waiting with `EINTR`.
package func interruptCalls(at signal: Int32, _ handler: @escaping SignalHandler) {
  var action = sigaction()
  #if canImport(Darwin)
    unsafe action.__sigaction_u.__sa_handler = handler
  #else
    unsafe action.__sigaction_handler.sa_handler = handler
  #endif
  // Without SA_RESTART.
  action.sa_flags = 0
  unsafe sigaction(signal, &action, nil)
}

/// The identity of this machine as its system keeps it outside of files; nil if it does not.
package var machineIdentity: [UInt8]? {
  #if canImport(Darwin)
    var uuid = [UInt8](repeating: 0, count: 16)
    var timeout = timespec(tv_sec: 1, tv_nsec: 0)
    return unsafe gethostuuid(&uuid, &timeout) == 0 ? uuid : nil
  #else
    return nil
  #endif
}

/// The present run of this machine's system, another after each start; nil if the system does not tell.
package var systemRun: [UInt8]? {
  #if canImport(Darwin)
    var text = [CChar](repeating: 0, count: 64)
    var size = text.count
    guard unsafe sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
    return text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  #else
    let file = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { systemClose(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = unsafe systemRead(file, &text, text.count)
    return count > 0 ? Array(text.prefix(count).prefix { $0 != 0x0A }) : nil
  #endif
}
