// A stand-in for macOS's C library: what the Darwin branches of Sources/OperatingSystem use, with the types that
// Swift gives them there (macOS 15 SDK, <pthread.h>, <spawn.h>, <sys/stat.h>, <signal.h>, <fcntl.h>, <unistd.h>,
// <dirent.h>, <crt_externs.h>). The rest is Linux's. It is type-checked against and never run.

@_exported import Glibc

public typealias __darwin_time_t = Int

// <pthread.h>: a thread is a pointer, and the argument of its function is never null.
public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
@discardableResult
public func pthread_join(
  _ thread: pthread_t, _ value: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { fatalError() }

public func pthread_self() -> pthread_t { fatalError() }
public func pthread_kill(_ thread: pthread_t, _ number: Int32) -> Int32 { fatalError() }
@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }

// <spawn.h>: both are pointers that begin as null.
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
public typealias FileActions = UnsafeMutablePointer<posix_spawn_file_actions_t?>
public typealias SpawnAttributes = UnsafeMutablePointer<posix_spawnattr_t?>
public var POSIX_SPAWN_SETSID: Int32 { 0x0400 }
@discardableResult
public func posix_spawn_file_actions_init(_ actions: FileActions!) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_destroy(_ actions: FileActions!) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_adddup2(
  _ actions: FileActions!, _ from: Int32, _ to: Int32
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_addclose(_ actions: FileActions!, _ file: Int32) -> Int32 {
  fatalError()
}
@discardableResult
public func posix_spawnattr_init(_ attributes: SpawnAttributes!) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_destroy(_ attributes: SpawnAttributes!) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_setsigmask(
  _ attributes: SpawnAttributes!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_setsigdefault(
  _ attributes: SpawnAttributes!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_setflags(_ attributes: SpawnAttributes!, _ flags: Int16) -> Int32 {
  fatalError()
}
public func posix_spawn(
  _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>!,
  _ attributes: UnsafePointer<posix_spawnattr_t?>!,
  _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
  _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }

// <sys/stat.h>
public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
extension stat {
  public var st_mtimespec: timespec { fatalError() }
  public var st_ctimespec: timespec { fatalError() }
}

// <dirent.h>
public struct DIR {}
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }
public func fdopendir(_ folder: Int32) -> UnsafeMutablePointer<DIR>! { fatalError() }
@discardableResult
public func closedir(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }
public func dirfd(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }
public func readdir(_ folder: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! {
  fatalError()
}

// <fcntl.h>. Where a literal fits both, Linux's is taken.
@_disfavoredOverload
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}
@_disfavoredOverload
public func openat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { fatalError() }
public var F_FULLFSYNC: Int32 { 51 }

// <signal.h>
@unsafe public struct SignalActionUnion {
  public var __sa_handler: (@convention(c) (Int32) -> Void)!
}
extension sigaction {
  public var __sigaction_u: SignalActionUnion {
    get { fatalError() }
    set { fatalError() }
  }
}

// <unistd.h>
public func gethostuuid(
  _ uuid: UnsafeMutablePointer<UInt8>!, _ patience: UnsafePointer<timespec>!
) -> Int32 { fatalError() }

// <sys/sysctl.h>
public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!,
  _ oldSize: UnsafeMutablePointer<Int>!,
  _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { fatalError() }

// <mach-o/dyld.h>
public func _NSGetExecutablePath(
  _ path: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<UInt32>?
) -> Int32 { fatalError() }

// <crt_externs.h>
public func _NSGetEnviron() -> UnsafeMutablePointer<
  UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
>! { fatalError() }
