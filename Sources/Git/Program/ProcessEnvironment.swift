#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this process was started with.
package enum ProcessEnvironment {
  /// Its variables, as they are now.
  package static var current: [String: String] {
    #if canImport(Darwin)
      var next = unsafe _NSGetEnviron().pointee
    #else
      var next = unsafe environ
    #endif
    var all: [String: String] = [:]
    while let entry = unsafe next.pointee {
      let halves = unsafe String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2 { all[String(halves[0])] = String(halves[1]) }
      unsafe next += 1
    }
    return all
  }

  /// Its number.
  static var process: Int32 { getpid() }
}
