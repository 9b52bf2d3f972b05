import Notes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Zone {
  /// The zone that this machine's clock shows, by `TZ` or the system's setting.
  package static let system = Zone { milliseconds in
    var seconds = time_t(milliseconds / 1000)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe Int(local.tm_gmtoff)
  }
}
