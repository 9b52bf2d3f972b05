import OperatingSystem

/// The right to write, held by one process at a time until it is released or the process ends.
///
/// The operating system keeps the lock (`flock`), so that a killed process leaves none. The file
/// holds the number of the process that has it, for people only.
package struct VaultLock: ~Copyable, Sendable {
  /// The reason why the lock was not taken.
  package enum Failure: Error, Equatable, Sendable {
    /// Another process has it; its number if it could be read.
    case held(by: Int32?)
    case system(SystemError)
  }

  private let descriptor: Int32

  /// Takes the lock, waiting for at most `timeout`.
  ///
  /// - Parameters:
  ///   - path: a file that is made if it is missing; it is never removed, because a lock on a
  ///     removed file would exclude nobody.
  ///   - timeout: in milliseconds; 0 tries once.
  package init(_ path: DiskPath, timeout: Int = 10_000) throws(Failure) {
    let opened: Int32
    do throws(SystemError) {
      opened = try Descriptor.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW).release()
    } catch {
      throw .system(error)
    }
    let deadline = Clock.monotonicMilliseconds() + Int64(timeout)
    var pause: UInt32 = 1_000
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      if code != EWOULDBLOCK {
        close(opened)
        throw .system(SystemError("lock", path.bytes, code: code))
      }
      if Clock.monotonicMilliseconds() >= deadline {
        let holder = Self.holder(in: opened)
        close(opened)
        throw .held(by: holder)
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    descriptor = opened
    let text = Array("\(getpid())\n".utf8)
    // For people only: who cannot write it still holds the lock.
    _ = ftruncate(opened, 0)
    _ = unsafe text.withUnsafeBytes { unsafe pwrite(opened, $0.baseAddress, $0.count, 0) }
  }

  /// Takes the lock; after a second the holder is reported, and waited for.
  ///
  /// - Parameter timeout: in milliseconds; two minutes, because a command that writes for longer
  ///   is stuck.
  package init(
    _ path: DiskPath, timeout: Int = 120_000, telling waiting: (Int32?) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      self = try VaultLock(path, timeout: min(Self.silence, timeout))
      return
    } catch {
      guard case .held(let holder) = error, timeout > Self.silence else { throw error }
      waiting(holder)
    }
    self = try VaultLock(path, timeout: timeout - Self.silence)
  }

  /// The wait in milliseconds before it is reported.
  private static var silence: Int { 1_000 }

  deinit { close(descriptor) }

  private static func holder(in descriptor: Int32) -> Int32? {
    let digits = unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = max(0, unsafe pread(descriptor, buffer.baseAddress, 16, 0))
    }
    return Int32(String(decoding: digits.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
